import { benchmarkFacts } from '../case/benchmark-facts.ts';
import type { CaseFacts } from '../case/facts.ts';
import { openConnection } from '../client/connection.ts';
import { startEngine } from '../client/engine.ts';
import type { LocalRelease } from '../client/local-release.ts';
import { loadInstanceData } from '../client/manifest.ts';
import { shared, sharedOpening } from '../client/shared.ts';
import { engineState } from '../client/store.ts';
import { loadColumns } from '../explore/case-columns.ts';
import { gatherList, type Prerendered } from '../explore/gather-list.ts';
import type { PrerenderedFigures } from '../figures/page/case-figures.ts';
import { type GatheredPage, gatherPages } from '../figures/page/gather-figures.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { TextsOfOthers } from '../schema/release.ts';
import { contentNote } from '../schema/words.ts';
import { type Query, text } from '../sql/query.ts';
import { ownCatalogs } from './intake/own-cases.ts';
import { OWN_PREFIX } from './intake/standing.ts';
import { askOf, type OwnResult } from './judge-files.ts';
import { gatherComparison, type OwnComparison } from './own-comparison.ts';
import { ownFiles } from './own-files.ts';
import type { OwnSession } from './session.ts';

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
  /** Gives up what is still being worked out; others may then use the engine. */
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
  const { data, file } = ownFiles({
    of: { result: job.result, catalog },
    id,
    gathered,
    ask: async (name, ask) => {
      await shown();
      return session.ask(name, ask, signal);
    },
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
    local: { data, file, database },
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
