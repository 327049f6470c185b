import { attributeColumn } from '../schema/slice.ts';
import { type Query, text } from '../sql/query.ts';
import { listedTable, literal } from '../sql/quote.ts';
import { type Step, sqlStep } from '../sql/step.ts';
import { facetSql, type Settings } from './query.ts';

export function encodedSql(expression: string): string {
  return `replace(replace(replace(${expression}, '%', '%25'), ';', '%3B'), '=', '%3D')`;
}

/** Writes SQL for a slice from keys and expressions over already encoded text, in the order given. */
export function sliceSql(pairs: Readonly<Record<string, string>>): string {
  const parts = Object.entries(pairs).map(([key, expression]) => `${literal(`${key}=`)} || nullif(${expression}, '')`);
  return `concat_ws(';', ${parts.join(', ')})`;
}

export const slicedBy = (...keys: readonly string[]): string =>
  sliceSql(Object.fromEntries(keys.map((key) => [key, key])));

/** Attributes that slices read, and the slice keys they become. */
const FACETS = {
  dimension: 'dimension',
  bias_type: 'bias_type',
  subset: 'subset',
  task: 'task_type',
  band: 'quality_band',
  pair_group: 'quality_pair',
  pair_kind: 'pair_kind',
  annotator: 'annotator',
} as const;

/** The columns of `instances`, whose attribute columns differ between benchmarks. */
const INSTANCE_COLUMNS = 'SELECT column_name AS name FROM (DESCRIBE SELECT * FROM instances)';

export async function instanceColumns(query: Query): Promise<ReadonlySet<string>> {
  return new Set((await query(INSTANCE_COLUMNS)).map((row) => text(row, 'name')));
}

/** `items`: a row per instance, its cluster (itself by default) and facets encoded for slices, '' without; `part` is split and subset, which a run may judge alone. */
function itemsSql(columns: ReadonlySet<string>): string {
  const facets = Object.entries(FACETS).map(
    ([name, key]) =>
      `${columns.has(attributeColumn(name)) ? encodedSql(`coalesce(${facetSql(name)}, '')`) : "''"} AS ${key}`,
  );
  return `SELECT * REPLACE (replace(dimension, 'integrality', 'integrity') AS dimension), split || ';' || subset AS part
FROM (
  SELECT instance, coalesce(nullif(cluster, ''), instance::VARCHAR) AS cluster, ${encodedSql('split')} AS split,
    ${facets.join(',\n    ')}
  FROM instances)`;
}

export const itemsStep = (columns: ReadonlySet<string>): Step => sqlStep('table', 'items', itemsSql(columns));

/** `promised` (run, repeat): repeats that `run.yaml` promises and that have no row at all are expected all the same. Annotators promise none. */
export function promisedStep({ judged }: Settings): Step {
  const owed = judged === 'runs' ? 'repeats > 1' : 'false';
  return sqlStep(
    'view',
    'promised',
    `SELECT run, repeat FROM (SELECT run, unnest(range(repeats))::INTEGER AS repeat FROM runs WHERE ${owed})
ANTI JOIN judgments USING (run, repeat)`,
  );
}

/** Writes SQL that lists the runs with more than one repeat in `source` and `promised`: only their slices name the repeat. */
export function repeatedRuns(source: string): string {
  return `(SELECT run FROM (SELECT run, repeat FROM ${source} UNION ALL SELECT run, repeat FROM promised) GROUP BY run HAVING min(repeat) < max(repeat))`;
}

/** Gives the settings as a table `settings` of one row that the other tables read. */
export function settingsStep({ missing, zeros }: Settings): Step {
  const columns = { missing: 'VARCHAR', zeros: 'VARCHAR' };
  return sqlStep('table', 'settings', `FROM ${listedTable('settings', columns, [[missing, zeros]])}`);
}
