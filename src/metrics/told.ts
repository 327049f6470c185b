import { descends } from '../schema/direction.ts';
import { metricById } from './index.ts';
import type { Metric } from './metric.ts';

/** Gives the description of a metric for exported files; of an unknown one its id. */
export function metricTold(
  id: string,
): Pick<Metric, 'id' | 'name' | 'about' | 'range'> & { readonly lowerIsBetter: boolean } {
  const metric = metricById(id);
  return {
    id,
    name: metric?.name ?? id,
    about: metric?.about ?? '',
    range: metric?.range ?? null,
    // Files of others know two directions: of a number whose ideal is 0 less is better.
    lowerIsBetter: !descends(metric?.direction ?? 'none'),
  };
}
