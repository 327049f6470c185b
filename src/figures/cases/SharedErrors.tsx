import type { Protocol } from '../../schema/benchmark.ts';
import { numberWords } from '../../schema/number-words.ts';
import { groupedOf, lastLabels, phiOf, withInterval } from '../../stats/agreement.ts';
import { type DrawnFigure, type InstanceFigure, verdictHref } from '../kit/case-view.ts';
import { type Losses, loadLosses, WRONG } from '../kit/codes.ts';
import {
  cellText,
  countRangeWords,
  type PairCell,
  PairMatrix,
  pairInterval,
  pairTables,
  type RaterCount,
  type RaterPair,
  type RaterPairs,
  type RowPair,
  rankedPairs,
  reordered,
  rowCounts,
  sharedAnswersWords,
  shortenedStatistic,
  similarOrder,
  statisticWords,
} from '../kit/PairMatrix.tsx';
import { DrawingBeside, Numbers, Reading } from '../kit/Parts.tsx';
import { titled, WRONG_WORDS } from '../kit/words.ts';

interface ErrorRow extends RaterCount {
  readonly run: string;
  readonly label: string;
  /** How many of its answers are wrong, of the `read` ones that count. */
  readonly wrong: number;
}

/** Two runs over the answers that count for both; its statistic is the phi of their errors. */
interface ErrorPair extends RaterPair {
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

/** Writes how many shared errors independent judges would have, to a tenth: `2 753.8`. */
const expectedWords = ({ expected }: Pick<ErrorPair, 'expected'>): string => numberWords(Number(expected.toFixed(1)));

export function sharedErrorsSentence({ rows, pairs }: SharedErrorsData): string {
  const [first] = rankedPairs(rows, pairs);
  if (first === undefined || first.pair.statistic === null) return '';
  const { one, other, pair } = first;
  return `${one.label} and ${other.label} share the most errors: ${numberWords(pair.both)}, where ${expectedWords(pair)} are expected by chance.`;
}

const TITLE = 'Shared errors of every two judges';
const PERCENT = 100;

const share = (part: number, of: number): string => (of === 0 ? 'none' : `${((PERCENT * part) / of).toFixed(1)} %`);

function pairWords(one: ErrorRow, other: ErrorRow, pair: ErrorPair): string {
  const { both, expected, n } = pair;
  return `${one.label} and ${other.label}: both wrong on ${numberWords(both)} of ${sharedAnswersWords(pair)} (${share(both, n)}), where independent errors would give ${expectedWords(pair)} (${share(expected, n)}); phi ${statisticWords(pair)}; opens the cases that both get wrong`;
}

function SharedErrorsTable({ data: { rows, pairs, protocol }, ...links }: DrawnFigure<SharedErrorsData>) {
  return (
    <Numbers
      of={titled(TITLE, protocol)}
      columns={['Two judges', 'Both wrong', 'If independent', 'Shared answers', 'Left out', 'Phi', '95 % interval']}
      rows={rankedPairs(rows, pairs).map(({ one, other, pair }) => {
        const { both, expected, n, left } = pair;
        return [
          `${one.label} and ${other.label}`,
          <a key="both" href={verdictHref(links, { wrong: [one.run, other.run] })}>
            {numberWords(both)} ({share(both, n)})
          </a>,
          `${expectedWords(pair)} (${share(expected, n)})`,
          numberWords(n),
          numberWords(left),
          cellText(pair),
          pair.statistic === null ? pair.reason : pairInterval(pair),
        ];
      })}
    />
  );
}

function SharedErrors({ data, ...links }: DrawnFigure<SharedErrorsData>) {
  const { rows, pairs, items, protocol } = data;
  const cell = ({ row, column, pair, isAboveDiagonal }: RowPair<ErrorRow, ErrorPair>): PairCell => ({
    text: isAboveDiagonal ? cellText(pair) : numberWords(pair.both),
    words: pairWords(row, column, pair),
    href: verdictHref(links, { wrong: [row.run, column.run] }),
  });
  const never = rows.filter(({ wrong, read }) => read > 0 && (wrong === 0 || wrong === read)).map(({ label }) => label);
  const without = never.length === 0 ? '' : ` Always or never wrong, so without a phi: ${never.join(', ')}.`;
  return (
    <>
      <Reading
        says={sharedErrorsSentence(data)}
        more={`Each pair shares ${countRangeWords(pairs.map(({ n }) => n))} of ${numberWords(items)} answers of the first repeat. ${WRONG_WORDS[protocol]}${without} A cell opens the cases that both get wrong in any criterion or repeat.`}
      >
        Above the diagonal: phi, the correlation of two judges’ errors (0: independent, 1: always the same ones). Below
        it: the number of answers that both get wrong. A vote of judges corrects only errors that are not shared, so the
        judges of one block count for about one.
      </Reading>
      <DrawingBeside
        drawing={<PairMatrix title={titled(TITLE, protocol)} data={data} cell={cell} ends={['apart', 'together']} />}
        table={<SharedErrorsTable data={data} {...links} />}
      />
    </>
  );
}

const sharedErrors = (protocol: Protocol): InstanceFigure<SharedErrorsData> => ({
  id: `shared-errors-${protocol}`,
  title: 'Which judges go wrong together',
  protocol,
  topic: 'judges',
  view: SharedErrors,
  reads: ['beside'],
  load: async (query, scope, choices) => {
    const losses = await loadLosses(query, { scope, choices, protocol });
    return losses === null || losses.places.length === 0 ? null : sharedErrorsOf(protocol, losses);
  },
});

export const SHARED_ERRORS: readonly InstanceFigure<SharedErrorsData>[] = (
  ['pairwise', 'perturbation', 'critique'] as const
).map(sharedErrors);
