import { labelOfValue } from '../../cases/labels.ts';
import { biasMetric } from '../../metrics/bias-metric.ts';
import type { FigureChoices } from './instance-figure.ts';

/** A bias type as a figure names it. */
export interface BiasTypeLabel {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  readonly dimension: string;
  readonly dimensionLabel: string;
  /** Id of the metric that its pairs are scored by. */
  readonly metric: string;
}

interface Found {
  readonly biasType: string;
  readonly dimension: string;
}

/** Lists the bias types that occur, in the benchmark's order, then those that it does not name. */
export function biasTypesOf(
  { biasTypes, labels }: Pick<FigureChoices, 'biasTypes' | 'labels'>,
  found: readonly Found[],
): readonly BiasTypeLabel[] {
  const dimensions = new Map(found.map(({ biasType, dimension }) => [biasType, dimension]));
  const known = biasTypes.filter(({ id }) => dimensions.has(id));
  const others = [...dimensions.keys()].filter((id) => known.every((type) => type.id !== id)).sort();
  const named = (id: string, label: string, about: string): BiasTypeLabel => {
    const dimension = dimensions.get(id) ?? '';
    return {
      id,
      label,
      about,
      dimension,
      dimensionLabel: labelOfValue(labels, 'dimension', dimension) ?? dimension,
      metric: biasMetric(dimension).id,
    };
  };
  return [...known.map(({ id, label, about }) => named(id, label, about)), ...others.map((id) => named(id, id, ''))];
}
