import { caseHref } from '../explore/case-address.ts';
import { facetValueWords } from '../explore/words.ts';
import { JudgeName } from '../ui/JudgeName.tsx';
import { signed } from '../ui/number-words.ts';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import { formatOf, type PairContext, pText, valueText } from './format.ts';
import type { AttributeGap, CaseGap, MostGaps } from './paired/most.ts';
import type { PairLine } from './paired/paired.ts';
import { SideCells, SideHeads, sideSearches } from './Sides.tsx';

const SHOWN = 8;

interface ViewProps {
  readonly line: PairLine;
  readonly context: PairContext;
}

function GapRow({ gap, line, context }: ViewProps & { readonly gap: AttributeGap }) {
  const { attribute, value, difference, adjusted, cases } = gap;
  const { scale, decimals } = formatOf(context, line.metric);
  const { lo, hi } = difference;
  const facets = { [attribute]: [value] };
  return (
    <tr>
      <th scope="row">
        {facetValueWords({ labels: context.labels }, attribute, value)}
        <small>{attribute.replaceAll(/[-_]/g, ' ')}</small>
      </th>
      <td className="delta">
        {signed((difference.value ?? 0) * scale, decimals)}
        {lo === null || hi === null ? null : (
          <small>
            {signed(lo * scale, decimals)} to {signed(hi * scale, decimals)}
          </small>
        )}
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

/** Lists parts and cases in which two judges are furthest apart under one metric. */
export function MostView({ gaps, line, context }: ViewProps & { readonly gaps: MostGaps }) {
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
