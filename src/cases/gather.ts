import { instanceColumns, slicedColumns } from '../metrics/items.ts';
import { facetSql } from '../metrics/query.ts';
import { facetOfColumn } from '../schema/slice.ts';
import type { Query } from '../sql/query.ts';
import type { Choices, Facet, RunChoice } from './choices.ts';
import { JUDGING_RUNS, OF_JUDGING_RUNS } from './judging-runs.ts';
import { type LabelsBy, variantWords, wordsOfId } from './labels.ts';
import { lengthBins } from './length-bins.ts';
import { lossMetrics } from './scope.ts';

/** A column with more values than this is a text, not a facet. */
const MOST_VALUES = 100;

const COLUMNS = `SELECT column_name AS name FROM duckdb_columns()
WHERE database_name = current_database() AND table_name = 'instances'
ORDER BY column_index`;

async function facetOf(query: Query, name: string): Promise<Facet[]> {
  const rows = await query(
    `SELECT ${facetSql(name)} AS value FROM instances GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MOST_VALUES + 1}`,
  );
  if (rows.length < 2 || rows.length > MOST_VALUES) return [];
  const label = name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[-_]/g, ' ');
  return [{ name, label, values: rows.map(({ value }) => String(value)) }];
}

const RUNS = `SELECT run, coalesce(judges.name, runs.judge) AS name, protocol, variant ${JUDGING_RUNS} ORDER BY runs.rowid`;

/** Lists the runs that judge cases; judges with several are told apart by protocol and variant. */
export async function runChoices(query: Query, labels: LabelsBy = {}): Promise<RunChoice[]> {
  const rows = await query(RUNS);
  const count = Map.groupBy(rows, ({ name }) => name);
  return rows.map(({ run, name, protocol, variant }) => {
    const setting = variantWords(labels, String(variant));
    const apart = (count.get(name)?.length ?? 0) > 1 ? [wordsOfId(String(protocol)), setting] : [setting];
    return { run: String(run), judge: String(name), label: [name, ...apart].filter((word) => word !== '').join(', ') };
  });
}

/** Lists the columns of `instances` that tell cases apart. */
export async function facetsOf(query: Query): Promise<Facet[]> {
  const names = (await query(COLUMNS)).flatMap(({ name }) => facetOfColumn(String(name)) ?? []);
  const facets = [];
  for (const name of names) facets.push(...(await facetOf(query, name)));
  return facets;
}

/** Lists the criteria of judgments, at most as many as a set of bits holds. */
export async function criteriaAsked(query: Query): Promise<string[]> {
  const rows = await query(
    `SELECT DISTINCT criterion FROM judgments WHERE criterion <> '' AND ${OF_JUDGING_RUNS} ORDER BY criterion LIMIT 60`,
  );
  return rows.map(({ criterion }) => String(criterion));
}

/** Lists the metrics that have rows here, or whose rows are made on demand. */
async function lossesOf(query: Query): Promise<Choices['losses']> {
  const stored = new Set(
    (await query(`SELECT DISTINCT metric FROM contributions WHERE ${OF_JUDGING_RUNS}`)).map(({ metric }) => metric),
  );
  return lossMetrics
    .filter(({ rows, onDemand }) => onDemand === true || rows.some((id) => stored.has(id)))
    .map(({ id, label }) => ({ id, label }));
}

/** Gathers what the database of a benchmark can be asked for; `labels` name the settings of its runs. Runs in the build. */
export async function gather(
  query: Query,
  labels: LabelsBy = {},
): Promise<Pick<Choices, 'facets' | 'sliced' | 'runs' | 'lengths' | 'cases' | 'losses'> & { criteria: string[] }> {
  const [row] = await query('SELECT count(*)::DOUBLE AS n FROM instances');
  const [longest] = await query(`SELECT coalesce(max(length), 0)::DOUBLE AS n FROM judgments WHERE ${OF_JUDGING_RUNS}`);
  const lengths = lengthBins(Number(longest?.['n'] ?? 0));
  return {
    ...(lengths === undefined ? {} : { lengths }),
    facets: await facetsOf(query),
    sliced: slicedColumns(await instanceColumns(query)),
    runs: await runChoices(query, labels),
    losses: await lossesOf(query),
    cases: Number(row?.['n'] ?? 0),
    criteria: await criteriaAsked(query),
  };
}
