import type { JudgeRates } from '../schema/board.ts';
import type { Slice } from '../schema/slice.ts';
import { shareA, youden } from './choices.ts';
import type { Metric } from './metric.ts';
import type { RunValue } from './values.ts';

/** What people say where they prefer one. */
export const LABELS = ['a', 'b'] as const;

/** Names the values that the rates of the runs in a split are made of. */
export const ratesAsked = (split: string): readonly { readonly metric: Metric; readonly wanted: Slice }[] => [
  ...LABELS.map((label) => ({ metric: shareA, wanted: { split, label } })),
  { metric: youden, wanted: { split } },
];

type Values = ReadonlyMap<string, Pick<RunValue, 'summary' | 'n'>>;

/** Where both prefer one of a pair. The error of TPR + TNR − 1 tells how the errors of the two go together, since cases of one cluster may have either label. */
export function ratesOfValues([ofA, ofB, ofBoth]: readonly Values[]): ReadonlyMap<string, JudgeRates> {
  return new Map(
    [...(ofBoth ?? [])].flatMap(([run, { summary: told }]) => {
      const [a, b] = [ofA?.get(run), ofB?.get(run)];
      if (told.value === null || a?.summary.value == null || b?.summary.value == null) return [];
      const [seA, seB] = [a.summary.se, b.summary.se];
      const known = seA !== null && seB !== null && told.se !== null;
      const errors = known ? ([seA ** 2, seB ** 2, (told.se ** 2 - seA ** 2 - seB ** 2) / 2] as const) : null;
      const rates = { tpr: a.summary.value, tnr: 1 - b.summary.value, n: [a.n, b.n] as const };
      return [[run, { ...rates, errors, clusters: told.clusters }] as const];
    }),
  );
}
