import fs from 'node:fs/promises';
import { OFFICIAL_SETTINGS } from '../../metrics/settings.ts';
import type { Judge } from '../../schema/judge.ts';
import type { LoadedRuns } from '../../scoring/load-runs.ts';
import { buildNarrowTables, storeJudges, storeScores } from '../../scoring/narrow.ts';
import type { QueryRow } from '../../sql/query.ts';
import { identifier } from '../../sql/quote.ts';
import { amendTables } from './amend-tables.ts';
import { type RecordDigests, recordDigests } from './digests.ts';
import type { KeptResults } from './kept.ts';
import { keptScores, type ScoresKept } from './kept-scores.ts';
import { type DigestsBefore, PartDigests } from './part-digests.ts';
import type { WorkDatabase } from './work.ts';

/** Columns of the table `labels` with names of which the stored tables hold numbers. */
const LABELS = ['criterion', 'stage', 'condition', 'critique_judge', 'order', 'verdict', 'lenient', 'parse'];

/** What is known of kept tables of scores. */
export interface ScoredBefore {
  /** Runs with their numbers, and all names that judgments use. */
  readonly names: readonly QueryRow[];
  readonly shared: RecordDigests['shared'];
  readonly runs: readonly (readonly [run: string, digest: string])[];
  readonly splits: readonly (readonly [run: string, digests: Readonly<Record<string, string>>])[];
  readonly scored: readonly (readonly [run: string, digest: string])[];
  readonly parts: DigestsBefore;
}

/** The narrow tables and scores of what was read, as `final`, and what is known of them. */
export interface ScoredTables {
  readonly known: ScoresKept;
  readonly names: readonly QueryRow[];
  readonly parts: PartDigests;
  /** What the kept tables were made of, and the places of the cases that differ; null where all were made anew. */
  readonly since: { readonly cases: readonly number[]; readonly digests: RecordDigests } | null;
}

interface TablesWith {
  /** The file of `final`, where that of a kept database may lie. */
  readonly database: string;
  readonly judges: ReadonlyMap<string, Judge>;
  readonly loaded: LoadedRuns;
  readonly before: ScoredBefore | null;
  /** Numbers of the runs that are not as in the kept database; null where more has changed. */
  readonly changed: readonly number[] | null;
  readonly kept: KeptResults;
  readonly scratch: string;
}

async function namesIn({ query }: WorkDatabase): Promise<readonly QueryRow[]> {
  const labels = await query(`SELECT ${LABELS.map(identifier).join(', ')} FROM labels`);
  return [
    ...(await query('FROM runs ORDER BY ordinal')),
    Object.fromEntries(LABELS.map((name) => [name, [...new Set(labels.map((row) => row[name]))].sort()])),
    ...(await query('SELECT name FROM response_names ORDER BY name')),
  ];
}

/** Makes the tables of what stands in the working database; in a kept file only what has changed. `final` is the current database afterwards. */
export async function scoredTables(work: WorkDatabase, parts: TablesWith): Promise<ScoredTables> {
  const { database, judges, loaded, before, changed, kept, scratch } = parts;
  const names = await namesIn(work);
  if (before !== null && changed !== null && JSON.stringify(names) === JSON.stringify(before.names)) {
    const { shared, runs, splits, scored } = before;
    const digests = { shared, runs: new Map(runs), splits: new Map(splits), scored: new Map(scored) };
    const { runs: all, attributes } = loaded;
    const amended = await amendTables(work, { database, runs: all, attributes, changed, digests, kept, scratch });
    if (amended !== null) {
      const { known, cases } = amended;
      return { known, names, parts: new PartDigests(work.heavy, before.parts, cases), since: { cases, digests } };
    }
  }
  for (const file of [database, `${database}.wal`]) await fs.rm(file, { force: true });
  await buildNarrowTables(work, database, loaded.attributes);
  await storeJudges(work, judges);
  const known = { digests: await recordDigests(work.query), kept, scratch, since: null };
  await keptScores(work, { runs: [...loaded.runs.values()], settings: OFFICIAL_SETTINGS, place: 'work' }, known);
  await storeScores(work);
  return { known, names, parts: new PartDigests(work.heavy), since: null };
}

/** Gives the facts about the tables that the next build needs. */
export function scoredBefore({ known, names, parts }: ScoredTables): ScoredBefore {
  const { shared, runs, splits, scored } = known.digests;
  return { names, shared, runs: [...runs], splits: [...splits], scored: [...scored], parts: parts.found };
}
