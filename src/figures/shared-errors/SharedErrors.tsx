import { numberWords } from '../../ui/number-words.ts';
import { verdictHref } from '../kit/cases-href.ts';
import { DrawingBeside } from '../kit/DrawingBeside.tsx';
import type { DrawnFigure } from '../kit/figure-props.ts';
import { Numbers } from '../kit/Numbers.tsx';
import { type PairCell, PairMatrix, type RowPair } from '../kit/PairMatrix.tsx';
import {
  cellText,
  countRangeWords,
  pairInterval,
  rankedPairs,
  sharedAnswersWords,
  statisticWords,
} from '../kit/pair-words.ts';
import { titled, WRONG_WORDS } from '../kit/protocol-words.ts';
import { Reading } from '../kit/Reading.tsx';
import type { ErrorPair, ErrorRow, SharedErrorsData } from './data.ts';

/** Writes how many shared errors independent judges would have, to a tenth: `2 753.8`. */
const expectedWords = ({ expected }: Pick<ErrorPair, 'expected'>): string => numberWords(Number(expected.toFixed(1)));

/** Names the two judges whose errors go together most. */
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
        return {
          key: `${one.run} ${other.run}`,
          cells: [
            `${one.label} and ${other.label}`,
            <a key="both" href={verdictHref(links, { wrong: [one.run, other.run] })}>
              {numberWords(both)} ({share(both, n)})
            </a>,
            `${expectedWords(pair)} (${share(expected, n)})`,
            numberWords(n),
            numberWords(left),
            cellText(pair),
            pair.statistic === null ? pair.reason : pairInterval(pair),
          ],
        };
      })}
    />
  );
}

/** Draws judge × judge: whether errors fall on the same answers. Above the diagonal stands phi, below it the number of shared errors. */
export function SharedErrors({ data, ...links }: DrawnFigure<SharedErrorsData>) {
  const { rows, pairs, items, protocol } = data;
  const cell = ({ row, column, pair, isAboveDiagonal }: RowPair<ErrorRow, ErrorPair>): PairCell => ({
    text: isAboveDiagonal ? cellText(pair) : numberWords(pair.both),
    words: pairWords(row, column, pair),
    href: verdictHref(links, { wrong: [row.run, column.run] }),
  });
  const never = rows.filter(({ wrong, read }) => read > 0 && (wrong === 0 || wrong === read));
  return (
    <>
      <Reading says={sharedErrorsSentence(data)}>
        <p className="about">
          Above the diagonal: phi, the correlation of two judges’ errors (0: independent, 1: always the same ones).
          Below it: the number of answers that both get wrong. A vote of judges corrects only errors that are not
          shared, so the judges of one block count for about one.
        </p>
        <p className="about">
          Each pair shares {countRangeWords(pairs.map(({ n }) => n))} of {numberWords(items)} answers of the first
          repeat. {WRONG_WORDS[protocol]}
          {never.length === 0
            ? ''
            : ` Always or never wrong, so without a phi: ${never.map(({ label }) => label).join(', ')}.`}{' '}
          A cell opens the cases that both get wrong in any criterion or repeat.
        </p>
      </Reading>
      <DrawingBeside
        drawing={<PairMatrix title={titled(TITLE, protocol)} data={data} cell={cell} ends={['apart', 'together']} />}
        table={<SharedErrorsTable data={data} {...links} />}
      />
    </>
  );
}
