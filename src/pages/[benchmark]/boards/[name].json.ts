import type { APIRoute } from 'astro';
import { tablesOf } from '../../../board/tables-of.ts';
import { readRelease } from '../../../release/read.ts';
import { boardExtras, pageBoardFile } from '../../_prerender/board.ts';

export async function getStaticPaths() {
  const { benchmarks, boards, manifest } = await readRelease();
  const paths = benchmarks.map((benchmark) =>
    tablesOf(boards, benchmark.id).map(async (board) => {
      const { text, name } = pageBoardFile(board, await boardExtras(benchmark, board, manifest));
      return { params: { benchmark: benchmark.id, name }, props: { text } };
    }),
  );
  return Promise.all(paths.flat());
}

/** Serves a board as its island reads it, when somebody sorts, filters or chooses. */
export const GET: APIRoute<{ readonly text: string }> = ({ props }) =>
  new Response(props.text, { headers: { 'Content-Type': 'application/json' } });
