import { labelOfValue } from '../../cases/labels.ts';
import { parseSlice } from '../../schema/slice.ts';
import type { FigureChoices } from './instance-figure.ts';
import type { Labelled } from './labelled.ts';

/** Lists the splits of rows of sums, in the order in which the benchmark lists them; others follow. */
export function splitsOf(
  { labels }: Pick<FigureChoices, 'labels'>,
  rows: readonly { readonly slice: string }[],
): string[] {
  const splits = rows.map(({ slice }) => parseSlice(slice).get('split') ?? '');
  return inListedOrder({ labels }, 'split', splits);
}

/** Puts ids in the order in which the benchmark lists them under a label; others follow in alphabetical order. */
export function inListedOrder(
  { labels }: Pick<FigureChoices, 'labels'>,
  label: 'split' | 'criterion' | 'quality_band',
  ids: Iterable<string>,
): string[] {
  const found = new Set(ids);
  const listed = Object.keys(labels[label] ?? {});
  return [...listed.filter((id) => found.has(id)), ...[...found].filter((id) => !listed.includes(id)).sort()];
}

/** Says what a benchmark calls a split; an empty name stands for a benchmark without splits. */
export const splitLabel = ({ labels, name }: Pick<FigureChoices, 'labels' | 'name'>, split: string): string =>
  split === '' ? name : (labelOfValue(labels, 'split', split) ?? split);

/** Names criteria, in the order in which the benchmark lists them. */
export const namedCriteria = ({ labels }: Pick<FigureChoices, 'labels'>, ids: Iterable<string>): readonly Labelled[] =>
  inListedOrder({ labels }, 'criterion', ids).map((id) => ({ id, label: labelOfValue(labels, 'criterion', id) ?? id }));
