import { METRICS } from '../../metrics/index.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import { numberWords } from '../../schema/words.ts';
import { kappaOf, lastLabels, phiOf, quadratic } from '../../stats/agreement.ts';
import { betterHref, compareHref, type DrawnFigure, type InstanceFigure, verdictHref } from '../kit/case-figure.ts';
import { type Answers, type Losses, loadAnswers, loadLosses, WRONG } from '../kit/codes.ts';
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

const ERRORS_TITLE = 'Shared errors of every two judges';
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
        {...{ title: titled(ERRORS_TITLE, protocol), data, cell, ends: ['apart', 'together'] }}
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
