import { z } from 'zod';
import { Id, Name, NonEmpty, WebAddress } from './judge.ts';
import { ALL_PROTOCOLS, ANY_VERDICTS, PAIR_ANSWERS, ROLE_LABELS } from './words.ts';

export const Answer = z.enum(PAIR_ANSWERS);
export type Answer = z.infer<typeof Answer>;
export const Verdict = z.enum(ANY_VERDICTS);
export type Verdict = z.infer<typeof Verdict>;

/** Where a figure stands, for example `table 3` or `section 4.1`. */
const PaperPlace = NonEmpty;
const Count = z.number().int().nonnegative();

export const Protocol = z.enum(ALL_PROTOCOLS);
export type Protocol = z.infer<typeof Protocol>;

const Split = z.strictObject({
  id: Name,
  label: NonEmpty,
  /** What its board of runs answers, as the heading of its page; left out = a question that its way of judging has. */
  question: NonEmpty.optional(),
  about: NonEmpty.optional(),
  counts: z.record(z.string(), Count).default({}),
  source: PaperPlace.optional(),
});

const Criterion = z.strictObject({
  id: Name,
  split: Name,
  label: NonEmpty,
  about: NonEmpty,
  n: Count.optional(),
  n_source: NonEmpty.optional(),
  /** Its name as the paper prints it. */
  printed: NonEmpty.optional(),
  source: PaperPlace.optional(),
});

const BiasType = z.strictObject({
  id: Id,
  dimension: Id,
  metric: Id,
  label: NonEmpty,
  short: NonEmpty,
  about: NonEmpty,
  operation: NonEmpty.optional(),
  n: Count.optional(),
});

const LabelledEntry = z.looseObject({ id: Id, label: NonEmpty, about: NonEmpty.optional() });
const Counts = z.record(z.string(), Count);

/** A part of the set; `questions` are the independent units behind its `n` samples. */
const Subset = z.looseObject({ ...LabelledEntry.shape, n: Count, questions: Count.optional() });

/** A kind of task, with its number of samples in all or per subset. */
const TaskType = z.looseObject({
  ...LabelledEntry.shape,
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
  source: PaperPlace,
  /**
   * What the printed values are fractions of: `counted` = a whole number of hits or points over the samples scored, so
   * that n can be computed from the digits; `samples` = all samples of the slice; `unknown` = not printed.
   */
  denominator: z.enum(['counted', 'samples', 'unknown']).default('unknown'),
  /** Boards of runs: a column per value of this slice key, for example `criterion`; left out = the metric's usual column. */
  by: NonEmpty.optional(),
  /** Boards of runs: digits after the point; left out = those usual for the unit. */
  decimals: z.number().int().min(0).max(6).optional(),
  /** False where boards of runs leave the metric out. */
  on_boards: z.boolean().default(true),
  /** A remark that holds for this benchmark only. */
  note: NonEmpty.optional(),
});

export type MetricUse = z.infer<typeof MetricUse>;

/** One answer; without `right` there is nothing to compare it with. */
const PrintedAnswer = z.strictObject({ text: NonEmpty, right: z.boolean().optional() });

/**
 * A case that the paper prints, of a benchmark whose authors published no cases. Labels, answers, scores and models are the paper's; its
 * pictures and texts are others' and are told in our words.
 */
const PrintedCase = z
  .strictObject({
    id: Id,
    title: NonEmpty,
    source: PaperPlace,
    picture: NonEmpty,
    question: NonEmpty,
    /** What is judged, by whom it was written as the paper names them, or what is changed. */
    responses: z.array(z.strictObject({ label: NonEmpty, by: NonEmpty.optional(), about: NonEmpty })).min(1),
    /** Who answered, and in which setting; none where the paper prints labels alone. */
    answered: z.array(z.strictObject({ judge: Id, as: NonEmpty.optional() })).default([]),
    /** What was asked, what people or the rule say, and what was said, in the order of `answered`. */
    asked: z
      .array(z.strictObject({ label: NonEmpty, expected: NonEmpty, said: z.array(PrintedAnswer).default([]) }))
      .min(1),
    shows: NonEmpty,
  })
  .refine(({ answered, asked }) => asked.every(({ said }) => said.length === answered.length), {
    path: ['asked'],
    error: 'one answer in `said` for each entry of `answered`',
  });

const Role = z.enum(Object.keys(ROLE_LABELS) as (keyof typeof ROLE_LABELS)[]);

/** As much as a card has room for. */
const MOST_JUDGED = 4;
const MOST_JUDGED_LETTERS = 40;

export const Benchmark = z.strictObject({
  id: Id,
  name: NonEmpty,
  /** Place in lists and menus. */
  order: z.number().int(),
  tagline: NonEmpty,
  /** What a judge is shown to judge, in a few words each: `captions`, `image edits`. Search knows them. */
  judged: z.array(NonEmpty.max(MOST_JUDGED_LETTERS)).max(MOST_JUDGED).default([]),
  summary: z.array(NonEmpty).min(1),
  protocol: Protocol,
  /** What people may say of a pair. Answers beside `a` and `b` are labels and not gaps; a single annotator may always say `tie`. */
  answers: z.array(Answer).min(2).default(['a', 'b']),
  /** Protocols whose judgments are made from answers to another one, as verdicts from two scores: they are no answers of their own. */
  made_from: z.array(Protocol).optional(),
  /** `majority`: labels of single annotators make one where the files hold none (docs/data-formats.md). Left out: the files hold what counts. */
  labels: z.literal('majority').optional(),
  /** True for generated demonstration data: labelled on every page, never mixed into the papers' boards. */
  synthetic: z.boolean().default(false),
  paper: z
    .strictObject({
      title: NonEmpty,
      authors: z.array(NonEmpty).min(1),
      year: z.number().int(),
      venue: NonEmpty.optional(),
      url: WebAddress.optional(),
      eprint: NonEmpty.optional(),
    })
    .optional(),
  data_licence: NonEmpty,
  /** Said once a visit before prompts that some readers may not want to see; left out where there are none. */
  content_note: NonEmpty.optional(),
  /** What of a case its authors do not publish, such as the pictures compared; one sentence in place of an empty box. */
  unseen: NonEmpty.optional(),
  /** The one other site that a case may show its pictures from, after a click that names it; over https alone. */
  pictures_from: z
    .string()
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'a host, such as pictures.example.org')
    .optional(),
  printed_cases: z.array(PrintedCase).default([]),
  splits: z.array(Split).default([]),
  criteria: z.array(Criterion).default([]),
  dimensions: z.array(LabelledEntry).default([]),
  /** Settings in which judges are run, by `variant` of a run: boards of runs name them, and keep the runs of a judge together. */
  variants: z.array(z.strictObject({ id: Name, label: NonEmpty })).default([]),
  bias_types: z.array(BiasType).default([]),
  subsets: z.array(Subset).default([]),
  task_types: z.array(TaskType).default([]),
  quality_bands: z.array(LabelledEntry).default([]),
  quality_pairs: z.array(LabelledEntry).default([]),
  domains: z.array(z.looseObject({ id: Id, task: Id, label: NonEmpty, n: Count })).default([]),
  metrics: z.array(MetricUse).default([]),
  facts: z
    .array(z.strictObject({ label: NonEmpty, value: z.union([NonEmpty, z.number()]), source: PaperPlace }))
    .default([]),
  funnel: z.array(z.strictObject({ label: NonEmpty, n: Count, source: PaperPlace })).default([]),
  limitations: z.array(z.strictObject({ text: NonEmpty, source: PaperPlace })).default([]),
  snapshots: z.array(z.strictObject({ judge: Id, printed: NonEmpty, source: PaperPlace })).default([]),
  /** Models that helped to make the benchmark: a judge's id, or a model's name where it is no judge here. */
  roles: z
    .array(
      z.strictObject({
        judge: Id.optional(),
        model: NonEmpty.optional(),
        role: Role,
        detail: NonEmpty.optional(),
        source: PaperPlace,
      }),
    )
    .default([]),
  /** Figures of the paper whose numbers no table or text gives. */
  gaps: z.array(z.strictObject({ figure: NonEmpty, shows: NonEmpty, missing: NonEmpty, fill: NonEmpty })).default([]),
});
export type Benchmark = z.infer<typeof Benchmark>;
