import type { Benchmark } from '../schema/benchmark.ts';
import type { Problem } from '../schema/problem.ts';
import { openRunFiles, type RunFiles, unknownBenchmark } from './intake/run-files.ts';
import { bringsCases, type OwnScores } from './intake/score-runs.ts';
import type { OwnSession } from './session.ts';
import { loadPrinted, loadSiteData, openRelease, releaseRecords, type SiteData } from './site-data.ts';

/** Own runs of one benchmark, scored. */
export interface OwnResult {
  readonly benchmark: Benchmark | null;
  readonly runs: readonly RunFiles[];
  readonly scored: OwnScores;
  /** Of the site's data that they were compared with. */
  readonly release: string;
}

type Site = SiteData['benchmarks'][number];

async function compared(site: Site | undefined, needsRecords: boolean) {
  const printed = site === undefined ? [] : await loadPrinted(site.printed);
  if (site === undefined || !site.cases) return { catalog: null, shared: null, printed };
  const database = await openRelease(site.benchmark.id);
  return { catalog: site.benchmark.id, shared: needsRecords ? await releaseRecords(database) : null, printed };
}

/** Scores run folders, benchmark by benchmark; of one benchmark at a time the tables stay in the engine. Throws ClientFailure. */
export async function judgeRuns(session: OwnSession, runs: readonly RunFiles[]): Promise<readonly OwnResult[]> {
  const site = await loadSiteData();
  const opened = await Promise.all(runs.map(async (files) => ({ files, folder: await openRunFiles(files) })));
  const results: OwnResult[] = [];
  for (const [id, own] of Map.groupBy(opened, ({ folder }) => folder.run?.benchmark ?? '')) {
    const known = site.benchmarks.find(({ benchmark }) => benchmark.id === id);
    const needsRecords = own.some(({ folder }) => !bringsCases(folder));
    const { catalog, shared, printed } = await compared(known, needsRecords);
    const benchmark = known?.benchmark ?? null;
    const files = own.map((one) => one.files);
    const scored = await session.ask('score', {
      benchmark,
      judges: site.judges,
      runs: files,
      shared,
      printed,
      catalog,
    });
    const ids = site.benchmarks.map((one) => one.benchmark.id);
    const unknown: Problem[] =
      benchmark !== null || id === ''
        ? []
        : own.map((one) => ({ severity: 'warning', ...unknownBenchmark(id, ids, one.files.label) }));
    const ingest = {
      ...scored.ingest,
      problems: [...unknown, ...scored.ingest.problems],
      warnings: scored.ingest.warnings + unknown.length,
    };
    results.push({ benchmark, runs: files, scored: { ...scored, ingest }, release: site.release });
  }
  return results;
}
