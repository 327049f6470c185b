import { useCallback } from 'react';
import { caseHref } from '../explore/case-address.ts';
import { facetValueWords } from '../explore/words.ts';
import { sliceText } from '../schema/slice.ts';
import { JudgeName } from '../ui/JudgeName.tsx';
import { ScrollBox } from '../ui/layout.tsx';
import { Failed, useQuestion } from '../ui/loading.tsx';
import { askMost, NOT_COMPARED } from './ask.ts';
import type { ChangeCompare } from './choice.ts';
import {
  formatOf,
  type PairContext,
  pText,
  ScaledRange,
  SideCells,
  SideHeads,
  sideSearches,
  sliceLabel,
  valueText,
} from './PairTableView.tsx';
import type { AttributeGap, CaseGap, MostGaps } from './paired/most.ts';
import type { PairLine, PairQuestion, PairTable } from './paired/paired.ts';
import { Comparing } from './Tables.tsx';

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

/** Lists single cases; each opens with both runs side by side, and steps through all cases of its side. */
function Cases({ cases, side, line, context }: CasesProps) {
  const { benchmark, judge, base } = context;
  const format = formatOf(context, line.metric);
  const list = sideSearches({ context, metric: line.metric.id, slice: line.slice })[side];
  return (
    <section className="furthest">
      <h5>{side === 'above' ? judge.name : base.name} ahead</h5>
      {cases.length === 0 ? <p className="small">in no case</p> : null}
      <ol>
        {cases.map(({ instance, ...values }) => (
          <li key={instance}>
            <a href={caseHref(benchmark, { id: instance, list, judges: [base.run, judge.run] })} dir="auto">
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
        <div className="furthest-two">
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

export function MostDifferent({ tables, context, question, by, set, change }: MostProps) {
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
      <h4>Where they differ most</h4>
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
