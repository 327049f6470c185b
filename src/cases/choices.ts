import type { Answer } from '../schema/benchmark.ts';
import type { SortKey } from '../schema/board.ts';
import type { Parse } from '../schema/records.ts';
import { facetColumn, plainOrMarked } from '../schema/slice.ts';
import type { LabelsBy } from './labels.ts';

/** Orders by how many judges agree against the label: `suspect`, and `blind` where several raters all said what the label says, so that judges share a fault. */
export const QUEUES = ['suspect', 'blind'] as const;
export type Queue = (typeof QUEUES)[number];

/** Why a case is in a queue: so many families of judges agree on another answer than the label, of those that could be read. */
export interface QueueReason {
  readonly agree: number;
  readonly readable: number;
  /** The share that these have of what all votes weigh, in parts of 255. */
  readonly weight: number;
  /** Id of the criterion; '' for none. */
  readonly criterion: string;
  /** Whether it is about which of two responses is better. */
  readonly isPair: boolean;
}

export const queueOf = (order: readonly string[]): Queue | undefined => QUEUES.find((queue) => queue === order[0]);

/** Columns that a list can be sorted by, beside the facets. */
const SORTS = ['case', 'right', 'points', ...QUEUES, 'longest', 'judgments', 'prompt'] as const;

const TAKEN: ReadonlySet<string> = new Set(SORTS);

/** Gives a facet's sort key: its name, unless another column has it. */
export const facetSortKey = (name: string): string => plainOrMarked(name, TAKEN);

export const sortColumns = (choices: Pick<Choices, 'facets'>): readonly string[] => [
  ...SORTS,
  ...choices.facets.map(({ name }) => facetSortKey(name)),
];

/** Says whether an order needs the points that cases cost, which are counted for it alone. */
export const sortsByPoints = (sort: readonly SortKey[]): boolean => sort.some(({ column }) => column === 'points');

export interface FileColumn {
  readonly name: string;
  readonly type: 'STRING' | 'INT32' | 'DOUBLE';
}

/** Lists the columns of a download: what the table shows, then `right`, `wrong` or '' per run. */
export function downloadColumns(choices: Choices): readonly FileColumn[] {
  return [
    { name: 'instance', type: 'STRING' },
    { name: 'cluster', type: 'STRING' },
    ...choices.facets.map(({ name }) => ({ name: facetColumn(name), type: 'STRING' as const })),
    { name: 'label_suspect', type: 'DOUBLE' },
    { name: 'common_blind_spot', type: 'DOUBLE' },
    ...['prompt_length', 'judgments', 'longest_rationale', 'judges_right', 'judges_wrong'].map((name) => ({
      name,
      type: 'INT32' as const,
    })),
    ...choices.runs.map(({ run }) => ({ name: `run:${run}`, type: 'STRING' as const })),
  ];
}

export const PARSE_WORDS: Readonly<Record<Parse, string>> = {
  ok: 'parsed',
  verifier: 'read by a verifier',
  fallback: 'read by fallback',
  failed: 'unparsed',
  abstained: 'N/A',
  missing: 'missing',
  refused: 'refused',
  error: 'error',
};

/** Every parse status, in the order of their sets in the columns of cases: that of their words. */
export const STATUSES = Object.keys(PARSE_WORDS) as readonly Parse[];

/** Results of the judges on a case: all were right, some were wrong, all were wrong, or none was either. */
export const CASE_OUTCOMES = ['right', 'mixed', 'wrong', 'none'] as const;
export type CaseOutcome = (typeof CASE_OUTCOMES)[number];

export interface Facet {
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

export interface RunChoice {
  readonly run: string;
  readonly judge: string;
  /** Name of the judge, with what tells its runs apart. */
  readonly label: string;
}

interface LossChoice {
  readonly id: string;
  readonly label: string;
  /** Given where the lost cases are known to be those that judges are wrong on: then the columns of cases hold them (`withWrongLosses`). */
  readonly wrong?: WhereWrong | undefined;
  /** Metrics of the rows of `contributions` that cost points where `num` is below `den`; left out where another rule does. */
  readonly rows?: readonly string[] | undefined;
}

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
  readonly runs: readonly RunChoice[];
  /** How lengths of rationales are counted; left out where no rationale has any. */
  readonly lengths?: LengthBins;
  /** Criteria in judgments, in the order of their sets in the columns of cases. */
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

/** About as many bars as fit the column of filters and can be hit with a finger. */
const MOST = 25;

/** Makes round bins (1, 2 or 5 times a power of ten) from 0 to the longest of all; undefined where it is 0. */
export function lengthBins(longest: number): LengthBins | undefined {
  if (longest <= 0) return undefined;
  const fitting = (longest + 1) / MOST;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, fitting)));
  const width = [1, 2, 5, 10].map((step) => step * power).find((one) => one >= fitting) ?? 10 * power;
  return { width, bins: Math.floor(longest / width) + 1 };
}
