import { useMemo } from 'react';
import { isComputed } from '../schema/board.ts';
import { Button, ControlGroup, HowToRead } from '../ui/layout.tsx';
import { PagePart } from '../ui/loading.tsx';
import {
  type CaseSet,
  type ChangeCompare,
  type ChosenJudge,
  type ComparableData,
  type CompareState,
  type Contestant,
  caseSets,
  entryText,
  type JudgeChoice,
  likeliestSet,
  placeWords,
  runLabel,
  standardRun,
} from './choice.ts';
import { type CompareTable, compareTables, inTabOrder, tallyAgainst } from './differences.ts';
import { Headlines } from './Headlines.tsx';
import { comparedProfiles, Profiles } from './profile.tsx';
import { Comparing, Leaderboards, Tables, TallySentence } from './Tables.tsx';

const setWords = ({ of, protocol }: CaseSet): string => placeWords(of, protocol);

interface SetBarProps {
  readonly sets: readonly CaseSet[];
  readonly set: CaseSet;
  readonly state: CompareState;
  readonly nameOf: (judge: string) => string;
  readonly change: ChangeCompare;
}

function withChosen(judges: readonly string[], { entry, runs }: Contestant, run: string): string[] {
  const text = entryText(entry.judge, standardRun(runs)?.run === run ? null : run);
  return judges.map((other) => (other === entry.text ? text : other));
}

function RunPicker({ contestant, set, state, nameOf, change }: Omit<SetBarProps, 'sets'> & { contestant: Contestant }) {
  const { entry, run, runs } = contestant;
  if (runs.length < 2) return null;
  const contestants = [set.base, ...set.others];
  const own = contestants.filter((one) => one.entry.judge === entry.judge);
  const taken = new Set(contestants.filter((one) => one !== contestant).map((one) => one.run.run));
  return (
    <label className="btn pick">
      {nameOf(entry.judge)}
      {own.length > 1 ? ` (${own.indexOf(contestant) + 1})` : ''}:{' '}
      <select
        value={run.run}
        autoComplete="off"
        onChange={(event) =>
          change({ in: set.key, judges: withChosen(state.judges, contestant, event.currentTarget.value), by: '' })
        }
      >
        {runs.map((one) => (
          <option key={one.run} value={one.run} disabled={taken.has(one.run)}>
            {runLabel(one, runs)}
          </option>
        ))}
      </select>
    </label>
  );
}

function SetBar({ sets, set, state, nameOf, change }: SetBarProps) {
  return (
    <ControlGroup className="bar" label="Cases to compare by">
      <span className="set">
        {sets.map((one) => (
          <Button key={one.key} aria-pressed={one.key === set.key} onClick={() => change({ in: one.key, by: '' })}>
            {setWords(one)}
          </Button>
        ))}
      </span>
      {[set.base, ...set.others].map((contestant) => (
        <RunPicker key={contestant.entry.text} {...{ contestant, set, state, nameOf, change }} />
      ))}
      <label className="btn pick">
        Judgments:{' '}
        <select
          value={state.support}
          autoComplete="off"
          onChange={(event) =>
            change({ in: set.key, support: event.currentTarget.value === 'shared' ? 'shared' : 'union' })
          }
        >
          <option value="union">all of each run</option>
          <option value="shared">only those of both</option>
        </select>
      </label>
    </ControlGroup>
  );
}

/** Loaded on demand, since it brings the engine's code. */
const loadPairCompare = () => import('./PairCompare.tsx');

interface CaseCompareProps {
  readonly sets: readonly [CaseSet, ...CaseSet[]];
  readonly comparable: ComparableData;
  readonly isHere: boolean;
  readonly state: CompareState;
  readonly chosen: readonly ChosenJudge[];
  readonly nameOf: (judge: string) => string;
  readonly change: ChangeCompare;
}

function CaseCompare({ sets, comparable, isHere, state, chosen, nameOf, change }: CaseCompareProps) {
  const set = sets.find(({ key }) => key === state.in) ?? likeliestSet(sets);
  const { of, absent } = set;
  return (
    <section className="by-case">
      <h2>
        Case by case
        {of.synthetic ? <span className="tag warned text-mark align-middle">synthetic demonstration</span> : null}
      </h2>
      <SetBar sets={sets} set={set} state={state} nameOf={nameOf} change={change} />
      {absent.length === 0 ? null : (
        <p className="small">
          {chosen
            .filter(({ text }) => absent.some((entry) => entry.text === text))
            .map(({ name }) => name)
            .join(' and ')}
          : no run in {setWords(set)}.
        </p>
      )}
      {state.in === '' && !isHere ? (
        <>
          <div className="state">
            <Button look="on" onClick={() => change({ in: set.key })}>
              Compare case by case
            </Button>
            <small>loads 5 to 8 MB once</small>
          </div>
          <Leaderboards set={set} comparable={comparable} nameOf={nameOf} />
        </>
      ) : (
        <PagePart load={loadPairCompare} waiting={<Comparing />}>
          {({ PairCompare }) =>
            set.others.map((other) => (
              <PairCompare key={other.entry.text} {...{ set, other, comparable, state, nameOf, change }} />
            ))
          }
        </PagePart>
      )}
    </section>
  );
}

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
      {others.map((name, i) => (
        <TallySentence key={name} {...{ name, base }} what="all printed columns" tally={tallyAgainst(boards, i)} />
      ))}
    </section>
  );
}

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

function withoutCases(comparable: ComparableData, chosen: readonly ChosenJudge[]): readonly ChosenJudge[] {
  const judged = new Set(comparable.cases.flatMap(({ runs }) => runs.map(({ judge }) => judge)));
  return chosen.filter(({ judge }) => !judged.has(judge));
}

interface NamedJudge {
  readonly id: string;
  readonly name: string;
}

function judgesOf(chosen: readonly ChosenJudge[], choices: readonly JudgeChoice[]): readonly NamedJudge[] {
  return [...new Set(chosen.map(({ judge }) => judge))].flatMap((id) => choices.find((one) => one.id === id) ?? []);
}

const publishedTables = ({ boards }: ComparableData, judges: readonly NamedJudge[]): readonly CompareTable[] =>
  compareTables(
    inTabOrder(boards.filter((board) => !isComputed(board))),
    judges.map(({ id }) => id),
  );

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
