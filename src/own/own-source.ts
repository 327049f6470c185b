import { benchmarkFacts } from '../case/benchmark-facts.ts';
import type { CaseFacts } from '../case/facts.ts';
import { openCatalog } from '../client/attach.ts';
import { loadCases } from '../client/case.ts';
import { startEngine } from '../client/engine.ts';
import { engineState } from '../client/engine-state.ts';
import { CaseForm } from '../client/forms.ts';
import type { LocalCases } from '../client/local-cases.ts';
import { validated } from '../client/manifest.ts';
import { shared, sharedOpening } from '../client/shared.ts';
import { gatherList } from '../explore/gather-list.ts';
import type { Prerendered } from '../explore/prerendered.ts';
import { type GatheredPage, gatherPages } from '../figures/page/gather-figures.ts';
import type { PrerenderedFigures } from '../figures/page/prerendered.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { Case, StoredCase } from '../schema/shard.ts';
import { type Query, text } from '../sql/query.ts';
import { OWN_CATALOG } from './intake/own-cases.ts';
import { OWN } from './intake/standing.ts';
import { type OwnResult, withCases } from './judge-files.ts';
import { gatherComparison, type OwnComparison } from './own-comparison.ts';
import { ownHolds, withRelease } from './own-lists.ts';
import type { OwnSession } from './session.ts';

/**
 * The name in the place of a benchmark's under which pages ask for own cases. It ends in `#`, so that every address that is made of it, such as
 * that of a case, lies in the fragment, which no browser sends to a server.
 */
export const OWN_CASES = 'your-results/#';

/** Own cases of a result as the pages read those of a benchmark. All of it throws ClientFailure. */
export interface OwnSource {
  readonly cases: LocalCases;
  /** What the explorer, the page of a case, the pages of figures and the comparison begin with; worked out once. */
  readonly list: () => Promise<Prerendered>;
  readonly facts: () => Promise<CaseFacts>;
  readonly figures: () => Promise<readonly PrerenderedFigures[]>;
  readonly comparison: () => Promise<OwnComparison>;
  /** Gives up what is still being worked out; others may then use the engine. */
  readonly end: () => void;
}

/** A case as own files have it, with what the release adds: pictures and texts where the files have none, and what its judges answered. */
function merged(own: StoredCase, release: Case | undefined): Case {
  const given = validated(CaseForm, own, 'your files');
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

const nameOf = (benchmark: Benchmark): string => `Your results on ${benchmark.name}`;

const named = (benchmark: Benchmark, release: string) => ({
  benchmark: OWN_CASES,
  name: nameOf(benchmark),
  licence: '',
  release,
  words: false,
});

const RUNS = `SELECT run, judge, coalesce(judges.name, runs.judge) AS name, variant FROM runs LEFT JOIN judges USING (judge) ORDER BY runs.rowid`;

async function gatherFacts(query: Query, benchmark: Benchmark): Promise<CaseFacts> {
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
    benchmark: OWN_CASES,
    name: nameOf(benchmark),
    runs,
    lines: runs.filter(({ judge }) => references.has(judge)).map(({ run }) => run),
    // Own runs come first, and are therefore those whose reasons stand beside each other before anyone chooses.
    order: runs.map(({ run }) => run),
    names: Object.fromEntries(judges.map((row) => [text(row, 'judge'), text(row, 'name')])),
    elsewhere: null,
    texts: null,
  };
}

async function gatherFigures(query: Query, benchmark: Benchmark, release: string): Promise<PrerenderedFigures[]> {
  const found: GatheredPage[] = [];
  const opensOn = (run: string): boolean => run.startsWith(OWN);
  for await (const page of gatherPages(query, benchmark, { ...named(benchmark, release), opensOn })) found.push(page);
  const pages = found.map(({ page }) => page);
  // No files lie beside the data: another choice asks the engine, which is here.
  return found.map((one) => ({ ...one, pages, closely: {}, sheets: {} }));
}

/** The cases of a result of a benchmark. What the engine loses is worked out anew by whoever asks next. */
export function ownSource(session: OwnSession, result: OwnResult, benchmark: Benchmark): OwnSource {
  const { job, release } = result;
  const { catalog } = job;
  const ended = new AbortController();
  const { signal } = ended;
  const held = <T>(use: () => Promise<T>): Promise<T> => withCases(session, job, { use, signal });
  const database = sharedOpening(() => held(async () => openCatalog(await startEngine(), OWN_CATALOG)));
  const query: Query = async (sql, params) => {
    signal.throwIfAborted();
    return (await database.get()).query(sql, params);
  };
  const unsubscribe = engineState.subscribe(() => {
    if (engineState.get().phase === 'failed') database.forget();
  });
  const cases: LocalCases['cases'] = async (ids) => {
    const found = await held(() => session.ask('cases', { ids, catalog }, signal));
    const known = found.filter(({ released }) => released).map(({ own }) => own.instance);
    // Only cases that the release has are asked for, so that no request says anything of the others.
    const released =
      known.length === 0 || catalog === null ? new Map<string, Case>() : await loadCases(catalog, known, { signal });
    return new Map(found.map(({ own }) => [own.instance, merged(own, released.get(own.instance))]));
  };
  const list = shared(async (): Promise<Prerendered> => {
    const lines = await ownHolds(query, catalog);
    const found = await gatherList(query, benchmark, {
      ...named(benchmark, release),
      lines,
      words: lines.includes('reason'),
    });
    return { ...found, lines: [], texts: null };
  });
  const lines: LocalCases['lines'] = async (places) => {
    const { choices } = await list.get();
    const runs = choices.runs.flatMap(({ run }) => (run.startsWith(OWN) ? [run.slice(OWN.length)] : []));
    const found = await held(() => session.ask('lines', { places, runs, catalog }, signal));
    return withRelease(found, catalog, runs.length);
  };
  const placesWith: LocalCases['placesWith'] = (text) => held(() => session.ask('words', text, signal));
  return {
    cases: { database: database.get, cases, lines, placesWith },
    list: list.get,
    facts: shared(() => gatherFacts(query, benchmark)).get,
    figures: shared(() => gatherFigures(query, benchmark, release)).get,
    comparison: shared(() => gatherComparison(query, result, { benchmark, id: OWN_CASES, name: nameOf(benchmark) }))
      .get,
    end: () => {
      unsubscribe();
      ended.abort(new DOMException('other cases are looked at', 'AbortError'));
      database.end();
    },
  };
}
