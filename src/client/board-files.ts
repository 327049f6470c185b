import type { BoardPair } from '../schema/board.ts';
import type { BoardFile, SwitchedValues } from '../schema/release-paths.ts';
import { fetchHashedJson } from './manifest.ts';

/** Every pair of a computed board's rows, by column key: see `Board.pairs`. */
export type BoardPairs = Readonly<Record<string, readonly BoardPair[]>>;

/** Loads the paired differences of a computed board, from its own file. Throws ClientFailure. */
export async function loadPairs(address: string): Promise<BoardPairs> {
  const { href } = new URL(address, location.href);
  return ((await fetchHashedJson(href)) as BoardFile).pairs;
}

/**
 * Loads what a board of runs holds under a switch, from the file at `address`: its columns and, in the order of the official board, its rows.
 * Throws ClientFailure.
 */
export async function loadSwitched(address: string): Promise<SwitchedValues> {
  const { href } = new URL(address, location.href);
  return (await fetchHashedJson(href)) as SwitchedValues;
}
