import type { Answer } from '../schema/benchmark.ts';
import type { Parse } from '../schema/records.ts';
import type { LabelsBy } from './labels.ts';

/** Every parse status, in the order of its bit in the column `_parse`. */
export const STATUSES: readonly Parse[] = [
  'ok',
  'verifier',
  'fallback',
  'failed',
  'abstained',
  'missing',
  'refused',
  'error',
];

/** How the judges fared on a case: all were right, some were wrong, all were wrong, or none was either. */
export const CASE_OUTCOMES = ['right', 'mixed', 'wrong', 'none'] as const;
export type CaseOutcome = (typeof CASE_OUTCOMES)[number];

export interface Facet {
  /** A column of `instances`. */
  readonly name: string;
  readonly label: string;
  /** Every value that a case has, the most frequent first; '' where an instance has none. */
  readonly values: readonly string[];
}

/** Lengths from `width · k` to below `width · (k + 1)` characters are counted in bin k; the last one holds all that are longer. */
export interface LengthBins {
  readonly width: number;
  readonly bins: number;
}

/** A run that can be filtered by right and wrong. Its place in the list is its bit in the masks. */
export interface RunChoice {
  readonly run: string;
  readonly judge: string;
  /** Name of the judge, with what tells its runs apart. */
  readonly label: string;
}

/** A metric by whose lost points cases can be asked for. */
interface LossChoice {
  readonly id: string;
  readonly label: string;
  /** Given where the lost cases are known to be those that judges are wrong on: then the columns of cases hold them (`wrong-losses.ts`). */
  readonly wrong?: WhereWrong | undefined;
}

/** Says in which lists a metric's lost cases are those that judges are wrong on. */
interface WhereWrong {
  /** It holds without a criterion. */
  readonly inAll: boolean;
  /** It holds under each criterion of a slice. */
  readonly byCriterion: boolean;
  /** Facets by which its slices part cases as filters do. */
  readonly sliced: readonly string[];
}

/** Everything that the explorer of one benchmark can be asked for: made when the page is prerendered. */
export interface Choices {
  readonly benchmark: string;
  readonly name: string;
  readonly synthetic: boolean;
  readonly licence: string;
  readonly release: string;
  readonly cases: number;
  readonly facets: readonly Facet[];
  /** Columns of `instances` that slices may use, beyond facets: also attributes with one value, or with very many. */
  readonly sliced: readonly string[];
  readonly runs: readonly RunChoice[];
  /** How lengths of rationales are counted; left out where no rationale has any. */
  readonly lengths?: LengthBins;
  /** Criteria in judgments, in the order of their bit in the column `_criteria`. */
  readonly criteria: readonly { readonly id: string; readonly label: string }[];
  /** Metrics by whose lost points cases can be asked for: their definitions are the build's and the engine's, not the page's. */
  readonly losses: readonly LossChoice[];
  /** What the benchmark calls the values of facets and of slices; a value without a label is shown as it is. */
  readonly labels: LabelsBy;
  /** What people may say of a pair; left out where it is one or the other. */
  readonly answers?: readonly Answer[];
  /** What lines of cases hold; left out where there are none. */
  readonly lines?: readonly ('prompt' | 'thumb' | 'gold' | 'reason')[];
  readonly words: boolean;
}
