import { facetSql } from '../metrics/query.ts';
import { parseSlice } from '../schema/slice.ts';
import { number, type Query, text } from '../sql/query.ts';
import { literals } from '../sql/quote.ts';
import type { Choices } from './choices.ts';
import { OF_JUDGING_RUNS } from './judging-runs.ts';
import { lossMetrics, REPEAT, VERDICT_LIST, VERDICT_LOST } from './scope.ts';

type LossMetric = (typeof lossMetrics)[number];
type Loss = Choices['losses'][number];

const CRITERION = `regexp_extract(slice, '(?:^|;)criterion=([^;]*)', 1)`;

/** Cases are lost all in all, or under a criterion. */
const PARTS = {
  all: { sql: "''", where: '' },
  criterion: { sql: CRITERION, where: ` AND ${CRITERION} <> ''` },
} as const;
type Part = keyof typeof PARTS;

/** Selects who was wrong where, as `marksSql` finds it. */
const wrongSql = ({ sql, where }: (typeof PARTS)[Part]): string => `SELECT run, instance, part FROM (
  SELECT run, instance, ${sql} AS part, ${REPEAT} AS repeat, bool_or(${VERDICT_LOST}) AS lost FROM contributions
  WHERE metric IN (${VERDICT_LIST}) AND ${OF_JUDGING_RUNS}${where} GROUP BY ALL)
GROUP BY ALL HAVING 2 * count_if(lost) >= count(*)`;

const lostRows = ({ rows, loss }: LossMetric): string =>
  `FROM contributions WHERE metric IN (${literals(rows)}) AND ${OF_JUDGING_RUNS} AND (${loss})`;

/** A table of who was wrong where, made once for all metrics. */
const WRONG_ANSWERS = 'wrong_answers';

async function makeWrong(query: Query, part: Part): Promise<void> {
  await query(`CREATE OR REPLACE TEMP TABLE ${WRONG_ANSWERS}_${part} AS ${wrongSql(PARTS[part])}`);
}

/** Says whether points under a metric were lost where a run was wrong and nowhere else. */
async function isWhereWrong(query: Query, metric: LossMetric, part: Part): Promise<boolean> {
  const { sql, where } = PARTS[part];
  const [row] = await query(`WITH lost AS (SELECT DISTINCT run, instance, ${sql} AS part ${lostRows(metric)}${where})
SELECT count(*)::DOUBLE AS n, count_if(wrong.instance IS NULL OR lost.instance IS NULL)::DOUBLE AS apart
FROM ${WRONG_ANSWERS}_${part} AS wrong FULL JOIN lost USING (run, instance, part)`);
  return row !== undefined && number(row, 'n') > 0 && number(row, 'apart') === 0;
}

/** Says whether the lost rows of a metric are sliced by a facet as their cases are: a slice by it then is a filter by it. */
async function isSlicedAs(query: Query, metric: LossMetric, facet: string): Promise<boolean> {
  const rows = await query(
    `SELECT DISTINCT slice, ${facetSql(facet)} AS value FROM (SELECT DISTINCT instance, slice ${lostRows(metric)}) JOIN instances USING (instance)`,
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
  await makeWrong(query, 'all');
  await makeWrong(query, 'criterion');
  // Several metrics count the same rows.
  const ofRows = new Map<string, Loss['wrong']>();
  const known: Loss[] = [];
  for (const loss of losses) {
    const metric = lossMetrics.find(({ id }) => id === loss.id);
    if (metric === undefined || metric.onDemand === true) {
      known.push(loss);
      continue;
    }
    const rows = lostRows(metric);
    if (!ofRows.has(rows)) ofRows.set(rows, await whereWrong(query, metric, facets));
    const wrong = ofRows.get(rows);
    known.push(wrong === undefined ? loss : { ...loss, wrong });
  }
  return known;
}
