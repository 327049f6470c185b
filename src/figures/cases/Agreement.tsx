import { METRICS } from '../../metrics/index.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import { numberWords } from '../../schema/number-words.ts';
import { kappaOf, quadratic } from '../../stats/agreement.ts';
import { betterHref, compareHref, type DrawnFigure, type InstanceFigure, verdictHref } from '../kit/case-view.ts';
import { type Answers, loadAnswers } from '../kit/codes.ts';
import {
  cellText,
  countRangeWords,
  inSimilarOrder,
  type PairCell,
  PairFigure,
  pairAt,
  pairInterval,
  type RankedPair,
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
import { titled } from '../kit/words.ts';

interface AgreementRow extends RaterCount {
  /** '' for the labels of people. */
  readonly run: string;
  readonly label: string;
}

const isPeople = ({ run }: AgreementRow): boolean => run === '';

export interface AgreementData {
  readonly protocol: Protocol;
  /** `equal`: any two different verdicts count the same; `quadratic`: scores disagree by the square of their distance. */
  readonly weights: 'equal' | 'quadratic';
  /** People come first, where they labelled; then the runs, those that judge alike side by side. */
  readonly rows: readonly AgreementRow[];
  readonly pairs: RaterPairs<RaterPair>;
  /** Runs with labels of people of their own, by which they are scored. */
  readonly ownLabels: readonly string[];
  readonly items: number;
}

/** Kappa does not depend on the length of the scale. */
const ANY_SCALE = 1;

/** Kappa of every two rows, intervals from clustered items. Scores disagree by the square of their distance, any two names alike. */
function kappas(answers: Answers, scores: boolean): RaterPairs<RaterPair> {
  const names = answers.labels.map(String);
  const closeness = scores ? quadratic(ANY_SCALE) : undefined;
  return ratedPairs(
    answers,
    (table) => kappaOf(table, names, closeness),
    () => ({}),
  );
}

/** Pairs of runs, and each run with the labels by which it is scored; those labels form one last row. */
function withOwnPeople(pairs: RaterPairs<RaterPair>, people: readonly number[]): RaterPairs<RaterPair> {
  const runs = people.length;
  const all = runs + 1 + Math.max(0, ...people);
  return people.flatMap((set, one) =>
    [...people.slice(one + 1).map((_, i) => one + 1 + i), runs + set].flatMap(
      (other) => pairAt(pairs, { rows: all, one, other }) ?? [],
    ),
  );
}

async function agreementOf(protocol: Protocol, answers: Answers): Promise<AgreementData> {
  const { people, codes } = answers;
  const scores = answers.labels.some((label) => typeof label === 'number');
  const all = kappas(answers, scores);
  const pairs = people === null ? all : withOwnPeople(all, people);
  const named = answers.runs.map(({ run, label }) => ({ run, label }));
  const rows = (people === null ? named : [...named, { run: '', label: 'Labels' }]).map((row, i) => {
    return { ...row, ...rowCount(codes[i] ?? new Uint16Array()) };
  });
  return {
    protocol,
    weights: scores ? 'quadratic' : 'equal',
    ...(await inSimilarOrder(rows, pairs, isPeople)),
    ownLabels: named.flatMap(({ label }, i) => ((people?.[i] ?? 0) > 0 ? [label] : [])),
    items: answers.places.length,
  };
}

const SAME: Readonly<Record<Protocol, string>> = {
  pairwise: 'Which judges prefer the same responses',
  perturbation: 'Which judges give the same scores',
  pointwise: 'Which judges give the same scores',
  critique: 'Which judges find the same responses correct',
};

export function agreementSentence({ rows, pairs }: AgreementData): string {
  const first = rankedPairs(rows, pairs).find(({ one, other }) => !isPeople(one) && !isPeople(other));
  if (first === undefined || first.pair.statistic === null) return '';
  return `Most alike: ${first.one.label} and ${first.other.label}, κ\u00a0${statisticWords(first.pair)}.`;
}

const TITLE = 'Agreement of every two judges';

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

function Agreement(props: DrawnFigure<AgreementData>) {
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
  const lineOf = ({ one: a, other: b, pair }: RankedPair<AgreementRow, RaterPair>) => {
    const compare = comparisonOf(props, a, b);
    return [
      cellText(pair),
      pair.statistic === null ? pair.reason : pairInterval(pair),
      numberWords(pair.n),
      numberWords(pair.left),
      <span key="cases" className="ways">
        {[casesOf(props, a, b), casesOf(props, b, a)].map((cases) =>
          cases === null ? null : (
            <a key={cases.href} href={cases.href}>
              {cases.words}
            </a>
          ),
        )}
        {compare === null ? null : <a href={compare}>compare</a>}
      </span>,
    ];
  };
  const unread = rows.flatMap(({ label, asked, read }) =>
    asked > read ? [`${label} ${numberWords(asked - read)}`] : [],
  );
  return (
    <>
      <Reading
        says={agreementSentence(data)}
        more={
          <>
            Each pair shares {countRangeWords(pairs.map(({ n }) => n))} of {numberWords(items)} answers (first repeat,
            first order).{' '}
            {unread.length === 0 ? 'All could be read.' : `Not readable and left out: ${unread.join(', ')}.`} Intervals
            rest on clusters of cases.
            {ownLabels.length === 0 ? '' : ` Compared with labels of their own: ${ownLabels.join(', ')}.`}
            {betterOf(protocol) === null ? '' : ' A cell opens the cases on which its row does better than its column.'}
          </>
        }
      >
        {KAPPA[weights]} of the {SHARED[protocol]}: 1 is always the same answer, 0 no more agreement than by chance.
        Judges that answer alike are side by side; those of one block add little to one another.
      </Reading>
      <PairFigure
        {...{ title: titled(TITLE, protocol), data, cell, ends: ['disagree', 'agree'] }}
        columns={['κ', '95 % interval', 'Shared answers', 'Left out', 'Cases']}
        line={lineOf}
      />
    </>
  );
}

const agreement = (protocol: Protocol): InstanceFigure<AgreementData> => ({
  id: `agreement-${protocol}`,
  title: SAME[protocol],
  protocol,
  topic: 'judges',
  view: Agreement,
  reads: ['beside'],
  load: async (query, scope, choices) => {
    const answers = await loadAnswers(query, { scope, choices, protocol });
    return answers === null || answers.places.length === 0 ? null : agreementOf(protocol, answers);
  },
});

export const AGREEMENT: readonly InstanceFigure<AgreementData>[] = (
  ['pairwise', 'perturbation', 'pointwise', 'critique'] as const
).map(agreement);
