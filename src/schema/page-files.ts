import type { BoardCell, BoardPair } from './board.ts';

/** What a board of runs holds under a switch: its columns and, in the order of the official board, its rows. */
export interface SwitchedValues {
  readonly columns: readonly { readonly key: string; readonly n: number | null }[];
  readonly rows: readonly { readonly id: string; readonly cells: Readonly<Record<string, BoardCell>> }[];
}

/** The part of a computed board's file that the page reads: every pair of its rows, by column key (`Board.pairs`). */
export interface BoardFile {
  readonly pairs: Readonly<Record<string, readonly BoardPair[]>>;
}

/**
 * A part of a list of cases that travels with the visitor from the explorer to a case and back, in the tab's own storage: with it a case
 * steps to its neighbours without the engine, and the list comes back at its place. Where storage is blocked the engine is asked.
 */
export interface Travelling {
  readonly release: string;
  /** Query string of the explorer, from its `?` on. */
  readonly list: string;
  /** Place of the first id in the list, from 0, and the number of all. */
  readonly first: number;
  readonly total: number;
  readonly ids: readonly string[];
  /** The case looked at last; '' once the list has come back to it. */
  readonly at: string;
}

/**
 * A block of lines: what a list says of a case, in the order of the table `instances`. `said` has one answer for each run (its place in
 * the list of runs) and criterion: verdict, score, or `!` and the parse status of what could not be read, and the first words of its reason.
 */
export type CaseLines = {
  prompt: string;
  /** Path of a small picture below `public/data/`; '' for none. */
  thumb: string;
  gold: [string, string][];
  said: [number, string, string, string][];
}[];

/** The part of a release's list of files that the page reads. */
export type FileList = readonly { readonly path: string }[];
