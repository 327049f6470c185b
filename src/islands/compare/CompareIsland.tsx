import { useQueryStates } from 'nuqs';
import { NuqsAdapter } from 'nuqs/adapters/react';
import { useEffect, useMemo, useRef } from 'react';
import { READY } from '../../client/directives/ready.ts';
import { CompareTableView } from '../../components/compare/CompareTableView.tsx';
import { compareTables } from '../../components/compare/lines.ts';
import { Summary } from '../../components/compare/Summary.tsx';
import { compareFields } from '../../url-state/compare.ts';
import { cleanSearch } from '../../url-state/field.ts';
import { parserOf } from '../../url-state/parser.ts';
import { Notice } from '../board/Notice.tsx';
import { useIgnored } from '../board/use-ignored.ts';
import { type Choice, Chooser } from './Chooser.tsx';
import { type Loading, useBoards } from './use-boards.ts';

interface CompareIslandProps {
  /** JSON of the judges that can be chosen. */
  readonly choices: string;
  /** Where the tables lie. */
  readonly address: string;
}

interface ResultsProps {
  readonly chosen: readonly Choice[];
  readonly loading: Loading;
  readonly retry: () => void;
}

function Results({ chosen, loading, retry }: ResultsProps) {
  const ids = useMemo(() => chosen.map((judge) => judge.id), [chosen]);
  const tables = useMemo(
    () => (loading.state === 'ready' && ids.length > 1 ? compareTables(loading.boards, ids) : []),
    [loading, ids],
  );
  const names = chosen.map((judge) => judge.name);
  if (chosen.length === 0)
    return <p className="state js">Choose two judges to begin. The first is what the others are compared with.</p>;
  if (chosen.length === 1) return <p className="state">Choose another judge to compare with {names[0]}.</p>;
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

function Compare({ choices, address }: { readonly choices: readonly Choice[]; readonly address: string }) {
  const fields = useMemo(() => compareFields(choices.map((judge) => judge.id)), [choices]);
  const parsers = useMemo(() => ({ judges: parserOf(fields.judges) }), [fields]);
  const [{ judges }, setState] = useQueryStates(parsers);
  const ignored = useIgnored(fields);
  const chosen = useMemo(
    () => judges.flatMap((id) => choices.find((judge) => judge.id === id) ?? []),
    [judges, choices],
  );
  const [loading, retry] = useBoards(address, chosen.length > 1);
  return (
    <>
      <Chooser
        choices={choices}
        chosen={chosen}
        change={(ids) => void setState({ judges: ids }, { history: 'push', scroll: false })}
      />
      <div className={chosen.length > 1 ? 'results busy' : 'results'}>
        <Results chosen={chosen} loading={loading} retry={retry} />
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

/** Judges side by side, by the printed values of every table that holds them all. */
export function CompareIsland({ choices, address }: CompareIslandProps) {
  const judges = useMemo(() => JSON.parse(choices) as readonly Choice[], [choices]);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    root.current?.dispatchEvent(new Event(READY, { bubbles: true }));
  }, []);
  return (
    <NuqsAdapter>
      <div ref={root}>
        <Compare choices={judges} address={address} />
      </div>
    </NuqsAdapter>
  );
}
