import type { Run } from '../schema/records.ts';
import { text, type Work } from '../sql/query.ts';
import { SHARED_GOLD } from './staging.ts';

/** A run whose record contradicts an earlier one of the same name: where, what it says, and what the earlier one says. */
export interface RecordConflict {
  readonly source: number;
  readonly kind: 'instances' | 'responses';
  /** The names of the record. */
  readonly key: string;
  readonly field: string;
  readonly found: string;
  readonly expected: string;
}

/** SaidFields that identify a record, by kind. */
const KEYS: Readonly<Record<RecordConflict['kind'], readonly string[]>> = {
  instances: ['instance'],
  responses: ['instance', 'response', 'condition'],
};

type SaidFields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is SaidFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What records of one name must say alike, by kind (`Staging`). */
const FACTS: Readonly<Record<RecordConflict['kind'], readonly string[]>> = {
  instances: ['cluster', 'split', 'attributes', 'perturbed_prompts', 'prompt', 'media'],
  responses: ['model', 'text'],
};

/** Of these an empty one contradicts nothing: texts and pictures that somebody else holds. */
const MAY_LACK: readonly string[] = ['prompt', 'media', 'model', 'text'];

/** Lists what a record says, by field, and by each name in a field of several. */
function saidIn(record: SaidFields, kind: RecordConflict['kind']): ReadonlyMap<string, string> {
  const fields: SaidFields = { cluster: record['instance'], ...record };
  return new Map(
    FACTS[kind].flatMap((field): [string, string][] => {
      const value = fields[field] ?? '';
      if (isObject(value)) return Object.entries(value).map(([name, one]) => [`${field}.${name}`, String(one)]);
      const said = typeof value === 'string' ? value : JSON.stringify(value);
      return [[field, said.includes('"src":null') ? '' : said]];
    }),
  );
}

/** Finds the first field in which two records of one name differ. */
function contradiction(kind: RecordConflict['kind'], record: SaidFields, earlier: SaidFields) {
  const [said, before] = [saidIn(record, kind), saidIn(earlier, kind)];
  const [field = ''] = [...new Set([...said.keys(), ...before.keys()])].filter((one) => {
    const [found = '', expected = ''] = [said.get(one), before.get(one)];
    return found !== expected && !(MAY_LACK.includes(one) && (found === '' || expected === ''));
  });
  return { field, found: said.get(field) || 'nothing', expected: before.get(field) || 'nothing' };
}

async function conflictsIn(work: Work, kind: RecordConflict['kind']): Promise<RecordConflict[]> {
  const keys = KEYS[kind].join(', ');
  const rows = await work.query(`
    WITH said AS (
      SELECT source, ${keys}, unnest(string_split(facts, ',')) AS fact, unnest(range(len(string_split(facts, ',')))) AS place FROM ${kind}),
    marked AS (
      SELECT source, ${keys}, fact, first(fact) OVER earlier AS other, first(source) OVER earlier AS before
      FROM said WHERE fact <> ''
      WINDOW earlier AS (PARTITION BY ${keys}, place ORDER BY source ROWS UNBOUNDED PRECEDING)),
    differing AS (SELECT DISTINCT ON (source) source, before, ${keys} FROM marked WHERE fact <> other ORDER BY source, ${keys})
    SELECT differing.source AS source, own.record AS record, earlier.record AS earlier,
      concat_ws(', ', (SELECT any_value(id) FROM instances WHERE instances.instance = differing.instance)${KEYS[kind]
        .slice(1)
        .map((field) => `, nullif(differing.${field}, '')`)
        .join('')}) AS key
    FROM differing JOIN ${kind} AS own USING (source, ${keys})
      JOIN ${kind} AS earlier ON ${['source = before', ...KEYS[kind].map((field) => `${field} = differing.${field}`)].map((one) => `earlier.${one}`).join(' AND ')}
    ORDER BY source`);
  return rows.map((row) => {
    const [record, earlier] = [text(row, 'record'), text(row, 'earlier')].map((one): SaidFields => JSON.parse(one));
    return {
      source: Number(row['source']),
      kind,
      key: text(row, 'key'),
      ...contradiction(kind, record ?? {}, earlier ?? {}),
    };
  });
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
