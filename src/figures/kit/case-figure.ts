import type { ReactNode } from 'react';
import type { Choices } from '../../cases/choices.ts';
import { ANY_PAIR, type CritiqueRange, type PairRange, type SaidFilter } from '../../cases/wanted.ts';
import type { FailureWords } from '../../client/failure.ts';
import { isLocalName } from '../../client/local-release.ts';
import { critiqueField, type ExploreState, exploreSearch, type FacetFields, valuesField } from '../../explore/state.ts';
import { type Condition, facetCondition } from '../../metrics/query.ts';
import type { Benchmark, Protocol } from '../../schema/benchmark.ts';
import { plainOrMarked, type Slice, sliceText } from '../../schema/slice.ts';
import { ALL_PROTOCOLS } from '../../schema/words.ts';
import { type Query, text } from '../../sql/query.ts';
import { choiceField, type Field, type StateOf } from '../../ui/field.ts';
import { href } from '../../ui/href.ts';

export interface LinkScope {
  readonly choices: Pick<FigureChoices, 'benchmark' | 'runs'>;
  readonly scope: Pick<FigureScope, 'facets'>;
}

const casesHref = ({ choices, scope }: LinkScope, state: Partial<ExploreState>): string =>
  `${href(`/${choices.benchmark}/explore/`)}${exploreSearch(state, scope.facets)}`;

/** Gives the page that compares two judges. That of own results is their own, whose address no browser sends. */
export const compareHref = ({ benchmark }: Pick<FigureChoices, 'benchmark'>, one: string, other: string): string =>
  `${href(isLocalName(benchmark) ? `/${benchmark}/compare/` : '/compare/')}?judges=${one},${other}`;

export const critiqueSearch = ({ facets }: LinkScope['scope'], critique: CritiqueRange): string =>
  exploreSearch({ critique }, facets);

export const pairHref = (links: LinkScope, run: string, pair: Partial<PairRange>): string =>
  casesHref(links, { run, pair: { ...ANY_PAIR, kind: 'scored', ...pair } });

export const critiqueHref = (links: LinkScope, critique: CritiqueRange): string => casesHref(links, { critique });

type Verdicts = Partial<Pick<ExploreState, 'right' | 'wrong' | 'outcome'>>;

export const verdictSearch = ({ facets }: LinkScope['scope'], verdicts: Verdicts): string =>
  exploreSearch(verdicts, facets);

export const verdictHref = (links: LinkScope, verdicts: Verdicts): string => casesHref(links, verdicts);

/** Links to the cases on which a run does better than another under a metric, over their criteria and repeats. */
export const betterHref = (
  links: LinkScope,
  { metric, run, other }: { readonly metric: string; readonly run: string; readonly other: string },
): string => casesHref(links, { metric, run, against: { run: other, side: 'above' } });

export const lossHref = (
  links: LinkScope,
  { metric, run, slice }: { readonly metric: string; readonly run: string; readonly slice: Slice },
): string => {
  const named = Object.entries(slice).filter(([, value]) => value !== '');
  return casesHref(links, { metric, run, slice: sliceText(Object.fromEntries(named)) });
};

const inSplit = ({ choices, scope }: LinkScope, split: string): LinkScope => ({
  choices,
  scope: { facets: { ...scope.facets, ...(split === '' ? {} : { split: [split] }) } },
});

export function saidHref(
  { choices, scope }: LinkScope,
  split: string,
  said: SaidFilter & { readonly run: string },
): string {
  const { run, gold, verdict } = said;
  return casesHref(inSplit({ choices, scope }, split), { run, said: { gold, verdict } });
}

export function conflictHref(
  { choices, scope }: LinkScope,
  { split, criterion, other }: { readonly split: string; readonly criterion: string; readonly other: string },
): string {
  return casesHref(inSplit({ choices, scope }, split), { conflict: { criterion, other } });
}

/** Changes parts of the state, by name of the parameter; a step that Back undoes. */
export type ChangeFigures = (change: Partial<FiguresState>) => void;

export interface DrawnFigure<Data> extends LinkScope {
  readonly data: Data;
  readonly choices: FigureChoices;
}

export interface FigureProps<Data> extends DrawnFigure<Data> {
  readonly scope: FigureScope;
  readonly change: ChangeFigures;
}

/** A figure of cases: one loader for the build and the page. `Data` is plain JSON with every number that is drawn, its n and its uncertainty. */
export interface InstanceFigure<Data = unknown> {
  readonly id: string;
  readonly title: string;
  readonly protocol: Protocol;
  readonly topic: FigureTopic;
  /** Parts of the scope that it reads beside `where`, and is loaded again for; left out: the chosen run. */
  readonly reads?: readonly ('runs' | 'cuts' | 'beside')[];
  /** True where the data are the same whichever run is chosen: the drawing only points that run out. */
  readonly anyRun?: boolean;
  /** Whether it takes half a line of the page where the screen is wide; a whole one otherwise. */
  readonly half?: true;
  view(props: FigureProps<Data>): ReactNode;
  /** Gives null where the benchmark, or the selection of cases, has nothing of what the figure needs. */
  readonly load: (query: Query, scope: FigureScope, choices: FigureChoices) => Promise<Data | null>;
}

export function loadFigure<Data>(
  figure: InstanceFigure<Data>,
  query: Query,
  { scope, choices }: { readonly scope: FigureScope; readonly choices: FigureChoices },
): Promise<Data | null> {
  const { protocol, reads = [] } = figure;
  const beside = reads.includes('beside') ? scope.beside?.[protocol] : undefined;
  const runs = choices.runs.filter((one) => one.protocol !== protocol || beside?.includes(one.run) !== false);
  return figure.load(query, scope, { ...choices, runs });
}

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

/** What the figures of a benchmark's cases can be asked for, and the names of what they show; made when the page is prerendered. */
export interface FigureChoices extends Omit<Choices, 'runs' | 'losses'> {
  readonly runs: readonly (Choices['runs'][number] & {
    readonly protocol: Protocol;
    readonly judge: string;
    /** Another run of its judge stands for it where judges stand side by side and nobody has chosen. */
    readonly aside?: boolean;
  })[];
  readonly biasTypes: Benchmark['bias_types'];
  /** The slices of a protocol can be asked for these; left out where there is nothing. */
  readonly cuts?: Readonly<Partial<Record<Protocol, CutChoices>>>;
}

export type FigureRun = FigureChoices['runs'][number];

/** Metrics with rows, and facets that tell the judged cases apart; the first of each is shown first. */
export interface CutChoices {
  readonly metrics: readonly string[];
  /** Columns of `instances`. */
  readonly facets: readonly string[];
}

export interface FacetCut {
  /** Id of a metric; '' for the first of the protocol. */
  readonly metric: string;
  /** A column of `instances`; '' for the first that has several values. */
  readonly facet: string;
}

export interface FigureScope {
  /** A condition on the columns of `instances`; `EVERYWHERE` where nothing is filtered. */
  readonly where: Condition;
  /** `where` stands for these wanted values, by facet: links to the cases ask for the same. */
  readonly facets?: Readonly<Record<string, readonly string[]>>;
  readonly runs: Readonly<Partial<Record<Protocol, string>>>;
  /** The runs that stand side by side, by protocol; where it is left out, all. */
  readonly beside?: Readonly<Partial<Record<Protocol, readonly string[]>>>;
  /** The slices of a protocol are asked for these; where it is left out, for the first metric by the first facet. */
  readonly cuts?: Readonly<Partial<Record<Protocol, FacetCut>>>;
}

/** What a judge makes of the cases; all judges where criteria conflict (a page of its own, since all numbers come with it); which are alike. */
export type FigureTopic = 'answers' | 'conflicts' | 'judges';

const runsOfProtocol = ({ runs }: Pick<FigureChoices, 'runs'>, protocol: Protocol): readonly FigureRun[] =>
  runs.filter((run) => run.protocol === protocol);

/** Lists the ids of the runs whose judges a figure of a protocol shows; a reference, such as random votes, is none of them. */
export const shownRuns = (choices: Pick<FigureChoices, 'runs'>, protocol: Protocol): readonly string[] =>
  runsOfProtocol(choices, protocol).map(({ run }) => run);

export function chosenRun(
  choices: Pick<FigureChoices, 'runs'>,
  { runs }: FigureScope,
  protocol: Protocol,
): FigureRun | null {
  const own = runsOfProtocol(choices, protocol);
  return own.find(({ run }) => run === runs[protocol]) ?? own[0] ?? null;
}

export function runOrder({ runs }: Pick<FigureChoices, 'runs'>): (run: string) => number {
  const places = new Map(runs.map(({ run }, i) => [run, i]));
  return (run) => places.get(run) ?? runs.length;
}

export const labelOfRun = ({ runs }: Pick<FigureChoices, 'runs'>, run: string): string =>
  runs.find((known) => known.run === run)?.label ?? run;

export async function namesOfJudges(query: Query): Promise<ReadonlyMap<string, string>> {
  const rows = await query('SELECT judge, name FROM judges');
  return new Map(rows.map((row) => [text(row, 'judge'), text(row, 'name')]));
}

/** Says what a critique judge is called; '' where the data do not say who scored. */
export const scorerLabel = (names: ReadonlyMap<string, string>, id: string): string =>
  id === '' ? 'Unnamed critique judge' : (names.get(id) ?? id);

/** Runs in one matrix: more cannot be told apart, and weigh too much. */
export const MOST_BESIDE = 40;

/** Runs side by side before anyone chooses: more would make the page too heavy. */
const AT_FIRST = 16;

/** Up to this many runs all stand side by side; with more, one run of each judge does. */
const FEW = 12;

type KnownRun = Pick<FigureChoices['runs'][number], 'run' | 'protocol' | 'judge'> & {
  readonly variant: string;
  /** Verdicts that are the label. */
  readonly asPeople: number;
};

function usualOf(runs: readonly KnownRun[]): readonly KnownRun[] {
  const one = [...Map.groupBy(runs, ({ judge }) => judge).values()].flatMap(
    (all) => all.find(({ variant }) => variant === '') ?? all[0] ?? [],
  );
  return one.toSorted((a, b) => b.asPeople - a.asPeople).slice(0, AT_FIRST);
}

export function asideOf(runs: readonly KnownRun[]): ReadonlySet<string> {
  const byProtocol = [...Map.groupBy(runs, ({ protocol }) => protocol).values()].filter((own) => own.length > FEW);
  return new Set(
    byProtocol.flatMap((own) => {
      const usual = new Set(usualOf(own));
      return own.filter((run) => !usual.has(run)).map(({ run }) => run);
    }),
  );
}

/** Picks the runs of a protocol that stand side by side: those that are wanted, else the usual ones, never more than fit. */
export function runsBeside(
  choices: Pick<FigureChoices, 'runs'>,
  protocol: Protocol,
  wanted: readonly string[],
): readonly string[] {
  const own = runsOfProtocol(choices, protocol);
  const listed = wanted.length > 0 ? own.filter(({ run }) => wanted.includes(run)) : own.filter(({ aside }) => !aside);
  return listed.slice(0, MOST_BESIDE).map(({ run }) => run);
}

export const NOT_WORKED_OUT: FailureWords = {
  what: 'A figure could not be worked out.',
  todo: 'Try again, or take back the last choice.',
};
