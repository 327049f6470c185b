import { cmr } from '../../metrics/cmr.ts';
import { type CriterionPair, criterionPairs } from '../../metrics/labels.ts';
import { readSums, type Sums, valueOfRun } from '../../metrics/values.ts';
import { phi } from '../../stats/agreement.ts';
import { type Estimated, estimated } from '../kit/estimated.ts';
import type { FigureChoices, InstanceFigure } from '../kit/instance-figure.ts';
import type { Labelled } from '../kit/labelled.ts';
import { chosenRun } from '../kit/run-of.ts';
import { inListedOrder, namedCriteria, splitLabel } from '../kit/splits.ts';

/** What is known of two criteria of a split; `criterion` stands before `other` in the alphabet. */
export interface ConflictCell {
  readonly criterion: string;
  readonly other: string;
  /** Cases on which people prefer different responses, of `n` with labels on both. */
  readonly conflicts: number;
  readonly n: number;
  readonly phi: number | null;
  readonly noPhi: string;
  /** How often the judge is right on both, where they conflict. */
  readonly matched: Estimated;
}

export interface ConflictPanel extends Labelled {
  readonly criteria: readonly Labelled[];
  readonly cells: readonly ConflictCell[];
  /** CMR of the split. */
  readonly whole: Estimated;
}

export interface ConflictsData {
  readonly run: string;
  readonly label: string;
  readonly panels: readonly ConflictPanel[];
}

function labelled(
  pair: CriterionPair,
): Pick<ConflictCell, 'criterion' | 'other' | 'conflicts' | 'n' | 'phi' | 'noPhi'> {
  const { criterion, other, aa, ab, ba, bb } = pair;
  const { value, reason } = phi({ both: aa, first: ab, second: ba, neither: bb });
  return { criterion, other, conflicts: ab + ba, n: aa + ab + ba + bb, phi: value, noPhi: reason };
}

/** Makes the figure of one run from every pair of criteria and the sums of the run. */
function conflictsOf(
  choices: FigureChoices,
  { run, label }: FigureChoices['runs'][number],
  { pairs, sums }: { readonly pairs: readonly CriterionPair[]; readonly sums: Sums },
): ConflictsData {
  const bySplit = Map.groupBy(pairs, ({ split }) => split);
  const panels = inListedOrder(choices, 'split', bySplit.keys()).map((split): ConflictPanel => {
    const own = bySplit.get(split) ?? [];
    const value = (of: { readonly criterion?: string; readonly other?: string }): Estimated =>
      estimated(valueOfRun(sums, cmr, { run, slice: { split, ...of } }));
    return {
      id: split,
      label: splitLabel(choices, split),
      criteria: namedCriteria(
        choices,
        own.flatMap(({ criterion, other }) => [criterion, other]),
      ),
      cells: own.map((pair) => ({
        ...labelled(pair),
        matched: value({ criterion: pair.criterion, other: pair.other }),
      })),
      whole: value({}),
    };
  });
  return { run, label, panels };
}

const inConflict = ({ ab, ba }: CriterionPair): boolean => ab + ba > 0;

/** The figure shows where people's labels of two criteria conflict, and how one judge resolves it. */
export const conflictsFigure: InstanceFigure<ConflictsData> = {
  id: 'conflicts',
  title: 'Which criteria conflict, and how the judge resolves it',
  protocol: 'pairwise',
  topic: 'answers',
  load: async (query, scope, choices) => {
    const run = chosenRun(choices, scope, 'pairwise');
    const pairs = (await criterionPairs(query, scope.where)).filter(inConflict);
    if (run === null || pairs.length === 0) return null;
    const sums = await readSums(query, { metrics: [cmr], where: scope.where, runs: [run.run] });
    return conflictsOf(choices, run, { pairs, sums });
  },
};
