import type { CritiqueRange } from '../cases/answers.ts';
import { critiqueField } from '../explore/answer-fields.ts';
import { type FacetState, valuesField } from '../explore/state.ts';
import { facetCondition } from '../metrics/query.ts';
import { plainOrMarked } from '../schema/attribute.ts';
import { Protocol } from '../schema/benchmark.ts';
import { choiceField, type Field } from '../ui/field.ts';
import type { FigureChoices, FigureScope } from './kit/instance-figure.ts';

/** What a visitor can choose per protocol: the run looked at closely, and how its slices are cut. */
const PARTS = ['judge', 'metric', 'by'] as const;
type Part = (typeof PARTS)[number];

/** All that a visitor can change about the figures of cases. The URL holds it; defaults are left out. */
export interface FiguresState {
  /** By name of the parameter, see `chosenParameter`; '' for the default. */
  readonly chosen: Readonly<Record<string, string>>;
  /** Wanted values by name of the facet's parameter. */
  readonly facets: FacetState;
}

export interface FiguresFields {
  /** The critiques selected by length and score: the figure that selects them reads and writes it. */
  readonly critique: Field<CritiqueRange>;
  readonly chosen: Readonly<Record<string, Field<string>>>;
  readonly facets: Readonly<Record<string, Field<readonly string[]>>>;
}

/** The parameter of a choice for a protocol, for example `judge-pairwise`. */
export const chosenParameter = (part: Part, protocol: Protocol): string => `${part}-${protocol}`;

const RESERVED: ReadonlySet<string> = new Set([
  'critique',
  ...Protocol.options.flatMap((protocol) => PARTS.map((part) => chosenParameter(part, protocol))),
]);

/** The page of a protocol's figures, of those that the benchmark has figures of: the first has the address without a name. */
export const figuresPath = (benchmark: string, protocols: readonly Protocol[], protocol: Protocol): string =>
  `/${benchmark}/figures/${protocol === protocols[0] ? '' : `${protocol}/`}`;

/** The parameter of a facet: its name, unless the page has another parameter of this name. */
export const figureFacet = (name: string): string => plainOrMarked(name, RESERVED);

/** The protocols that a benchmark has runs of, in the order of the schema. */
export const protocolsOf = ({ runs }: Pick<FigureChoices, 'runs'>): readonly Protocol[] =>
  Protocol.options.filter((protocol) => runs.some((run) => run.protocol === protocol));

/** The parameters of the figures of a benchmark's cases. */
export function figuresFields(choices: FigureChoices): FiguresFields {
  const ofProtocol = (protocol: Protocol): readonly (readonly [string, Field<string>])[] => {
    const runs = choices.runs.filter((run) => run.protocol === protocol).map(({ run }) => run);
    const { metrics = [], facets = [] } = choices.cuts?.[protocol] ?? {};
    const lists: Readonly<Record<Part, readonly string[]>> = { judge: runs, metric: metrics, by: facets };
    return PARTS.map((part) => [chosenParameter(part, protocol), choiceField(['', ...lists[part]], '')]);
  };
  const critics = choices.runs.filter(({ protocol }) => protocol === 'critique').map(({ run }) => run);
  return {
    critique: critiqueField(critics),
    chosen: Object.fromEntries(protocolsOf(choices).flatMap(ofProtocol)),
    facets: Object.fromEntries(choices.facets.map(({ name, values }) => [figureFacet(name), valuesField(values)])),
  };
}

/** What the figures are drawn for. `opening`: the runs looked at where none is chosen. */
export function scopeOf(
  choices: FigureChoices,
  opening: FigureScope['runs'],
  { chosen, facets }: FiguresState,
): FigureScope {
  const wanted = choices.facets.map(({ name }) => [name, facets[figureFacet(name)] ?? []] as const);
  const protocols = protocolsOf(choices);
  const choice = (part: Part, protocol: Protocol): string => chosen[chosenParameter(part, protocol)] ?? '';
  return {
    where: facetCondition(Object.fromEntries(wanted), new Set(choices.facets.map(({ name }) => name))),
    facets: Object.fromEntries(wanted),
    runs: Object.fromEntries(protocols.map((p) => [p, choice('judge', p) || opening[p]])),
    cuts: Object.fromEntries(protocols.map((p) => [p, { metric: choice('metric', p), facet: choice('by', p) }])),
  };
}
