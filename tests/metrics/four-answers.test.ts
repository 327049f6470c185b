import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trivialChances } from '../../src/metrics/labels.ts';
import { EVERYWHERE, OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { contributionsOf, prepare } from '../../src/metrics/score.ts';
import { readSums } from '../../src/metrics/sums.ts';
import { valueOfRun } from '../../src/metrics/values.ts';
import { parseSlice } from '../../src/schema/slice.ts';
import { type Database, openDatabase } from './database.ts';
import { known, measure, type Small } from './small.ts';

const IDS = ['four_way_accuracy', 'lenient_four_way_accuracy', 'decided_accuracy', 'share_decided', 'share_a', 'lean'];

interface Pair {
  readonly said: string;
  readonly verdict: string | null;
  readonly lenient: string | null;
}

const share = (pairs: readonly Pair[], holds: (pair: Pair) => boolean): number | null =>
  pairs.length === 0 ? null : pairs.filter(holds).length / pairs.length;

const decided = (answer: string | null): boolean => answer === 'a' || answer === 'b';

/** Whether an answer is right, written from the rule of the benchmark: one line per thing that people may say. */
function right(said: string, answer: string | null): boolean {
  if (said === 'a') return answer === 'a';
  if (said === 'b') return answer === 'b';
  if (said === 'tie') return answer === 'tie' || answer === 'equal';
  return answer === 'both_bad' || answer === 'equal';
}

/** Every metric by counting, from its definition. */
function counted(pairs: readonly Pair[]): Record<string, number | null> {
  const both = pairs.filter((p) => decided(p.said) && decided(p.verdict));
  const forB = share(
    pairs.filter((p) => p.said === 'b'),
    (p) => p.verdict === 'a',
  );
  const forA = share(
    pairs.filter((p) => p.said === 'a'),
    (p) => p.verdict === 'b',
  );
  return {
    four_way_accuracy: share(pairs, (p) => right(p.said, p.verdict)),
    lenient_four_way_accuracy: share(pairs, (p) => right(p.said, p.verdict ?? p.lenient)),
    decided_accuracy: share(both, (p) => p.said === p.verdict),
    share_decided: share(pairs, (p) => decided(p.verdict)),
    share_a: share(
      pairs.filter((p) => decided(p.verdict)),
      (p) => p.verdict === 'a',
    ),
    lean: forB === null || forA === null ? null : forB - forA,
  };
}

const answered = (said: string, verdict: string | null, parse = verdict === null ? 'failed' : 'ok') => ({
  said,
  verdict,
  parse,
});

function small(pairs: readonly ReturnType<typeof answered>[]): Small {
  return {
    protocol: 'pairwise',
    gold: pairs.map(({ said }, i) => ({ instance: `i${i}`, value: said })),
    judgments: pairs.map(({ verdict, parse }, i) => ({ instance: `i${i}`, verdict, parse })),
  };
}

describe('pairs of which people may say that they are level', () => {
  it('every answer beside everything that people may say is right or wrong by the rule', async () => {
    // Each in a split of its own; a second pair, called level, makes the answers of the split four.
    const cases = ['a', 'b', 'tie', 'both_bad'].flatMap((said) =>
      ['a', 'b', 'tie', 'both_bad', 'equal', null].map((verdict) => answered(said, verdict)),
    );
    const pairs = small(cases.flatMap((one) => [one, answered('tie', null)]));
    const instances = cases.flatMap((_, k) => [0, 1].map((i) => ({ instance: `i${2 * k + i}`, split: `s${k}` })));
    const { sums } = await measure({ ...pairs, instances }, 'four_way_accuracy');
    for (const [k, { said, verdict }] of cases.entries()) {
      const own = sums.filter(({ slice }) => parseSlice(slice).get('split') === `s${k}`);
      const total = (of: 'num' | 'den') => own.reduce((n, row) => n + row[of], 0);
      expect([said, verdict, total('num'), total('den')]).toEqual([said, verdict, right(said, verdict) ? 1 : 0, 2]);
    }
  });

  it('have no rows where people only ever preferred one: other benchmarks keep their numbers', async () => {
    const pairs = small([answered('a', 'a'), answered('b', 'tie'), answered('a', null)]);
    for (const id of IDS) expect([id, (await measure(pairs, id)).sums]).toEqual([id, []]);
  });

  it('a missing answer is left out, or wrong under the switch', async () => {
    const pairs = small([answered('a', 'a'), answered('tie', null, 'missing')]);
    expect(await measure(pairs, 'four_way_accuracy')).toMatchObject({ num: 1, den: 1 });
    const settings = { missing: 'wrong' } as const;
    expect(await measure(pairs, 'four_way_accuracy', { settings })).toMatchObject({ num: 1, den: 2 });
    const unlisted: Small = { ...pairs, judgments: pairs.judgments.slice(0, 1) };
    expect(await measure(unlisted, 'four_way_accuracy')).toMatchObject({ num: 1, den: 1 });
    expect(await measure(unlisted, 'four_way_accuracy', { settings })).toMatchObject({ num: 1, den: 2 });
  });

  it('a run in both orders is judged by the first', async () => {
    const pairs = small([answered('both_bad', 'both_bad'), answered('a', 'b')]);
    const second = pairs.judgments.map((j) => ({ ...j, verdict: 'a', order: 'ba' as const }));
    const found = await measure({ ...pairs, judgments: [...second, ...pairs.judgments] }, 'four_way_accuracy');
    expect(found).toMatchObject({ num: 1, den: 2 });
  });

  it('a repeat that answered less does not weigh less: the value is the mean of the repeats', async () => {
    const pairs = small([answered('tie', 'tie'), answered('a', 'b')]);
    const again = [{ instance: 'i1', verdict: 'a', repeat: 1 }];
    const found = await measure({ ...pairs, judgments: [...pairs.judgments, ...again] }, 'four_way_accuracy');
    expect(found.value).toBe((1 / 2 + 1) / 2);
  });

  it('lean has no value without pairs of both kinds', async () => {
    expect((await measure(small([answered('a', 'a'), answered('tie', 'a')]), 'lean')).value).toBeNull();
    expect((await measure(small([answered('a', 'a'), answered('b', 'a'), answered('tie', 'a')]), 'lean')).value).toBe(
      1,
    );
  });
});

describe('the judges of GenAI-Bench', () => {
  const folder = path.resolve(import.meta.dirname, '../../data/genai-bench');
  const RUNS = ['gpt4o', 'gemini-1-5-pro', 'llava', 'idefics1', 'kosmos2', 'random'];
  const SPLITS = ['image_generation', 'image_edition', 'video_generation'];
  /** Of the official board: image generation, editing, video. */
  const OFFICIAL_BOARD: Readonly<Record<string, readonly number[]>> = {
    gpt4o: [45.59, 53.54, 48.46],
    'gemini-1-5-pro': [44.67, 55.93, 46.21],
    llava: [37, 26.12, 30.4],
  };
  let database: Database;

  beforeAll(async () => {
    database = await openDatabase();
    const { query } = database;
    await query(
      `INSERT INTO instances SELECT instance, cluster, split, 0 FROM read_parquet('${folder}/instances.parquet')`,
    );
    await query(
      `INSERT INTO gold SELECT instance, '', '', kind, value, NULL, '' FROM read_parquet('${folder}/gold.parquet')`,
    );
    for (const run of RUNS) {
      await query(`INSERT INTO runs (run, protocol) VALUES ('${run}', 'pairwise')`);
      await query(`INSERT INTO judgments BY NAME
        SELECT '${run}' AS run, '' AS response, '' AS criterion, 'judge' AS stage, 'base' AS condition, 0 AS repeat, 'ab' AS "order", COLUMNS(c -> c NOT IN ('raw', 'rationale_length')) FROM read_parquet('${folder}/runs/${run}/judgments.parquet')`);
    }
    await prepare(query, OFFICIAL_SETTINGS);
    await query(`CREATE TABLE scored AS ${contributionsOf(IDS.map(known)).sql}`);
    await query('INSERT INTO contributions BY NAME SELECT * FROM scored');
  });
  afterAll(() => database.close());

  it('have the values of the official board, and those of counting by the definitions', async () => {
    const sums = await readSums(database.query, { metrics: IDS.map(known) });
    for (const run of RUNS) {
      for (const [place, split] of SPLITS.entries()) {
        const pairs = (await database.query(
          `SELECT gold.value AS said, verdict, lenient FROM judgments JOIN gold USING (instance) JOIN instances USING (instance)
          WHERE run = ? AND split = ?`,
          [run, split],
        )) as unknown as Pair[];
        const expected = counted(pairs);
        for (const id of IDS) {
          const { value } = valueOfRun(sums, known(id), { run, slice: { split } }).summary;
          const wanted = expected[id] ?? null;
          if (wanted === null || value === null) expect([run, split, id, value]).toEqual([run, split, id, wanted]);
          else expect(value, `${run} ${split} ${id}`).toBeCloseTo(wanted, 12);
        }
        const printed = OFFICIAL_BOARD[run]?.[place];
        if (printed !== undefined)
          expect(Math.round(10_000 * (expected['four_way_accuracy'] ?? 0)) / 100).toBe(printed);
      }
    }
  });

  it('stand beside what people said and the best constant answer', async () => {
    const labels = await trivialChances(database.query, EVERYWHERE);
    const line = (split: string, id: string, judge: 'always-a' | 'constant-answer' | 'people') => {
      const own = labels.find((l) => l.split === split) ?? null;
      return known(id).trivial?.[judge]?.({ slice: { split }, counts: {}, labels: own, critics: null }) ?? null;
    };
    const constant = SPLITS.map((split) => line(split, 'four_way_accuracy', 'constant-answer'));
    expect(constant.map((l) => Math.round(10_000 * (l?.lo ?? 0)) / 100)).toEqual([38.21, 42.66, 35.08]);
    expect(constant.map((l) => l?.basis.split(':')[0])).toEqual(['always B', 'always both bad', 'always B']);
    const first = SPLITS.map((split) => line(split, 'four_way_accuracy', 'always-a')?.lo ?? 0);
    expect(first.map((lo) => Math.round(10_000 * lo) / 100)).toEqual([37.06, 26.12, 30.4]);
    const [row] = await database.query(
      `SELECT count_if(value = 'a') / count_if(value IN ('a', 'b')) AS a FROM gold JOIN instances USING (instance) WHERE split = 'image_edition'`,
    );
    expect(line('image_edition', 'share_a', 'people')?.lo).toBeCloseTo(Number(row?.['a']), 12);
  });
});
