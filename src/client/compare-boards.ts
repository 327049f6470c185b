import { unpackBoard } from '../components/board/pack.ts';
import type { SlimBoard } from '../components/board/slim.ts';

/** All tables with judges, from the file that the site was built with. Throws, saying why, when it cannot be had. */
export async function fetchBoards(address: string): Promise<readonly SlimBoard[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const packed: unknown = await response.json();
  if (!Array.isArray(packed)) throw new Error('the file does not hold what this page expects');
  return packed.map((one) => unpackBoard(String(one)));
}
