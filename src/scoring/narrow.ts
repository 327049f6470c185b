import { attributeSql } from '../metrics/query.ts';
import { scoreRunsInto } from '../metrics/score.ts';
import type { Settings } from '../metrics/settings.ts';
import type { Judge } from '../schema/judge.ts';
import { RECORD_TABLES } from '../schema/records.ts';
import { JUDGES_TABLE } from '../schema/release.ts';
import { attachInMemory } from '../sql/in-memory.ts';
import { literal, literalRows } from '../sql/quote.ts';
import { byRanges, createCoded, createScores, storeContributions, withCodedNames } from './coded.ts';
import { SHARED_GOLD } from './staging.ts';
import type { Work } from './work.ts';

/** The tables of a benchmark's database that are stored as they are shown. */
function plainTables(attributes: readonly string[]): Readonly<Record<string, string>> {
  const facets = attributes.map((name) => `, ${attributeSql(name)} VARCHAR`).join('');
  return { runs: RECORD_TABLES.runs, instances: RECORD_TABLES.instances + facets, judges: JUDGES_TABLE };
}

/** Numbers instances as the release does: `ordinal` is their row in the table `instances`. */
const POSITIONS = `CREATE OR REPLACE TABLE positions AS
SELECT instance, id, hash, (row_number() OVER (ORDER BY instance) - 1)::INTEGER AS ordinal FROM instances`;

const RUNS = 'INSERT INTO final.runs SELECT * EXCLUDE (ordinal) FROM runs ORDER BY ordinal';

function instancesSql(attributes: readonly string[]): string {
  const facets = attributes.map((name) => `, coalesce(found[${literal(name)}], '')`).join('');
  return `INSERT INTO final.instances
SELECT id, cluster, split, prompt_length${facets}
FROM instances JOIN positions USING (instance, id)
  LEFT JOIN (SELECT instance, map_from_entries(list((name, value))) AS found FROM attributes GROUP BY instance) USING (instance)
ORDER BY ordinal`;
}

const RESPONSES = `INSERT INTO final.stored.responses
SELECT ordinal, response, model, length FROM responses JOIN positions USING (instance) WHERE condition = '' ORDER BY ordinal, response`;

const GOLD = `INSERT INTO final.stored.gold
SELECT ordinal, response, criterion, kind, value, CASE WHEN kind = 'quality' THEN value::DOUBLE END, annotator
FROM gold JOIN positions USING (instance) WHERE source = ${SHARED_GOLD} ORDER BY ordinal, response, criterion, kind, annotator`;

const RUN_GOLD = `INSERT INTO final.stored.run_gold
SELECT runs.run, positions.ordinal, response, criterion, kind, value, CASE WHEN kind = 'quality' THEN value::DOUBLE END, annotator
FROM gold JOIN coded_runs AS runs ON gold.source = runs.ordinal JOIN positions USING (instance)
ORDER BY positions.ordinal, runs.ordinal, response, criterion, kind, annotator`;

/** Turns names into ENUMs before they are joined, which takes a few conversions instead of one per judgment. `place` is their order. */
const NAMED_ONCE: Readonly<Record<string, string>> = {
  coded_runs: 'SELECT ordinal, run::run AS run FROM runs',
  coded_responses: 'SELECT response, name::response AS name FROM response_names',
  coded_labels: `SELECT label, criterion::criterion AS criterion, stage::stage AS stage, condition::condition AS condition,
  critique_judge::critique_judge AS critique_judge, repeat, "order"::"order" AS "order", verdict::verdict AS verdict, parse::parse AS parse, lenient::lenient AS lenient,
  dense_rank() OVER (ORDER BY stage, criterion, condition, critique_judge, repeat, "order")::INTEGER AS place FROM labels`,
};

/** Stores judgments in the form and order of the table of `final`; `where`: a condition on them. */
const judgmentsSql = (where: string): string => `INSERT INTO final.stored.judgments
SELECT runs.run, positions.ordinal, name, criterion, stage, condition, critique_judge, repeat, "order", verdict,
  CASE WHEN NOT isnan(score) THEN score END, parse, length, CASE WHEN NOT isnan(cost) THEN cost END, CASE WHEN tokens >= 0 THEN tokens END, lenient
FROM judgments JOIN coded_runs AS runs ON judgments.run = runs.ordinal JOIN positions USING (instance)
  JOIN coded_responses USING (response) JOIN coded_labels USING (label)
WHERE ${where}
ORDER BY positions.ordinal, name, place, runs.ordinal`;

/** Runs `use` while names have the types of `final`. */
async function withNamedOnce(work: Work, use: () => Promise<void>): Promise<void> {
  for (const [name, sql] of Object.entries(NAMED_ONCE))
    await work.run(`CREATE OR REPLACE TEMP TABLE ${name} AS ${sql}`);
  await use();
  for (const name of Object.keys(NAMED_ONCE)) await work.run(`DROP TABLE temp.${name}`);
}

/** Creates the database `final` with the narrow tables of what was read, in a file or, with null, in memory; scores come later. */
export async function buildNarrowTables(work: Work, file: string | null, attributes: readonly string[]): Promise<void> {
  await work.run(
    file === null ? attachInMemory('final') : `ATTACH ${literal(file)} AS final (STORAGE_VERSION 'v1.2.0')`,
  );
  for (const [name, columns] of Object.entries(plainTables(attributes))) {
    await work.run(`CREATE TABLE final.${name} (${columns})`);
  }
  for (const sql of [POSITIONS, RUNS, instancesSql(attributes)]) await work.run(sql);
  await createCoded(work);
  await withNamedOnce(work, async () => {
    for (const sql of [RESPONSES, GOLD, RUN_GOLD]) await work.run(sql);
    await byRanges(work, 'work.main.judgments', judgmentsSql);
  });
  await work.run('USE work');
}

/** The judges that the tables name: of runs, of critiques, and annotators. */
const NAMED = `SELECT judge FROM final.runs UNION SELECT critique_judge FROM final.stored.judgments WHERE critique_judge <> ''
UNION SELECT annotator FROM final.stored.gold WHERE annotator <> ''`;

type KnownJudge = Pick<Judge, 'id' | 'name'> & Partial<Judge>;

/** Makes a row of the table `judges`: '' and null stand where nothing is known. */
export const judgeRow = (judge: KnownJudge): (string | number | boolean | null)[] => [
  judge.id,
  judge.name,
  judge.organisation ?? '',
  judge.family ?? '',
  judge.access ?? '',
  judge.thinking ?? '',
  judge.parameters_b ?? null,
  judge.active_b ?? null,
  judge.reference === true,
];

/** Stores of `judges` those that the records name. */
export async function storeJudges(work: Work, judges: ReadonlyMap<string, Judge>): Promise<void> {
  const named = new Set((await work.query(NAMED)).map(({ judge }) => String(judge)));
  const values = [...named].sort().flatMap((id) => {
    const judge = judges.get(id);
    return judge === undefined ? [] : [judgeRow(judge)];
  });
  if (values.length > 0) await work.run(`INSERT INTO final.judges VALUES ${literalRows(values)}`);
}

/** Scores all runs into a new table `contributions`. */
export async function scoreRuns(work: Work, settings: Settings): Promise<void> {
  const columns = await createScores(work, 'work');
  await withCodedNames(work, null, () => scoreRunsInto(work.heavy, settings, columns));
}

/** Fills `contributions` of `final` with the scores, sorted. `final` is the current database afterwards. */
export async function storeScores(work: Work): Promise<void> {
  await storeContributions(work);
  await work.run('USE final');
}

/** Writes everything to `final` and closes its file. */
export async function closeFinal(work: Work): Promise<void> {
  await work.run('USE work');
  await work.run('CHECKPOINT final');
  await work.run('DETACH final');
}
