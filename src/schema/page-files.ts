import { z } from 'zod';
import { Status } from './published.ts';

const Cell = z.object({
  printed: z.string(),
  value: z.number().nullable(),
  status: Status,
  note: z.string(),
  n: z.number().nullable(),
  interval: z.object({ lo: z.number(), hi: z.number(), kind: z.enum(['wilson', 'at most']) }).nullable(),
  se: z.number().nullable(),
  noInterval: z.string(),
  rank: z.object({ best: z.number(), worst: z.number(), couldBeFirst: z.boolean(), tier: z.number() }).nullable(),
});

/** What a board of runs holds under a switch: its columns and, in the order of the official board, its rows. */
export const SwitchedValues = z.object({
  columns: z.array(z.object({ key: z.string(), n: z.number().nullable() })),
  rows: z.array(z.object({ id: z.string(), cells: z.record(z.string(), Cell) })),
});
export type SwitchedValues = z.output<typeof SwitchedValues>;

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

/** The part of a computed board's file that the page reads: every pair of its rows, by column key (`Board.pairs`). */
export const BoardFile = z.object({ pairs: z.record(z.string(), z.array(Pair)) });
export type BoardFile = z.output<typeof BoardFile>;

/**
 * A part of a list of cases that travels with the visitor from the explorer to a case and back, in the tab's own storage: with it a case
 * steps to its neighbours without the engine, and the list comes back at its place. Where storage is blocked the engine is asked.
 */
export const Travelling = z.strictObject({
  release: z.string(),
  /** Query string of the explorer, from its `?` on. */
  list: z.string(),
  /** Place of the first id in the list, from 0, and the number of all. */
  first: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  ids: z.array(z.string()),
  /** The case looked at last; '' once the list has come back to it. */
  at: z.string(),
});
export type Travelling = z.infer<typeof Travelling>;

/** Cases of a shard, each of which is checked when it is asked for: one that is damaged takes none of its neighbours with it. */
export const UncheckedShard = z.array(z.looseObject({ instance: z.string() }));
export type UncheckedShard = z.infer<typeof UncheckedShard>;

/**
 * A block of lines: what a list says of a case, in the order of the table `instances`. `said` has one answer for each run (its place in
 * the list of runs) and criterion: verdict, score, or `!` and the parse status of what could not be read, and the first words of its reason.
 */
export const CaseLines = z.array(
  z.object({
    prompt: z.string(),
    /** Path of a small picture below `public/data/`; '' for none. */
    thumb: z.string(),
    gold: z.array(z.tuple([z.string(), z.string()])),
    said: z.array(z.tuple([z.number(), z.string(), z.string(), z.string()])),
  }),
);
export type CaseLines = z.infer<typeof CaseLines>;

/** The part of a release's list of files that the page reads. */
export const FileList = z.array(z.object({ path: z.string() }));
export type FileList = z.infer<typeof FileList>;
