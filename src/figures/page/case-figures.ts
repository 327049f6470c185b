import { openQuery } from '../../client/database.ts';
import { askEarly } from '../../client/early-requests.ts';
import { type ClientFailure, failureOf } from '../../client/failure.ts';
import { fetchJson } from '../../client/fetch.ts';
import { EVERYWHERE } from '../../metrics/query.ts';
import { entryOf } from '../../schema/words.ts';
import { number, type Query } from '../../sql/query.ts';
import { AGREEMENT, SHARED_ERRORS } from '../cases/Agreement.tsx';
import { allOrNothingFigure } from '../cases/AllOrNothing.tsx';
import { conflictsFigure, leakageFigure } from '../cases/Conflicts.tsx';
import { confusionFigure } from '../cases/Confusion.tsx';
import { discriminationFigure } from '../cases/Discrimination.tsx';
import { funnelFigure } from '../cases/Funnel.tsx';
import { qualityBandsFigure, selfEnhancementFigure } from '../cases/QualityBands.tsx';
import { scorePairsFigure } from '../cases/ScorePairs.tsx';
import { SLICE_FIGURES } from '../cases/Slices.tsx';
import { INSTANCE_MATRIX } from '../instance-matrix/InstanceMatrix.tsx';
import {
  type FigureChoices,
  type FigureScope,
  type FiguresPage,
  type InstanceFigure,
  isSamePage,
  loadFigure,
  NOT_WORKED_OUT,
} from '../kit/case-figure.ts';
import { LENGTH_FIGURES } from '../length-score/LengthScore.tsx';

/** The data of a page's figures, by the address of their file: written into the page they were a third of it, so they are fetched together with the island's script. */
const known = new Map<string, PrerenderedFigures>();

export const rememberFigures = (address: string, figures: PrerenderedFigures): void => void known.set(address, figures);

export function figuresAt(address: string): PrerenderedFigures {
  const figures = known.get(address);
  if (figures === undefined) throw new Error(`no figures at ${address}`);
  return figures;
}

/** The file at an address, which is our own and verified by the hash in its name. Throws ClientFailure. */
async function fetchData(address: string): Promise<unknown> {
  const sha256 = /\.([0-9a-f]+)\.json$/.exec(address)?.[1];
  const { href } = new URL(address, location.href);
  return fetchJson(href, { freshness: 'immutable', sha256 });
}

/** The file of one run beside the page's data at an address, as `fetchData` takes it; undefined for a run that the page has no file of. */
function fileOfRun(address: string, run: string): string | undefined {
  const hash = entryOf(figuresAt(address).closely, run);
  return hash === undefined ? undefined : address.replace(/[^/]*$/, `${runFile(hash)}.json`);
}

const NOTHING: Readonly<Record<string, unknown>> = {};

/** Fetches the figures of one run over all cases; empty for a run that the page (`address`) has no file of. Throws ClientFailure. */
async function figuresOfRun(address: string, run: string): Promise<Readonly<Record<string, unknown>>> {
  const file = fileOfRun(address, run);
  return file === undefined ? NOTHING : ((await fetchData(file)) as Readonly<Record<string, unknown>>);
}

/** Asks for the file of the judge that was chosen before these scripts came, while the island hydrates. */
function askForChosen(address: string): void {
  const chosen = document.querySelector<HTMLSelectElement>('.figures-bar select')?.value ?? '';
  const file = fileOfRun(address, chosen);
  if (file === undefined || !navigator.onLine) return;
  askEarly(new URL(file, location.href).href, 'force-cache')?.catch(() => undefined);
}

const NAMED = 'meta[name="figures"]';

/** What stands on the page for a figure, which may be the answer to an older choice. */
export interface ShownFigure {
  readonly scope: FigureScope;
  readonly key: string;
  /** Null where there is nothing of the figure in this scope. */
  readonly data: unknown;
  readonly failure: ClientFailure | null;
}

export interface ShownFigures {
  readonly shown: ReadonlyMap<string, ShownFigure>;
  /** How many cases are selected; null while that is not known. */
  readonly cases: number | null;
}

export const figuresIn = ({ data }: PrerenderedFigures): readonly InstanceFigure[] =>
  CASE_FIGURES.filter(({ id }) => Object.hasOwn(data, id));

interface FiguresAsked {
  readonly address: string;
  readonly scope: FigureScope;
  readonly figures: readonly InstanceFigure[];
  readonly signal: AbortSignal;
  readonly put: (change: (old: ShownFigures) => ShownFigures) => void;
}

/** Data of all cases by figure, which need no engine: the page's own, and the file of the run looked at. Throws ClientFailure. */
async function prepared({ address, scope, figures }: FiguresAsked): Promise<ReadonlyMap<string, unknown>> {
  if (scope.where !== EVERYWHERE) return new Map();
  const { data, page } = figuresAt(address);
  const run = scope.runs[page.protocol] ?? '';
  const ofRun = figures.some(isOfOneRun) ? await figuresOfRun(address, run) : {};
  return new Map(
    figures.flatMap(({ id, anyRun = false }) => {
      if (anyRun) return [[id, data[id]] as const];
      return Object.hasOwn(ofRun, id) ? [[id, ofRun[id]] as const] : [];
    }),
  );
}

async function casesIn(query: Query, { where }: FigureScope): Promise<number> {
  const [row] = await query(`SELECT count(*)::DOUBLE AS n FROM instances WHERE ${where.sql}`, where.params);
  return row === undefined ? 0 : number(row, 'n');
}

const show = (
  { put }: FiguresAsked,
  { id }: InstanceFigure,
  change: (old: ShownFigure | undefined) => ShownFigure,
): void => put((old) => ({ ...old, shown: new Map(old.shown).set(id, change(old.shown.get(id))) }));

/** Asks the engine for figures, one after the other, in the order of the page; a failed one does not stop the others. */
async function askEngine(asked: FiguresAsked, figures: readonly InstanceFigure[]): Promise<void> {
  const { address, scope, signal, put } = asked;
  const { choices } = figuresAt(address);
  const query = await openQuery(choices.benchmark, signal);
  const cases = await casesIn(query, scope);
  put((old) => ({ ...old, cases }));
  for (const figure of figures) {
    const key = scopeKey(figure, scope);
    try {
      const data = await loadFigure(figure, query, { scope, choices });
      signal.throwIfAborted();
      show(asked, figure, () => ({ scope, key, data, failure: null }));
    } catch (error) {
      signal.throwIfAborted();
      const failure = failureOf(error, NOT_WORKED_OUT);
      // A failure that a retry may mend concerns all figures; any other is this figure's own.
      if (failure.kind !== 'unexpected' && failure.wayOn !== 'none') throw failure;
      show(asked, figure, (old) => ({ ...(old ?? { scope, key: '', data: null }), failure }));
    }
  }
}

function showAll(asked: FiguresAsked, data: ReadonlyMap<string, unknown>): void {
  const { scope, figures } = asked;
  for (const figure of figures) {
    if (!data.has(figure.id)) continue;
    const key = scopeKey(figure, scope);
    show(asked, figure, () => ({ scope, key, data: data.get(figure.id), failure: null }));
  }
}

/** Shows figures for a scope: at once where no engine is needed, which starts for the others. Throws ClientFailure. */
export async function loadFigures(asked: FiguresAsked): Promise<void> {
  const { address, scope, figures, signal, put } = asked;
  const known = await prepared(asked);
  signal.throwIfAborted();
  if (scope.where === EVERYWHERE) put((old) => ({ ...old, cases: figuresAt(address).choices.cases }));
  showAll(asked, known);
  const others = figures.filter(({ id }) => !known.has(id));
  if (others.length === 0) return;
  try {
    await askEngine(asked, others);
  } catch (error) {
    // The number of cases on the page would be that of an earlier choice; a choice that was taken back says nothing any more.
    if (scope.where !== EVERYWHERE && !signal.aborted) put((old) => ({ ...old, cases: null }));
    throw error;
  }
}

export const CASE_FIGURES: readonly InstanceFigure[] = [
  confusionFigure,
  conflictsFigure,
  allOrNothingFigure,
  discriminationFigure,
  leakageFigure,
  scorePairsFigure,
  funnelFigure,
  selfEnhancementFigure,
  ...LENGTH_FIGURES,
  qualityBandsFigure,
  ...SLICE_FIGURES,
  ...AGREEMENT,
  ...SHARED_ERRORS,
  ...INSTANCE_MATRIX,
];

export const figureIdsOf = (page: FiguresPage): readonly string[] =>
  CASE_FIGURES.filter(({ protocol, topic }) => isSamePage({ protocol, topic }, page)).map(({ id }) => id);

/** Says whether a figure's data are of the chosen run and of nothing else beside the cases. */
export const isOfOneRun = ({ reads = ['runs'], anyRun = false }: InstanceFigure): boolean =>
  reads.length === 1 && reads[0] === 'runs' && !anyRun;

/** Writes a scope as a key: scopes with one key give a figure the same data. */
export function scopeKey({ protocol, reads = ['runs'] }: InstanceFigure, scope: FigureScope): string {
  return JSON.stringify([scope.where, reads.map((part) => scope[part]?.[protocol] ?? null)]);
}

export interface PrerenderedFigures {
  readonly page: FiguresPage;
  readonly pages: readonly FiguresPage[];
  /** The runs in it are those of the page's protocol alone. */
  readonly choices: FigureChoices;
  readonly opening: FigureScope['runs'];
  /** Data of the default scope by figure; a figure that the benchmark has nothing for is absent. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Of every other run the hash in the name of the file with its figures over all cases. */
  readonly closely: Readonly<Record<string, string>>;
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Names the file of a chosen run, without `.json`, from its hash. */
export const runFile = (hash: string): string => `run.${hash}`;

// The last of this file: it runs while the file is read, and what is asked for early needs all that is above.
if (!import.meta.env.SSR) {
  const { content: address } = document.querySelector<HTMLMetaElement>(NAMED) ?? { content: '' };
  if (address !== '') {
    rememberFigures(address, (await fetchData(address)) as PrerenderedFigures);
    askForChosen(address);
  }
}
