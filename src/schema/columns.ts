import { attributeOfColumn } from './slice.ts';

/** What the tables of a benchmark's database hold, in a sentence each. */
export const TABLE_NOTES = {
  judges: 'One row per judge, annotator or critique judge that the other tables name.',
  runs: 'One row per run: a judge under one setting.',
  instances: 'One row per instance with its cluster, split and attributes; no long text.',
  responses: 'One row per response: its model and its length in characters.',
  gold: 'One row per label: of single annotators, and aggregated where the annotator is empty.',
  run_gold: 'One row per label of a run that brings labels of its own, by which it is scored instead of those of gold.',
  judgments: 'One row per answer of a judge: verdict or score, how it was read, length of the rationale in characters.',
  contributions: 'Contribution of every instance to every metric of a run: value = Σnum / Σden.',
  cluster_sums: 'The contributions summed per cluster: all that errors and intervals need.',
} as const;

/** What a column holds, in whatever table it stands. */
const COLUMN_NOTES: Readonly<Record<string, string>> = {
  judge: 'Id of the judge.',
  name: 'Name of the judge.',
  organisation: 'Who made the judge.',
  family: 'Family of models that it belongs to.',
  access: 'Open, proprietary, program or people.',
  thinking: 'Whether it thinks before it answers: always, never or optional.',
  parameters_b: 'Parameters, in billions.',
  active_b: 'Parameters that are active at once, in billions.',
  reference: 'Whether it is scored for comparison alone.',
  run: 'Id of the run.',
  benchmark: 'Id of the benchmark.',
  protocol: 'Way of judging: pairwise, pointwise, perturbation or critique.',
  variant: 'Setting that tells two runs of one judge apart.',
  repeats: 'How often the run promises to ask each question.',
  own_gold: 'Whether the run is scored by labels of its own.',
  instance: 'Id of the case.',
  cluster: 'What cases share that were sampled together; by default the case itself.',
  split: 'Part of the benchmark that has values of its own.',
  prompt_length: 'Characters of the prompt.',
  response: 'Which response of the case: a, b, or its id.',
  model: 'Who wrote the response.',
  length: 'Characters, of the response or of the judge’s reason.',
  criterion: 'What is judged; empty where it is the whole.',
  kind: 'What the label says: preference, quality and others.',
  value: 'The label: a, b, tie or both_bad.',
  number: 'The label where it is a number.',
  annotator: 'Who gave the label; empty for the one of all together.',
  stage: 'Part of the task that the answer is to: judge, critique, correction.',
  condition: 'Perturbation that the response was shown with; base for none.',
  critique_judge: 'Who scored the critique.',
  repeat: 'Which repeat, from 0.',
  order: 'Which response was shown first: ab or ba.',
  verdict: 'What the judge says, in the words of the labels.',
  score: 'The score that the judge gives.',
  parse: 'How the answer was read: ok, or why not.',
  cost: 'What the answer cost, in US dollars.',
  tokens: 'Tokens of the answer.',
  lenient: 'Verdict that a forgiving reading finds.',
  metric: 'Id of the metric.',
  slice: 'Parts of the data that the row counts in, key=value joined by semicolons.',
  num: 'What the case adds above the fraction line.',
  den: 'What the case adds below it.',
};

/** Says what a column of these tables holds, an attribute being the benchmark's own; undefined for another. */
export const columnNote = (column: string): string | undefined =>
  COLUMN_NOTES[column] ?? (attributeOfColumn(column) === null ? undefined : 'Attribute of the case, by the benchmark.');
