import { METRICS } from '../../metrics/index.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import { numberWords } from '../../ui/number-words.ts';
import { betterHref, compareHref, verdictHref } from '../kit/cases-href.ts';
import { DrawingBeside } from '../kit/DrawingBeside.tsx';
import type { DrawnFigure } from '../kit/figure-props.ts';
import { Numbers } from '../kit/Numbers.tsx';
import { type PairCell, PairMatrix, type RowPair } from '../kit/PairMatrix.tsx';
import {
  cellText,
  countRangeWords,
  pairInterval,
  type RankedPair,
  rankedPairs,
  sharedAnswersWords,
  statisticWords,
} from '../kit/pair-words.ts';
import type { RaterPair } from '../kit/pairs.ts';
import { titled } from '../kit/protocol-words.ts';
import { Reading } from '../kit/Reading.tsx';
import { type AgreementData, type AgreementRow, isPeople } from './data.ts';

/** Names the two judges that are most alike, people aside. */
export function agreementSentence({ rows, pairs }: AgreementData): string {
  const first = rankedPairs(rows, pairs).find(({ one, other }) => !isPeople(one) && !isPeople(other));
  if (first === undefined || first.pair.statistic === null) return '';
  return `Most alike: ${first.one.label} and ${first.other.label}, κ\u00a0${statisticWords(first.pair)}.`;
}

const TITLE = 'Agreement of every two judges';

/** What two rows are compared on. */
const SHARED: Readonly<Record<Protocol, string>> = {
  pairwise: 'verdict (one response, the other, or a tie) on every case and criterion',
  perturbation: 'score of every response, before and after the change',
  pointwise: 'score of every response',
  critique: 'verdict (correct or error) on every response',
};

const KAPPA = {
  equal: 'Cohen’s κ',
  quadratic: 'Cohen’s κ with quadratic weights (two scores disagree by the square of their distance)',
} as const;

/** The metric that says which judge does better on a case; null for protocols that only score. */
const betterOf = (protocol: Protocol): string | null =>
  METRICS.find(({ better, protocols }) => better === true && protocols[0] === protocol)?.id ?? null;

/** Says what a cell or a line of the table leads to; null where nothing makes an answer right or wrong. */
function casesOf({ data, choices, scope }: DrawnFigure<AgreementData>, row: AgreementRow, column: AgreementRow) {
  const [links, metric] = [{ choices, scope }, betterOf(data.protocol)];
  if (metric === null) return null;
  if (isPeople(row)) return { words: `${column.label} wrong`, href: verdictHref(links, { wrong: [column.run] }) };
  if (isPeople(column)) return { words: `${row.label} right`, href: verdictHref(links, { right: [row.run] }) };
  return {
    words: `${row.label} better than ${column.label}`,
    href: betterHref(links, { metric, run: row.run, other: column.run }),
  };
}

/** The page that compares two runs' judges; null where they are not two. */
function comparisonOf({ choices }: DrawnFigure<AgreementData>, one: AgreementRow, other: AgreementRow): string | null {
  const judgeOf = ({ run }: AgreementRow): string => choices.runs.find((known) => known.run === run)?.judge ?? '';
  const [a, b] = [judgeOf(one), judgeOf(other)];
  return a === '' || b === '' || a === b ? null : compareHref(choices, a, b);
}

function AgreementTable(props: DrawnFigure<AgreementData>) {
  const { rows, pairs } = props.data;
  const lineOf = ({ one: a, other: b, pair }: RankedPair<AgreementRow, RaterPair>) => {
    const cases = [casesOf(props, a, b), casesOf(props, b, a)].flatMap((one) => one ?? []);
    const compare = comparisonOf(props, a, b);
    return {
      key: `${a.run} ${b.run}`,
      cells: [
        `${a.label} and ${b.label}`,
        cellText(pair),
        pair.statistic === null ? pair.reason : pairInterval(pair),
        numberWords(pair.n),
        numberWords(pair.left),
        <span key="cases" className="ways">
          {cases.map(({ words, href: to }) => (
            <a key={to} href={to}>
              {words}
            </a>
          ))}
          {compare === null ? null : <a href={compare}>compare</a>}
        </span>,
      ],
    };
  };
  return (
    <Numbers
      of={titled(TITLE, props.data.protocol)}
      columns={['Two judges', 'κ', '95 % interval', 'Shared answers', 'Left out', 'Cases']}
      rows={rankedPairs(rows, pairs).map(lineOf)}
    />
  );
}

/** Draws judge × judge: each cell has the kappa over the answers that both judges gave. */
export function Agreement(props: DrawnFigure<AgreementData>) {
  const { data } = props;
  const { rows, pairs, weights, items, protocol, ownLabels } = data;
  const cell = ({ row, column, pair }: RowPair<AgreementRow, RaterPair>): PairCell => {
    const cases = casesOf(props, row, column);
    const opens = cases === null ? '' : `; opens cases: ${cases.words}`;
    return {
      text: cellText(pair),
      words: `${row.label} and ${column.label}: κ ${statisticWords(pair)}, ${sharedAnswersWords(pair)}${opens}`,
      href: cases?.href ?? null,
    };
  };
  const unread = rows.flatMap(({ label, asked, read }) =>
    asked > read ? [`${label} ${numberWords(asked - read)}`] : [],
  );
  return (
    <>
      <Reading says={agreementSentence(data)}>
        <p className="about">
          {KAPPA[weights]} of the {SHARED[protocol]}: 1 is always the same answer, 0 no more agreement than by chance.
          Judges that answer alike are side by side; those of one block add little to one another.
        </p>
        <p className="about">
          Each pair shares {countRangeWords(pairs.map(({ n }) => n))} of {numberWords(items)} answers (first repeat,
          first order).{' '}
          {unread.length === 0 ? 'All could be read.' : `Not readable and left out: ${unread.join(', ')}.`} Intervals
          rest on clusters of cases.
          {ownLabels.length === 0 ? '' : ` Compared with labels of their own: ${ownLabels.join(', ')}.`}
          {betterOf(protocol) === null ? '' : ' A cell opens the cases on which its row does better than its column.'}
        </p>
      </Reading>
      <DrawingBeside
        drawing={<PairMatrix title={titled(TITLE, protocol)} data={data} cell={cell} ends={['disagree', 'agree']} />}
        table={<AgreementTable {...props} />}
      />
    </>
  );
}
