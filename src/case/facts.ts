import type { Choices } from '../cases/choices.ts';
import type { MetricFacts } from '../cases/gather.ts';
import { type LabelsBy, labelOfValue, variantWords, wordsOfId } from '../cases/labels.ts';
import type { TextsOfOthers } from '../schema/release.ts';
import { entryOf } from '../schema/words.ts';

/** What the page of a case knows before it has loaded one; it is prerendered, since no engine runs there. */
export interface CaseFacts {
  readonly benchmark: string;
  readonly name: string;
  readonly synthetic: boolean;
  /** Criteria in the benchmark's order, per split. */
  readonly criteria: readonly { readonly id: string; readonly split: string; readonly label: string }[];
  /** Labels of attribute values and of splits, criteria and the like. */
  readonly labels: LabelsBy;
  /** Metric that each perturbation is measured by. */
  readonly perturbations: Labels;
  readonly runs: readonly RunFacts[];
  /** Ids of runs that are lines on boards and no judges, such as random votes; they have no column on a case. */
  readonly lines: readonly string[];
  /** Ids of runs, the best first: by the column that ranks the first board which they are on. */
  readonly order: readonly string[];
  /** Names of judges, annotators and scorers of critiques by their ids. */
  readonly names: Labels;
  readonly metrics: readonly MetricFacts[];
  /** The nearest benchmark with cases, for visitors of one without. */
  readonly elsewhere: { readonly id: string; readonly name: string } | null;
  /** Whose prompts and reasons these are, where they are fetched apart from the figures; null where they came with them. */
  readonly texts: TextsOfOthers | null;
  /** A sentence on what of a case its authors do not publish; '' where nothing is left out. */
  readonly unseen: string;
  /** What the task of each split is, in a sentence of ours. */
  readonly tasks: Labels;
  /** The other site that holds the pictures, of which the page asks for them once it is told to; '' for none. */
  readonly pictures: string;
  /** Metrics whose lost cases are known to be those that judges are wrong on: the page finds its place in their lists without the engine. */
  readonly losses: Choices['losses'];
}

type Labels = Readonly<Record<string, string>>;

export interface RunFacts {
  readonly run: string;
  readonly judge: string;
  readonly name: string;
  readonly variant: string;
}

export const lacksTexts = ({ texts }: Pick<CaseFacts, 'texts'>): boolean => texts?.present === false;

export function attributeLabel(facts: CaseFacts, attribute: string, value: string): string {
  return labelOfValue(facts.labels, attribute, value) ?? wordsOfId(value);
}

export function conditionLabel(facts: CaseFacts, condition: string): string {
  return attributeLabel(facts, 'bias_type', condition);
}

export function caseRunLabel(facts: CaseFacts, run: string): string {
  const known = facts.runs.find((one) => one.run === run);
  if (known === undefined) return run;
  return known.variant === '' ? known.name : `${known.name}, ${variantWords(facts.labels, known.variant)}`;
}

export function nameInCase(facts: CaseFacts, id: string): string {
  return entryOf(facts.names, id) ?? wordsOfId(id);
}
