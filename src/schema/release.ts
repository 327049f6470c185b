import { z } from 'zod';
import { Id } from './judge.ts';

/** Version of the release's form; a page built for another version says so instead of guessing. */
export const RELEASE_SCHEMA = 1;

export const ReleaseFile = z.strictObject({
  /** Below `public/data/`. */
  path: z.string().min(1),
  /** Size as stored. */
  bytes: z.number().int().nonnegative(),
  /** Of the inflated bytes, hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  type: z.string().min(1),
  title: z.string().min(1),
  about: z.string().default(''),
  rows: z.number().int().nonnegative().optional(),
  /** Inflated size, where the file is stored gzipped. */
  inflated: z.number().int().nonnegative().optional(),
});
export type ReleaseFile = z.infer<typeof ReleaseFile>;

/** Where the instance-level data of a benchmark lies: narrow tables, index pages of text shards, word postings. */
export const InstanceData = z.strictObject({
  database: z.string(),
  instances: z.number().int().nonnegative(),
  judgments: z.number().int().nonnegative(),
  runs: z.number().int().nonnegative(),
  /** A power of two. */
  shards: z.number().int().positive(),
  /** Index page k names the shards 256·k … 256·k + 255. */
  index: z.array(z.string()),
  /** Number of word buckets and the folder of their index pages; absent when the benchmark has no rationales. */
  postings: z.strictObject({ buckets: z.number().int().positive(), index: z.array(z.string()) }).optional(),
});
export type InstanceData = z.infer<typeof InstanceData>;

export const Manifest = z.strictObject({
  schema: z.literal(RELEASE_SCHEMA),
  /** Hash of all inputs and of the engine's version: 12 hex digits. */
  release: z.string().regex(/^[0-9a-f]{12}$/),
  engine: z.string().min(1),
  benchmarks: z.array(
    z.strictObject({
      id: Id,
      name: z.string(),
      synthetic: z.boolean(),
      tables: z.array(z.string()),
      instances: InstanceData.nullable(),
    }),
  ),
  files: z.array(ReleaseFile),
});
export type Manifest = z.infer<typeof Manifest>;
