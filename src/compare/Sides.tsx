import { exploreSearch, type FacetState } from '../explore/state.ts';
import { type Slice, sliceText } from '../schema/slice.ts';
import { href } from '../ui/href.ts';
import { JudgeName } from '../ui/JudgeName.tsx';
import type { PairContext } from './format.ts';
import type { CaseCounts } from './paired/paired.ts';

interface SidesProps {
  readonly cases: CaseCounts | null;
  readonly context: PairContext;
  readonly metric: string;
  readonly slice: Slice;
  readonly facets?: FacetState;
}

/** Gives the query strings that open the cases on which the judge is ahead, equal and behind. */
export function sideSearches({ context: { judge, base }, metric, slice, facets = {} }: Omit<SidesProps, 'cases'>) {
  const search = (one: string, other: string, side: 'above' | 'level') =>
    exploreSearch({ metric, run: one, slice: sliceText(slice), against: { run: other, side } }, facets);
  return {
    above: search(judge.run, base.run, 'above'),
    level: search(judge.run, base.run, 'level'),
    below: search(base.run, judge.run, 'above'),
  };
}

/** Shows the heads of the three cells. */
export function SideHeads({ context: { judge, base } }: Pick<SidesProps, 'context'>) {
  return (
    <>
      <th scope="col">
        <JudgeName name={judge.name} /> ahead
      </th>
      <th scope="col">equal</th>
      <th scope="col">
        <JudgeName name={base.name} /> ahead
      </th>
    </>
  );
}

/** Shows three cells: the cases on which the judge is ahead, equal and behind. Each opens exactly these. */
export function SideCells({ cases, ...rest }: SidesProps) {
  const { benchmark, judge, base } = rest.context;
  if (cases === null) {
    return (
      <td className="none" colSpan={3}>
        not counted by case
      </td>
    );
  }
  const searches = sideSearches(rest);
  const words = { above: `${judge.name} ahead`, level: 'equal', below: `${base.name} ahead` };
  return (['above', 'level', 'below'] as const).map((side) => (
    <td key={side} className={`side ${side}`}>
      {cases[side] === 0 ? (
        0
      ) : (
        <a href={href(`/${benchmark}/explore/${searches[side]}`)}>
          {cases[side]}
          <span className="hidden"> cases, {words[side]}</span>
        </a>
      )}
    </td>
  ));
}
