import { useCallback, useMemo } from 'react';
import type { SlimBoard } from '../board/slim.ts';
import { isComputed } from '../schema/board-name.ts';
import { Alive } from '../ui/Alive.tsx';
import { Failed } from '../ui/Failed.tsx';
import { IgnoredNotice } from '../ui/IgnoredNotice.tsx';
import { type Asked, useQuestion } from '../ui/use-question.ts';
import { useUrl } from '../ui/use-url.ts';
import { askBoards, type ComparableData, NOT_READ } from './boards.ts';
import { CaseCompare } from './CaseCompare.tsx';
import { JudgeChooser } from './Chooser.tsx';
import { Comparing } from './Comparing.tsx';
import { type ChosenJudge, chosenOf, type JudgeChoice } from './choice.ts';
import { Headlines } from './Headlines.tsx';
import { inTabOrder } from './headlines.ts';
import { compareTables } from './lines.ts';
import { PrintedSummary } from './PrintedSummary.tsx';
import { type CaseSet, caseSets, entryText } from './paired/sets.ts';
import { ReadyPairs } from './ReadyPairs.tsx';
import type { ReadyPair } from './ready-pairs.ts';
import { type ChangeCompare, type CompareState, compareFields } from './state.ts';
import { TableList } from './TableList.tsx';

interface CompareProps {
  readonly choices: readonly JudgeChoice[];
  readonly pairs: readonly ReadyPair[];
  readonly address: string;
}

interface CompareIslandProps {
  /** JSON of the judges that can be chosen. */
  readonly choices: string;
  /** JSON of the pairs to begin with. */
  readonly pairs: string;
  /** Where the tables and runs lie. */
  readonly address: string;
}

interface ChosenProps {
  readonly chosen: readonly ChosenJudge[];
}

/** Judges without any run: only what is printed of them can be compared. */
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

/** Values of tables, each compared by the two values and their errors alone. */
function Printed({
  boards,
  judges,
}: {
  readonly boards: readonly SlimBoard[];
  readonly judges: readonly NamedJudge[];
}) {
  const tables = useMemo(
    () =>
      compareTables(
        boards,
        judges.map(({ id }) => id),
      ),
    [boards, judges],
  );
  const names = judges.map(({ name }) => name);
  if (tables.length === 0) return <p className="state">No published table holds {names.join(' and ')} together.</p>;
  return (
    <>
      <PrintedSummary tables={tables} names={names} />
      <TableList tables={tables} names={names} />
    </>
  );
}

interface ReadyProps extends ChosenProps {
  readonly choices: readonly JudgeChoice[];
  readonly comparable: ComparableData;
  /** Whether the tables of all who are chosen are among it. */
  readonly isWhole: boolean;
  readonly state: CompareState;
  readonly change: ChangeCompare;
}

const isList = (sets: readonly CaseSet[]): sets is readonly [CaseSet, ...CaseSet[]] => sets.length > 0;

const LOADING = 'Loading the published tables…';

function Ready({ choices, chosen, comparable, isWhole, state, change }: ReadyProps) {
  const sets = useMemo(() => caseSets(comparable.cases, chosen), [comparable, chosen]);
  const judges = useMemo(() => judgesOf(chosen, choices), [chosen, choices]);
  const published = useMemo(() => inTabOrder(comparable.boards.filter((board) => !isComputed(board))), [comparable]);
  const silent = withoutCases(comparable, chosen);
  const nameOf = (judge: string): string => judges.find(({ id }) => id === judge)?.name ?? judge;
  return (
    <>
      <Headlines comparable={comparable} chosen={chosen} />
      {isList(sets) ? (
        <CaseCompare
          sets={sets}
          comparable={comparable}
          state={state}
          chosen={chosen}
          nameOf={nameOf}
          change={change}
        />
      ) : null}
      {!isList(sets) && judges.length < 2 ? (
        <p className="state">
          {chosen.map(({ name }) => name).join(' and ')} are the same run. Choose another run or another judge.
        </p>
      ) : null}
      {judges.length < 2 ? null : (
        <section className="printed">
          <h2>Printed values</h2>
          {silent.length === 0 ? null : (
            <p className="small">
              {silent.map(({ name }) => name).join(', ')}: answers to single cases are not published, only these tables.
            </p>
          )}
          {isWhole ? <Printed boards={published} judges={judges} /> : <Comparing>{LOADING}</Comparing>}
        </section>
      )}
    </>
  );
}

interface ResultsProps extends Omit<ReadyProps, 'comparable' | 'isWhole'> {
  readonly pairs: readonly ReadyPair[];
  readonly loading: Asked<ComparableData>;
}

/** What is missing when only one judge is chosen. */
function nextWords({ judge, name }: ChosenJudge, choices: readonly JudgeChoice[]): string {
  const hasSeveral = choices.some(({ id, runs }) => id === judge && runs.some(({ label }) => label !== ''));
  return `Choose another judge${hasSeveral ? ', or another run of this one,' : ''} to compare with ${name}.`;
}

function Results({ loading, ...rest }: ResultsProps) {
  const { chosen } = rest;
  const [one, ...others] = chosen;
  if (one === undefined) return <ReadyPairs pairs={rest.pairs} />;
  if (others.length === 0) return <p className="state">{nextWords(one, rest.choices)}</p>;
  if (loading.state === 'failed') {
    return <Failed lead="The published tables could not be loaded." failure={loading.failure} retry={loading.retry} />;
  }
  // While the tables of another judge are on their way, what is known stays.
  if (loading.last === null) return <Comparing>{LOADING}</Comparing>;
  return <Ready comparable={loading.last} isWhole={loading.state === 'ready'} {...rest} />;
}

/** What an address may name, once it is known. */
function useFields(choices: readonly JudgeChoice[], comparable: ComparableData | null) {
  const cases = comparable?.cases ?? null;
  return useMemo(() => {
    const judges = choices.flatMap(({ id, runs }) => [id, ...runs.map(({ run }) => entryText(id, run))]);
    if (cases === null) return compareFields({ judges, sets: null });
    const sets = cases.flatMap((one) => one.runs.map(({ protocol }) => `${one.benchmark}.${protocol}`));
    return compareFields({ judges, sets: [...new Set(sets)] });
  }, [choices, cases]);
}

function Compare({ choices, pairs, address }: CompareProps) {
  const early = useFields(choices, null);
  const [{ judges }] = useUrl(early);
  const chosen = useMemo(() => judges.flatMap((text) => chosenOf(choices, text) ?? []), [judges, choices]);
  const ids = [...new Set(chosen.map(({ judge }) => judge))].sort().join(' ');
  const ask = useCallback(() => askBoards(address, ids.split(' ')), [address, ids]);
  const loading = useQuestion(chosen.length > 1 ? ask : null, NOT_READ);
  const fields = useFields(choices, loading.last);
  const [state, change] = useUrl(fields);
  return (
    <>
      <JudgeChooser choices={choices} chosen={chosen} change={(texts) => change({ judges: texts })} />
      <div className="results">
        <Results choices={choices} pairs={pairs} chosen={chosen} loading={loading} state={state} change={change} />
      </div>
      <IgnoredNotice fields={fields} />
    </>
  );
}

/** Judges side by side: by their cases where there are any, and by the printed values of every table that holds them all. */
export function CompareIsland({ choices, pairs, address }: CompareIslandProps) {
  const judges = useMemo(() => JSON.parse(choices) as readonly JudgeChoice[], [choices]);
  const ready = useMemo(() => JSON.parse(pairs) as readonly ReadyPair[], [pairs]);
  return (
    <Alive>
      <Compare choices={judges} pairs={ready} address={address} />
    </Alive>
  );
}
