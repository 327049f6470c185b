import { z } from 'zod';
import type { BoardPair } from '../schema/board.ts';
import { fetchJson } from './fetch.ts';
import { validated } from './manifest.ts';

const Pair = z.tuple([
  z.number(),
  z.number(),
  z.number().nullable(),
  z.tuple([z.number(), z.number()]).nullable(),
  z.boolean().nullable(),
  z.number(),
  z.number(),
  z.string(),
]);
const WithPairs = z.object({ pairs: z.record(z.string(), z.array(Pair)) });

/** Every pair of a computed board's rows, by column key: see `Board.pairs`. */
export type BoardPairs = Readonly<Record<string, readonly BoardPair[]>>;

/** The paired differences of a computed board, from its own file. Throws ClientFailure. */
export async function loadPairs(address: string): Promise<BoardPairs> {
  const { href } = new URL(address, location.href);
  return validated(WithPairs, await fetchJson(href, { freshness: 'immutable' }), address).pairs;
}
