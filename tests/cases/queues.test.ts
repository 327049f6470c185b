import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { QUEUE_ROWS } from '../../src/cases/columns/write.ts';
import { JUDGES_TABLE } from '../../src/schema/release.ts';
import type { Query, QueryRow } from '../../src/sql/query.ts';
import { drawn } from '../drawn.ts';
import { openDatabase } from '../metrics/database.ts';

const DATA = path.join(import.meta.dirname, '../../data');

interface Loaded {
  readonly benchmark: string;
  readonly runs: readonly string[];
  readonly gold: string;
  readonly judgments: string;
}

interface Run {
  readonly run: string;
  readonly judge: string;
  readonly protocol: string;
}

const runOf = (folder: string): Run => parse(readFileSync(path.join(folder, 'run.yaml'), 'utf8')) as Run;

/** Families by judge, as `judges.yaml` of a benchmark and of the site have them. */
function families(benchmark: string): ReadonlyMap<string, string> {
  const lists = [path.join(DATA, benchmark, 'judges.yaml'), path.join(DATA, 'judges.yaml')].flatMap((file) => {
    const read = parse(readFileSync(file, 'utf8')) as { judges?: unknown } | readonly unknown[];
    return (Array.isArray(read) ? read : ((read as { judges?: unknown }).judges ?? [])) as {
      id: string;
      family: string;
    }[];
  });
  return new Map(lists.map(({ id, family }) => [id, family]));
}

/** The narrow tables of raw files, without the project's own reader. */
async function withRecords<T>({ benchmark, runs, ...files }: Loaded, use: (query: Query) => Promise<T>): Promise<T> {
  const database = await openDatabase();
  const { query, append } = database;
  try {
    await query(`CREATE TABLE judges (${JUDGES_TABLE})`);
    const folder = path.join(DATA, benchmark);
    const known = families(benchmark);
    const told = runs.map((run) => runOf(path.join(folder, 'runs', run)));
    await append(
      'runs',
      told.map(({ run, judge, protocol }) => [run, benchmark, judge, protocol, '', 1]),
    );
    await append(
      'judges',
      [...new Set(told.map(({ judge }) => judge))].map((judge) => [judge, judge, '', known.get(judge) ?? '']),
    );
    const gold = `FROM '${path.join(folder, files.gold)}'`;
    const has = async (source: string, column: string): Promise<string> => {
      const columns = (await query(`DESCRIBE ${source}`)).map((row) => String(row['column_name']));
      return columns.includes(column)
        ? `coalesce(${column}::VARCHAR, '')`
        : column === 'condition'
          ? "'base'"
          : column === 'stage'
            ? "'judge'"
            : "''";
    };
    await query(
      `INSERT INTO gold SELECT instance, ${await has(gold, 'response')}, ${await has(gold, 'criterion')}, kind, value::VARCHAR, try_cast(value AS DOUBLE), ${await has(gold, 'annotator')} ${gold}`,
    );
    for (const { run } of told) {
      const rows = `FROM '${path.join(folder, 'runs', run, files.judgments)}'`;
      const of = async (column: string): Promise<string> => `nullif(${await has(rows, column)}, '')`;
      await query(`INSERT INTO judgments BY NAME SELECT '${run}' AS run, instance, ${await has(rows, 'response')} AS response, ${await has(rows, 'criterion')} AS criterion,
        coalesce(${await of('stage')}, 'judge') AS stage, coalesce(${await of('condition')}, 'base') AS condition, ${await of('verdict')} AS verdict, try_cast(${await has(rows, 'score')} AS DOUBLE) AS score, parse ${rows}`);
    }
    return await use(query);
  } finally {
    database.close();
  }
}

const GENAI = { benchmark: 'genai-bench', gold: 'gold.parquet', judgments: 'judgments.parquet' };

test('GPT-4o and Gemini agree against the label in 135, 29 and 92 of the decided pairs of GenAI-Bench', async () => {
  await withRecords({ ...GENAI, runs: ['gpt4o', 'gemini-1-5-pro'] }, async (query) => {
    const queued = new Map((await query(QUEUE_ROWS)).map((row) => [row['instance'], row]));
    const labels = await query('SELECT instance, value FROM gold');
    const said = await query("SELECT run, instance, verdict FROM judgments WHERE parse = 'ok'");
    const verdict = new Map(said.map((row) => [`${row['run']} ${row['instance']}`, row['verdict']]));
    const found: Record<string, number[]> = {};
    for (const { instance, value } of labels) {
      const [one, other] = ['gpt4o', 'gemini-1-5-pro'].map((run) => verdict.get(`${run} ${instance}`));
      const isAgainst = one !== undefined && one !== null && one === other && one !== value;
      expect(queued.has(instance), String(instance)).toBe(isAgainst);
      if (isAgainst) expect(queued.get(instance)).toMatchObject({ queue: 'suspect', agree: 2, readable: 2, pair: 1 });
      if (value !== 'a' && value !== 'b') continue;
      const split = String(instance).replace(/\/.*/, '');
      const [n = 0, of = 0] = found[split] ?? [];
      found[split] = [n + Number(isAgainst && (one === 'a' || one === 'b')), of + 1];
    }
    expect(found).toEqual({ image_generation: [135, 1306], image_edition: [29, 503], video_generation: [92, 700] });
  });
});

test('GPT-4o and Gemini miss 169 of 5 760 ratings that all raters gave by 6 points or more: blind spots, and no suspects', async () => {
  const runs = ['gpt4o-scores', 'gemini-scores'];
  await withRecords(
    { benchmark: 'viescore', runs, gold: 'gold-viescore-scores.parquet', judgments: 'judgments.parquet' },
    async (query) => {
      // The build makes a rating of three; here it is made by hand.
      const raters = Map.groupBy(
        await query("SELECT * FROM gold WHERE annotator <> ''"),
        (row) => `${row['instance']} ${row['criterion']}`,
      );
      const scores = Map.groupBy(
        await query('SELECT * FROM judgments WHERE score IS NOT NULL'),
        (row) => `${row['instance']} ${row['criterion']}`,
      );
      await query(
        "INSERT INTO gold SELECT instance, response, criterion, kind, avg(number)::VARCHAR, avg(number), '' FROM gold WHERE annotator <> '' GROUP BY ALL",
      );
      const same = [...raters].filter(([, rows]) => new Set(rows.map((row) => row['number'])).size === 1);
      const missed = same.filter(([key, [rating]]) => {
        const own = scores.get(key) ?? [];
        return own.length === 2 && own.every(({ score }) => Math.abs(Number(score) - Number(rating?.['number'])) >= 6);
      });
      expect([missed.length, same.length]).toEqual([169, 5760]);
      const blind = (await query(QUEUE_ROWS)).filter((row) => row['queue'] === 'blind');
      expect(new Set(blind.map((row) => row['pair']))).toEqual(new Set([0]));
      expect(new Set(blind.map((row) => row['instance']))).toEqual(
        new Set(missed.map(([key]) => key.replace(/ \w+$/, ''))),
      );
    },
  );
});

/** Numbers from 0 to 1 that look drawn. */
function drawnNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

const OTHER: Readonly<Record<string, string>> = { a: 'b', b: 'a', correct: 'error', error: 'correct' };

test('of 5 % planted label errors on Shapes, the first 100 of the queue hold at least 80', async () => {
  const folders = readdirSync(path.join(DATA, 'shapes', 'runs')).filter((run) => /-(?:pairwise|critique)$/.test(run));
  await withRecords(
    { benchmark: 'shapes', runs: folders, gold: 'gold.jsonl.gz', judgments: 'judgments.jsonl.gz' },
    async (query) => {
      const held = `annotator = '' AND kind IN ('preference', 'correct')`;
      const gold = await query(`SELECT rowid, instance, value FROM gold WHERE ${held} ORDER BY rowid`);
      await query('CREATE TABLE sound AS FROM gold');
      for (const seed of drawn([1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 21, 22, 26, 28], [13])) {
        const next = drawnNumbers(20261127 * seed);
        const planted = gold.filter(() => next() < 0.05);
        const values = planted.map((row) => `(${row['rowid']}, '${OTHER[String(row['value'])]}')`);
        await query('CREATE OR REPLACE TABLE gold AS FROM sound');
        await query(
          `UPDATE gold SET value = planted.value FROM (VALUES ${values.join(', ')}) AS planted(row, value) WHERE gold.rowid = planted.row`,
        );
        const wrong = new Set(planted.map((row) => row['instance']));
        const order = (row: QueryRow): number =>
          Number(row['weight']) + Number(row['agree']) / Number(row['readable']) / 10 + Number(row['agree']) / 1e9;
        const queue = (await query(QUEUE_ROWS))
          .filter((row) => row['queue'] === 'suspect')
          .toSorted((a, b) => order(b) - order(a));
        const hits = queue.slice(0, 100).filter((row) => wrong.has(row['instance'])).length;
        // Of 81 planted ones 80 are not asked for: then nine of ten of these.
        const least = wrong.size < 85 ? 0.9 * wrong.size : 80;
        expect(hits, `seed ${seed}: ${wrong.size} planted`).toBeGreaterThanOrEqual(least);
      }
    },
  );
});
