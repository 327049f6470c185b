import { useMemo } from 'react';
import { deltaTitle } from '../board/delta.ts';
import { columnName } from '../board/words.ts';
import { SaveButton } from '../charts/SaveButton.tsx';
import { isComputed } from '../schema/board.ts';
import { JudgeName } from '../ui/JudgeName.tsx';
import { HowToRead, ScrollBox } from '../ui/layout.tsx';
import { countOf, signed } from '../ui/number-words.ts';
import type { ComparableData } from './boards.ts';
import { CaseCompare } from './CaseCompare.tsx';
import { Comparing } from './Comparing.tsx';
import {
  type CaseSet,
  type ChangeCompare,
  type ChosenJudge,
  type CompareState,
  caseSets,
  type JudgeChoice,
} from './choice.ts';
import { DifferenceForest, DifferenceLegend } from './DifferenceForest.tsx';
import {
  aheadParts,
  type CompareTable,
  compareTables,
  type HeadlineDifference,
  headlineBoards,
  headlineDifferences,
  headlineHref,
  inTabOrder,
  isSure,
  tallyAgainst,
  tallyHeadlines,
  tallyWords,
} from './headlines.ts';
import { comparedProfiles, Profiles } from './profile.tsx';
import { Tables } from './Tables.tsx';

interface PairProps {
  readonly lines: readonly HeadlineDifference[];
  readonly base: string;
  readonly other: string;
}

function NumbersRow({ line, base, other }: Omit<PairProps, 'lines'> & { readonly line: HeadlineDifference }) {
  const { column, difference, values, label } = line;
  const [who, doubt] = aheadParts(line, base, other);
  const range = difference.interval?.map((end) => signed(end, column.decimals)).join(' to ');
  return (
    <tr>
      <th scope="row">
        <a href={headlineHref(line)}>{label}</a>
        <small>{columnName(line.board, column)}</small>
      </th>
      <td>{values[0]}</td>
      <td>{values[1]}</td>
      <td className="delta" title={deltaTitle(difference, column)}>
        {signed(difference.value, column.decimals)}
        {range === undefined ? null : <small>{range}</small>}
      </td>
      <td className="verdict">
        <JudgeName name={who} />
        {doubt === undefined ? null : <small>{doubt}</small>}
      </td>
    </tr>
  );
}

function HeadlineNumbers({ lines, base, other }: PairProps) {
  return (
    <ScrollBox label={`Numbers of ${other} and ${base}, scrolls sideways`}>
      <table className="board compare">
        <caption className="hidden">
          Main tables: {base} and {other}
        </caption>
        <thead>
          <tr>
            <th scope="col" className="name">
              Table
            </th>
            <th scope="col">
              <JudgeName name={base} />
            </th>
            <th scope="col">
              <JudgeName name={other} />
            </th>
            <th scope="col">Difference, 95 %</th>
            <th scope="col" className="verdict">
              Ahead
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <NumbersRow key={line.label} line={line} base={base} other={other} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Pair({ lines, base, other }: PairProps) {
  return (
    <figure className="headline-pair" id={`compared-${`${other}-${base}`.replace(/[^\w-]+/g, '-').toLowerCase()}`}>
      <figcaption>
        <h2>
          {other} against {base}
        </h2>
        <span className="source">From {countOf(lines.length, 'table')}</span> <SaveButton />
      </figcaption>
      <p className="takeaway">{tallyWords(tallyHeadlines(lines), base, other)}</p>
      <div className="beside">
        <DifferenceForest lines={lines} base={base} other={other} />
        <HeadlineNumbers lines={lines} base={base} other={other} />
      </div>
    </figure>
  );
}

/** Gives the answer first: who is ahead in the tables that stand for each benchmark, as a forest of differences with its numbers. */
function Headlines({
  comparable,
  chosen,
}: {
  readonly comparable: ComparableData;
  readonly chosen: readonly ChosenJudge[];
}) {
  const headlines = useMemo(() => headlineBoards(comparable.boards), [comparable]);
  const [base, ...others] = chosen;
  if (base === undefined) return null;
  const pairs = others
    .map((other) => ({ other, lines: headlineDifferences(headlines, base, other) }))
    .filter(({ lines }) => lines.length > 0);
  if (pairs.length === 0) return null;
  return (
    <section className="headlines">
      {pairs.map(({ other, lines }) => (
        <Pair key={other.text} lines={lines} base={base.name} other={other.name} />
      ))}
      <DifferenceLegend sure={pairs.flatMap(({ lines }) => lines.map(isSure))} />
    </section>
  );
}

/** Counts of the columns of leaderboards in which each judge is ahead of the base. */
function PrintedSummary({
  tables,
  names,
}: {
  readonly tables: readonly CompareTable[];
  readonly names: readonly string[];
}) {
  const boards = tables.filter((table) => table.board.kind === 'leaderboard');
  const [base = '', ...others] = names;
  return (
    <section className="summary" aria-label="Summary">
      {others.map((name, i) => {
        const { ahead, behind, open, untested } = tallyAgainst(boards, i);
        return (
          <p key={name}>
            <b>{name}</b> and {base}, all printed columns: ahead in <b className="up">{ahead}</b>, behind in{' '}
            <b className="down">{behind}</b>, too close to call in <b>{open}</b>
            {untested === 0 ? '' : `, not tested in ${untested}`}.
          </p>
        );
      })}
    </section>
  );
}

/** Explains how to read every part of a comparison. */
function HowCompared() {
  return (
    <HowToRead>
      <p>
        Each line of the picture shows the difference in the ranking metric of a main table (at most four per benchmark)
        with its 95 % interval. Since units differ, it is drawn as a share of the range between the worst and the best
        judge of that table. Numbers keep their own unit.
      </p>
      <p>
        Differences, intervals and tests are those of the tables themselves: on the judgments that both have where a
        table is made from cases, else by the standard errors alone, assuming that errors on shared items are not
        negatively correlated. “Perhaps by chance”: a test at 5 %, adjusted for all pairs of judges in the column
        (Holm), as in the ranks, does not tell the two apart; the interval is of this one difference, so it may leave
        zero out all the same. Averages contain their parts, so counts of columns are not a test. “Equal as shown”: the
        difference is less than half of the last digit.
      </p>
      <p>
        The comparison case by case goes through every metric and slice, on shared judgments only, with standard errors
        over clusters of cases; there is no test if the judges share less than half. Its p is adjusted for all lines of
        a table (Holm): it asks in which metrics two judges differ, the tables ask which judges differ in a metric. A
        case is won by the judge that earns more points on it, and counts for neither if only one judged it. Every
        number opens its cases.
      </p>
    </HowToRead>
  );
}

/** Finds judges without any run: only what is printed of them can be compared. */
function withoutCases(comparable: ComparableData, chosen: readonly ChosenJudge[]): readonly ChosenJudge[] {
  const judged = new Set(comparable.cases.flatMap(({ runs }) => runs.map(({ judge }) => judge)));
  return chosen.filter(({ judge }) => !judged.has(judge));
}

interface NamedJudge {
  readonly id: string;
  readonly name: string;
}

/** The judges chosen, each once, by their names alone. */
function judgesOf(chosen: readonly ChosenJudge[], choices: readonly JudgeChoice[]): readonly NamedJudge[] {
  return [...new Set(chosen.map(({ judge }) => judge))].flatMap((id) => choices.find((one) => one.id === id) ?? []);
}

/** The published tables that hold all judges. */
const publishedTables = ({ boards }: ComparableData, judges: readonly NamedJudge[]): readonly CompareTable[] =>
  compareTables(
    inTabOrder(boards.filter((board) => !isComputed(board))),
    judges.map(({ id }) => id),
  );

/** Shows values of printed tables, column by column. */
function Printed({ tables, names }: { readonly tables: readonly CompareTable[]; readonly names: readonly string[] }) {
  if (tables.length === 0) return <p className="state">No published table holds {names.join(' and ')} together.</p>;
  return (
    <details className="more-tables">
      <summary>Printed values, column by column</summary>
      <PrintedSummary tables={tables} names={names} />
      <Tables tables={tables} names={names} />
    </details>
  );
}

export interface ComparedProps {
  readonly chosen: readonly ChosenJudge[];
  readonly choices: readonly JudgeChoice[];
  readonly comparable: ComparableData;
  /** Whether it has the tables of all chosen judges. */
  readonly isWhole: boolean;
  /** Whether the engine runs already, so that there is nothing to ask before cases are compared. */
  readonly isHere: boolean;
  readonly state: CompareState;
  readonly change: ChangeCompare;
}

const isList = (sets: readonly CaseSet[]): sets is readonly [CaseSet, ...CaseSet[]] => sets.length > 0;

export const COMPARING_TABLES = 'Loading the published tables…';

/** Shows the judges that are chosen, side by side: who is ahead, by their cases, and by the printed values of tables that hold them all. */
export function Compared({ choices, chosen, comparable, isWhole, isHere, state, change }: ComparedProps) {
  const sets = useMemo(() => caseSets(comparable.cases, chosen), [comparable, chosen]);
  const judges = useMemo(() => judgesOf(chosen, choices), [chosen, choices]);
  const tables = useMemo(() => publishedTables(comparable, judges), [comparable, judges]);
  const profiles = useMemo(() => comparedProfiles(comparable.boards, chosen), [comparable, chosen]);
  const silent = withoutCases(comparable, chosen);
  const nameOf = (judge: string): string => judges.find(({ id }) => id === judge)?.name ?? judge;
  return (
    <>
      <Headlines comparable={comparable} chosen={chosen} />
      {profiles.length === 0 ? null : (
        <section className="profile-part">
          <h2>By criterion</h2>
          <Profiles profiles={profiles} />
        </section>
      )}
      <HowCompared />
      {isList(sets) ? <CaseCompare {...{ sets, comparable, isHere, state, chosen, nameOf, change }} /> : null}
      {!isList(sets) && judges.length < 2 ? (
        <p className="state">
          {chosen.map(({ name }) => name).join(' and ')} are the same run. Choose another run or another judge.
        </p>
      ) : null}
      {judges.length < 2 || (isList(sets) && tables.length === 0) ? null : (
        <section className="printed">
          {silent.length === 0 ? null : (
            <p className="small">
              {silent.map(({ name }) => name).join(', ')}: answers to single cases are not published.
            </p>
          )}
          {isWhole ? (
            <Printed tables={tables} names={judges.map(({ name }) => name)} />
          ) : (
            <Comparing>{COMPARING_TABLES}</Comparing>
          )}
        </section>
      )}
    </>
  );
}
