import { type Chance, trivialChances } from '../../metrics/labels.ts';
import { pacc } from '../../metrics/pacc.ts';
import type { Condition } from '../../metrics/query.ts';
import { readSums, valueOfRun } from '../../metrics/values.ts';
import { type Estimated, estimated } from '../kit/estimated.ts';
import type { InstanceFigure } from '../kit/instance-figure.ts';
import { labelOfRun, shownRuns } from '../kit/run-of.ts';
import { splitLabel, splitsOf } from '../kit/splits.ts';

/** PAcc of one run on the prompts of a split: on all, on those whose labels conflict, and on the others. */
export interface PaccRow {
  readonly run: string;
  readonly label: string;
  readonly all: Estimated;
  readonly conflict: Estimated;
  readonly calm: Estimated;
}

/** Shares that a trivial judge reaches; null where the selection has no such prompts. */
export interface PaccReference {
  readonly label: string;
  readonly all: number | null;
  readonly conflict: number | null;
  readonly calm: number | null;
}

export interface AllOrNothingData {
  readonly panels: readonly {
    readonly id: string;
    readonly label: string;
    readonly prompts: number;
    readonly conflictPrompts: number;
    readonly references: readonly PaccReference[];
    /** The best comes first. */
    readonly rows: readonly PaccRow[];
  }[];
}

const CONFLICTING = `SELECT instance FROM gold WHERE kind = 'preference' AND annotator = '' AND value IN ('a', 'b')
GROUP BY instance HAVING count(DISTINCT value) > 1`;

const within = ({ sql, params }: Condition, conflict: 'yes' | 'no'): Condition => ({
  sql: `(${sql}) AND instance ${conflict === 'yes' ? '' : 'NOT '}IN (${CONFLICTING})`,
  params,
});

/** The figure shows PAcc of every judge on prompts with and without a conflict. */
export const allOrNothingFigure: InstanceFigure<AllOrNothingData> = {
  id: 'pacc-conflict',
  title: 'Every criterion right: with and without a conflict',
  protocol: 'pairwise',
  topic: 'conflicts',
  reads: [],
  load: async (query, { where }, choices) => {
    const sums = await readSums(query, {
      metrics: [pacc],
      runs: shownRuns(choices, 'pairwise'),
      where,
    });
    if (sums.clusters.size === 0) return null;
    const parts = {
      all: await trivialChances(query, where),
      conflict: await trivialChances(query, within(where, 'yes')),
      calm: await trivialChances(query, within(where, 'no')),
    };
    const panels = splitsOf(choices, [...sums.clusters.values()].flat()).map((split) => {
      const [all, conflict, calm] = [parts.all, parts.conflict, parts.calm].map((list) =>
        list.find((one) => one.split === split),
      );
      const reference = (label: string, value: (labels: Chance) => number): PaccReference => ({
        label,
        all: all === undefined ? null : value(all),
        conflict: conflict === undefined ? null : value(conflict),
        calm: calm === undefined ? null : value(calm),
      });
      const rows = [...sums.clusters.keys()].map((run) => ({
        run,
        label: labelOfRun(choices, run),
        all: estimated(valueOfRun(sums, pacc, { run, slice: { split } })),
        conflict: estimated(valueOfRun(sums, pacc, { run, slice: { split, conflict: 'yes' } })),
        calm: estimated(valueOfRun(sums, pacc, { run, slice: { split, conflict: 'no' } })),
      }));
      return {
        id: split,
        label: splitLabel(choices, split),
        prompts: all?.prompts ?? 0,
        conflictPrompts: all?.conflictPrompts ?? 0,
        references: [
          reference('Coin flip', ({ allRight }) => allRight),
          reference('One-verdict oracle', (labels) => 1 - labels.conflictPrompts / labels.prompts),
        ],
        rows: rows.filter((row) => row.all.value !== null).sort((a, b) => (b.all.value ?? 0) - (a.all.value ?? 0)),
      };
    });
    const drawn = panels.filter(({ conflictPrompts }) => conflictPrompts > 0);
    return drawn.length === 0 ? null : { panels: drawn };
  },
};
