import type { PageBoard } from '../board/page-board.ts';
import { soundValue } from '../board/standings.ts';
import { benchmarkFacts } from '../case/benchmark-facts.ts';
import type { CaseFacts } from '../case/facts.ts';
import { type CaseFiles, writeCaseFiles } from '../cases/columns/write.ts';
import { summarisedBy } from '../cases/gather.ts';
import { openConnection } from '../client/connection.ts';
import { startEngine } from '../client/engine.ts';
import type { CaseFilesData, LocalRelease } from '../client/local-release.ts';
import { loadInstanceData } from '../client/manifest.ts';
import { type LinesFound, loadCases, loadLines } from '../client/packs.ts';
import { engineState, shared, sharedOpening } from '../client/shared.ts';
import { type ComparableData, entryText, type JudgeChoice, standardRun } from '../compare/choice.ts';
import { headlineBoards } from '../compare/differences.ts';
import { comparableRuns, gatherCompared } from '../compare/gather-compared.ts';
import { loadColumns } from '../explore/case-columns.ts';
import { gatherList, type Prerendered } from '../explore/gather-list.ts';
import type { PrerenderedFigures } from '../figures/page/case-figures.ts';
import { type GatheredPage, gatherPages } from '../figures/page/gather-figures.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { StoredBoard } from '../schema/board.ts';
import { better } from '../schema/metric.ts';
import type { TextsOfOthers } from '../schema/release.ts';
import { type CaseText, type ComparedBenchmark, type ComparedRun, wholeCase } from '../schema/release-paths.ts';
import type { Case, PackSet, StoredCase } from '../schema/stored-case.ts';
import { contentNote } from '../schema/words.ts';
import { type Query, text } from '../sql/query.ts';
import { literal } from '../sql/quote.ts';
import { OWN_BUCKETS, type OwnCaseTexts, type OwnLine, ownCatalogs } from './intake/own-cases.ts';
import { OWN_PREFIX } from './intake/standing.ts';
import { askOf, type OwnResult } from './judge-files.ts';
import type { JobAnswer, JobAsk } from './own.worker.ts';
import type { OwnSession } from './session.ts';
import { isOwn, withOwnNames } from './standing-words.ts';

export interface OwnComparison {
  readonly choices: readonly JudgeChoice[];
  readonly comparable: ComparableData;
  readonly opening: readonly string[];
}

/** Gives a board whose own rows are of judges of their own, and whose links stay in the fragment of this page. */
const ownBoard = (board: StoredBoard, place: string, release: string): PageBoard => ({
  ...board,
  benchmark: place,
  release,
  rows: withOwnNames(board).rows.map((row, i) =>
    isOwn(row) ? { ...row, judge: `${OWN_PREFIX}${board.rows[i]?.judge ?? ''}` } : row,
  ),
});

function choicesOf({ boards, cases }: ComparableData, { job }: OwnResult): readonly JudgeChoice[] {
  const site = new Map(job.judges.map((judge) => [judge.id, judge]));
  const judges = new Set([
    ...cases.flatMap(({ runs }) => runs.map(({ judge }) => judge)),
    ...boards.flatMap(({ rows }) =>
      rows.flatMap(({ kind, judge }) => (kind === 'judge' && judge !== null ? judge : [])),
    ),
  ]);
  return [...judges].map((id): JudgeChoice => {
    const runs = comparableRuns(cases, id);
    if (!id.startsWith(OWN_PREFIX))
      return { id, name: site.get(id)?.name ?? id, access: site.get(id)?.access ?? null, runs };
    const plain = id.slice(OWN_PREFIX.length);
    return { id, name: `${site.get(plain)?.name ?? plain} (yours)`, access: null, runs };
  });
}

/** Gives the judge that leads the first table with own runs, as an address names it; undefined where nobody else has a value. */
function leader({ boards }: ComparableData, entryOf: (run: string) => string | undefined): string | undefined {
  const [first] = headlineBoards(boards);
  if (first === undefined) return undefined;
  const { key, direction } = first.column;
  const rivals = first.board.rows.flatMap((row) => {
    const value = soundValue(row.cells[key]);
    return row.kind === 'judge' && row.judge !== null && !isOwn(row) && value !== null ? [{ row, value }] : [];
  });
  const [best] = rivals.sort((a, b) => better(direction, b.value, a.value));
  return best === undefined ? undefined : (entryOf(best.row.id) ?? best.row.judge ?? undefined);
}

function openingOf(comparable: ComparableData, { runs }: ComparedBenchmark): readonly string[] {
  const entryOf = (run: ComparedRun): string => {
    const own = runs.filter(({ judge, protocol }) => judge === run.judge && protocol === run.protocol);
    // Of several own runs each is called by its name, also the one that would stand for the judge.
    const isNamed = standardRun(own) !== run || (own.length > 1 && run.run.startsWith(OWN_PREFIX));
    return entryText(run.judge, isNamed ? run.run : null);
  };
  const mine = runs.filter(({ run }) => run.startsWith(OWN_PREFIX));
  const [first] = mine;
  if (first === undefined) return [];
  const second = mine.find((run) => run !== first && run.protocol === first.protocol);
  if (second !== undefined) return [entryOf(first), entryOf(second)];
  const rival = leader(comparable, (id) => {
    const run = runs.find((one) => one.run === id);
    return run && entryOf(run);
  });
  return rival === undefined ? [entryOf(first)] : [rival, entryOf(first)];
}

interface Place {
  readonly benchmark: Benchmark;
  /** The name in the place of the benchmark's id, and in the place of its name. */
  readonly id: string;
  readonly name: string;
}

export async function gatherComparison(
  query: Query,
  result: OwnResult,
  { benchmark, id, name }: Place,
): Promise<OwnComparison> {
  const cases = { ...(await gatherCompared(query, benchmark)), benchmark: id, name };
  const { paired, printed } = result.scored;
  const boards = [...paired, ...printed].map((board) => ownBoard(board, id, result.release));
  const runs = cases.runs.toSorted(
    (a, b) => Number(b.run.startsWith(OWN_PREFIX)) - Number(a.run.startsWith(OWN_PREFIX)),
  );
  const comparable = { boards, cases: [{ ...cases, runs }] };
  return { choices: choicesOf(comparable, result), comparable, opening: openingOf(comparable, { ...cases, runs }) };
}

type Lines = NonNullable<CaseFilesData['lines']>;

/** Gives a case as own files have it, with what the release adds: pictures and texts where the files have none, and what its judges answered. */
function merged(own: StoredCase, release: Case | undefined): StoredCase {
  if (release === undefined) return own;
  const given = wholeCase(own);
  return {
    ...release,
    ...given,
    prompt: given.prompt === '' ? release.prompt : given.prompt,
    media: release.media.length > 0 ? release.media : given.media,
    responses: given.responses.length > 0 ? given.responses : release.responses,
    own_gold: [...given.own_gold, ...release.own_gold],
    judgments: [...given.judgments, ...release.judgments],
    contributions: [...given.contributions, ...release.contributions],
  };
}

/** Gives cases with what the release has of them. Only those that it has are asked for, so that no request says anything of the others. */
async function withReleased(
  found: readonly OwnCaseTexts[],
  catalog: string | null,
  signal: AbortSignal,
): Promise<readonly StoredCase[]> {
  const known = found.filter(({ released }) => released).map(({ own }) => own.instance);
  const released =
    known.length === 0 || catalog === null ? new Map<string, Case>() : await loadCases(catalog, known, { signal });
  return found.map(({ own }) => merged(own, released.get(own.instance)));
}

/** Leaves of a line of the release what its own pages alone may show: texts and pictures that it fetched from others, which say whose they are. */
const withoutTexts = ({ gold, said }: CaseText): CaseText => ({
  prompt: '',
  thumb: '',
  gold,
  said: said.map(([run, criterion, answer]) => [run, criterion, answer, '']),
});

/** A prompt where the files have none, a small picture, and the answers of the release's judges, which stand after the `runs` own ones in the list's choices. */
async function withReleaseLines(
  lines: ReadonlyMap<number, OwnLine>,
  catalog: string | null,
  runs: number,
): Promise<ReadonlyMap<number, CaseText>> {
  const known = [...lines.values()].flatMap(({ released }) => released ?? []);
  const none: LinesFound = { texts: new Map(), failure: null };
  const { texts: release, failure } = catalog === null || known.length === 0 ? none : await loadLines(catalog, known);
  if (failure !== null) throw failure;
  const texts = catalog === null ? undefined : (await loadInstanceData(catalog)).texts;
  const whole = ({ line, released }: OwnLine): CaseText => {
    const found = released === null ? undefined : release.get(released);
    if (found === undefined) return line;
    const more = texts === undefined ? found : withoutTexts(found);
    const said = more.said.map(([run, ...answer]): CaseText['said'][number] => [run + runs, ...answer]);
    return { ...line, prompt: line.prompt || more.prompt, thumb: more.thumb, said: [...line.said, ...said] };
  };
  return new Map([...lines].map(([place, own]) => [place, whole(own)]));
}

const HELD = `SELECT EXISTS (SELECT 1 FROM gold WHERE annotator = '' AND kind <> 'reference') AS gold,
  EXISTS (SELECT 1 FROM judgments WHERE starts_with(run, ${literal(OWN_PREFIX)}) AND length > 0) AS reason`;

async function heldBy(query: Query, release: CaseFilesData | null): Promise<Lines['holds']> {
  const [own] = await query(HELD);
  const pictures = release?.texts === undefined && release?.lines?.holds.includes('thumb') === true;
  return [
    'prompt',
    ...(pictures ? ['thumb' as const] : []),
    ...(own?.['gold'] === true ? ['gold' as const] : []),
    ...(own?.['reason'] === true ? ['reason' as const] : []),
  ];
}

interface FilesOf {
  /** The result's number, and the release's name of the same cases; null where it has none. */
  readonly of: { readonly result: number; readonly catalog: string | null };
  readonly id: string;
  readonly gathered: <T>(gather: (query: Query) => Promise<T>) => { readonly get: () => Promise<T> };
  readonly ask: <J extends 'cases' | 'lines' | 'bucket'>(job: J, ask: JobAsk<J>) => Promise<JobAnswer<J>>;
  /** Own runs as their files call them, in the order of the list's choices. */
  readonly runs: () => Promise<readonly string[]>;
  readonly signal: AbortSignal;
}

let made = 0;

/** Where nothing lies: members are made when they are asked for. */
const NOWHERE: PackSet = { path: '', index: '', packs: '', members: 0 };

function ownFiles({ of, id, gathered, ask, runs, signal }: FilesOf): Omit<LocalRelease, 'database'> {
  const { catalog } = of;
  // Paths are never those of other files, so whoever has read one need not read it again.
  const version = `v${++made}`;
  const columns = gathered(async (query): Promise<CaseFiles> => writeCaseFiles(query, await summarisedBy(query)));
  const data = gathered(async (query): Promise<CaseFilesData> => {
    const { criteria } = await columns.get();
    const release = catalog === null ? null : await loadInstanceData(catalog);
    const holds = await heldBy(query, release);
    const at = (kind: keyof CaseFiles): string => `${id}/${kind}.${version}.bin`;
    return {
      cases: NOWHERE,
      columns: { cases: at('columns'), details: at('details'), criteria: criteria === null ? null : at('criteria') },
      lines: { ...NOWHERE, holds },
      ...(holds.includes('reason') ? { postings: { ...NOWHERE, members: OWN_BUCKETS } } : {}),
    };
  });
  return {
    data: data.get,
    cases: async (ids) => withReleased(await ask('cases', { ...of, ids }), catalog, signal),
    lines: async (places) => {
      const own = await runs();
      return withReleaseLines(await ask('lines', { ...of, places, runs: own }), catalog, own.length);
    },
    words: (bucket) => ask('bucket', { result: of.result, bucket }),
    file: async (path) => {
      const files = await columns.get();
      return files[/(columns|details|criteria)\.v\d+\.bin$/.exec(path)?.[1] as keyof CaseFiles];
    },
  };
}

/** Own cases of a result as the pages read those of a benchmark. All of it throws ClientFailure. */
export interface OwnSource {
  /** To be held under the name of the result (`holdRelease`), under which pages ask for it. */
  readonly local: LocalRelease;
  /** What the explorer, the page of a case, the pages of figures and the comparison begin with; worked out once. */
  readonly list: () => Promise<Prerendered>;
  readonly facts: () => Promise<CaseFacts>;
  readonly figures: () => Promise<readonly PrerenderedFigures[]>;
  readonly comparison: () => Promise<OwnComparison>;
  /** What readers are told before they see prompts that the release adds; null where nothing has to be. */
  readonly note: () => Promise<string | null>;
  readonly end: () => void;
}

const nameOf = (benchmark: Benchmark): string => `Your results on ${benchmark.name}`;

/** The result, and the name used in place of its benchmark's id, under which pages ask for its cases (`casesName`). */
interface OwnSubject {
  readonly benchmark: Benchmark;
  readonly id: string;
}

const named = ({ benchmark, id }: OwnSubject, release: string) => ({
  benchmark: id,
  name: nameOf(benchmark),
  licence: '',
  release,
  words: false,
});

/** Says whose prompts and reasons the release shows beside own ones; null where it shows none of others. */
async function textsOfOthers(catalog: string | null): Promise<TextsOfOthers | null> {
  const texts = catalog === null ? undefined : (await loadInstanceData(catalog)).texts;
  return texts?.present === true ? texts : null;
}

const RUNS = `SELECT run, judge, coalesce(judges.name, runs.judge) AS name, variant FROM runs LEFT JOIN judges USING (judge) ORDER BY runs.rowid`;

async function gatherFacts(query: Query, { benchmark, id }: OwnSubject, catalog: string | null): Promise<CaseFacts> {
  const runs = (await query(RUNS)).map((row) => ({
    run: text(row, 'run'),
    judge: text(row, 'judge'),
    name: text(row, 'name'),
    variant: text(row, 'variant'),
  }));
  const judges = await query('SELECT judge, name, reference FROM judges');
  const references = new Set(judges.flatMap((row) => (row['reference'] === true ? [text(row, 'judge')] : [])));
  return {
    ...benchmarkFacts(benchmark),
    benchmark: id,
    name: nameOf(benchmark),
    runs,
    lines: runs.filter(({ judge }) => references.has(judge)).map(({ run }) => run),
    // Own runs come first, and are therefore those whose reasons stand beside each other before anyone chooses.
    order: runs.map(({ run }) => run),
    names: Object.fromEntries(judges.map((row) => [text(row, 'judge'), text(row, 'name')])),
    elsewhere: null,
    texts: await textsOfOthers(catalog),
    // Own results have no columns that could answer for such lists.
    losses: [],
  };
}

async function gatherFigures(query: Query, subject: OwnSubject, release: string): Promise<PrerenderedFigures[]> {
  const found: GatheredPage[] = [];
  const opensOn = (run: string): boolean => run.startsWith(OWN_PREFIX);
  for await (const page of gatherPages(query, subject.benchmark, { ...named(subject, release), opensOn }))
    found.push(page);
  const pages = found.map(({ page }) => page);
  // No files lie beside the data: another choice asks the engine, which is here.
  return found.map((one) => ({ ...one, pages, closely: {} }));
}

/** Gives the cases of a result of a benchmark. What the engine loses is worked out anew by whoever asks next. */
export function ownSource(session: OwnSession, result: OwnResult, subject: OwnSubject): OwnSource {
  const { job, release } = result;
  const { benchmark, id } = subject;
  const { catalog } = job;
  const ended = new AbortController();
  const { signal } = ended;
  const opened = sharedOpening(async () =>
    openConnection(await startEngine(), [`USE ${ownCatalogs(job.result).cases}`]),
  );
  const shown = (): Promise<null> => askOf(session, job, ['show', job, signal]);
  const database: LocalRelease['database'] = async () => {
    await shown();
    const own = await opened.get();
    signal.throwIfAborted();
    return own;
  };
  const gathered = <T>(gather: (query: Query) => Promise<T>) =>
    shared(async () => {
      const { query } = await database();
      return gather((sql, params) => query(sql, params, { signal }));
    });
  const unsubscribe = engineState.subscribe(() => {
    if (engineState.get().phase === 'failed') opened.forget();
  });
  const { data, ...files } = ownFiles({
    of: { result: job.result, catalog },
    id,
    gathered,
    ask: (name, ask) => shown().then(() => session.ask(name, ask, signal)),
    runs: async () =>
      (await list.get()).choices.runs.flatMap(({ run }) =>
        run.startsWith(OWN_PREFIX) ? [run.slice(OWN_PREFIX.length)] : [],
      ),
    signal,
  });
  const list = gathered(async (query): Promise<Prerendered> => {
    const { lines, postings } = await data();
    const more = {
      ...named(subject, release),
      ...(lines === undefined ? {} : { lines: lines.holds }),
      words: postings !== undefined,
    };
    return { ...(await gatherList(query, await loadColumns(id), { ...more, benchmark, id })), lines: [], texts: null };
  });
  const place = { benchmark, id, name: nameOf(benchmark) };
  return {
    local: { data, ...files, database },
    list: list.get,
    facts: gathered((query) => gatherFacts(query, subject, catalog)).get,
    figures: gathered((query) => gatherFigures(query, subject, release)).get,
    comparison: gathered((query) => gatherComparison(query, result, place)).get,
    note: shared(async () => contentNote(benchmark, await textsOfOthers(catalog))).get,
    end: () => {
      unsubscribe();
      ended.abort(new DOMException('other cases are looked at', 'AbortError'));
      opened.end();
    },
  };
}
