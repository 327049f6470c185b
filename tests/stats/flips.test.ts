import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { flipsToShare, leadFlips } from '../../src/metrics/judge-check.ts';
import { OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { scoreRunsInto } from '../../src/metrics/score.ts';
import { drawn } from '../drawn.ts';
import { openDatabase } from '../metrics/database.ts';
import { randomFrom } from '../metrics/generate.ts';
import { known, type Small, withDatabase } from '../metrics/small.ts';

/** The criteria that a case is labelled under. */
type Labels = Readonly<Record<string, string>>;

interface Asked {
  readonly labels: Labels;
  readonly leader: Labels;
  readonly other: Labels;
}

const isRight = (said = '', label: string): boolean =>
  said === label || (said === 'equal' && (label === 'tie' || label === 'both_bad'));

const points = (cases: readonly Asked[], who: 'leader' | 'other'): number =>
  cases.filter((one) => Object.entries(one.labels).every(([c, label]) => isRight(one[who][c], label))).length;

/** All ways to label a case. */
const labelings = (criteria: readonly string[], values: readonly string[]): Labels[] =>
  criteria.reduce<Labels[]>(
    (found, c) => found.flatMap((own) => values.map((value) => ({ ...own, [c]: value }))),
    [{}],
  );

/** The fewest cases by trying all ways to label one more case, again and again; null where no labels let the other draw level. */
function tried(cases: readonly Asked[], values: readonly string[]): number | null {
  let reached = [cases];
  for (let flips = 0; flips <= cases.length; flips += 1) {
    if (reached.some((own) => points(own, 'leader') <= points(own, 'other'))) return flips;
    const gaps = new Map<string, readonly Asked[]>();
    for (const own of reached)
      for (const [i, one] of own.entries())
        for (const labels of labelings(Object.keys(one.labels), values)) {
          const next = own.with(i, { ...one, labels });
          gaps.set(JSON.stringify(next.map((x) => Object.values(x.labels))), next);
        }
    reached = [...gaps.values()];
  }
  return null;
}

const FOUR = ['a', 'b', 'tie', 'both_bad'];
const LETTERS = ['a', 'b'];

function drawnCases(seed: number, n: number, criteria: readonly string[], values: readonly string[]): Asked[] {
  const next = randomFrom(seed);
  const one = (list: readonly string[]) => list[Math.floor(next() * list.length)] ?? '';
  const all = [...values, ...(values.length > 2 ? ['equal', ''] : ['tie', ''])];
  return Array.from({ length: n }, () => {
    const draw = (from: readonly string[]): Labels => Object.fromEntries(criteria.map((c) => [c, one(from)]));
    const labels = draw(values);
    return { labels, leader: next() < 0.8 ? labels : draw(all), other: next() < 0.4 ? labels : draw(all) };
  });
}

function recordsOf(cases: readonly Asked[]): Small {
  const rows = cases.flatMap(({ labels, leader, other }, i) =>
    Object.entries(labels).map(([criterion, value]) => ({ instance: `i${i}`, criterion, value, leader, other })),
  );
  return {
    protocol: 'pairwise',
    instances: cases.map((_, i) => ({ instance: `i${i}`, split: 's' })),
    gold: rows.map(({ instance, criterion, value }) => ({ instance, criterion, value })),
    judgments: (['leader', 'other'] as const).flatMap((run) =>
      rows.map(({ instance, criterion, [run]: said }) => {
        const verdict = said[criterion] === '' ? null : (said[criterion] ?? null);
        return { run, instance, criterion, verdict, parse: verdict === null ? 'failed' : 'ok' };
      }),
    ),
  };
}

async function found(cases: readonly Asked[], id: string) {
  return withDatabase(recordsOf(cases), async ({ query }) => {
    await scoreRunsInto(query, OFFICIAL_SETTINGS);
    const question = { metric: known(id), split: 's', leader: 'leader', others: ['other'] };
    return leadFlips(query, { ...question, settings: OFFICIAL_SETTINGS });
  });
}

describe('the fewest cases labelled otherwise that let another judge draw level', () => {
  test.each(Array.from({ length: drawn(20, 3) }, (_, seed) => seed))(
    'are those found by trying all labels: set %i',
    async (seed) => {
      const four = [
        ...drawnCases(seed, 5, [''], FOUR),
        { labels: { '': 'tie' }, leader: { '': 'tie' }, other: { '': 'a' } },
      ];
      const level = await found(four, 'four_way_accuracy');
      expect(level?.cases ?? null).toBe(tried(four, FOUR));
      const criteria = drawnCases(seed + 50, 5, ['logic', 'clarity'], LETTERS);
      const sheets = await found(criteria, 'pacc');
      expect(sheets?.cases ?? null).toBe(tried(criteria, LETTERS));
    },
  );

  test('are none where the other is level, and unknown where its answers can never be right', () => {
    const lost = { leader: true, challenger: false };
    expect(flipsToShare([])).toBe(0);
    expect(flipsToShare([{ ...lost, canTurn: true }])).toBe(1);
    expect(flipsToShare(Array.from({ length: 16 }, () => ({ ...lost, canTurn: true })))).toBe(8);
    expect(flipsToShare(Array.from({ length: 5 }, () => ({ ...lost, canTurn: false })))).toBe(5);
    expect(
      flipsToShare([
        { ...lost, canTurn: false },
        { leader: false, challenger: false, canTurn: false },
      ]),
    ).toBe(1);
  });

  test('turn a lead by one alone where the leader says that both are equal, and the other which of the two ways', async () => {
    const level = { labels: { '': 'both_bad' }, leader: { '': 'equal' }, other: { '': 'tie' } };
    const cases = [level, level, level, { labels: { '': 'a' }, leader: { '': 'b' }, other: { '': 'b' } }];
    expect([(await found(cases, 'four_way_accuracy'))?.cases, tried(cases, FOUR)]).toEqual([3, 3]);
  });

  test('of a metric that counts parts of cases there are none', async () => {
    const cases = drawnCases(1, 6, ['logic', 'clarity'], LETTERS);
    expect(await found(cases, 'criterion_accuracy')).toBeNull();
  });
});

const GENAI = path.join(import.meta.dirname, '../../data/genai-bench');

test('are 8, 11 and 12 on GenAI-Bench, counted from its files: each takes a point from the first and gives it to the other', async () => {
  const { query, close } = await openDatabase();
  try {
    const gold = await query(`SELECT instance, value FROM '${GENAI}/gold.parquet' WHERE kind = 'preference'`);
    const rows = await query(
      `SELECT filename, instance, verdict FROM read_parquet('${GENAI}/runs/*/judgments.parquet', union_by_name = true)`,
    );
    const said = [...Map.groupBy(rows, ({ filename }) => filename)].map(
      ([run, own]) => [run, new Map(own.map(({ instance, verdict }) => [instance, verdict]))] as const,
    );
    const splitOf = (instance: unknown): string => String(instance).replace(/\/.*/, '');
    const fewest = [...Map.groupBy(gold, ({ instance }) => splitOf(instance))].map(([split, labels]) => {
      const asked = said.filter(([, verdicts]) => labels.every(({ instance }) => verdicts.has(instance)));
      const right = asked.map(([run, verdicts]) => {
        const of = labels.filter(({ instance, value }) => isRight(String(verdicts.get(instance)), String(value)));
        return [run, verdicts, new Set(of.map(({ instance }) => instance))] as const;
      });
      const [first, ...others] = right.toSorted(([, , a], [, , b]) => b.size - a.size);
      const flips = others.map(([, verdicts, own]) => {
        const gap = (first?.[2].size ?? 0) - own.size;
        const turned = labels.filter(({ instance }) => {
          const verdict = verdicts.get(instance);
          return first?.[2].has(instance) && !own.has(instance) && FOUR.includes(String(verdict));
        });
        return turned.length >= gap / 2 ? Math.ceil(gap / 2) : Number.POSITIVE_INFINITY;
      });
      return [split, Math.min(...flips), labels.length];
    });
    expect(fewest.toSorted()).toEqual([
      ['image_edition', 11, 919],
      ['image_generation', 8, 1735],
      ['video_generation', 12, 1069],
    ]);
  } finally {
    close();
  }
});
