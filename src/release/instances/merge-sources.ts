import type { Run } from '../../schema/records.ts';
import type { WorkDatabase } from './work.ts';

/** A run that brings another record than the one of the same name before it. */
export interface Conflict {
  readonly source: number;
  readonly kind: 'instances' | 'responses' | 'gold';
  readonly key: string;
}

/** What names a record, and how it is shown. */
const KEYS: Readonly<Record<Conflict['kind'], readonly string[]>> = {
  instances: ['instance'],
  responses: ['instance', 'response', 'condition'],
  gold: ['instance', 'response', 'criterion', 'kind', 'annotator'],
};

async function conflictsIn(work: WorkDatabase, kind: Conflict['kind']): Promise<Conflict[]> {
  const keys = KEYS[kind].join(', ');
  const rows = await work.query(`
    WITH marked AS (
      SELECT source, instance, record, first(record) OVER (PARTITION BY ${keys} ORDER BY source ROWS UNBOUNDED PRECEDING) AS other FROM ${kind})
    SELECT source, min(instance) AS instance FROM marked WHERE record <> other GROUP BY source ORDER BY source`);
  return Promise.all(
    rows.map(async ({ source, instance }) => {
      const { id } = await work.row(`SELECT id FROM instances WHERE instance = ${Number(instance)} LIMIT 1`);
      return { source: Number(source), kind, key: String(id) };
    }),
  );
}

/**
 * Makes one set of instances, responses and gold of what the benchmark and its runs bring: equal records once, and nothing
 * of runs that are not among `runs` or that contradict an earlier one. Those are returned.
 */
export async function mergeSources(work: WorkDatabase, runs: ReadonlyMap<number, Run>): Promise<Conflict[]> {
  const { sources } = await work.row('SELECT count(DISTINCT source)::DOUBLE AS sources FROM instances');
  const { own } = await work.row(
    'SELECT count(*)::DOUBLE AS own FROM (SELECT source FROM responses UNION ALL SELECT source FROM gold) WHERE source >= 0',
  );
  if (Number(sources) <= 1 && Number(own) === 0 && runs.size > 0) return [];
  const kept = new Set(runs.keys());
  await keepOnly(work, kept);
  const conflicts: Conflict[] = [];
  for (const kind of Object.keys(KEYS) as Conflict['kind'][]) {
    for (const conflict of await conflictsIn(work, kind)) {
      if (kept.delete(conflict.source)) conflicts.push(conflict);
    }
  }
  await keepOnly(work, kept);
  await deduplicate(work);
  return conflicts;
}

async function keepOnly(work: WorkDatabase, sources: ReadonlySet<number>): Promise<void> {
  const list = [-1, ...sources].join(', ');
  for (const table of ['instances', 'attributes', 'responses', 'gold']) {
    await work.run(`DELETE FROM ${table} WHERE source NOT IN (${list})`);
  }
}

/** Of equal records the first. Attributes follow their instance. */
async function deduplicate(work: WorkDatabase): Promise<void> {
  for (const [table, keys] of Object.entries(KEYS)) {
    await work.run(`CREATE OR REPLACE TABLE ${table} AS
      SELECT * FROM ${table} QUALIFY row_number() OVER (PARTITION BY ${keys.join(', ')} ORDER BY source) = 1 ORDER BY ALL`);
  }
  await work.run('DELETE FROM attributes WHERE (source, instance) NOT IN (SELECT (source, instance) FROM instances)');
}
