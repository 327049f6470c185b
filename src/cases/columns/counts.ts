import { CASE_OUTCOMES, type LengthBins, STATUSES } from '../choices.ts';
import type { FacetCounts } from '../facet-counts.ts';
import { binNames } from '../length-bins.ts';
import { type Bits, countBits, countSharedBits } from './bits.ts';
import { type ColumnSelection, facetSets, keptCases, lengthSets, outcomeSets } from './select.ts';

/**
 * Gives the counts of a selection: cases per facet and value, each under all filters but the facet's own; `lengths`: the bins that lengths
 * are counted in.
 */
export function columnCounts(selected: ColumnSelection, lengths: LengthBins | undefined): FacetCounts {
  const { columns, fared, parts } = selected;
  const { facets, runs, criteria } = columns;
  const whole = keptCases(selected);
  const kept = (of: string): Bits => (parts.has(of) ? keptCases(selected, of) : whole);
  const known = new Map<string, number>();
  const add = (facet: string, value: string, n: number): void => void known.set(`${facet}\0${value}`, n);
  const shared = (facet: string, values: readonly string[], sets: readonly Bits[]): void => {
    const under = kept(facet);
    for (const [place, set] of sets.entries()) add(facet, values[place] ?? '', countSharedBits(set, under));
  };
  for (const [k, { name, values }] of facets.entries()) shared(`attribute ${name}`, values, facetSets(columns, k));
  if (lengths !== undefined) shared('length', binNames(lengths), lengthSets(columns, lengths));
  shared('outcome', CASE_OUTCOMES, outcomeSets(fared));
  shared('parse', STATUSES, columns.withStatus);
  shared('criterion', criteria, columns.withCriterion);
  for (const [place, run] of runs.entries()) {
    const under = kept(`run ${run}`);
    for (const verdict of ['right', 'wrong'] as const) {
      const set = fared[verdict][place];
      add(verdict, run, set === undefined ? 0 : countSharedBits(set, under));
    }
  }
  return { total: countBits(whole), of: (facet, value) => known.get(`${facet}\0${value}`) ?? 0 };
}
