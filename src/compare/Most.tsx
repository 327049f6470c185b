import { useCallback } from 'react';
import { sliceText } from '../schema/slice.ts';
import { Failed } from '../ui/Failed.tsx';
import { useQuestion } from '../ui/use-question.ts';
import { askMost, NOT_COMPARED } from './ask.ts';
import { Comparing } from './Comparing.tsx';
import { type PairContext, sliceLabel } from './format.ts';
import { MostView } from './MostView.tsx';
import type { PairLine, PairTable } from './paired/paired.ts';
import type { PairQuestion } from './paired/sums.ts';
import type { ChangeCompare } from './state.ts';

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

/** Shows where two judges are furthest apart, under a metric that the visitor chooses. */
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
