import { z } from 'zod';
import { Id } from './judge.ts';
import { Gold, Instance, InstanceMedia, Judgment, Response } from './records.ts';

const digits = /^(?:[0-9a-f]{12})*$/;

/** Where a set of packs lies (`src/schema/packs.ts`): a path with `*` for number and hash; the hash of its index, and of each pack. */
export const PackSet = z.strictObject({
  path: z.string(),
  index: z.string().regex(digits),
  packs: z.string().regex(digits),
  /** How many records the index has. */
  members: z.number().int().nonnegative(),
  /** How many records one lies at most from where its hash puts it; members that are numbered have none. */
  slack: z.number().int().nonnegative().optional(),
});
export type PackSet = z.infer<typeof PackSet>;

const MediaInCase = InstanceMedia.extend({
  /** Below `public/data/`, or a remote address (named, and fetched after a click alone), or null: then `why` may say what was wrong with the file. */
  src: z.string().nullable(),
  why: z.enum(['missing', 'svg', 'other', 'outside']).optional(),
  /** Width and height in pixels of a picture that the release holds, where its first bytes tell them. */
  size: z.tuple([z.number().int().positive(), z.number().int().positive()]).optional(),
});

/** A label, always as text. */
const LabelInCase = Gold.omit({ instance: true }).extend({ value: z.string() });

/** What one run won or lost by the instance under one metric: the rows of `contributions`, added up over their slices. */
const CaseContribution = z.strictObject({
  run: Id,
  metric: Id,
  /** Number of rows, and of those that fulfil the metric's `loss` (0 where it has none). */
  rows: z.number().int().positive(),
  lost: z.number().int().nonnegative(),
  num: z.number(),
  den: z.number(),
});

/** Everything long that belongs to one instance. Fields with their default value are left out of the file. */
export const Case = Instance.extend({
  media: z.array(MediaInCase).default([]),
  responses: z.array(Response.omit({ instance: true })).default([]),
  gold: z.array(LabelInCase).default([]),
  /** The labels of runs that have an answer here and are scored by labels of their own. They stand in for `gold`; an empty list means not scored. */
  own_gold: z.array(z.strictObject({ run: Id, labels: z.array(LabelInCase) })).default([]),
  /** In the order of runs, then of the file's keys. */
  judgments: z.array(Judgment.omit({ instance: true }).extend({ run: Id })).default([]),
  /** In the order of runs, then of metrics' names. */
  contributions: z.array(CaseContribution).default([]),
});
export type Case = z.output<typeof Case>;
/** A case as it stands in the file. */
export type StoredCase = z.input<typeof Case>;

/**
 * A bucket of word postings: per word the instances with a rationale that holds it, as ascending row numbers of the table `instances`
 * (`rowid`, from 0). Each but the first is the distance to the one before: rows 3, 4 and 9 → `[3, 1, 5]`.
 */
export const Postings = z.record(z.string(), z.array(z.number().int().nonnegative()));
export type Postings = z.infer<typeof Postings>;
