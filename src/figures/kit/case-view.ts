import type { ReactNode } from 'react';
import { ANY_PAIR, type CritiqueRange, type PairRange, type SaidFilter } from '../../cases/wanted.ts';
import { isLocalName } from '../../client/local-release.ts';
import { type ExploreState, exploreSearch } from '../../explore/state.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import { type Slice, sliceText } from '../../schema/slice.ts';
import type { Query } from '../../sql/query.ts';
import { href } from '../../ui/href.ts';
import type { FiguresState } from '../state.ts';
import type { FigureChoices, FigureScope, FigureTopic } from './case-figure.ts';

export interface LinkScope {
  readonly choices: Pick<FigureChoices, 'benchmark'>;
  readonly scope: Pick<FigureScope, 'facets'>;
}

const casesHref = ({ choices, scope }: LinkScope, state: Partial<ExploreState>): string =>
  `${href(`/${choices.benchmark}/explore/`)}${exploreSearch(state, scope.facets)}`;

/** Gives the page that compares two judges. That of own results is their own, whose address no browser sends. */
export const compareHref = ({ benchmark }: LinkScope['choices'], one: string, other: string): string =>
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
