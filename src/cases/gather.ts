import { METRICS } from '../metrics/index.ts';
import { SHARE_RIGHT } from '../metrics/metric.ts';
import { facetSql } from '../metrics/query.ts';
import { facetOfColumn, parseSlice } from '../schema/slice.ts';
import { number, type Query, text } from '../sql/query.ts';
import { literals } from '../sql/quote.ts';
import { type Choices, type Facet, lengthBins, type RunChoice } from './choices.ts';
import { type LabelsBy, variantWords, wordsOfId } from './labels.ts';
import { JUDGING_RUNS, OF_JUDGING_RUNS } from './said.ts';
import { lossMetrics, lostRows, type VerdictPart, verdictsSql } from './sets.ts';

/** The part of a metric's definition that a case needs to say what its answers earned. */
export interface MetricFacts {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  readonly unit: 'ratio' | 'score' | 'variance' | 'number';
  /** Whether some rows cost the judge something. */
  readonly losable: boolean;
}

export function metricFacts(): MetricFacts[] {
  return METRICS.filter((metric) => metric.contributions !== null).map(({ id, label, name, unit, loss }) => ({
    id,
    label,
    name,
    unit,
    losable: loss !== null,
  }));
}

/** A column with more values than this is a text, not a facet. */
const MOST_VALUES = 100;

const COLUMNS = `SELECT column_name AS name FROM duckdb_columns()
WHERE database_name = current_database() AND table_name = 'instances'
ORDER BY column_index`;

async function facetOf(query: Query, name: string): Promise<Facet[]> {
  const column = facetSql(name);
  const rows = await query(`SELECT ${column} AS value FROM instances GROUP BY 1
ORDER BY count(*) DESC, try_cast(${column} AS DOUBLE) NULLS LAST, 1 LIMIT ${MOST_VALUES + 1}`);
  if (rows.length < 2 || rows.length > MOST_VALUES) return [];
  const label = name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[-_]/g, ' ');
  return [{ name, label, values: rows.map(({ value }) => String(value)) }];
}

const RUNS = `SELECT run, coalesce(judges.name, runs.judge) AS name, protocol, variant ${JUDGING_RUNS} ORDER BY runs.rowid`;

async function runChoices(query: Query, labels: LabelsBy = {}): Promise<RunChoice[]> {
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

async function criteriaAsked(query: Query): Promise<string[]> {
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
    .map(({ id, label, rows, loss, onDemand }) =>
      loss === SHARE_RIGHT.loss && onDemand !== true ? { id, label, rows } : { id, label },
    );
}

/** Gathers what the database of a benchmark can be asked for; `labels` name the settings of its runs. Runs in the build. */
export async function gather(
  query: Query,
  labels: LabelsBy = {},
): Promise<Pick<Choices, 'facets' | 'runs' | 'lengths' | 'cases' | 'losses'> & { criteria: string[] }> {
  const [row] = await query('SELECT count(*)::DOUBLE AS n FROM instances');
  const [longest] = await query(`SELECT coalesce(max(length), 0)::DOUBLE AS n FROM judgments WHERE ${OF_JUDGING_RUNS}`);
  const lengths = lengthBins(Number(longest?.['n'] ?? 0));
  return {
    ...(lengths === undefined ? {} : { lengths }),
    facets: await facetsOf(query),
    runs: await runChoices(query, labels),
    losses: await lossesOf(query),
    cases: Number(row?.['n'] ?? 0),
    criteria: await criteriaAsked(query),
  };
}

export type Summarised = Pick<Choices, 'facets' | 'runs'> & { readonly criteria: readonly { readonly id: string }[] };

export async function summarisedBy(query: Query): Promise<Summarised> {
  const criteria = (await criteriaAsked(query)).map((id) => ({ id }));
  return { facets: await facetsOf(query), runs: await runChoices(query), criteria };
}

type LossMetric = (typeof lossMetrics)[number];
type Loss = Choices['losses'][number];

/** A table of who was wrong where, made once for all metrics. */
const WRONG_ANSWERS = 'wrong_answers';

/** Says whether points under a metric were lost where a run was wrong and nowhere else. */
async function isWhereWrong(query: Query, metric: LossMetric, part: VerdictPart): Promise<boolean> {
  const [row] = await query(`WITH lost AS (${lostRows(metric, part)})
SELECT count(*)::DOUBLE AS n, count_if(wrong.instance IS NULL OR lost.instance IS NULL)::DOUBLE AS apart
FROM ${WRONG_ANSWERS}_${part} AS wrong FULL JOIN lost USING (run, instance, part)`);
  return row !== undefined && number(row, 'n') > 0 && number(row, 'apart') === 0;
}

/** Says whether the lost rows of a metric are sliced by a facet as their cases are: a slice by it then is a filter by it. */
async function isSlicedAs(query: Query, metric: LossMetric, facet: string): Promise<boolean> {
  const rows = await query(
    `SELECT DISTINCT slice, ${facetSql(facet)} AS value FROM (SELECT DISTINCT instance, slice FROM contributions WHERE metric IN (${literals(metric.rows)}) AND ${OF_JUDGING_RUNS} AND (${metric.loss})) JOIN instances USING (instance)`,
  );
  return rows.every((row) => (parseSlice(text(row, 'slice')).get(facet) ?? '') === text(row, 'value'));
}

async function whereWrong(query: Query, metric: LossMetric, facets: Choices['facets']): Promise<Loss['wrong']> {
  const inAll = await isWhereWrong(query, metric, 'all');
  const byCriterion = await isWhereWrong(query, metric, 'criterion');
  if (!inAll && !byCriterion) return undefined;
  const sliced: string[] = [];
  for (const { name } of facets) if (await isSlicedAs(query, metric, name)) sliced.push(name);
  return { inAll, byCriterion, sliced };
}

/** Says of each metric whether its lost cases are those that judges are wrong on, which the columns of cases hold. Runs in the build. */
export async function withWrongLosses(
  query: Query,
  { losses, facets }: Pick<Choices, 'losses' | 'facets'>,
): Promise<Choices['losses']> {
  for (const part of ['all', 'criterion'] as const)
    await query(`CREATE OR REPLACE TEMP TABLE ${WRONG_ANSWERS}_${part} AS FROM (${verdictsSql(part)}) WHERE lost`);
  // Several metrics count the same rows.
  const ofRows = new Map<string, Loss['wrong']>();
  const known: Loss[] = [];
  for (const loss of losses) {
    const metric = lossMetrics.find(({ id }) => id === loss.id);
    if (metric === undefined || metric.onDemand === true) {
      known.push(loss);
      continue;
    }
    const rows = JSON.stringify([metric.rows, metric.loss]);
    if (!ofRows.has(rows)) ofRows.set(rows, await whereWrong(query, metric, facets));
    const wrong = ofRows.get(rows);
    known.push(wrong === undefined ? loss : { ...loss, wrong });
  }
  return known;
}
