import type { Protocol } from '../../schema/benchmark.ts';
import { numberWords } from '../../schema/number-words.ts';
import { lastLabels, phiOf } from '../../stats/agreement.ts';
import { type DrawnFigure, type InstanceFigure, verdictHref } from '../kit/case-view.ts';
import { type Losses, loadLosses, WRONG } from '../kit/codes.ts';
import {
  cellText,
  countRangeWords,
  inSimilarOrder,
  type PairCell,
  PairFigure,
  pairInterval,
  type RaterCount,
  type RaterPair,
  type RaterPairs,
  type RowPair,
  rankedPairs,
  ratedPairs,
  rowCount,
  sharedAnswersWords,
  statisticWords,
} from '../kit/PairMatrix.tsx';
import { Reading } from '../kit/Parts.tsx';
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

async function sharedErrorsOf(protocol: Protocol, losses: Losses): Promise<SharedErrorsData> {
  const pairs = ratedPairs(losses, phiOf, (table) => {
    const { first, second, both } = lastLabels(table);
    return { both, expected: table.n === 0 ? 0 : Math.round((10 * first * second) / table.n) / 10 };
  });
  const rows = losses.runs.map(({ run, label }, i) => {
    const codes = losses.codes[i] ?? new Uint16Array();
    return { run, label, ...rowCount(codes), wrong: codes.filter((code) => code === WRONG).length };
  });
  return { protocol, ...(await inSimilarOrder(rows, pairs)), items: losses.places.length };
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
      <PairFigure
        {...{ title: titled(TITLE, protocol), data, cell, ends: ['apart', 'together'] }}
        columns={['Both wrong', 'If independent', 'Shared answers', 'Left out', 'Phi', '95 % interval']}
        line={({ one, other, pair }) => [
          <a key="both" href={verdictHref(links, { wrong: [one.run, other.run] })}>
            {numberWords(pair.both)} ({share(pair.both, pair.n)})
          </a>,
          `${expectedWords(pair)} (${share(pair.expected, pair.n)})`,
          numberWords(pair.n),
          numberWords(pair.left),
          cellText(pair),
          pair.statistic === null ? pair.reason : pairInterval(pair),
        ]}
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
