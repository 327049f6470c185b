import { OUTCOMES, STATUSES } from '../choices.ts';
import type { FacetCounts } from '../facet-counts.ts';
import { type Bits, countBits, countShared, eachBit } from './bits.ts';
import { type ColumnSelection, keptCases } from './select.ts';

/** How many cases of a set have each number. */
function histogram(set: Bits, numbers: Uint8Array, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  eachBit(set, (at) => {
    const number = numbers[at] ?? 0;
    counts[number] = (counts[number] ?? 0) + 1;
  });
  return counts;
}

/** The counts of a selection: cases per facet and value, each under all filters but the facet's own. */
export function columnCounts(selected: ColumnSelection): FacetCounts {
  const { columns, fared, parts } = selected;
  const { facets, codes, runs, criteria } = columns;
  const whole = keptCases(selected);
  const kept = (of: string): Bits => (parts.has(of) ? keptCases(selected, of) : whole);
  const known = new Map<string, number>();
  const add = (facet: string, value: string, n: number): void => void known.set(`${facet}\0${value}`, n);
  for (const [k, { name, values }] of facets.entries()) {
    const of = `attribute ${name}`;
    const counts = histogram(kept(of), codes[k] ?? new Uint8Array(), values.length);
    for (const [place, value] of values.entries()) add(of, value, counts[place] ?? 0);
  }
  const outcomes = histogram(kept('outcome'), fared.outcome, OUTCOMES.length);
  for (const [place, outcome] of OUTCOMES.entries()) add('outcome', outcome, outcomes[place] ?? 0);
  const shared = (facet: string, values: readonly string[], sets: readonly Bits[]): void => {
    const under = kept(facet);
    for (const [place, set] of sets.entries()) add(facet, values[place] ?? '', countShared(set, under));
  };
  shared('parse', STATUSES, columns.withStatus);
  shared('criterion', criteria, columns.withCriterion);
  for (const [place, run] of runs.entries()) {
    const under = kept(`run ${run}`);
    for (const verdict of ['right', 'wrong'] as const) {
      const set = fared[verdict][place];
      add(verdict, run, set === undefined ? 0 : countShared(set, under));
    }
  }
  return { total: countBits(whole), of: (facet, value) => known.get(`${facet}\0${value}`) ?? 0 };
}
