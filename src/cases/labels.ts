import type { Benchmark } from '../schema/benchmark.ts';
import { ANY_VERDICTS, answerName, entryOf } from '../schema/words.ts';

/** The verdict of an answer that cannot be read. */
export const UNREADABLE = 'unreadable';

/** Names an answer as the benchmark does, in a cell or a sentence: `A`, `both good`. */
export const answerWords = (labels: LabelsBy, answer: string): string =>
  labelOfValue(labels, 'answer', answer) ?? answerName(answer, []);

/** Names an answer that stands alone, or in a list: `A better`, `Both good`; a text that is no answer keeps its form. */
export function saidWords(labels: LabelsBy, saying: string): string {
  if (saying === UNREADABLE) return 'Not readable';
  const words = answerWords(labels, saying);
  if (saying === 'a' || saying === 'b') return `${words} better`;
  return saying === 'tie' || words !== saying ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

/** What ids are called, by what they are ids of: an attribute of an instance, or a key of a slice. */
export type LabelsBy = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Gives a value's label, by the attribute or key that it belongs to; undefined where the benchmark has none. */
export function labelOfValue(labels: LabelsBy, of: string, value: string): string | undefined {
  return entryOf(entryOf(labels, of) ?? {}, value);
}

/** Small letters with single hyphens or underscores become words; anything else (`a--b`, `__init__`) is a name that somebody wrote, and is found by what is read. */
export const wordsOfId = (id: string): string =>
  /^\p{Ll}+(?:[-_]\p{Ll}+)*$/u.test(id) ? id.replaceAll(/[-_]/g, ' ') : id;

/** Names the setting of a run: as boards do, where the benchmark has a label for it. */
export const variantWords = (labels: LabelsBy, variant: string): string =>
  labelOfValue(labels, 'variant', variant) ?? wordsOfId(variant);

type LabelledIds = readonly { readonly id: string; readonly label: string }[];

const labelsOf = (list: LabelledIds): Readonly<Record<string, string>> =>
  Object.fromEntries(list.map(({ id, label }) => [id, label]));

/** Lists every label that a benchmark gives, under the names that attributes and slices have for the same thing. */
export function benchmarkLabels(benchmark: Benchmark): LabelsBy {
  const criterion = labelsOf(benchmark.criteria);
  const task = labelsOf(benchmark.task_types);
  const band = labelsOf(benchmark.quality_bands);
  const pair = labelsOf(benchmark.quality_pairs);
  return {
    split: labelsOf(benchmark.splits),
    criterion,
    other: criterion,
    task,
    task_type: task,
    domain: labelsOf(benchmark.domains),
    subset: labelsOf(benchmark.subsets),
    dimension: labelsOf(benchmark.dimensions),
    bias_type: labelsOf(benchmark.bias_types),
    band,
    quality_band: band,
    pair_group: pair,
    quality_pair: pair,
    variant: labelsOf(benchmark.variants),
    answer: Object.fromEntries(ANY_VERDICTS.map((answer) => [answer, answerName(answer, benchmark.answers)])),
  };
}
