import { METRICS } from '../../metrics/index.ts';
import type { Metric } from '../../metrics/metric.ts';
import type { Run } from '../../schema/records.ts';
import type { Work } from '../../scoring/work.ts';
import { number, type QueryRow, text } from '../../sql/query.ts';
import { identifier, literal, literals } from '../../sql/quote.ts';
import type { EngineWork } from './engine-work.ts';

/** One answer of the judge to a case. */
interface OwnAnswer {
  readonly about: string;
  readonly verdict: string;
  readonly score: number | null;
  readonly parse: string;
  readonly rationale: string;
}

/** A case that cost a run something, with its texts. */
export interface LostCase {
  readonly run: string;
  readonly instance: string;
  /** Share of what could be earned by `metric`. */
  readonly earned: number;
  readonly prompt: string;
  readonly responses: readonly { readonly response: string; readonly model: string; readonly text: string }[];
  readonly gold: readonly { readonly about: string; readonly value: string }[];
  readonly answers: readonly OwnAnswer[];
  /** What the judges of the release earned there; empty where the release lacks the case. */
  readonly others: readonly { readonly judge: string; readonly run: string; readonly earned: number }[];
}

/** The lost cases of a run in one split, and how many there are. */
export interface LostCases {
  readonly run: string;
  /** '' where the run has one alone. */
  readonly split: string;
  /** Label of the metric that says who lost. */
  readonly metric: string;
  readonly lost: number;
  readonly of: number;
  readonly cases: readonly LostCase[];
}

const SHOWN = 100;
const LONGEST = 20_000;

const about = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(', ');
const nameOf = (row: QueryRow, ...columns: readonly string[]): string => about(...columns.map((c) => text(row, c)));
const objectOf = (row: QueryRow): Readonly<Record<string, unknown>> =>
  JSON.parse(text(row, 'record')) as Record<string, unknown>;
const wordsOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, LONGEST) : '');

/** Gives the texts of some cases, by case. */
async function textsOf(work: EngineWork, run: string, list: string) {
  const grouped = (rows: readonly QueryRow[]) => Map.groupBy(rows, (row) => text(row, 'id'));
  const byCase = async (sql: string) => grouped(await work.query(sql));
  const instances = await byCase(`SELECT id, record FROM work.main.instances WHERE id IN (${list})`);
  const responses = await byCase(
    `SELECT p.id AS id, r.response AS response, r.model AS model, r.record AS record FROM work.main.responses AS r
JOIN work.main.positions AS p USING (instance) WHERE p.id IN (${list}) AND r.condition = '' ORDER BY r.response`,
  );
  const gold = await byCase(
    `SELECT instance AS id, response, criterion, kind, value FROM final.main.gold WHERE instance IN (${list}) ORDER BY ALL`,
  );
  const said =
    await work.query(`SELECT p.id AS id, j.rowid::DOUBLE AS row, n.name AS response, l.criterion AS criterion, l.condition AS condition, l.stage AS stage,
  l.critique_judge AS critic, l.repeat::VARCHAR AS repeat, l."order" AS "order", coalesce(l.verdict, '') AS verdict, l.parse AS parse,
  CASE WHEN NOT isnan(j.score) THEN j.score END AS score
FROM work.main.judgments AS j JOIN work.main.positions AS p USING (instance) JOIN work.main.labels AS l USING (label)
  JOIN work.main.response_names AS n USING (response) JOIN work.main.runs AS r ON r.ordinal = j.run
WHERE r.run = ${literal(run)} AND p.id IN (${list}) ORDER BY p.id, l.label, n.name`);
  const reasons = work.texts.read(said.map((row) => number(row, 'row')));
  return { instances, responses, gold, answers: grouped(said), reasons };
}

async function othersOf(
  work: Work,
  list: string,
  { metric, catalog }: { readonly metric: Metric; readonly catalog: string | null },
) {
  if (catalog === null) return new Map<string, LostCase['others'][number][]>();
  const release = `${identifier(catalog)}.main`;
  const rows = await work.query(`SELECT instance, runs.judge AS judge, run, sum(num) / nullif(sum(den), 0) AS earned
FROM ${release}.contributions JOIN ${release}.runs AS runs USING (run)
WHERE metric IN (${literals(metric.rows)}) AND instance IN (${list}) GROUP BY ALL HAVING sum(den) > 0 ORDER BY instance, run`);
  const read = rows.map(
    (row) =>
      [
        text(row, 'instance'),
        { judge: text(row, 'judge'), run: text(row, 'run'), earned: number(row, 'earned') },
      ] as const,
  );
  return new Map(
    [...Map.groupBy(read, ([instance]) => instance)].map(([instance, all]) => [instance, all.map(([, one]) => one)]),
  );
}

const answerOf = (row: QueryRow, reasons: ReadonlyMap<number, string>): OwnAnswer => ({
  about: about(
    text(row, 'stage') === 'judge' ? '' : text(row, 'stage'),
    nameOf(row, 'response', 'criterion'),
    text(row, 'condition') === 'base' ? '' : text(row, 'condition'),
    text(row, 'critic'),
    text(row, 'order') === 'ba' ? 'shown in the other order' : '',
    text(row, 'repeat') === '0' ? '' : `repeat ${text(row, 'repeat')}`,
  ),
  verdict: text(row, 'verdict'),
  score: row['score'] === null ? null : number(row, 'score'),
  parse: text(row, 'parse'),
  rationale: wordsOf(reasons.get(number(row, 'row'))),
});

/** Gives the cases that cost a run most, by the metric that its protocol finds cases by, with texts and what the release's judges earned there; split by split, as boards are. */
export async function lostCases(
  work: EngineWork,
  { run, protocol }: Run,
  catalog: string | null,
): Promise<readonly LostCases[]> {
  const metric = METRICS.find((one) => one.better === true && one.protocols.includes(protocol));
  if (metric === undefined) return [];
  const rows =
    await work.query(`SELECT DISTINCT split FROM final.main.contributions JOIN final.main.instances USING (instance)
WHERE run = ${literal(run)} AND metric IN (${literals(metric.rows)}) ORDER BY split`);
  const splits = rows.map((row) => text(row, 'split'));
  const found: LostCases[] = [];
  for (const split of splits)
    found.push({ ...(await lostIn(work, { run, metric, split }, catalog)), split: splits.length > 1 ? split : '' });
  return found;
}

interface LostAsk {
  readonly run: string;
  readonly metric: Metric;
  readonly split: string;
}

async function lostIn(
  work: EngineWork,
  { run, metric, split }: LostAsk,
  catalog: string | null,
): Promise<Omit<LostCases, 'split'>> {
  const earned = `SELECT instance, sum(num) / sum(den) AS earned, count(*) FILTER (${metric.loss ?? 'num < den'}) AS lost
FROM final.main.contributions WHERE run = ${literal(run)} AND metric IN (${literals(metric.rows)})
  AND instance IN (SELECT instance FROM final.main.instances WHERE split = ${literal(split)}) GROUP BY instance HAVING sum(den) > 0`;
  const total = await work.row(
    `SELECT count(*)::DOUBLE AS n, count(*) FILTER (lost > 0)::DOUBLE AS lost FROM (${earned})`,
  );
  const rows = await work.query(
    `SELECT instance, earned FROM (${earned}) WHERE lost > 0 ORDER BY earned, instance LIMIT ${SHOWN}`,
  );
  const head = { run, metric: metric.label, lost: number(total, 'lost'), of: number(total, 'n') };
  if (rows.length === 0) return { ...head, cases: [] };
  const list = literals(rows.map((row) => text(row, 'instance')));
  const texts = await textsOf(work, run, list);
  const others = await othersOf(work, list, { metric, catalog });
  const cases = rows.map((row): LostCase => {
    const instance = text(row, 'instance');
    const [record] = texts.instances.get(instance) ?? [];
    return {
      run,
      instance,
      earned: number(row, 'earned'),
      prompt: record === undefined ? '' : wordsOf(objectOf(record)['prompt']),
      responses: (texts.responses.get(instance) ?? []).map((one) => ({
        response: text(one, 'response'),
        model: text(one, 'model'),
        text: wordsOf(objectOf(one)['text']),
      })),
      gold: (texts.gold.get(instance) ?? []).map((one) => ({
        about: nameOf(one, 'response', 'criterion', 'kind'),
        value: text(one, 'value').slice(0, LONGEST),
      })),
      answers: (texts.answers.get(instance) ?? []).map((one) => answerOf(one, texts.reasons)),
      others: others.get(instance) ?? [],
    };
  });
  return { ...head, cases };
}
