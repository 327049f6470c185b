import type { CaseLines } from '../schema/release-paths.ts';
import type { Case } from '../schema/shard.ts';
import type { Database } from './connection.ts';
import type { ClientFailure } from './failure.ts';

/** The line of a case in a list. */
export type CaseText = CaseLines[number];

/** Lines of cases by their places in the table `instances`, as far as they came, and why the others did not. */
export interface LinesFound {
  readonly texts: ReadonlyMap<number, CaseText>;
  readonly failure: ClientFailure | null;
}

/** Gives cases that lie in this page and not in the release, such as one's own results. Everything throws ClientFailure, or the signal's reason. */
export interface LocalCases {
  readonly database: () => Promise<Database>;
  /** The columns of all cases, in the form of the release's files (src/cases/columns). */
  readonly columns: () => Promise<{
    readonly columns: Uint8Array<ArrayBuffer>;
    readonly details: Uint8Array<ArrayBuffer>;
    readonly criteria: Uint8Array<ArrayBuffer> | null;
  }>;
  /** Cases with their texts, by id; ids that nobody has are left out. */
  readonly cases: (ids: readonly string[]) => Promise<ReadonlyMap<string, Case>>;
  /** What lists say of cases, by their places in the table `instances`. */
  readonly lines: (places: readonly number[]) => Promise<LinesFound>;
  /** The places of cases that have every word of a text in some reason, ascending; null for a text without a word. */
  readonly placesWith: (text: string) => Promise<readonly number[] | null>;
}

/**
 * Says whether a name used in place of a benchmark's id is that of local cases: all addresses made of it lie in the fragment, which no
 * browser sends.
 */
export const isLocalName = (name: string): boolean => name.includes('#');

const held = new Map<string, LocalCases>();

/** Registers who answers for the cases of a name used in place of a benchmark's id; null removes it. */
export function holdCases(name: string, cases: LocalCases | null): void {
  if (cases === null) held.delete(name);
  else held.set(name, cases);
}

/** Says who answers for the cases of a name; undefined where the release does. */
export const localCases = (name: string): LocalCases | undefined => held.get(name);
