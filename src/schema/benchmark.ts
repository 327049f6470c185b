import { z } from 'zod';
import { Answer } from './answer.ts';
import { Id, Name } from './judge.ts';
import { PROTOCOLS } from './words.ts';

const Text = z.string().min(1);
/** Where a figure stands, for example `table 3` or `section 4.1`. */
const Source = Text;
const Count = z.number().int().nonnegative();

export const Protocol = z.enum(PROTOCOLS);
export type Protocol = z.infer<typeof Protocol>;

const Split = z.strictObject({
  id: Name,
  label: Text,
  about: Text.optional(),
  counts: z.record(z.string(), Count).default({}),
  source: Source.optional(),
});

const Criterion = z.strictObject({
  id: Name,
  split: Name,
  label: Text,
  about: Text,
  n: Count.optional(),
  n_source: Text.optional(),
  /** Its name as the paper prints it. */
  printed: Text.optional(),
  source: Source.optional(),
});

const BiasType = z.strictObject({
  id: Id,
  dimension: Id,
  metric: Id,
  label: Text,
  short: Text,
  about: Text,
  operation: Text.optional(),
  n: Count.optional(),
});

const Labelled = z.looseObject({ id: Id, label: Text, about: Text.optional() });
const Counts = z.record(z.string(), Count);

/** A part of the set; `questions` are the independent units behind its `n` samples. */
const Subset = z.looseObject({ ...Labelled.shape, n: Count, questions: Count.optional() });

/** A kind of task, with its number of samples in all or per subset. */
const TaskType = z.looseObject({
  ...Labelled.shape,
  n: z.union([Count, Counts]).optional(),
  questions: Counts.optional(),
});

/**
 * How one benchmark states a metric; the definition itself lives in `src/metrics/<id>.ts`. Boards of runs begin with the metrics listed, in
 * their order, the first of a protocol being the headline; those usual for the protocol follow.
 */
const MetricUse = z.strictObject({
  id: Id,
  /** Unit of the printed values: percent 0–100, ratio 0–1, score 0–10, variance. */
  unit: z.enum(['percent', 'ratio', 'score', 'variance']),
  source: Source,
  /**
   * What the printed values are fractions of: `counted` = a whole number of hits or points over the samples scored, so
   * that n can be worked out from the digits; `samples` = all samples of the slice; `unknown` = not printed.
   */
  denominator: z.enum(['counted', 'samples', 'unknown']).default('unknown'),
  /** Boards of runs: a column per value of this slice key, for example `criterion`; left out = the metric's usual column. */
  by: z.string().min(1).optional(),
  /** Boards of runs: digits after the point; left out = those usual for the unit. */
  decimals: z.number().int().min(0).max(6).optional(),
  /** False where boards of runs leave the metric out. */
  on_boards: z.boolean().default(true),
  /** A remark that holds for this benchmark only. */
  note: Text.optional(),
});

export type MetricUse = z.infer<typeof MetricUse>;

/** One invented case that shows what a judge is asked: for a benchmark whose authors published tables and no cases. */
const WorkedExample = z.strictObject({
  /** The picture in words, since none is shipped. */
  picture: Text,
  question: Text,
  /** What is judged: the answers, or the one answer and what is changed. */
  answers: z.array(z.strictObject({ label: Text, text: Text })).min(1),
  /** What was asked, what people or the rule say, and what the judge said. */
  asked: z.array(z.strictObject({ label: Text, expected: Text, said: Text, right: z.boolean() })).min(1),
  /** What the judge wrote. */
  reason: Text,
  /** What the case adds to the benchmark's numbers. */
  lesson: Text,
});
export type WorkedExample = z.infer<typeof WorkedExample>;

const Role = z.enum([
  'filtered-pairs',
  'wrote-responses',
  'wrote-queries',
  'annotated',
  'scored-critiques',
  'verified',
]);
export const Benchmark = z.strictObject({
  id: Id,
  name: Text,
  /** Place in lists and menus. */
  order: z.number().int(),
  tagline: Text,
  summary: z.array(Text).min(1),
  protocol: Protocol,
  /** What people may say of a pair. Answers beside `a` and `b` are labels and not gaps; a single annotator may always say `tie`. */
  answers: z.array(Answer).min(2).default(['a', 'b']),
  /** `majority`: labels of single annotators make one where the files hold none (docs/data-formats.md). Left out: the files hold what counts. */
  labels: z.literal('majority').optional(),
  /** True for generated demonstration data: labelled on every page, never mixed into the papers' boards. */
  synthetic: z.boolean().default(false),
  paper: z
    .strictObject({
      title: Text,
      authors: z.array(Text).min(1),
      year: z.number().int(),
      venue: Text.optional(),
      url: z.url().optional(),
      eprint: Text.optional(),
    })
    .optional(),
  data_licence: Text,
  /** Said once a visit before prompts that some readers may not want to see; left out where there are none. */
  content_note: Text.optional(),
  /** What of a case its authors do not publish, such as the pictures compared; one sentence in place of an empty box. */
  unseen: Text.optional(),
  example: WorkedExample.optional(),
  splits: z.array(Split).default([]),
  criteria: z.array(Criterion).default([]),
  dimensions: z.array(Labelled).default([]),
  /** Settings in which judges are run, by `variant` of a run: boards of runs name them, and keep the runs of a judge together. */
  variants: z.array(z.strictObject({ id: Name, label: Text })).default([]),
  bias_types: z.array(BiasType).default([]),
  subsets: z.array(Subset).default([]),
  task_types: z.array(TaskType).default([]),
  quality_bands: z.array(Labelled).default([]),
  quality_pairs: z.array(Labelled).default([]),
  domains: z.array(z.looseObject({ id: Id, task: Id, label: Text, n: Count })).default([]),
  metrics: z.array(MetricUse).default([]),
  facts: z.array(z.strictObject({ label: Text, value: z.union([Text, z.number()]), source: Source })).default([]),
  funnel: z.array(z.strictObject({ label: Text, n: Count, source: Source })).default([]),
  limitations: z.array(z.strictObject({ text: Text, source: Source })).default([]),
  snapshots: z.array(z.strictObject({ judge: Id, printed: Text, source: Source })).default([]),
  /** Models that helped to make the benchmark: a judge's id, or a model's name where it is no judge here. */
  roles: z
    .array(
      z.strictObject({
        judge: Id.optional(),
        model: Text.optional(),
        role: Role,
        detail: Text.optional(),
        source: Source,
      }),
    )
    .default([]),
  /** Figures of the paper whose numbers no table or text gives. */
  gaps: z.array(z.strictObject({ figure: Text, shows: Text, missing: Text, fill: Text })).default([]),
});
export type Benchmark = z.infer<typeof Benchmark>;
