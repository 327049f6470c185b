import type { RunValue } from '../../metrics/values.ts';

/** A value with its interval, and how much it rests on, as figures carry it. */
export interface Estimated {
  /** In the metric's natural unit; null with a reason. */
  readonly value: number | null;
  readonly lo: number | null;
  readonly hi: number | null;
  /** Sum of the denominators, of one repeat. */
  readonly n: number;
  /** What is missing and why; '' when nothing is. */
  readonly reason: string;
}

/** What a figure shows of a value. */
export function estimated({ summary: { value, lo, hi, reason }, n }: RunValue): Estimated {
  return { value, lo, hi, n, reason };
}
