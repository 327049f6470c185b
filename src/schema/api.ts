import { z } from 'zod';
import { BOARD_LINE_COLUMNS } from './board.ts';
import { Id, NonEmpty } from './judge.ts';

/** What scripts of others read under `api/v1`. Fields are added within a version; none changes its meaning or goes. */
export const API_VERSION = 1;

/** An address from the root of the site. */
const Address = z.string().regex(/^\//);

const made = {
  version: z.literal(API_VERSION),
  /** Where this description lies. */
  schema: Address,
  release: NonEmpty,
};

const Records = z.strictObject({
  instances: Address.nullable(),
  responses: Address.nullable(),
  gold: Address.nullable(),
  judgments: Address.nullable(),
});

const BoardEntry = z.strictObject({
  table: Id,
  title: NonEmpty,
  kind: z.enum(['leaderboard', 'comparison', 'statistics']),
  source: z.enum(['computed', 'published']),
  page: Address,
  json: Address.nullable(),
  markdown: Address,
  embed: Address,
  /** The column that ranks. */
  column: z.string().nullable(),
});

const Download = z.strictObject({
  file: Address,
  title: NonEmpty,
  type: NonEmpty,
  bytes: z.int().nonnegative(),
  /** Of the inflated bytes where `inflated` is given. */
  sha256: z.string().length(64),
  rows: z.int().nonnegative().optional(),
  inflated: z.int().nonnegative().optional(),
});

export const ApiIndex = z.strictObject({
  ...made,
  engine: NonEmpty,
  manifest: Address,
  benchmarks: z.array(
    z.strictObject({
      id: Id,
      name: NonEmpty,
      synthetic: z.boolean(),
      page: Address,
      /** The page of a case, with `{instance}` in place of its id; its rows lie in the records. */
      case: z.string().nullable(),
      /** All of a case as JSON: gzip members of the files, found by the index (docs/release.md, `examples/case.sh`). */
      packs: z.strictObject({ index: Address, files: z.array(Address) }).nullable(),
      records: Records,
      boards: z.array(BoardEntry),
    }),
  ),
  /** Releases whose values stay, the oldest first. */
  releases: z.array(
    z.strictObject({ id: NonEmpty, date: z.string(), what: z.string(), site: z.string().optional(), values: Address }),
  ),
  judges: z.array(z.strictObject({ id: Id, name: NonEmpty, page: Address, json: Address })),
  downloads: z.array(Download),
});

/** A value by which a leaderboard is ordered: a line of the board, and where it stands. */
const JudgeValue = z.strictObject({
  benchmark: Id,
  table: Id,
  ...(Object.fromEntries(
    BOARD_LINE_COLUMNS.map((name) => [name, z.union([z.string(), z.number()]).nullable()]),
  ) as Record<(typeof BOARD_LINE_COLUMNS)[number], z.ZodNullable<z.ZodUnion<[z.ZodString, z.ZodNumber]>>>),
  /** How many judges have a value there. */
  among: z.int().positive(),
  page: Address,
  badge: Address.nullable(),
  /** What the leaderboard and the judge’s row there are called. */
  board: NonEmpty,
  row: NonEmpty,
  /** The rows behind a computed value: those of `run` in the file. */
  answers: z.strictObject({ file: Address.nullable(), run: NonEmpty }).nullable(),
});

export const ApiJudge = z.strictObject({
  ...made,
  judge: z.strictObject({ id: Id, name: NonEmpty, organisation: z.string(), access: z.string() }),
  values: z.array(JudgeValue),
});

export type JudgeFile = z.infer<typeof ApiJudge>;
