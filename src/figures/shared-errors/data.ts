import type { Protocol } from '../../schema/benchmark.ts';
import { groupedOf, lastLabels, phiOf, withInterval } from '../../stats/agreement.ts';
import type { InstanceFigure } from '../kit/instance-figure.ts';
import { type Losses, loadLosses, WRONG } from '../kit/losses.ts';
import {
  pairTables,
  type RaterCount,
  type RaterPair,
  type RaterPairs,
  reordered,
  rowCounts,
  shortenedStatistic,
  similarOrder,
} from '../kit/pairs.ts';

export interface ErrorRow extends RaterCount {
  readonly run: string;
  readonly label: string;
  /** How many of its answers are wrong, of the `read` ones that count. */
  readonly wrong: number;
}

/** Two runs over the answers that count for both; its statistic is the phi of their errors. */
export interface ErrorPair extends RaterPair {
  /** Answers that both got wrong. */
  readonly both: number;
  /** Expected number if the two were wrong independently: the product of their shares of wrong answers, times n. */
  readonly expected: number;
}

export interface SharedErrorsData {
  readonly protocol: Protocol;
  /** Runs that go wrong together side by side. */
  readonly rows: readonly ErrorRow[];
  readonly pairs: RaterPairs<ErrorPair>;
  readonly items: number;
}

/** Phi of the errors of every two runs, and how often both are wrong. */
function errorPairs(losses: Losses): RaterPairs<ErrorPair> {
  const pairs: ErrorPair[] = [];
  for (const table of pairTables(losses.codes, losses)) {
    const { n, left } = table;
    const { first, second, both } = lastLabels(table);
    const { value, reason } = phiOf(table);
    const statistic = value === null ? null : shortenedStatistic(withInterval(groupedOf(table, value), 'correlation'));
    const expected = n === 0 ? 0 : Math.round((10 * first * second) / n) / 10;
    pairs.push({ n, left, both, expected, statistic, reason });
  }
  return pairs;
}

async function sharedErrorsOf(protocol: Protocol, losses: Losses): Promise<SharedErrorsData> {
  const pairs = errorPairs(losses);
  const counts = rowCounts(losses.codes);
  const order = await similarOrder(pairs, [...losses.runs.keys()], losses.runs.length);
  return {
    protocol,
    rows: order.flatMap((i) => {
      const [run, count, codes] = [losses.runs[i], counts[i], losses.codes[i]];
      if (run === undefined || count === undefined || codes === undefined) return [];
      return [{ run: run.run, label: run.label, ...count, wrong: codes.filter((code) => code === WRONG).length }];
    }),
    pairs: reordered(pairs, order),
    items: losses.places.length,
  };
}

/** The figure shows whether the runs of a protocol go wrong on the same answers. */
const sharedErrors = (protocol: Protocol): InstanceFigure<SharedErrorsData> => ({
  id: `shared-errors-${protocol}`,
  title: 'Which judges go wrong together',
  protocol,
  topic: 'judges',
  reads: ['beside'],
  load: async (query, scope, choices) => {
    const losses = await loadLosses(query, { scope, choices, protocol });
    return losses === null || losses.places.length === 0 ? null : sharedErrorsOf(protocol, losses);
  },
});

/** One figure for every protocol whose answers are right or wrong. */
export const SHARED_ERRORS: readonly InstanceFigure<SharedErrorsData>[] = (
  ['pairwise', 'perturbation', 'critique'] as const
).map(sharedErrors);
