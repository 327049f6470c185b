import { z } from 'zod';
import { Protocol, Verdict } from './benchmark.ts';
import { Id, Name, NonEmpty } from './judge.ts';
import { READ_PARSES } from './words.ts';

/** Largest count that the tables hold. */
const MAX_COUNT = 2 ** 31 - 1;

/** More repeats than this are a slip of the pen: each is expected to hold everything. */
const MAX_REPEATS = 10_000;

/** Ids of instances and responses come from others' files: any printable text without control characters. */
const RecordId = z
  .string()
  .min(1)
  .max(256)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'text without control characters');
/** Attributes by name. Not a `z.record`, which leaves out a key `__proto__` without a word. */
const Attributes = z.custom<Readonly<Record<string, string>>>().transform((value: unknown, context) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    context.issues.push({ code: 'invalid_type', expected: 'record', input: value });
    return z.NEVER;
  }
  const entries = Object.entries(value).map(([name, found]: [string, unknown]): [string, string] => {
    if (!Name.safeParse(name).success)
      context.issues.push({
        code: 'custom',
        message: 'a name without control characters',
        input: name,
        path: [name],
      });
    if (typeof found !== 'string')
      context.issues.push({ code: 'invalid_type', expected: 'string', input: found, path: [name] });
    return [name, String(found)];
  });
  return Object.fromEntries(entries);
});

const Finite = z.number();
const Count = z.number().int().nonnegative().max(MAX_COUNT);

const Stage = z.enum(['judge', 'critique', 'correction', 'preference']);
const Order = z.enum(['ab', 'ba']);
export const Parse = z.enum([...READ_PARSES, 'failed', 'abstained', 'missing', 'refused', 'error']);
export type Parse = z.infer<typeof Parse>;

/** `run.yaml`: one judge under one setting on one benchmark. */
export const Run = z.strictObject({
  run: Id,
  benchmark: Id,
  judge: Id,
  protocol: Protocol,
  /** Prompt or mode, for example `joint`; empty for the standard setting. */
  variant: z.string().default(''),
  /** How often everything was judged; a repeat without a row counts as missing. */
  repeats: z.number().int().positive().max(MAX_REPEATS).default(1),
  date: z.iso.date().optional(),
  source: z.string().optional(),
  notes: z.string().optional(),
  /** The model as its maker names it on that day: `gpt-4o-2024-08-06`. */
  snapshot: z.string().optional(),
  /** The prompt, or where it stands; and the hash of its text, by which two runs are known to have had the same. */
  prompt: z.string().optional(),
  prompt_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, '64 hex digits')
    .optional(),
  ran_by: z.string().optional(),
  /** Of the code that asked the judge. */
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,40}$/, '7 to 40 hex digits')
    .optional(),
  temperature: Finite.optional(),
  max_tokens: z.number().int().positive().optional(),
});
export type Run = z.infer<typeof Run>;

export const InstanceMedia = z.strictObject({
  /** Path under the benchmark's media folder, a remote URL (named, never fetched), or null (in Parquet absent) when not available. */
  src: z.string().nullable().default(null),
  alt: z.string(),
  /** The condition that shows it; left out where every one does. */
  condition: NonEmpty.optional(),
});

/** `instances.jsonl` */
export const Instance = z.strictObject({
  instance: RecordId,
  /** What belongs together in the statistics; the instance itself by default. */
  cluster: RecordId.optional(),
  split: z.string().default(''),
  prompt: z.string(),
  /** Characters (code points) of a prompt that is not in the file; its text may be fetched. */
  prompt_length: Count.optional(),
  media: z.array(InstanceMedia).default([]),
  /** Facets: task, domain, difficulty, source, pair_kind, bias_type, dimension, subset, band, pair_group, … */
  attributes: Attributes.default({}),
  /** Prompt under a perturbation, where it differs: condition → text. */
  perturbed_prompts: z
    .record(z.string(), z.string())
    .refine((prompts) => !Object.hasOwn(prompts, ''), 'a prompt needs the name of its perturbation')
    .optional(),
});
export type Instance = z.infer<typeof Instance>;

/** `responses.jsonl` */
export const Response = z.strictObject({
  instance: RecordId,
  response: RecordId,
  model: z.string().default(''),
  text: z.string(),
  /** The condition that shows this text; left out for `base`. */
  condition: NonEmpty.optional(),
});
export type Response = z.infer<typeof Response>;

/**
 * `gold.jsonl`. preference: one of the benchmark's answers (`Benchmark.answers`), or `tie` of a single annotator; absence is not a
 * tie · correct: `correct` | `error` · quality: a number as text · reference: the reference critique's text.
 */
export const Gold = z.strictObject({
  instance: RecordId,
  response: RecordId.optional(),
  criterion: Name.optional(),
  kind: z.enum(['preference', 'correct', 'quality', 'reference']),
  value: z.union([z.string(), Finite.transform(String)]),
  annotator: Name.optional(),
});
export type Gold = z.infer<typeof Gold>;

/** `judgments.jsonl`: one answer of the run's judge. */
export const Judgment = z.strictObject({
  instance: RecordId,
  response: RecordId.optional(),
  criterion: Name.optional(),
  stage: Stage.default('judge'),
  /** `base`, or a perturbation's id. */
  condition: NonEmpty.default('base'),
  /** The model that scored this critique or correction. */
  critique_judge: Id.optional(),
  repeat: Count.default(0),
  order: Order.default('ab'),
  /** Always in the responses' own names: `a` is response a whatever the order shown. Critiques: `correct` | `error`. */
  verdict: z
    .union([Verdict, z.enum(['correct', 'error'])])
    .nullable()
    .default(null),
  score: Finite.nullable().default(null),
  parse: Parse,
  rationale: z.string().default(''),
  /** Characters (code points) of a rationale that is not in the file; its text may be fetched. */
  rationale_length: Count.optional(),
  raw: z.string().optional(),
  /** What a forgiving reading makes of an answer in which the benchmark's own rules find none. */
  lenient: Verdict.optional(),
  cost: Finite.optional(),
  tokens: Count.optional(),
});
export type Judgment = z.infer<typeof Judgment>;

/**
 * The narrow tables: what the metrics' SQL reads, in the build and in the browser. Missing text is '' and not NULL, so that
 * joins need no special case, verdicts excepted; `length` counts characters (code points), also of texts that are not here. `instances` has one VARCHAR column more per
 * attribute, `attributes.<name>` (`''` where absent). `gold.value` keeps the label; `gold.number` the value of kind quality.
 * A run with `own_gold` (null: without) is scored by its rows of `run_gold` and by none of `gold`.
 */
export const RECORD_TABLES = {
  runs: 'run VARCHAR, benchmark VARCHAR, judge VARCHAR, protocol VARCHAR, variant VARCHAR, repeats INTEGER, own_gold BOOLEAN',
  instances: 'instance VARCHAR, cluster VARCHAR, split VARCHAR, prompt_length INTEGER',
  responses: 'instance VARCHAR, response VARCHAR, model VARCHAR, length INTEGER',
  gold: 'instance VARCHAR, response VARCHAR, criterion VARCHAR, kind VARCHAR, value VARCHAR, number DOUBLE, annotator VARCHAR',
  run_gold:
    'run VARCHAR, instance VARCHAR, response VARCHAR, criterion VARCHAR, kind VARCHAR, value VARCHAR, number DOUBLE, annotator VARCHAR',
  judgments:
    'run VARCHAR, instance VARCHAR, response VARCHAR, criterion VARCHAR, stage VARCHAR, condition VARCHAR, critique_judge VARCHAR, repeat INTEGER, "order" VARCHAR, verdict VARCHAR, score DOUBLE, parse VARCHAR, length INTEGER, cost DOUBLE, tokens INTEGER, lenient VARCHAR',
  /** slice is `key=value` pairs joined by `;` in the order of the metric's slice keys, '' where the metric has none. */
  contributions:
    'run VARCHAR, cluster VARCHAR, instance VARCHAR, metric VARCHAR, slice VARCHAR, num DOUBLE, den DOUBLE',
} as const;

/** The file of a run folder that says how it was made. */
export const IMPORT_FILE = 'import.json';

const Rows = z.number().int().nonnegative();

/** `import.json` in a run folder: where its records come from, and what the import left out of them. */
export const ImportReport = z.strictObject({
  /** The importer, by the name that the command line uses. */
  format: z.string(),
  /** What the command line said: judge, benchmark, run, shot, mapping. */
  options: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The files read, with the sha256 of their bytes as they lay there. */
  sources: z.array(z.strictObject({ file: z.string(), bytes: Rows, sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
  rows: z.strictObject({ read: Rows, used: Rows, left_out: Rows }),
  /** Why rows were left out. `rule`: by a rule of the format, for example a second answer; else because of a fault. */
  left_out: z.array(z.strictObject({ reason: z.string(), rule: z.boolean(), rows: Rows })),
  /** Answers of the judge that were there and are not among the judgments, because of a fault: expected all the same. */
  unread_judgments: Rows,
  /** How many of them are of which split; of the others the split is not known. */
  unread_by_split: z.record(z.string(), Rows).default({}),
});
export type ImportReport = z.infer<typeof ImportReport>;
