import { score } from '../../metrics/score.ts';
import { OFFICIAL, type Settings } from '../../metrics/settings.ts';
import type { Judge } from '../../schema/judge.ts';
import { TABLES } from '../../schema/records.ts';
import { JUDGES_TABLE } from '../../schema/release.ts';
import { identifier, literal, type WorkDatabase } from './work.ts';

/** Every table of a benchmark's database with its columns. */
export function narrowTables(attributes: readonly string[]): Readonly<Record<string, string>> {
  const facets = attributes.map((name) => `, ${identifier(name)} VARCHAR`).join('');
  return { ...TABLES, instances: TABLES.instances + facets, judges: JUDGES_TABLE };
}

/**
 * The order of the rows of scores. What belongs to one instance (or cluster) lies together in all tables, which makes the file
 * less than half as large as sorting by metric and run first; whole-column scans take the same time either way.
 */
const ROW_ORDER: Readonly<Record<string, string>> = {
  contributions: 'instance, metric, slice, run, cluster, num, den',
  cluster_sums: 'cluster, metric, slice, run, num, den',
};

/** Instances as numbered in the release: `ordinal` is their row in the table `instances`. */
const POSITIONS = `CREATE OR REPLACE TABLE positions AS
SELECT instance, id, hash, (row_number() OVER (ORDER BY instance) - 1)::INTEGER AS ordinal FROM instances`;

const RUNS = 'INSERT INTO final.runs SELECT * EXCLUDE (ordinal) FROM runs ORDER BY ordinal';

function instancesSql(attributes: readonly string[]): string {
  const facets = attributes.map((name) => `, coalesce(max(value) FILTER (name = ${literal(name)}), '')`).join('');
  return `INSERT INTO final.instances
SELECT id, any_value(cluster), any_value(split), any_value(prompt_length)${facets}
FROM instances JOIN positions USING (instance, id) LEFT JOIN (SELECT instance, name, value FROM attributes) USING (instance)
GROUP BY id, ordinal ORDER BY ordinal`;
}

const RESPONSES = `INSERT INTO final.responses
SELECT id, response, model, length FROM responses JOIN positions USING (instance) WHERE condition = '' ORDER BY ordinal, response`;

const GOLD = `INSERT INTO final.gold
SELECT id, response, criterion, kind, value, CASE WHEN kind = 'quality' THEN value::DOUBLE END, annotator
FROM gold JOIN positions USING (instance) ORDER BY ordinal, response, criterion, kind, annotator`;

const JUDGMENTS = `INSERT INTO final.judgments
SELECT runs.run, id, name, criterion, stage, condition, critique_judge, repeat, "order", verdict,
  CASE WHEN NOT isnan(score) THEN score END, parse, length, CASE WHEN NOT isnan(cost) THEN cost END, CASE WHEN tokens >= 0 THEN tokens END
FROM judgments JOIN runs ON judgments.run = runs.ordinal JOIN positions USING (instance)
  JOIN response_names USING (response) JOIN labels USING (label)
ORDER BY positions.ordinal, name, stage, criterion, condition, critique_judge, repeat, "order", runs.ordinal`;

/** Creates the database `final` with the narrow tables of what was read; the two tables of scores are empty. */
export async function buildNarrowTables(
  work: WorkDatabase,
  file: string,
  attributes: readonly string[],
): Promise<void> {
  await work.run(`ATTACH ${literal(file)} AS final (STORAGE_VERSION 'v1.2.0')`);
  for (const [name, columns] of Object.entries(narrowTables(attributes))) {
    await work.run(`CREATE TABLE final.${name} (${columns})`);
  }
  for (const sql of [POSITIONS, RUNS, instancesSql(attributes), RESPONSES, GOLD, JUDGMENTS]) await work.run(sql);
}

/** The judges that the tables name: of runs, of critiques, and annotators. */
const NAMED = `SELECT judge FROM final.runs UNION SELECT critique_judge FROM final.judgments WHERE critique_judge <> ''
UNION SELECT annotator FROM final.gold WHERE annotator <> ''`;

export async function storeJudges(work: WorkDatabase, judges: ReadonlyMap<string, Judge>): Promise<void> {
  const named = new Set((await work.query(NAMED)).map(({ judge }) => String(judge)));
  const values = [...named].sort().flatMap((id) => {
    const j = judges.get(id);
    if (j === undefined) return [];
    const texts = [j.id, j.name, j.organisation, j.family, j.access, j.thinking].map(literal);
    return [`(${[...texts, j.parameters_b ?? 'NULL', j.active_b ?? 'NULL'].join(', ')})`];
  });
  if (values.length > 0) await work.run(`INSERT INTO final.judges VALUES ${values.join(', ')}`);
}

/**
 * Scores every run under the settings into temporary tables `contributions` and `cluster_sums`, which hide those of `final`:
 * the metrics' statements read the narrow tables by their plain names.
 */
export async function scoreInto(work: WorkDatabase, settings: Settings): Promise<void> {
  await work.run('USE final');
  for (const table of Object.keys(ROW_ORDER)) {
    await work.run(`CREATE OR REPLACE TEMP TABLE ${table} AS SELECT * FROM final.${table} LIMIT 0`);
  }
  await score(work.query, settings);
}

/** Scores every run and fills `contributions` and `cluster_sums` of `final`, sorted. */
export async function scoreRuns(work: WorkDatabase): Promise<void> {
  await scoreInto(work, OFFICIAL);
  for (const [table, order] of Object.entries(ROW_ORDER)) {
    await work.run(`INSERT INTO final.${table} SELECT * FROM temp.${table} ORDER BY ${order}`);
    await work.run(`DROP TABLE temp.${table}`);
  }
}

/** Writes everything to `final` and lets go of its file. */
export async function closeFinal(work: WorkDatabase): Promise<void> {
  await work.run('USE work');
  await work.run('CHECKPOINT final');
  await work.run('DETACH final');
}
