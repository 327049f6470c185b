import { conflictDiscrimination } from '../../metrics/conflict-discrimination.ts';
import { halo } from '../../metrics/halo.ts';
import { trivialChances } from '../../metrics/labels.ts';
import type { Metric } from '../../metrics/metric.ts';
import { tos } from '../../metrics/tos.ts';
import { readSums, valueOfRun } from '../../metrics/values.ts';
import { type Estimated, estimated } from '../kit/estimated.ts';
import type { InstanceFigure } from '../kit/instance-figure.ts';
import { labelOfRun, shownRuns } from '../kit/run-of.ts';
import { splitLabel, splitsOf } from '../kit/splits.ts';

export interface DiscriminationRow {
  readonly run: string;
  readonly label: string;
  /** Share of criterion pairs with different verdicts where labels differ, and where they agree: the two parts of J. */
  readonly noticed: Estimated;
  readonly falseAlarms: Estimated;
  readonly j: Estimated;
  readonly halo: Estimated;
  readonly tos: Estimated;
}

export interface DiscriminationData {
  readonly panels: readonly {
    readonly id: string;
    readonly label: string;
    readonly conflictPrompts: number;
    readonly conflictPairs: number;
    /** A coin flip has this TOS. */
    readonly coinTos: number | null;
    /** The best J comes first. */
    readonly rows: readonly DiscriminationRow[];
  }[];
}

const { units: _, combination: __, ...plain } = conflictDiscrimination;
/** One of the two parts of conflict discrimination, as a plain ratio. */
const PART: Metric = { ...plain, range: [0, 1], aggregate: 'ratio' };

/** The figure shows whether judges separate criteria where people do, and only there. */
export const discriminationFigure: InstanceFigure<DiscriminationData> = {
  id: 'discrimination',
  title: 'Noticed conflicts against false alarms',
  protocol: 'pairwise',
  topic: 'conflicts',
  reads: [],
  load: async (query, { where }, choices) => {
    const metrics = [conflictDiscrimination, halo, tos];
    const sums = await readSums(query, { metrics, runs: shownRuns(choices, 'pairwise'), where });
    const conflicts = (await trivialChances(query, where)).filter(({ conflictPairs }) => conflictPairs > 0);
    if (sums.clusters.size === 0 || conflicts.length === 0) return null;
    const panels = splitsOf(choices, [...sums.clusters.values()].flat()).flatMap((split) => {
      const chance = conflicts.find((one) => one.split === split);
      if (chance === undefined) return [];
      const rows = [...sums.clusters.keys()].map((run): DiscriminationRow => {
        const value = (metric: Metric, wanted = {}): Estimated =>
          estimated(valueOfRun(sums, metric, { run, slice: { split, ...wanted } }));
        return {
          run,
          label: labelOfRun(choices, run),
          noticed: value(PART, { gold: 'differ' }),
          falseAlarms: value(PART, { gold: 'agree' }),
          j: value(conflictDiscrimination),
          halo: value(halo),
          tos: value(tos),
        };
      });
      const { conflictPrompts, conflictPairs, someDiffer } = chance;
      const sorted = rows
        .filter(({ noticed }) => noticed.value !== null)
        .sort((a, b) => (b.j.value ?? -2) - (a.j.value ?? -2));
      const label = splitLabel(choices, split);
      return [{ id: split, label, conflictPrompts, conflictPairs, coinTos: someDiffer, rows: sorted }];
    });
    return { panels };
  },
};
