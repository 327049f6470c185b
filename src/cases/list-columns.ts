import type { SortKey } from '../schema/board.ts';
import { facetColumn, plainOrMarked } from '../schema/slice.ts';
import type { Choices } from './choices.ts';

/** Columns that a list can be sorted by, beside the facets. */
const SORTS = ['case', 'right', 'points', 'longest', 'judgments', 'prompt'] as const;

const TAKEN: ReadonlySet<string> = new Set(SORTS);

/** Gives a facet's sort key: its name, unless another column has it. */
export const facetSortKey = (name: string): string => plainOrMarked(name, TAKEN);

/** Lists what cases can be sorted by: what every benchmark has, then its facets. */
export const sortColumns = (choices: Pick<Choices, 'facets'>): readonly string[] => [
  ...SORTS,
  ...choices.facets.map(({ name }) => facetSortKey(name)),
];

/** Says whether an order needs the points that cases cost, which are worked out for it alone. */
export const sortsByPoints = (sort: readonly SortKey[]): boolean => sort.some(({ column }) => column === 'points');

const encoder = new TextEncoder();

/** Gives the order of texts by their bytes, as DuckDB has it. */
export function byBytes(one: string, other: string): number {
  const [a, b] = [encoder.encode(one), encoder.encode(other)];
  const at = a.findIndex((byte, i) => byte !== b[i]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

/** A column of a file that is saved. */
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
    ...['prompt_length', 'judgments', 'longest_rationale', 'judges_right', 'judges_wrong'].map((name) => ({
      name,
      type: 'INT32' as const,
    })),
    ...choices.runs.map(({ run }) => ({ name: `run:${run}`, type: 'STRING' as const })),
  ];
}
