import type { Protocol } from './benchmark.ts';
import type { BoardCell, BoardPair } from './board.ts';
import type { Pointer } from './packs.ts';
import type { Case, StoredCase } from './stored-case.ts';

/** Version of the release's form; a page built for another version says so instead of guessing. */
export const RELEASE_SCHEMA = 4;

/** Bytes of a file, once inflated, that a page reads as a whole; the build writes no larger file for it. */
export const MOST_READ = 64 * 2 ** 20;

const encoder = new TextEncoder();

/**
 * Hashes a text by FNV-1a with 32 bits over the UTF-8 bytes (http://www.isthe.com/chongo/tech/comp/fnv), then MurmurHash3's final mix
 * (https://github.com/aappleby/smhasher): without the mix, ids that count upwards fall into some buckets twice as often as into others. Node
 * and the browser compute the same.
 */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Says which of `count` buckets holds a word. */
export function bucketOf(word: string, count: number): number {
  return hash32(word) % count;
}

export function instancesOfGaps(gaps: readonly number[]): number[] {
  let at = 0;
  return gaps.map((gap) => {
    at += gap;
    return at;
  });
}

/** A word as it stands in a text; `searchWordsOf` brings it to the form in which it is searched. */
export const SEARCH_WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{M}\p{N}])+/gu;
/** Words are cut to so many UTF-16 units. */
const LONGEST_WORD = 64;

/**
 * Gives the words of a text, in order, for search: NFKC, lower case, runs of letters, marks and digits; a character of Chinese or Japanese
 * writing is a word of its own. Words are cut to 64 UTF-16 units; none is left out as too common.
 */
export function searchWordsOf(text: string): string[] {
  return (text.normalize('NFKC').toLowerCase().match(SEARCH_WORD) ?? []).map((word) => word.slice(0, LONGEST_WORD));
}

/** Says where a board of runs lies as it is under a switch: the path below `public/data/` up to the hash. */
export const switchedPath = (benchmark: string, table: string, id: string): string =>
  `switched/${benchmark}/${table}/${id}.`;

/** Finds the file of a board's values and tests among the release's files; its CSV lies beside it under the same name. */
export const boardFile = <F extends { readonly path: string }>(
  files: readonly F[],
  { benchmark, table }: { readonly benchmark: string; readonly table: string },
): F | undefined =>
  files.find(({ path }) => path.startsWith(`boards/${benchmark}/${table}.`) && path.endsWith('.json'));

type StoredAnswer = NonNullable<StoredCase['judgments']>[number];

const wholeAnswer = (answer: StoredAnswer): Case['judgments'][number] => ({
  ...answer,
  stage: answer.stage ?? 'judge',
  condition: answer.condition ?? 'base',
  repeat: answer.repeat ?? 0,
  order: answer.order ?? 'ab',
  verdict: answer.verdict ?? null,
  score: answer.score ?? null,
  rationale: answer.rationale ?? '',
});

/** Fills in what a member leaves out of a case, as `Case` does: the build has checked it, and a page that reads it loads no Zod. */
export const wholeCase = (stored: StoredCase): Case => ({
  ...stored,
  split: stored.split ?? '',
  attributes: stored.attributes ?? {},
  media: stored.media ?? [],
  responses: (stored.responses ?? []).map((response) => ({ ...response, model: response.model ?? '' })),
  gold: stored.gold ?? [],
  own_gold: stored.own_gold ?? [],
  judgments: (stored.judgments ?? []).map(wholeAnswer),
  contributions: stored.contributions ?? [],
});

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
  /** What the list is asked for, in words; '' for all cases. */
  readonly words?: string;
  /** Place of the first id in the list, from 0, and the number of all. */
  readonly first: number;
  readonly total: number;
  readonly ids: readonly string[];
  /** The case looked at last; '' once the list has come back to it. */
  readonly at: string;
}

/**
 * What a list says of a case. `said` has one answer for each run (its place in
 * the list of runs) and criterion: verdict, score, or `!` and the parse status of what could not be read, and the sentence of its reason that decides.
 */
export interface CaseText {
  prompt: string;
  /** Path of a small picture below `public/data/`; '' for none. */
  thumb: string;
  gold: [string, string][];
  said: [number, string, string, string][];
  /** Where the whole answers lie, behind the rest of the case in its member; where one has a reason. */
  at?: Pointer;
}

/** The part of a release's list of files that the page reads. */
export type FileList = readonly { readonly path: string }[];

/** A run as the comparison of judges has to know it before any database is open. */
export interface ComparedRun {
  readonly run: string;
  readonly judge: string;
  readonly protocol: Protocol;
  /** In words; '' for the usual setting. */
  readonly variant: string;
  readonly repeats: number;
}

/** A benchmark with instance-level results: its runs, and what it calls the values of slices and attributes. */
export interface ComparedBenchmark {
  readonly benchmark: string;
  readonly name: string;
  readonly synthetic: boolean;
  readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly runs: readonly ComparedRun[];
}

/** What the page that compares judges reads when somebody compares; made when the site is built. */
export interface ComparisonFile {
  readonly release: string;
  /** Per benchmark with tables: which judges stand in them, and the name of their file, which lies beside this one. */
  readonly tables: readonly { readonly judges: readonly string[]; readonly file: string }[];
  readonly cases: readonly ComparedBenchmark[];
}
