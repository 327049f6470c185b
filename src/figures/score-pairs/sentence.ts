import { bc } from '../../metrics/bc.ts';
import { bd } from '../../metrics/bd.ts';
import type { Metric } from '../../metrics/metric.ts';
import { fixed } from '../../ui/number-words.ts';
import { itemWithMost, SENTENCE_DIGITS } from '../kit/sentences.ts';
import type { ScorePairsData } from './data.ts';

/** Names the change that the judge notices least, and the one under which it is least steady. */
export const scorePairsSentence = ({ label, panels }: ScorePairsData): string => {
  const lowest = (metric: Metric): string | null => {
    const first = itemWithMost(
      panels.filter((panel) => panel.metric === metric.id),
      ({ value }) => (value.value === null ? null : -value.value),
    );
    return first === null || first.value.value === null
      ? null
      : `${first.label} (${metric.label}\u00a0${fixed(first.value.value, SENTENCE_DIGITS)})`;
  };
  const [blind, unsteady] = [lowest(bd), lowest(bc)];
  const parts = [
    blind === null ? [] : [`notices ${blind} least`],
    unsteady === null ? [] : [`is least steady under ${unsteady}`],
  ].flat();
  return parts.length === 0 ? '' : `${label} ${parts.join(' and ')}.`;
};
