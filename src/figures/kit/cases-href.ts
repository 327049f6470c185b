import { ANY_PAIR, type CritiqueRange, type PairRange } from '../../cases/answers.ts';
import { conflictField, critiqueField, pairField } from '../../explore/answer-fields.ts';
import { facetParameter, lossSearch, sideSearch, valuesField } from '../../explore/state.ts';
import { href } from '../../ui/href.ts';
import type { FigureChoices, FigureScope } from './instance-figure.ts';

/** What a link to the cases is made of. */
export interface LinkScope {
  readonly choices: Pick<FigureChoices, 'benchmark'>;
  readonly scope: Pick<FigureScope, 'facets'>;
}

/** Query string of the explorer for the cases behind a part of a figure, within the facets of its scope; '' is left out. */
function searchOf({ facets = {} }: LinkScope['scope'], parameters: Readonly<Record<string, string>>): string {
  const wanted = Object.entries(facets).map(([name, values]) => [facetParameter(name), valuesField([]).write(values)]);
  const all: Readonly<Record<string, string>> = { ...parameters, ...Object.fromEntries(wanted) };
  return `?${new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ''))}`;
}

/** The cases with a critique in the range. */
export function critiqueSearch(scope: LinkScope['scope'], range: CritiqueRange): string {
  return searchOf(scope, { critique: critiqueField([]).write(range) });
}

const exploreHref = (benchmark: string, search: string): string => `${href(`/${benchmark}/explore/`)}${search}`;

/** The cases on which a run gave these scores before and after a perturbation, in the explorer. */
export function pairHref({ choices, scope }: LinkScope, run: string, pair: Partial<PairRange>): string {
  return exploreHref(
    choices.benchmark,
    searchOf(scope, { run, pair: pairField.write({ ...ANY_PAIR, kind: 'scored', ...pair }) }),
  );
}

/** The cases with a critique in the range, in the explorer. */
export const critiqueHref = ({ choices, scope }: LinkScope, range: CritiqueRange): string =>
  exploreHref(choices.benchmark, critiqueSearch(scope, range));

/** What a case must have been judged as. */
interface Verdicts {
  readonly right?: readonly string[];
  readonly wrong?: readonly string[];
  /** Of all runs. */
  readonly outcome?: string;
}

/** The cases on which these runs were right, and these wrong. */
export function verdictSearch(scope: LinkScope['scope'], { right = [], wrong = [], outcome = '' }: Verdicts): string {
  return searchOf(scope, { right: right.join(','), wrong: wrong.join(','), outcome });
}

export const verdictHref = ({ choices, scope }: LinkScope, verdicts: Verdicts): string =>
  exploreHref(choices.benchmark, verdictSearch(scope, verdicts));

/** The cases on which a run does better than another under a metric, over their criteria and repeats. */
export function betterHref({ choices, scope }: LinkScope, metric: string, run: string, other: string): string {
  const asked = Object.entries(scope.facets ?? {}).filter(([, values]) => values.length > 0);
  return exploreHref(
    choices.benchmark,
    sideSearch(metric, run, { run: other, side: 'above' }, {}, Object.fromEntries(asked)),
  );
}

/** A case, opened from the list that the explorer shows for a query string. */
export const caseHref = ({ choices }: LinkScope, instance: string, search: string): string =>
  `${href(`/${choices.benchmark}/case/`)}?${new URLSearchParams({ id: instance, list: search })}`;

/** The cases that cost a run points under a metric, in a slice of its rows. */
export const lossHref = (
  { choices, scope }: LinkScope,
  metric: string,
  run: string,
  slice: Readonly<Record<string, string>>,
): string =>
  exploreHref(
    choices.benchmark,
    searchOf(scope, Object.fromEntries(new URLSearchParams(lossSearch(metric, run, slice)))),
  );

/** The cases of a split on which people prefer different responses on two criteria. */
export function conflictHref(
  { choices, scope: { facets } }: LinkScope,
  split: string,
  criterion: string,
  other: string,
): string {
  const wanted = split === '' ? facets : { ...facets, split: [split] };
  const conflict = conflictField([]).write({ criterion, other });
  return exploreHref(
    choices.benchmark,
    searchOf({ ...(wanted === undefined ? {} : { facets: wanted }) }, { conflict }),
  );
}
