import type { Run } from '../schema/records.ts';
import { SHARED_GOLD } from './staging.ts';
import type { Work } from './work.ts';

/** A run whose record contradicts an earlier one of the same name. */
export interface RecordConflict {
  readonly source: number;
  readonly kind: 'instances' | 'responses';
  readonly key: string;
}

/** Fields that identify a record, by kind. */
const KEYS: Readonly<Record<RecordConflict['kind'], readonly string[]>> = {
  instances: ['instance'],
  responses: ['instance', 'response', 'condition'],
};

async function conflictsIn(work: Work, kind: RecordConflict['kind']): Promise<RecordConflict[]> {
  const keys = KEYS[kind];
  const rows = await work.query(`
    WITH said AS (
      SELECT source, ${keys.join(', ')}, unnest(string_split(facts, ',')) AS fact, unnest(range(len(string_split(facts, ',')))) AS place FROM ${kind}),
    marked AS (
      SELECT source, instance, fact, first(fact) OVER (
        PARTITION BY ${keys.join(', ')}, place ORDER BY source ROWS UNBOUNDED PRECEDING) AS other
      FROM said WHERE fact <> '')
    SELECT source, min(instance) AS instance FROM marked WHERE fact <> other GROUP BY source ORDER BY source`);
  return Promise.all(
    rows.map(async ({ source, instance }) => {
      const { id } = await work.row(`SELECT id FROM instances WHERE instance = ${Number(instance)} LIMIT 1`);
      return { source: Number(source), kind, key: String(id) };
    }),
  );
}

/**
 * Makes one set of instances and responses of what the benchmark and its runs bring: of records of one name the fullest, and
 * nothing of runs that are not among `runs` or that contradict an earlier one. Returns the contradictions. Labels are not merged: see `separateGold`.
 */
export async function mergeSources(work: Work, runs: ReadonlyMap<number, Run>): Promise<RecordConflict[]> {
  const sources = (
    await work.query(
      'SELECT DISTINCT source FROM (SELECT source FROM instances UNION ALL SELECT source FROM responses UNION ALL SELECT source FROM gold)',
    )
  ).map(({ source }) => Number(source));
  // A name that one source has twice was refused when it was read.
  if (sources.length <= 1 && sources.every((source) => source === SHARED_GOLD || runs.has(source))) return [];
  const kept = new Set(runs.keys());
  await keepOnly(work, kept);
  const conflicts: RecordConflict[] = [];
  for (const kind of Object.keys(KEYS) as RecordConflict['kind'][]) {
    for (const conflict of await conflictsIn(work, kind)) {
      if (kept.delete(conflict.source)) conflicts.push(conflict);
    }
  }
  await keepOnly(work, kept);
  await deduplicate(work);
  return conflicts;
}

async function keepOnly(work: Work, sources: ReadonlySet<number>): Promise<void> {
  const list = [-1, ...sources].join(', ');
  for (const table of ['instances', 'attributes', 'responses', 'gold']) {
    await work.run(`DELETE FROM ${table} WHERE source NOT IN (${list})`);
  }
}

/** Keeps, of records of one name, the one that says most, which is the longest. Attributes follow their instance. */
async function deduplicate(work: Work): Promise<void> {
  for (const [table, keys] of Object.entries(KEYS)) {
    await work.run(`CREATE OR REPLACE TABLE ${table} AS SELECT * FROM ${table}
      QUALIFY row_number() OVER (PARTITION BY ${keys.join(', ')} ORDER BY strlen(record) DESC, source) = 1`);
  }
  await work.run('DELETE FROM attributes WHERE (source, instance) NOT IN (SELECT (source, instance) FROM instances)');
}
