import { critiqueField, type FacetFields, valuesField } from '../explore/state.ts';
import { facetCondition } from '../metrics/query.ts';
import type { Protocol } from '../schema/benchmark.ts';
import { plainOrMarked } from '../schema/slice.ts';
import { ALL_PROTOCOLS } from '../schema/words.ts';
import { choiceField, type Field, type StateOf } from '../ui/field.ts';
import { type FigureChoices, type FigureScope, type FigureTopic, runsBeside, shownRuns } from './kit/case-figure.ts';

/** What a visitor can choose per protocol: the chosen run, and how its slices are cut. */
const PARTS = ['judge', 'metric', 'by'] as const;
type Part = (typeof PARTS)[number];

/** Names the parameter of a choice for a protocol, for example `judge-pairwise`. */
export const chosenParameter = (part: Part, protocol: Protocol): string => `${part}-${protocol}`;

export const besideParameter = (protocol: Protocol): string => `beside-${protocol}`;

const RESERVED: ReadonlySet<string> = new Set([
  // The judges that are highlighted, as boards and the plot name those that are pinned (`highlight.ts`).
  'pin',
  'critique',
  ...ALL_PROTOCOLS.map(besideParameter),
  ...ALL_PROTOCOLS.flatMap((protocol) => PARTS.map((part) => chosenParameter(part, protocol))),
]);

export interface FiguresPage {
  readonly protocol: Protocol;
  readonly topic: FigureTopic;
}

export const isSamePage = (one: FiguresPage, other: FiguresPage | undefined): boolean =>
  one.protocol === other?.protocol && one.topic === other.topic;

/** Names a page of figures in its address; '' is the first of those that the benchmark has. */
export function figuresSlug(pages: readonly FiguresPage[], page: FiguresPage): string {
  if (isSamePage(page, pages[0])) return '';
  return page.topic === 'answers' ? page.protocol : `${page.protocol}-${page.topic}`;
}

export function figuresPath(benchmark: string, pages: readonly FiguresPage[], page: FiguresPage): string {
  const slug = figuresSlug(pages, page);
  return `/${benchmark}/figures/${slug === '' ? '' : `${slug}/`}`;
}

/** The page of the figures that put several printed tables together. */
export const togetherPath = (benchmark: string): string => `/${benchmark}/figures/together/`;

/** Names the parameter of a facet: by its name, unless the page has another parameter of this name. */
export const figureFacet = (name: string): string => plainOrMarked(name, RESERVED);

export const protocolsOf = ({ runs }: Pick<FigureChoices, 'runs'>): readonly Protocol[] =>
  ALL_PROTOCOLS.filter((protocol) => runs.some((run) => run.protocol === protocol));

export function figuresFields(choices: FigureChoices) {
  const ofProtocol = (protocol: Protocol): readonly (readonly [string, Field<string>])[] => {
    const runs = shownRuns(choices, protocol);
    const { metrics = [], facets = [] } = choices.cuts?.[protocol] ?? {};
    const lists: Readonly<Record<Part, readonly string[]>> = { judge: runs, metric: metrics, by: facets };
    return PARTS.map((part) => [chosenParameter(part, protocol), choiceField(['', ...lists[part]], '')]);
  };
  const chosen: Readonly<Record<string, Field<string>>> = Object.fromEntries(protocolsOf(choices).flatMap(ofProtocol));
  const beside: FacetFields = Object.fromEntries(
    protocolsOf(choices).map((protocol) => [besideParameter(protocol), valuesField(shownRuns(choices, protocol))]),
  );
  const facets: FacetFields = Object.fromEntries(
    choices.facets.map(({ name, values }) => [figureFacet(name), valuesField(values)]),
  );
  return {
    /** The texts selected by length and by what is measured: the figure that selects them reads and writes it. */
    selected: { critique: critiqueField(choices.runs.map(({ run }) => run)) },
    /** Named by `chosenParameter`; '' stands for the default. */
    chosen,
    /** The runs side by side, by `besideParameter`; none for the usual ones. */
    beside,
    /** Wanted values are named by `figureFacet`. */
    facets,
  };
}

export type FiguresFields = ReturnType<typeof figuresFields>;

export interface FiguresState {
  readonly chosen: StateOf<FiguresFields['chosen']>;
  readonly beside: StateOf<FiguresFields['beside']>;
  readonly facets: StateOf<FiguresFields['facets']>;
}

export const UNTOUCHED: FiguresState = { chosen: {}, beside: {}, facets: {} };

/** Works out what the figures are drawn for. `opening` holds the runs that are looked at where none is chosen. */
export function scopeOf(
  choices: FigureChoices,
  opening: FigureScope['runs'],
  { chosen, beside, facets }: FiguresState,
): FigureScope {
  const wanted = choices.facets.map(({ name }) => [name, facets[figureFacet(name)] ?? []] as const);
  const protocols = protocolsOf(choices);
  const choice = (part: Part, protocol: Protocol): string => chosen[chosenParameter(part, protocol)] ?? '';
  return {
    where: facetCondition(Object.fromEntries(wanted), new Set(choices.facets.map(({ name }) => name))),
    facets: Object.fromEntries(wanted),
    runs: Object.fromEntries(protocols.map((p) => [p, choice('judge', p) || opening[p]])),
    beside: Object.fromEntries(protocols.map((p) => [p, runsBeside(choices, p, beside[besideParameter(p)] ?? [])])),
    cuts: Object.fromEntries(protocols.map((p) => [p, { metric: choice('metric', p), facet: choice('by', p) }])),
  };
}
