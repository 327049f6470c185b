import { labelOfValue } from '../../cases/labels.ts';
import { parseSlice } from '../../schema/slice.ts';
import type { FigureChoices } from './instance-figure.ts';

/** The splits of rows of sums, in the order in which the benchmark lists them; others follow. */
export function splitsOf(
  { labels }: Pick<FigureChoices, 'labels'>,
  rows: readonly { readonly slice: string }[],
): string[] {
  return inSplitOrder({ labels }, new Set(rows.map(({ slice }) => parseSlice(slice).get('split') ?? '')));
}

/** Splits in the order in which the benchmark lists them; others follow. */
export function inSplitOrder({ labels }: Pick<FigureChoices, 'labels'>, splits: Iterable<string>): string[] {
  const found = new Set(splits);
  const listed = Object.keys(labels['split'] ?? {});
  return [
    ...listed.filter((split) => found.has(split)),
    ...[...found].filter((split) => !listed.includes(split)).sort(),
  ];
}

/** Says what a benchmark calls a split; an empty name stands for a benchmark without splits. */
export const splitLabel = ({ labels, name }: Pick<FigureChoices, 'labels' | 'name'>, split: string): string =>
  split === '' ? name : (labelOfValue(labels, 'split', split) ?? split);

export const criterionName = ({ labels }: Pick<FigureChoices, 'labels'>, criterion: string): string =>
  labelOfValue(labels, 'criterion', criterion) ?? criterion;

/** Criteria in the order in which the benchmark lists them; others follow. */
export function inOrder({ labels }: Pick<FigureChoices, 'labels'>, criteria: Iterable<string>): string[] {
  const found = new Set(criteria);
  const listed = Object.keys(labels['criterion'] ?? {});
  return [...listed.filter((id) => found.has(id)), ...[...found].filter((id) => !listed.includes(id)).sort()];
}
