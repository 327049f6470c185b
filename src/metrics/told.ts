import { metricById } from './index.ts';
import type { Metric } from './metric.ts';

/** Says what files that leave the project say of a metric beside its values; of one that is not known here its id. */
export function metricTold(
  id: string,
): Pick<Metric, 'id' | 'name' | 'about' | 'range'> & { readonly lowerIsBetter: boolean } {
  const metric = metricById(id);
  return {
    id,
    name: metric?.name ?? id,
    about: metric?.about ?? '',
    range: metric?.range ?? null,
    lowerIsBetter: metric?.direction === 'lower',
  };
}
