import { z } from 'zod';
import { Id, NonEmpty, SecureAddress, WebAddress } from './judge.ts';
import type { Problem } from './problem.ts';
import type { Parse, Run } from './records.ts';
import { RELEASE_SCHEMA } from './release-paths.ts';
import { PackSet } from './stored-case.ts';

export const ReleaseFile = z.strictObject({
  /** Below `public/data/`. */
  path: NonEmpty,
  bytes: z.number().int().nonnegative(),
  /** Hex: of the inflated bytes where `inflated` is given, else of the file as it lies. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  type: NonEmpty,
  title: NonEmpty,
  about: z.string().default(''),
  rows: z.number().int().nonnegative().optional(),
  /** Inflated size, where the file is stored gzipped and pages inflate it. */
  inflated: z.number().int().nonnegative().optional(),
});
export type ReleaseFile = z.infer<typeof ReleaseFile>;

/** Columns of the table `judges`, which stands beside `RECORD_TABLES` in the database of a benchmark; '' and NULL where not known. */
export const JUDGES_TABLE =
  'judge VARCHAR, name VARCHAR, organisation VARCHAR, family VARCHAR, access VARCHAR, thinking VARCHAR, parameters_b DOUBLE, active_b DOUBLE, reference BOOLEAN';

/** Whose texts belong to the figures where they are fetched separately; `present` says whether this release holds them. */
const TextsOfOthers = z.strictObject({
  repository: z.string(),
  commit: z.string(),
  licence: z.string(),
  attribution: z.string(),
  present: z.boolean(),
  /** Which of them, where it does not hold all. */
  part: z.string().optional(),
});
export type TextsOfOthers = z.infer<typeof TextsOfOthers>;

/** Where the instance-level data of a benchmark lies: narrow tables, packs of cases, lines and words. */
export const InstanceData = z.strictObject({
  /** A native DuckDB file, gzipped. */
  database: z.string(),
  instances: z.number().int().nonnegative(),
  judgments: z.number().int().nonnegative(),
  runs: z.number().int().nonnegative(),
  /** A list of `DescribedRun`. */
  described_runs: z.string(),
  /** Everything long, a member for each case. */
  cases: PackSet,
  texts: TextsOfOthers.optional(),
  /**
   * Files of columns of cases (src/cases/columns): what filters need, what only downloads and one order need, and answers per criterion,
   * which a benchmark without criteria lacks. Their names hold their hashes.
   */
  columns: z.strictObject({ cases: z.string(), details: z.string(), criteria: z.string().nullable() }),
  /** Lines (`CaseLine`) by places in the table `instances`, and which parts of a line some case has. */
  lines: PackSet.extend({ holds: z.array(z.enum(['prompt', 'thumb', 'gold', 'reason'])) }).optional(),
  /** Buckets of words (`Postings`); absent when no rationale holds a word. */
  postings: PackSet.optional(),
});
export type InstanceData = z.infer<typeof InstanceData>;

export const Manifest = z.strictObject({
  schema: z.literal(RELEASE_SCHEMA),
  /** Hash of all inputs and of the engine's version: 12 hex digits. */
  release: z.string().regex(/^[0-9a-f]{12}$/),
  engine: NonEmpty,
  benchmarks: z.array(
    z.strictObject({
      id: Id,
      name: z.string(),
      synthetic: z.boolean(),
      tables: z.array(z.string()),
      instances: InstanceData.nullable(),
    }),
  ),
  /** Databases of the benchmarks: what a page has to know beforehand to fetch and verify them. */
  files: z.array(ReleaseFile),
  /** Path of the complete list of files, an array of `ReleaseFile`; without it `files` is complete. */
  list: z.string().optional(),
});
export type Manifest = z.infer<typeof Manifest>;

interface FileCount {
  readonly file: string;
  readonly read: number;
  readonly accepted: number;
  readonly rejected: number;
}

/** What an import read and left out, in rows. */
export interface ImportCounts {
  readonly read: number;
  readonly leftOut: number;
  /** How many of those left out are answers of the judge that are expected all the same. */
  readonly unread: number;
  /** How many of these are of which split, where that is known. */
  readonly unreadBySplit: Readonly<Record<string, number>>;
  /** Why rows were left out; `rule`: by a rule of the format, not because of a fault. */
  readonly reasons: readonly { readonly reason: string; readonly rule: boolean; readonly rows: number }[];
}

/** A run: what its `run.yaml` says, how it was imported (null where nothing is recorded), and what became of its answers. */
export interface DescribedRun extends Run {
  readonly imported: ImportCounts | null;
  /**
   * Answers by their fate, which together are all that were asked: how they were read, or why not. Of those that were read, `unlabelled` have no
   * label to be held against, and `alone` lack the other side of a perturbation.
   */
  readonly answers: Readonly<Partial<Record<Parse | 'unlabelled' | 'alone', number>>>;
}

/** What became of the records of one benchmark when the release was built. */
export interface IngestReport {
  readonly benchmark: string;
  readonly files: readonly FileCount[];
  readonly runs: readonly {
    readonly folder: string;
    /** Null when run.yaml could not be used. */
    readonly run: string | null;
    /** False when the run was left out altogether. */
    readonly used: boolean;
    readonly errors: number;
    readonly warnings: number;
    readonly files: readonly FileCount[];
    /** Instances in the splits that the run touched, those judged, and judged pairs of instance and criterion without gold. */
    readonly coverage: { readonly expected: number; readonly judged: number; readonly withoutGold: number } | null;
    /** What the import says of itself; null where none is recorded. */
    readonly imported: ImportCounts | null;
  }[];
  readonly errors: number;
  readonly warnings: number;
  /** The first 1 000 of them, errors before warnings. */
  readonly problems: readonly Problem[];
}

/** A path below a folder, with `/`, that stays there. */
const SafePath = NonEmpty.regex(
  /^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\\\p{Cc}]+$/u,
  'a relative path with / and without ..',
);

const SourceFile = z.strictObject({
  path: SafePath,
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, '64 hex digits'),
});
export type SourceFile = z.infer<typeof SourceFile>;

/** `data/<benchmark>/source.yaml`: files of others that hold the texts behind the figures, pinned byte by byte. */
export const TextSource = z.strictObject({
  repository: SecureAddress,
  commit: z.string().regex(/^[0-9a-f]{40}$/, '40 hex digits'),
  licence: NonEmpty,
  /** Whose the texts are, as it is shown beside them. */
  attribution: NonEmpty,
  /** Address that the paths are below. */
  base: WebAddress.refine((url) => url.endsWith('/'), 'an address that ends in /'),
  format: Id,
  /** Runs and how the files call their judges, with another importer where one is named. Instances, responses and gold are those of the first run of each importer. */
  runs: z.record(Id, z.strictObject({ judge: NonEmpty, shot: NonEmpty.optional(), format: Id.optional() })),
  files: z.array(SourceFile).min(1),
  /** What a build brings by itself where all would be too much: beginnings of paths, and in words whose texts these are. */
  by_default: z.strictObject({ about: NonEmpty, files: z.array(SafePath).min(1) }).optional(),
});
export type TextSource = z.infer<typeof TextSource>;
