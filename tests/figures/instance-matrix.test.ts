import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  difficultyOf,
  type MatrixData,
  surprisesOf,
  UNJUDGED,
  WRONG_LEVELS,
} from '../../src/figures/instance-matrix/data.ts';
import { INSTANCE_MATRIX } from '../../src/figures/instance-matrix/InstanceMatrix.tsx';
import type { FigureChoices } from '../../src/figures/kit/case-figure.ts';
import { RIGHT_LABEL, WRONG } from '../../src/figures/kit/codes.ts';
import { EVERYWHERE, OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { scoreRunsInto } from '../../src/metrics/score.ts';
import { BARE_FIGURE_CHOICES } from '../choices.ts';
import { type Database, openDatabase } from '../metrics/database.ts';
import type { DataSet } from '../metrics/generate.ts';
import { ATTRIBUTES, load } from '../metrics/load.ts';
import { uniform } from '../stats/helpers.ts';

const CASES = 120;
const CRITERIA = ['clarity', 'logic'];
const ERRORS: Readonly<Record<string, number>> = { best: 0.03, good: 0.1, middling: 0.4, poor: 0.7, worst: 0.97 };
const JUDGES = Object.keys(ERRORS);
const blank = Object.fromEntries(ATTRIBUTES.map((name) => [name, ''])) as Record<(typeof ATTRIBUTES)[number], string>;

/** Judges from nearly always right to nearly always wrong, on cases of one or two criteria; some answers are missing, some repeated. */
function made(): DataSet {
  const random = uniform(3);
  const instances = Array.from({ length: CASES }, (_, i) => ({
    ...blank,
    instance: `case-${i}`,
    cluster: `scene-${Math.floor(i / 3)}`,
    split: 'open',
  }));
  const gold = instances.flatMap(({ instance }, i) =>
    CRITERIA.slice(0, 1 + (i % 2)).map((criterion) => {
      const value = random() < 0.5 ? 'a' : 'b';
      return { instance, response: '', criterion, kind: 'preference' as const, value, number: null, annotator: '' };
    }),
  );
  const judgments = JUDGES.flatMap((run) =>
    gold.flatMap(({ instance, criterion, value }) =>
      [0, 1].flatMap((repeat) => {
        const wrong = random() < (ERRORS[run] ?? 0);
        const verdict = (value === 'a') === wrong ? 'b' : 'a';
        const rest = {
          stage: 'judge',
          condition: 'base',
          critique_judge: '',
          order: 'ab' as const,
          score: null,
          length: 1,
        };
        const row = { ...rest, run, instance, response: '', criterion, repeat, verdict, parse: 'ok' };
        return run === 'poor' && random() < 0.2 ? [] : [row];
      }),
    ),
  );
  return {
    runs: JUDGES.map((run) => ({ run, judge: run, protocol: 'pairwise' as const, repeats: 1 })),
    instances,
    responses: [],
    gold,
    judgments,
  };
}

const choices: FigureChoices = {
  ...BARE_FIGURE_CHOICES,
  runs: [...JUDGES].reverse().map((run) => ({ run, judge: run, protocol: 'pairwise', label: run })),
  criteria: [{ id: 'logic', label: 'Sound logic' }],
  benchmark: 'made',
  release: 'r',
  cases: CASES,
};

let database: Database;
let data: MatrixData;
beforeAll(async () => {
  database = await openDatabase(ATTRIBUTES);
  await load(database, [made()]);
  await scoreRunsInto(database.query, OFFICIAL_SETTINGS);
  const figure = INSTANCE_MATRIX.find(({ protocol }) => protocol === 'pairwise');
  const loaded = await figure?.load(database.query, { where: EVERYWHERE, runs: {} }, choices);
  if (loaded == null) throw new Error('no matrix');
  data = loaded;
});
afterAll(() => database.close());

/** Contributions of accuracy in the first repeat: run, case, and whether it was wrong. */
async function answers(): Promise<
  readonly { readonly run: string; readonly instance: string; readonly wrong: boolean }[]
> {
  const rows = await database.query(`SELECT run, instance, num < den AS wrong FROM contributions
WHERE metric = 'criterion_accuracy' AND slice LIKE '%repeat=0'`);
  return rows.map((row) => ({
    run: String(row['run']),
    instance: String(row['instance']),
    wrong: row['wrong'] === true,
  }));
}

const shareWrong = (of: readonly { readonly wrong: boolean }[]): number =>
  of.filter(({ wrong }) => wrong).length / of.length;

test('judges stand by their share of wrong answers, which lies in its interval', async () => {
  const all = await answers();
  expect(data.answers).toBe(all.length);
  const shares = data.rows.map(({ run, counted, wrong, wrongShare }) => {
    const own = all.filter((answer) => answer.run === run);
    expect([counted, wrong]).toEqual([own.length, own.filter((answer) => answer.wrong).length]);
    expect(wrongShare?.value).toBeCloseTo(shareWrong(own), 3);
    expect(wrongShare?.lo ?? 2).toBeLessThanOrEqual(wrongShare?.value ?? 0);
    expect(wrongShare?.hi ?? -1).toBeGreaterThanOrEqual(wrongShare?.value ?? 0);
    return shareWrong(own);
  });
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(data.rows.map(({ run }) => run)).toEqual(JUDGES);
});

test('columns hold every case once, from the easiest to the hardest, in the shade of each judge’s share', async () => {
  const byCase = Map.groupBy(await answers(), ({ instance }) => instance);
  expect(data.columns.reduce((sum, n) => sum + n, 0)).toBe(byCase.size);
  expect(data.cases).toBe(byCase.size);
  expect(byCase.size).toBeLessThanOrEqual(400);
  const places = new Map(
    (await database.query('SELECT rowid AS place, instance FROM instances')).map((row) => [
      String(row['instance']),
      Number(row['place']),
    ]),
  );
  const order = [...byCase].sort(
    ([a, one], [b, other]) => shareWrong(one) - shareWrong(other) || (places.get(a) ?? 0) - (places.get(b) ?? 0),
  );
  for (const { run, levels } of data.rows) {
    const expected = order.map(([, own]) => {
      const mine = own.filter((answer) => answer.run === run);
      return mine.length === 0 ? UNJUDGED : String(WRONG_LEVELS.findIndex((upTo) => shareWrong(mine) <= upTo));
    });
    expect(levels).toBe(expected.join(''));
  }
});

test('the bands hold every case and answer once', async () => {
  const byCase = Map.groupBy(await answers(), ({ instance }) => instance);
  const sum = (of: 'cases' | 'counted' | 'wrong'): number => data.bands.reduce((total, band) => total + band[of], 0);
  expect(sum('cases')).toBe(byCase.size);
  expect(sum('counted')).toBe(data.answers);
  const between = [...byCase.values()].filter((own) => shareWrong(own) > 0.3 && shareWrong(own) <= 0.4);
  expect(data.bands.find(({ label }) => label === '30 to 40 %')?.cases).toBe(between.length);
});

test('what is listed happened, once per case, and names the criterion', async () => {
  const all = await answers();
  const listed = [
    ...data.failed.map((one) => ({ ...one, wrong: true })),
    ...data.solved.map((one) => ({ ...one, wrong: false })),
  ];
  expect(listed.length).toBeGreaterThan(2);
  for (const { instance, run, chance, part, wrong } of listed) {
    expect(chance).toBeLessThan(0.05);
    expect(['clarity', 'Sound logic']).toContain(part);
    expect(all).toContainEqual({ run, instance, wrong });
  }
  for (const list of [data.failed, data.solved])
    expect(new Set(list.map((one) => one.instance)).size).toBe(list.length);
});

describe('surprises', () => {
  /** Four judges, right (1) and wrong (0) on eighty answers: three strong ones, and one that is wrong on all but the last. */
  const codes = [
    Array.from({ length: 80 }, (_, i) => (i === 3 ? WRONG : RIGHT_LABEL)),
    Array.from({ length: 80 }, (_, i) => (i === 79 ? WRONG : RIGHT_LABEL)),
    Array.from({ length: 80 }, (_, i) => (i === 79 ? WRONG : RIGHT_LABEL)),
    Array.from({ length: 80 }, (_, i) => (i === 79 ? RIGHT_LABEL : WRONG)),
  ].map((column) => Uint16Array.from(column));
  const places = Int32Array.from({ length: 80 }, (_, i) => i);
  const found = surprisesOf(codes, difficultyOf(codes, places));

  test('the weak judge that alone gets the hardest answer is the greatest', () => {
    expect(found[0]).toMatchObject({ item: 79, run: 3, wrong: false, others: { counted: 3, wrong: 2 } });
  });

  test('the strong judge that fails an easy answer is one', () => {
    expect(found).toContainEqual(expect.objectContaining({ item: 3, run: 0, wrong: true }));
  });

  test('what everybody expects is none', () => {
    expect(found.every(({ item }) => item === 3 || item === 79)).toBe(true);
  });
});
