import { CASE_OUTCOMES, type Choices, type LengthBins, STATUSES } from '../choices.ts';
import { type Bits, countBits, countSharedBits } from './bits.ts';
import { type ColumnSelection, facetSets, keptCases, lengthSets, someHaveValue } from './select.ts';

/** Names of counts that belong to no attribute; `right` and `wrong` count by run. */
type Special = 'length' | 'criterion' | 'outcome' | 'parse' | 'right' | 'wrong';

/** Cases per facet and value, each under all filters but the facet's own; `total` counts under all of them. */
export interface FacetCounts {
  readonly total: number;
  readonly of: (facet: Special | (string & {}), value: string) => number;
  /** Whether some of these cases have a value of an attribute other than ''. */
  readonly says: (attribute: string) => boolean;
}

const attributeCounts = (attribute: string): string => `attribute ${attribute}`;

/** The bins' names in the counts, which are their places. */
export const binNames = ({ bins }: LengthBins): readonly string[] => Array.from({ length: bins }, (_, k) => String(k));

type Counted = Pick<Choices, 'facets' | 'runs' | 'criteria' | 'lengths'>;

const countedValues = ({ facets, runs, criteria, lengths }: Counted): ReadonlyMap<string, readonly string[]> =>
  new Map<string, readonly string[]>([
    ['criterion', criteria.map(({ id }) => id)],
    ['length', lengths === undefined ? [] : binNames(lengths)],
    ['outcome', CASE_OUTCOMES],
    ['parse', STATUSES],
    ['right', runs.map(({ run }) => run)],
    ['wrong', runs.map(({ run }) => run)],
    ...facets.map(({ name, values }) => [attributeCounts(name), values] as const),
  ]);

/** Counts as a page has them: per facet a number for each value. */
export type CountLists = Readonly<Record<string, readonly number[]>>;

export const countLists = (choices: Counted, { of }: FacetCounts): CountLists =>
  Object.fromEntries(
    [...countedValues(choices)].map(([facet, values]) => [facet, values.map((value) => of(facet, value))]),
  );

export function readCounts(choices: Counted & Pick<Choices, 'cases'>, lists: CountLists): FacetCounts {
  const values = countedValues(choices);
  const of = (facet: string, value: string): number => lists[facet]?.[values.get(facet)?.indexOf(value) ?? -1] ?? 0;
  const says = (attribute: string): boolean => {
    const facet = attributeCounts(attribute);
    return values.get(facet)?.some((value) => value !== '' && of(facet, value) > 0) ?? false;
  };
  return { total: choices.cases, of, says };
}

type Counts = ReadonlyMap<string, number>;

const counted = (values: readonly string[], sets: readonly Bits[], under: Bits): Counts =>
  new Map(sets.map((set, place) => [values[place] ?? '', countSharedBits(set, under)]));

/** Each facet is counted when it is first asked for: most are folded away. `lengths`: the bins that lengths are counted in. */
export function columnCounts(selected: ColumnSelection, lengths: LengthBins | undefined): FacetCounts {
  const { columns, results, parts } = selected;
  const { facets, runs, criteria } = columns;
  const whole = keptCases(selected);
  const under = (facet: string): Bits => (parts.has(facet) ? keptCases(selected, facet) : whole);
  const ofRuns = (set: 'asked' | 'won'): Counts =>
    new Map(
      runs.map((run, k) => {
        const own = results.verdicts[k]?.[set];
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
    if (facet === 'outcome') return counted(CASE_OUTCOMES, results.outcomes, under(facet));
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
