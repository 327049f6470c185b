import { useCallback, useMemo } from 'react';
import { caseHref } from '../explore/case-address.ts';
import { facetValueWords } from '../explore/words.ts';
import { sliceText } from '../schema/slice.ts';
import { JudgeName } from '../ui/JudgeName.tsx';
import { ScrollBox } from '../ui/layout.tsx';
import { Failed, useQuestion } from '../ui/loading.tsx';
import { fixed } from '../ui/number-words.ts';
import { askMost, askPair, NOT_COMPARED, type PairAnswer } from './ask.ts';
import {
  type CaseSet,
  type ChangeCompare,
  type ComparableData,
  type CompareState,
  type Contestant,
  contestantName,
} from './choice.ts';
import { type DifferenceTally, tallyOf } from './differences.ts';
import {
  formatOf,
  formatsOf,
  outcomeOf,
  type PairContext,
  PairTableView,
  pText,
  ScaledRange,
  SideCells,
  SideHeads,
  sideSearches,
  sliceLabel,
  valueText,
} from './PairTableView.tsx';
import type { AnswerPart, AttributeGap, CaseGap, MostGaps } from './paired/most.ts';
import type { PairLine, PairQuestion, PairTable } from './paired/paired.ts';
import { Comparing, Leaderboards, TallySentence } from './Tables.tsx';

const SHOWN = 8;

interface ViewProps {
  readonly line: PairLine;
  readonly context: PairContext;
}

function GapRow({ gap, line, context }: ViewProps & { readonly gap: AttributeGap }) {
  const { attribute, value, difference, adjusted, cases } = gap;
  const facets = { [attribute]: [value] };
  return (
    <tr>
      <th scope="row">
        {facetValueWords({ labels: context.labels }, attribute, value)}
        <small>{attribute.replaceAll(/[-_]/g, ' ')}</small>
      </th>
      <td className="delta">
        <ScaledRange difference={difference} format={formatOf(context, line.metric)} />
      </td>
      <td>{pText(adjusted)}</td>
      <td>{difference.clusters}</td>
      <SideCells
        cases={line.cases === null ? null : cases}
        context={context}
        metric={line.metric.id}
        slice={line.slice}
        facets={facets}
      />
    </tr>
  );
}

interface CasesProps extends ViewProps {
  readonly cases: readonly CaseGap[];
  readonly side: 'above' | 'below';
}

function Cases({ cases, side, line, context }: CasesProps) {
  const { benchmark, judge, base } = context;
  const format = formatOf(context, line.metric);
  const list = sideSearches({ context, metric: line.metric.id, slice: line.slice })[side];
  return (
    <section className="furthest">
      <h5 className="below-2 text-body bold leading-3">{side === 'above' ? judge.name : base.name} ahead</h5>
      {cases.length === 0 ? <p className="small">in no case</p> : null}
      <ol className="m-0">
        {cases.map(({ instance, ...values }) => (
          <li key={instance}>
            <a
              className="inline-block min-h-24"
              href={caseHref(benchmark, { id: instance, list, judges: [base.run, judge.run] })}
              dir="auto"
            >
              {instance}
            </a>
            <small>
              {judge.name} {valueText(values.other, format)}, {base.name} {valueText(values.base, format)}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

function MostView({ gaps, line, context }: ViewProps & { readonly gaps: MostGaps }) {
  const { judge, base } = context;
  return (
    <>
      {gaps.attributes.length === 0 ? (
        <p className="small">No attribute splits these cases into parts that this metric can compare.</p>
      ) : (
        <ScrollBox label={`Largest differences between ${judge.name} and ${base.name}, scrolls sideways`}>
          <table className="board compare paired most">
            <caption className="hidden">Parts of the cases with the largest differences</caption>
            <thead>
              <tr>
                <th scope="col" className="name">
                  Cases with
                </th>
                <th scope="col">
                  <JudgeName name={judge.name} /> minus <JudgeName name={base.name} />
                </th>
                <th scope="col">
                  p<small>Holm</small>
                </th>
                <th scope="col">Clusters</th>
                <SideHeads context={context} />
              </tr>
            </thead>
            <tbody>
              {gaps.attributes.slice(0, SHOWN).map((gap) => (
                <GapRow key={`${gap.attribute} ${gap.value}`} gap={gap} line={line} context={context} />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {line.cases === null ? null : (
        <div className="furthest-two grid gap-4 above-4">
          <Cases cases={gaps.above} side="above" line={line} context={context} />
          <Cases cases={gaps.below} side="below" line={line} context={context} />
        </div>
      )}
    </>
  );
}

/** A line as the address names it: the metric's id and its slice. */
const keyOf = ({ metric, slice }: PairLine): string =>
  [metric.id, sliceText(slice)].filter((part) => part !== '').join(';');

interface MostProps {
  readonly tables: readonly PairTable[];
  readonly context: PairContext;
  readonly question: PairQuestion;
  readonly by: string;
  readonly set: string;
  readonly change: ChangeCompare;
}

function MostDifferent({ tables, context, question, by, set, change }: MostProps) {
  const lines = tables.flatMap(({ groups }) => groups.map(({ whole }) => whole)).filter(({ cases }) => cases !== null);
  const apart = lines.find(({ cases }) => cases !== null && cases.above + cases.below > 0);
  const line = lines.find((one) => keyOf(one) === by) ?? apart ?? lines[0];
  const { benchmark } = context;
  const { other, base, protocol, support } = question;
  const [metric, slice] = line === undefined ? ['', '{}'] : [line.metric.id, JSON.stringify(line.slice)];
  const ask = useCallback(
    (signal: AbortSignal) =>
      askMost(benchmark, { other, base, protocol, support }, { metric, slice: JSON.parse(slice), signal }),
    [benchmark, other, base, protocol, support, metric, slice],
  );
  const asked = useQuestion(line === undefined ? null : ask, NOT_COMPARED);
  if (line === undefined) return null;
  return (
    <section className="compared">
      <h4 className="below-2 text-body bold leading-3">Where they differ most</h4>
      <div className="bar">
        <label className="btn pick">
          Under{' '}
          <select
            value={keyOf(line)}
            autoComplete="off"
            onChange={(event) => change({ in: set, by: event.currentTarget.value })}
          >
            {lines.map((one) => (
              <option key={keyOf(one)} value={keyOf(one)}>
                {[one.metric.label, sliceLabel(context.labels, one.slice)].filter((part) => part !== '').join(', ')}
              </option>
            ))}
          </select>
        </label>
      </div>
      {by !== '' && by !== keyOf(line) ? <p className="small">“{by}” is not a metric of these cases.</p> : null}
      {asked.state === 'failed' ? <Failed failure={asked.failure} retry={asked.retry} /> : null}
      {asked.state === 'loading' ? <Comparing /> : null}
      {asked.state === 'ready' ? (
        <>
          <p className="small">
            Parts are sorted by how far their interval is from zero; below them are the cases with the largest
            differences.
          </p>
          <MostView gaps={asked.data} line={line} context={context} />
        </>
      ) : null}
    </section>
  );
}

const share = (x: number): string => `${(100 * x).toFixed(1)} %`;

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
      <h4 className="below-2 text-body bold leading-3">Agreement of their answers</h4>
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
      <h3 className="text-head">
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
