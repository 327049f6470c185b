import { useMemo } from 'react';
import { type CaseSet, caseSets } from '../../compare/sets.ts';
import type { SlimBoard } from '../../components/board/slim.ts';
import { isComputed } from '../../components/board-name.ts';
import { CompareTableView } from '../../components/compare/CompareTableView.tsx';
import { compareTables } from '../../components/compare/lines.ts';
import { Summary } from '../../components/compare/Summary.tsx';
import { type CompareState, compareFields } from '../../url-state/compare.ts';
import { cleanSearch } from '../../url-state/field.ts';
import { Alive } from '../Alive.tsx';
import { Notice } from '../board/Notice.tsx';
import { useIgnored } from '../board/use-ignored.ts';
import { CaseCompare } from './CaseCompare.tsx';
import { type Choice, Chooser } from './Chooser.tsx';
import type { ChangeCompare } from './SetBar.tsx';
import { type Comparable, type Loading, useBoards } from './use-boards.ts';
import { useCompareState } from './use-compare-state.ts';

interface CompareIslandProps {
  /** JSON of the judges that can be chosen. */
  readonly choices: string;
  /** Where the tables and runs lie. */
  readonly address: string;
}

interface ChosenProps {
  readonly chosen: readonly Choice[];
}

/** Judges without any run: only what is printed of them can be compared. */
function withoutCases(comparable: Comparable, chosen: readonly Choice[]): readonly Choice[] {
  const judged = new Set(comparable.cases.flatMap(({ runs }) => runs.map(({ judge }) => judge)));
  return chosen.filter(({ id }) => !judged.has(id));
}

/** Values of tables, unpaired. */
function Printed({ boards, chosen }: ChosenProps & { readonly boards: readonly SlimBoard[] }) {
  const ids = useMemo(() => chosen.map((judge) => judge.id), [chosen]);
  const tables = useMemo(() => compareTables(boards, ids), [boards, ids]);
  const names = chosen.map((judge) => judge.name);
  if (tables.length === 0) return <p className="state">No published table holds {names.join(' and ')} together.</p>;
  return (
    <>
      <Summary tables={tables} names={names} />
      {tables.map((table) => (
        <CompareTableView
          key={`${table.board.benchmark} ${table.board.table} ${table.variant}`}
          table={table}
          names={names}
        />
      ))}
    </>
  );
}

interface ReadyProps extends ChosenProps {
  readonly comparable: Comparable;
  readonly state: CompareState;
  readonly change: ChangeCompare;
}

const isList = (sets: readonly CaseSet[]): sets is readonly [CaseSet, ...CaseSet[]] => sets.length > 0;

function Ready({ chosen, comparable, state, change }: ReadyProps) {
  const sets = useMemo(
    () =>
      caseSets(
        comparable.cases,
        chosen.map(({ id }) => id),
        state.runs,
      ),
    [comparable, chosen, state.runs],
  );
  const published = useMemo(() => comparable.boards.filter((board) => !isComputed(board)), [comparable]);
  const silent = withoutCases(comparable, chosen);
  const nameOf = (judge: string): string => chosen.find(({ id }) => id === judge)?.name ?? judge;
  return (
    <>
      {isList(sets) ? (
        <CaseCompare sets={sets} comparable={comparable} state={state} nameOf={nameOf} change={change} />
      ) : null}
      <section className="printed">
        <h2>Printed values, unpaired</h2>
        {silent.length === 0 ? null : (
          <p className="small">
            {silent.map(({ name }) => name).join(', ')}: nobody has published what they answered to each case, so the
            printed tables are all there is.
          </p>
        )}
        <Printed boards={published} chosen={chosen} />
      </section>
    </>
  );
}

interface ResultsProps extends Omit<ReadyProps, 'comparable'> {
  readonly loading: Loading;
  readonly retry: () => void;
}

function Results({ loading, retry, ...rest }: ResultsProps) {
  const { chosen } = rest;
  if (chosen.length === 0)
    return <p className="state js">Choose two judges to begin. The first is what the others are compared with.</p>;
  if (chosen.length === 1) return <p className="state">Choose another judge to compare with {chosen[0]?.name}.</p>;
  if (loading.state === 'failed') {
    return (
      <div className="state bad" role="alert">
        <p>
          The published tables could not be loaded. {loading.notice.what} {loading.notice.why} {loading.notice.todo}
        </p>
        <button type="button" className="btn" onClick={retry}>
          Try again
        </button>
      </div>
    );
  }
  if (loading.state !== 'ready') {
    return (
      <p className="state" aria-busy="true">
        Loading the published tables…
      </p>
    );
  }
  return <Ready comparable={loading.data} {...rest} />;
}

/** What an address may name, once it is known. */
function useFields(choices: readonly Choice[], loading: Loading) {
  const cases = loading.state === 'ready' ? loading.data.cases : null;
  return useMemo(() => {
    const judges = choices.map(({ id }) => id);
    if (cases === null) return compareFields({ judges, sets: null, runs: null });
    const runs = cases.flatMap((one) => one.runs.map(({ run }) => run));
    const sets = cases.flatMap((one) => one.runs.map(({ protocol }) => `${one.benchmark}.${protocol}`));
    return compareFields({ judges, sets: [...new Set(sets)], runs });
  }, [choices, cases]);
}

function Compare({ choices, address }: { readonly choices: readonly Choice[]; readonly address: string }) {
  const early = useFields(choices, { state: 'idle' });
  const [{ judges }] = useCompareState(early);
  const chosen = useMemo(
    () => judges.flatMap((id) => choices.find((judge) => judge.id === id) ?? []),
    [judges, choices],
  );
  const [loading, retry] = useBoards(address, chosen.length > 1);
  const fields = useFields(choices, loading);
  const [state, change] = useCompareState(fields);
  const ignored = useIgnored(fields);
  return (
    <>
      <Chooser choices={choices} chosen={chosen} change={(ids) => change({ judges: ids })} />
      <div className={chosen.length > 1 ? 'results busy' : 'results'}>
        <Results chosen={chosen} loading={loading} retry={retry} state={state} change={change} />
      </div>
      <Notice
        ignored={ignored}
        onClean={() =>
          window.history.replaceState(
            window.history.state,
            '',
            window.location.pathname + cleanSearch(window.location.search, fields),
          )
        }
      />
    </>
  );
}

/** Judges side by side: by their cases where there are any, and by the printed values of every table that holds them all. */
export function CompareIsland({ choices, address }: CompareIslandProps) {
  const judges = useMemo(() => JSON.parse(choices) as readonly Choice[], [choices]);
  return (
    <Alive>
      <Compare choices={judges} address={address} />
    </Alive>
  );
}
