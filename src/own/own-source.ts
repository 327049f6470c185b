import { benchmarkFacts } from '../case/benchmark-facts.ts';
import type { CaseFacts } from '../case/facts.ts';
import type { Choices } from '../cases/choices.ts';
import { readCaseColumns } from '../cases/columns/read.ts';
import { writeCaseFiles } from '../cases/columns/write.ts';
import { summarisedBy } from '../cases/gather.ts';
import { loadCases } from '../client/case.ts';
import { openConnection } from '../client/connection.ts';
import { startEngine } from '../client/engine.ts';
import { failureOf } from '../client/failure.ts';
import { LINES_NOT_READ, loadLines } from '../client/lines.ts';
import type { CaseText, LinesFound, LocalCases } from '../client/local-cases.ts';
import { loadInstanceData } from '../client/manifest.ts';
import { shared, sharedOpening } from '../client/shared.ts';
import { engineState } from '../client/store.ts';
import { gatherList, type Prerendered } from '../explore/gather-list.ts';
import type { PrerenderedFigures } from '../figures/page/case-figures.ts';
import { type GatheredPage, gatherPages } from '../figures/page/gather-figures.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { TextsOfOthers } from '../schema/release.ts';
import { wholeCase } from '../schema/release-paths.ts';
import type { Case, StoredCase } from '../schema/shard.ts';
import { contentNote } from '../schema/words.ts';
import { type Query, text } from '../sql/query.ts';
import { literal } from '../sql/quote.ts';
import { type OwnCaseTexts, type OwnLine, ownCatalogs } from './intake/own-cases.ts';
import { OWN_PREFIX } from './intake/standing.ts';
import { askOf, type OwnResult } from './judge-files.ts';
import { gatherComparison, type OwnComparison } from './own-comparison.ts';
import type { OwnSession } from './session.ts';

type Holds = NonNullable<Choices['lines']>;

const HELD = `SELECT EXISTS (SELECT 1 FROM gold WHERE annotator = '' AND kind <> 'reference') AS gold,
  EXISTS (SELECT 1 FROM judgments WHERE starts_with(run, ${literal(OWN_PREFIX)}) AND length > 0) AS reason`;

/** Texts and pictures that the release fetched from others stay on its own pages, which say whose they are. */
const isOfOthers = async (catalog: string): Promise<boolean> => (await loadInstanceData(catalog)).texts !== undefined;

/** Gives the lines of own cases from their database. `catalog`: of the release, null where it has none of these cases. */
async function ownHolds(query: Query, catalog: string | null): Promise<Holds> {
  const [own] = await query(HELD);
  const release = catalog === null || (await isOfOthers(catalog)) ? undefined : (await loadInstanceData(catalog)).lines;
  return [
    'prompt',
    ...(release?.holds.includes('thumb') ? ['thumb' as const] : []),
    ...(own?.['gold'] === true ? ['gold' as const] : []),
    ...(own?.['reason'] === true ? ['reason' as const] : []),
  ];
}

/** Gives what the release says of cases, by their places in its table. */
async function releaseLines(catalog: string, places: readonly number[]): Promise<LinesFound> {
  try {
    const [found, others] = await Promise.all([loadLines(catalog, places), isOfOthers(catalog)]);
    if (!others) return found;
    const bare = ({ gold, said }: CaseText): CaseText => ({
      prompt: '',
      thumb: '',
      gold,
      said: said.map(([run, criterion, answer]) => [run, criterion, answer, '']),
    });
    return { ...found, texts: new Map([...found.texts].map(([place, line]) => [place, bare(line)])) };
  } catch (error) {
    return { texts: new Map(), failure: failureOf(error, LINES_NOT_READ) };
  }
}

/**
 * Gives the lines of own cases with what the release has of them: a prompt where the files have none, a small picture, and what its judges answered,
 * which stand after the own runs in the list's choices. `runs`: how many own runs there are.
 */
async function withRelease(lines: readonly OwnLine[], catalog: string | null, runs: number): Promise<LinesFound> {
  const known = lines.flatMap(({ released }) => released ?? []);
  const { texts: release, failure }: LinesFound =
    catalog === null || known.length === 0 ? { texts: new Map(), failure: null } : await releaseLines(catalog, known);
  const texts = new Map(
    lines.map(({ place, line, released }): [number, CaseText] => {
      const more = released === null ? undefined : release.get(released);
      if (more === undefined) return [place, line];
      const said = more.said.map(([run, ...answer]): CaseText['said'][number] => [run + runs, ...answer]);
      return [place, { ...line, prompt: line.prompt || more.prompt, thumb: more.thumb, said: [...line.said, ...said] }];
    }),
  );
  return { texts, failure };
}

/** Own cases of a result as the pages read those of a benchmark. All of it throws ClientFailure. */
export interface OwnSource {
  readonly cases: LocalCases;
  /** What the explorer, the page of a case, the pages of figures and the comparison begin with; worked out once. */
  readonly list: () => Promise<Prerendered>;
  readonly facts: () => Promise<CaseFacts>;
  readonly figures: () => Promise<readonly PrerenderedFigures[]>;
  readonly comparison: () => Promise<OwnComparison>;
  /** What readers are told before they see prompts that the release adds; null where nothing has to be. */
  readonly note: () => Promise<string | null>;
  /** Gives up what is still being worked out; others may then use the engine. */
  readonly end: () => void;
}

/** Gives a case as own files have it, with what the release adds: pictures and texts where the files have none, and what its judges answered. */
function merged(own: StoredCase, release: Case | undefined): Case {
  const given = wholeCase(own);
  if (release === undefined) return given;
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
): Promise<ReadonlyMap<string, Case>> {
  const known = found.filter(({ released }) => released).map(({ own }) => own.instance);
  const released =
    known.length === 0 || catalog === null ? new Map<string, Case>() : await loadCases(catalog, known, { signal });
  return new Map(found.map(({ own }) => [own.instance, merged(own, released.get(own.instance))]));
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
  const database: LocalCases['database'] = async () => {
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
  const of = { result: job.result, catalog };
  const cases: LocalCases['cases'] = async (ids) => {
    await shown();
    return withReleased(await session.ask('cases', { ...of, ids }, signal), catalog, signal);
  };
  const columns = gathered(async (query) => writeCaseFiles(query, await summarisedBy(query)));
  const list = gathered(async (query): Promise<Prerendered> => {
    const lines = await ownHolds(query, catalog);
    const more = { ...named(subject, release), lines, words: lines.includes('reason') };
    const own = readCaseColumns((await columns.get()).columns);
    return { ...(await gatherList(query, own, { ...more, benchmark, id })), lines: [], texts: null };
  });
  const lines: LocalCases['lines'] = async (places) => {
    const { choices } = await list.get();
    await shown();
    const runs = choices.runs.flatMap(({ run }) => (run.startsWith(OWN_PREFIX) ? [run.slice(OWN_PREFIX.length)] : []));
    const found = await session.ask('lines', { ...of, places, runs }, signal);
    return withRelease(found, catalog, runs.length);
  };
  const placesWith: LocalCases['placesWith'] = async (words) => {
    await shown();
    return session.ask('words', { ...of, words }, signal);
  };
  const place = { benchmark, id, name: nameOf(benchmark) };
  return {
    cases: { database, columns: columns.get, cases, lines, placesWith },
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
