import { signed } from '../../ui/number-words.ts';
import type { LengthRubric } from './data.ts';

/** Says how much a critique gains by being twice as long, within judges. */
export function lengthSentence({ shared, sharedReason }: LengthRubric): string {
  if (shared === null) return `No slope within judges: ${sharedReason}.`;
  const [value, lo, hi] = [shared.slope, shared.lo, shared.hi].map((v) => signed(v * Math.LN2, 2));
  return `Within judges, a critique twice as long scores ${value} points [${lo}, ${hi}] (dashed).`;
}
