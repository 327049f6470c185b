import { useCallback, useMemo } from 'react';
import { ScrollBox } from '../ui/layout.tsx';
import { Failed, useQuestion } from '../ui/loading.tsx';
import { fixed } from '../ui/number-words.ts';
import { askPair, NOT_COMPARED, type PairAnswer } from './ask.ts';
import type { ComparableData } from './boards.ts';
import type { CaseSet, ChangeCompare, CompareState, Contestant } from './choice.ts';
import { contestantName } from './choice.ts';
import { type DifferenceTally, tallyOf } from './differences.ts';
import { MostDifferent } from './Most.tsx';
import { formatsOf, outcomeOf, type PairContext, PairTableView, sliceLabel } from './PairTableView.tsx';
import type { AnswerPart } from './paired/answers.ts';
import type { PairQuestion, PairTable } from './paired/paired.ts';
import { Comparing, Leaderboards, TallySentence } from './Tables.tsx';

const share = (x: number): string => `${(100 * x).toFixed(1)} %`;

/** Names a place; a criterion stands below the name of its split. */
function agreementPlace(
  { split, stage, criterion }: AnswerPart,
  labels: PairContext['labels'],
  stages: boolean,
): string {
  if (criterion !== '') return sliceLabel(labels, { criterion });
  const place = split === '' ? '' : sliceLabel(labels, { split });
  return [place, stages ? stage : ''].filter((part) => part !== '').join(', ') || 'all answers';
}

function Row({ part, words }: { readonly part: AnswerPart; readonly words: string }) {
  const { value, reason } = part.agreement;
  return (
    <tr className={part.criterion === '' ? undefined : 'of-metric'}>
      <th scope="row">{words}</th>
      {value === null ? (
        <td colSpan={3} className="none">
          {reason}
        </td>
      ) : (
        <>
          <td>
            {fixed(value.kappa, 2)}
            {value.lo === null || value.hi === null ? null : (
              <small>
                {fixed(value.lo, 2)} to {fixed(value.hi, 2)}
              </small>
            )}
          </td>
          <td>{share(value.equal)}</td>
          <td>{value.n}</td>
        </>
      )}
      <td>{part.unread}</td>
    </tr>
  );
}

interface AgreementViewProps {
  readonly parts: readonly AnswerPart[];
  readonly context: PairContext;
}

function AgreementView({ parts, context }: AgreementViewProps) {
  if (parts.length === 0) return null;
  const stages = new Set(parts.map(({ stage }) => stage)).size > 1;
  const scores = parts.some((part) => part.scores);
  return (
    <section className="compared">
      <h4>Agreement of their answers</h4>
      <p className="small">
        How often both give the same answer to the same question, right or wrong: Cohen’s κ
        {scores ? ' (quadratic weights for scores)' : ''} with its 95 % interval over clusters. Unreadable answers are
        left out.
      </p>
      <ScrollBox label={`Agreement of ${context.judge.name} and ${context.base.name}, scrolls sideways`}>
        <table className="board compare agreement">
          <caption className="hidden">
            Agreement of {context.judge.name} and {context.base.name}
          </caption>
          <thead>
            <tr>
              <th scope="col" className="name">
                Answers
              </th>
              <th scope="col">κ</th>
              <th scope="col">Equal</th>
              <th scope="col">n</th>
              <th scope="col">Unread</th>
            </tr>
          </thead>
          <tbody>
            {parts.map((part) => (
              <Row
                key={`${part.split} ${part.stage} ${part.criterion}`}
                part={part}
                words={agreementPlace(part, context.labels, stages)}
              />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

export interface PairCompareProps {
  readonly set: CaseSet;
  readonly other: Contestant;
  readonly comparable: ComparableData;
  readonly state: CompareState;
  readonly nameOf: (judge: string) => string;
  readonly change: ChangeCompare;
}

function tallyMetrics(tables: readonly PairTable[]): DifferenceTally {
  const lines = tables.flatMap(({ groups }) => groups.map(({ whole }) => whole));
  return tallyOf(lines.filter(({ metric }) => metric.direction !== 'none').map(outcomeOf));
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
        <TallySentence
          name={context.judge.name}
          base={context.base.name}
          what="case by case"
          noun=" metrics"
          tally={tallyMetrics(tables)}
        />
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
