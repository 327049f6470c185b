import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Settings } from '../../metrics/settings.ts';
import type { IngestReport } from '../../schema/release.ts';
import { buildNarrowTables, scoreRuns, storeScores } from '../../scoring/narrow.ts';
import { CHOSEN_ROWS, chooseAll, type ScoreRow, scoreRows } from '../../scoring/score-rows.ts';
import { unreadOf } from '../../scoring/unread.ts';
import { openAlone } from '../input-run.ts';
import { loadRuns } from './load-runs.ts';
import { SILENT } from './progress.ts';
import { matchingInstances } from './where.ts';
import { WorkDatabase } from './work.ts';

export interface ScoredRun {
  readonly folder: string;
  readonly rows: readonly ScoreRow[];
  /** What became of its records, as in a release. */
  readonly ingest: IngestReport;
}

async function choose(work: WorkDatabase, where: string | null): Promise<void> {
  if (where === null) {
    await chooseAll(work);
    return;
  }
  const ids = await matchingInstances(work, where);
  const table = await work.appenderTo('chosen', 'instance VARCHAR');
  for (const id of ids) table.add([id]);
  table.close();
}

export interface ScoreOptions {
  /** A condition over the columns of instances; null for all. */
  readonly where: string | null;
  readonly settings: Settings;
}

/**
 * Scores a run folder: each metric as a whole per split (and per critique judge), and by every other slice. Records with problems are left
 * out and reported. `root` holds data/. Throws `ConditionError`.
 */
export async function scoreFolder(folder: string, root: string, { where, settings }: ScoreOptions): Promise<ScoredRun> {
  const label = path.relative('.', folder) || '.';
  const alone = await openAlone(folder, root, label);
  const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'judgeboard-score-'));
  try {
    const work = await WorkDatabase.open(scratch);
    try {
      const { runs, attributes, ingest } = await loadRuns(alone, work, { gallery: null, progress: SILENT });
      const [run] = runs.values();
      if (run === undefined) return { folder: label, rows: [], ingest };
      await buildNarrowTables(work, path.join(scratch, 'final.duckdb'), attributes);
      await choose(work, where);
      const within = where === null ? {} : { within: CHOSEN_ROWS };
      await scoreRuns(work, { ...settings, ...within });
      await storeScores(work);
      const how = { protocol: run.protocol, unread: unreadOf(ingest), chosen: where !== null };
      return { folder: label, rows: await scoreRows(work, how), ingest };
    } finally {
      work.close();
    }
  } finally {
    await fs.rm(scratch, { recursive: true, force: true });
  }
}
