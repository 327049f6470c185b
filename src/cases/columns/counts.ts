import { CASE_OUTCOMES, type LengthBins, STATUSES } from '../choices.ts';
import { attributeCounts, type FacetCounts } from '../facet-counts.ts';
import { binNames } from '../length-bins.ts';
import { type Bits, countBits, countSharedBits } from './bits.ts';
import { type ColumnSelection, facetSets, keptCases, lengthSets, someHaveValue } from './select.ts';

type Counts = ReadonlyMap<string, number>;

const counted = (values: readonly string[], sets: readonly Bits[], under: Bits): Counts =>
  new Map(sets.map((set, place) => [values[place] ?? '', countSharedBits(set, under)]));

/**
 * Gives the counts of a selection: cases per facet and value, each under all filters but the facet's own. Each facet is counted when it is first asked
 * for: most of an explorer's are folded away. `lengths`: the bins that lengths are counted in.
 */
export function columnCounts(selected: ColumnSelection, lengths: LengthBins | undefined): FacetCounts {
  const { columns, fared, parts } = selected;
  const { facets, runs, criteria } = columns;
  const whole = keptCases(selected);
  const under = (facet: string): Bits => (parts.has(facet) ? keptCases(selected, facet) : whole);
  const ofRuns = (set: 'asked' | 'won'): Counts =>
    new Map(
      runs.map((run, k) => {
        const own = fared.verdicts[k]?.[set];
        return [run, own === undefined ? 0 : countSharedBits(own, under(`run ${run}`))];
      }),
    );
  const placed = new Map(facets.map(({ name }, k) => [attributeCounts(name), k]));
  const known = new Map<string, Counts>();
  const count = (facet: string): Counts => {
    const k = placed.get(facet);
    if (k !== undefined) return counted(facets[k]?.values ?? [], facetSets(columns, k), under(facet));
    if (facet === 'length' && lengths !== undefined)
      return counted(binNames(lengths), lengthSets(columns, lengths), under(facet));
    if (facet === 'outcome') return counted(CASE_OUTCOMES, fared.outcomes, under(facet));
    if (facet === 'parse') return counted(STATUSES, columns.withStatus, under(facet));
    if (facet === 'criterion') return counted(criteria, columns.withCriterion, under(facet));
    if (facet === 'right') return ofRuns('won');
    if (facet !== 'wrong') return new Map();
    const right = countsOf('right');
    return new Map([...ofRuns('asked')].map(([run, n]) => [run, n - (right.get(run) ?? 0)]));
  };
  const countsOf = (facet: string): Counts => {
    const found = known.get(facet) ?? count(facet);
    known.set(facet, found);
    return found;
  };
  return {
    total: countBits(whole),
    of: (facet, value) => countsOf(facet).get(value) ?? 0,
    says: (attribute) => {
      const k = placed.get(attributeCounts(attribute));
      return k !== undefined && someHaveValue(columns, k, under(attributeCounts(attribute)));
    },
  };
}
