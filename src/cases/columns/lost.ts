import { parseSlice } from '../../schema/slice.ts';
import type { Choices } from '../choices.ts';
import type { Filter, Scope } from '../wanted.ts';
import { type Bits, emptyBits, orBits } from './bits.ts';
import { wrongOn } from './fared.ts';
import type { RunVerdicts } from './read.ts';

/** Which cases cost points, said as cases on which runs are wrong. */
export interface LostWhereWrong {
  /** Wrong under this criterion; '' for all in all. */
  readonly criterion: string;
  readonly facets: Filter['facets'];
}

/** Says a list of lost points as one of wrong cases; null where the build does not know it to be the same. */
export function lostWhereWrong(
  losses: Choices['losses'],
  { metric, slice, against }: Pick<Scope, 'metric' | 'slice' | 'against'>,
): LostWhereWrong | null {
  const wrong = losses.find(({ id }) => id === metric)?.wrong;
  if (wrong === undefined || against.run !== '') return null;
  const { criterion, ...facets } = Object.fromEntries(parseSlice(slice));
  const isKnown = criterion === undefined ? wrong.inAll : criterion !== '' && wrong.byCriterion;
  if (!isKnown || Object.keys(facets).some((name) => !wrong.sliced.includes(name))) return null;
  return {
    criterion: criterion ?? '',
    facets: Object.fromEntries(Object.entries(facets).map(([name, value]) => [name, [value]])),
  };
}

/** Finds the cases that a run is wrong on, or any run for ''. */
export const wrongCases = (cases: number, verdicts: readonly RunVerdicts[], place: number | null): Bits =>
  verdicts
    .filter((_, i) => place === null || i === place)
    .reduce<Bits>((all, one) => orBits(all, wrongOn(one)), emptyBits(cases));
