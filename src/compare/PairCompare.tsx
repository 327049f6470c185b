import { useCallback, useMemo } from 'react';
import { SIGNIFICANT } from '../stats/ranks.ts';
import { Failed } from '../ui/Failed.tsx';
import { useQuestion } from '../ui/use-question.ts';
import { AgreementView } from './AgreementView.tsx';
import { askPair, NOT_COMPARED, type PairAnswer } from './ask.ts';
import type { ComparableData } from './boards.ts';
import { Comparing } from './Comparing.tsx';
import { formatsOf, type PairContext, sliceLabel } from './format.ts';
import { Leaderboards } from './Leaderboards.tsx';
import { MostDifferent } from './Most.tsx';
import { contestantName } from './names.ts';
import { betterWords, PairTableView } from './PairTableView.tsx';
import type { PairLine, PairTable } from './paired/paired.ts';
import type { CaseSet, Contestant } from './paired/sets.ts';
import type { PairQuestion } from './paired/sums.ts';
import type { ChangeCompare, CompareState } from './state.ts';

export interface PairCompareProps {
  readonly set: CaseSet;
  readonly other: Contestant;
  readonly comparable: ComparableData;
  readonly state: CompareState;
  readonly nameOf: (judge: string) => string;
  readonly change: ChangeCompare;
}

/** Counts of whole metrics with a better end. */
function Tally({ tables, context }: { readonly tables: readonly PairTable[]; readonly context: PairContext }) {
  const lines = tables
    .flatMap(({ groups }) => groups.map(({ whole }) => whole))
    .filter(({ metric }) => metric.direction !== 'none');
  const sure = ({ adjusted }: PairLine): boolean => adjusted !== null && adjusted < SIGNIFICANT;
  const count = (test: (line: PairLine) => boolean): number => lines.filter(test).length;
  const untested = count(({ adjusted }) => adjusted === null);
  return (
    <p>
      <b>{context.judge.name}</b> and {context.base.name}, case by case: ahead in{' '}
      <b className="up">{count((line) => sure(line) && betterWords(line) > 0)}</b> metrics, behind in{' '}
      <b className="down">{count((line) => sure(line) && betterWords(line) < 0)}</b>, too close to call in{' '}
      <b>{count((line) => !sure(line) && line.adjusted !== null)}</b>
      {untested === 0 ? '' : `, not tested in ${untested}`}.
    </p>
  );
}

function ComparedPairs({
  answer,
  context,
  question,
  ...rest
}: {
  readonly answer: PairAnswer;
  readonly context: PairContext;
  readonly question: PairQuestion;
} & Pick<PairCompareProps, 'set' | 'state' | 'change'>) {
  const { tables, agreement } = answer;
  const { set, state, change } = rest;
  if (tables.length === 0) return <p className="state">No metric can be computed for both runs.</p>;
  const nameOf = (split: string): string =>
    split === '' ? (tables.length > 1 ? 'Across splits' : 'Metrics') : sliceLabel(context.labels, { split });
  return (
    <>
      <div className="summary">
        <Tally tables={tables} context={context} />
      </div>
      {tables.map((table) => (
        <PairTableView key={table.split} table={table} heading={nameOf(table.split)} context={context} />
      ))}
      <AgreementView parts={agreement} context={context} />
      <MostDifferent {...{ tables, context, question, change }} by={state.by} set={set.key} />
    </>
  );
}

/** Compares one judge with the base, case by case. It starts the engine. */
export function PairCompare({ set, other, comparable, state, nameOf, change }: PairCompareProps) {
  const { benchmark, labels } = set.of;
  const { base, protocol } = set;
  const { support } = state;
  const question = useMemo(
    (): PairQuestion => ({ other: other.run.run, base: base.run.run, protocol, support }),
    [other.run.run, base.run.run, protocol, support],
  );
  const ask = useCallback((signal: AbortSignal) => askPair(benchmark, question, signal), [benchmark, question]);
  const asked = useQuestion(ask, NOT_COMPARED);
  const formats = useMemo(() => formatsOf(comparable.boards, benchmark), [comparable, benchmark]);
  const context: PairContext = {
    benchmark,
    labels,
    formats,
    judge: { name: contestantName(nameOf(other.entry.judge), other), run: other.run.run },
    base: { name: contestantName(nameOf(base.entry.judge), base), run: base.run.run },
  };
  return (
    <section className="pair" aria-busy={asked.state === 'loading'}>
      <h3>
        {context.judge.name} against {context.base.name}
      </h3>
      {asked.state === 'loading' ? <Comparing /> : null}
      {asked.state === 'failed' ? (
        <>
          <Failed failure={asked.failure} retry={asked.retry} />
          <Leaderboards set={{ ...set, others: [other] }} comparable={comparable} nameOf={nameOf} />
        </>
      ) : null}
      {asked.state === 'ready' ? (
        <ComparedPairs
          answer={asked.data}
          context={context}
          question={question}
          set={set}
          state={state}
          change={change}
        />
      ) : null}
    </section>
  );
}
