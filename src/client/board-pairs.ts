import type { BoardPair } from '../schema/board.ts';
import { fetchJson } from './fetch.ts';
import { BoardFileForm } from './forms.ts';
import { validated } from './manifest.ts';

/** Every pair of a computed board's rows, by column key: see `Board.pairs`. */
export type BoardPairs = Readonly<Record<string, readonly BoardPair[]>>;

/** Loads the paired differences of a computed board, from its own file. Throws ClientFailure. */
export async function loadPairs(address: string): Promise<BoardPairs> {
  const { href } = new URL(address, location.href);
  return validated(BoardFileForm, await fetchJson(href, { freshness: 'immutable' }), address).pairs;
}
