import type { APIRoute } from 'astro';
import { packBoard } from '../../components/board/pack.ts';
import { readRelease } from '../../release/read.ts';

/** Every table with judges, packed: what the comparison page reads when somebody compares. */
export const GET: APIRoute = async () => {
  const { boards } = await readRelease();
  const packed = boards.filter((board) => board.kind !== 'statistics').map(packBoard);
  return new Response(JSON.stringify(packed), { headers: { 'Content-Type': 'application/json' } });
};
