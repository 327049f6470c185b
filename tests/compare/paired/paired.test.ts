import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPlaces } from '../../../src/cases/sets.ts';
import { ANY_ANSWERS, EVERY_CASE } from '../../../src/cases/wanted.ts';
import { mostGaps } from '../../../src/compare/paired/most.ts';
import { comparePair, type PairLine, type PairQuestion, pairMeasureOf } from '../../../src/compare/paired/paired.ts';
import { OFFICIAL_SETTINGS } from '../../../src/metrics/query.ts';
import { scoreRunsInto } from '../../../src/metrics/score.ts';
import { sliceText } from '../../../src/schema/slice.ts';
import type { Query } from '../../../src/sql/query.ts';
import { withDatabase } from '../../metrics/small.ts';
import { A, B, CASES, CRITERIA, clusterOf, openPairWorld, verdictOf } from './pair-world.ts';

const UNION: PairQuestion = { other: A, base: B, protocol: 'pairwise', support: 'union' };
const SHARED: PairQuestion = { ...UNION, support: 'shared' };

let query: Query;
let close: () => void;
beforeAll(async () => {
  ({ query, close } = await openPairWorld());
});
afterAll(() => close());

async function linesOf(question: PairQuestion): Promise<readonly PairLine[]> {
  const tables = await comparePair(query, question);
  return tables.flatMap(({ groups }) => groups.flatMap(({ whole, slices }) => [whole, ...slices]));
}

async function lineOf(question: PairQuestion, metric: string, slice: Record<string, string>): Promise<PairLine> {
  const found = (await linesOf(question)).find(
    (line) => line.metric.id === metric && sliceText(line.slice) === sliceText({ split: 'open', ...slice }),
  );
  if (found === undefined) throw new Error(`no line ${metric} ${sliceText(slice)}`);
  return found;
}

test('the number of statements does not grow with the number of metrics', async () => {
  let statements = 0;
  const counting: Query = (sql, params) => {
    statements += 1;
    return query(sql, params);
  };
  const tables = await comparePair(counting, UNION);
  expect(new Set(tables.flatMap(({ groups }) => groups.map(({ whole }) => whole.metric.id))).size).toBeGreaterThan(4);
  expect(statements).toBeLessThanOrEqual(8);
});

test('two runs that share less than half of their judgments have values and no test', async () => {
  const answers = (run: string, from: number) =>
    Array.from({ length: 8 }, (_, i) => ({ run, instance: `x${from + i}`, verdict: i % 3 === 0 ? 'b' : 'a' }));
  const gold = Array.from({ length: 14 }, (_, i) => ({ instance: `x${i}`, value: 'a' }));
  const judgments = [...answers('one', 0), ...answers('two', 6)];
  const tables = await withDatabase({ protocol: 'pairwise', gold, judgments }, async (world) => {
    await scoreRunsInto(world.query, OFFICIAL_SETTINGS);
    return comparePair(world.query, { ...UNION, other: 'one', base: 'two' });
  });
  const lines = tables.flatMap(({ groups }) => groups.map(({ whole }) => whole));
  const accuracy = lines.find(({ metric }) => metric.id === 'criterion_accuracy');
  expect(accuracy).toMatchObject({ other: { value: 5 / 8 }, base: { value: 5 / 8 }, shared: 2, of: 8 });
  expect(accuracy?.difference).toMatchObject({ value: null, p: null, reason: 'they share only 2 of 8 judgments' });
});

/** Points of run k on a case: [right answers, answers]; null where it was not asked. Counted from the marks, not by SQL. */
function points(i: number, k: number): readonly [number, number] | null {
  const mark = CASES[i]?.[k];
  if (mark === '.') return null;
  const right = CRITERIA.filter((c) => verdictOf(mark, c) === (c === 'clear' ? 'a' : 'b'));
  return [right.length, CRITERIA.length];
}

/** Value, and its linearised term by cluster, over the cases kept: the formulas of docs/metrics.md once more, with plain loops. */
function byHand(k: number, kept: readonly number[]) {
  const rows = kept.flatMap((i) => {
    const found = points(i, k);
    return found === null ? [] : [{ cluster: clusterOf(i), num: found[0], den: found[1] }];
  });
  const [num, den] = [rows.reduce((t, r) => t + r.num, 0), rows.reduce((t, r) => t + r.den, 0)];
  const n = new Set(rows.map(({ cluster }) => cluster)).size;
  const terms = new Map<string, number>();
  for (const row of rows) {
    const term = (Math.sqrt(n / (n - 1)) * (row.num - (num / den) * row.den)) / den;
    terms.set(row.cluster, (terms.get(row.cluster) ?? 0) + term);
  }
  return { value: num / den, terms };
}

function differenceByHand(kept: readonly number[]) {
  const [a, b] = [byHand(0, kept), byHand(1, kept)];
  const clusters = new Set([...a.terms.keys(), ...b.terms.keys()]);
  const square = [...clusters].reduce((sum, c) => sum + ((a.terms.get(c) ?? 0) - (b.terms.get(c) ?? 0)) ** 2, 0);
  return { a: a.value, b: b.value, value: a.value - b.value, se: Math.sqrt(square), clusters: clusters.size };
}

const all = CASES.map((_, i) => i);
const both = all.filter((i) => points(i, 0) !== null && points(i, 1) !== null);

describe('values and paired differences', () => {
  test.each([
    ['union', UNION, all],
    ['shared', SHARED, both],
  ] as const)('over the %s of rows are those counted by hand', async (_, question, kept) => {
    const line = await lineOf(question, 'criterion_accuracy', {});
    const own = differenceByHand(kept);
    expect(line.other.value).toBeCloseTo(own.a, 12);
    expect(line.base.value).toBeCloseTo(own.b, 12);
    // The difference is that of the judgments that both have, whatever the values are of.
    const expected = differenceByHand(both);
    expect([line.shared, line.of]).toEqual([2 * both.length, 2 * CASES.length]);
    expect(line.difference.value).toBeCloseTo(expected.value, 12);
    expect(line.difference.se).toBeCloseTo(expected.se, 12);
    expect(line.difference.clusters).toBe(expected.clusters);
  });

  test('the two supports differ: one case was put to one judge only', async () => {
    const [union, shared] = [await lineOf(UNION, 'pacc', {}), await lineOf(SHARED, 'pacc', {})];
    expect([union.other.num, union.other.den, shared.other.num, shared.other.den]).toEqual([9, 14, 8, 13]);
    expect(shared.base).toEqual(union.base);
  });

  test('what is missing or could not be read is shared all the same: how it was read is the run’s own', async () => {
    const { other, base } = await lineOf(SHARED, 'coverage', {});
    expect([other.num, other.den, base.num, base.den]).toEqual([26, 28, 22, 28]);
  });

  test('turned round, every difference changes its sign and every case its side', async () => {
    const [one, other] = [await linesOf(UNION), await linesOf({ ...UNION, other: B, base: A })];
    expect(other.map(({ difference }) => difference.value)).toEqual(
      one.map(({ difference: { value } }) => (value === null ? null : expect.closeTo(-value, 12))),
    );
    expect(other.map(({ cases }) => cases?.below)).toEqual(one.map(({ cases }) => cases?.above));
    expect(other.map(({ adjusted }) => adjusted)).toEqual(
      one.map(({ adjusted }) => (adjusted === null ? null : expect.closeTo(adjusted, 12))),
    );
  });

  test('p is adjusted over the table: never smaller, and the smallest by the number of tests', async () => {
    const tested = (await linesOf(UNION)).filter(({ difference }) => difference.p !== null);
    for (const { difference, adjusted } of tested) expect(adjusted).toBeGreaterThanOrEqual(difference.p ?? 1);
    const smallest = tested.toSorted((x, y) => (x.difference.p ?? 1) - (y.difference.p ?? 1))[0];
    expect(smallest?.adjusted).toBeCloseTo(Math.min(1, (smallest?.difference.p ?? 1) * tested.length), 12);
  });

  test('a metric that only repeats another, or a slice that is the whole, is told once', async () => {
    const lines = await linesOf(UNION);
    const ids = lines.map(({ metric, slice }) => `${metric.id} ${sliceText(slice)}`);
    expect(ids).toContain('criterion_accuracy split=open;criterion=clear');
    expect(ids.filter((id) => id.startsWith('overall_accuracy'))).toEqual([]);
    expect(ids.filter((id) => id.includes('stage=') || id.includes('parse='))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('cases won, lost and level', () => {
  const counted = (keep: (a: number, b: number) => boolean): number =>
    both.filter((i) => keep((points(i, 0)?.[0] ?? 0) / 2, (points(i, 1)?.[0] ?? 0) / 2)).length;

  test('are those counted by hand', async () => {
    const accuracy = await lineOf(UNION, 'criterion_accuracy', {});
    expect(accuracy.cases).toEqual({
      above: counted((a, b) => a > b),
      level: counted((a, b) => a === b),
      below: counted((a, b) => a < b),
    });
    const pacc = await lineOf(UNION, 'pacc', {});
    expect(pacc.cases?.above).toBe(counted((a, b) => a === 1 && b < 1));
  });

  test('are exactly the cases that the explorer opens, under every metric and slice', async () => {
    const lines = (await linesOf(UNION)).filter(({ cases }) => cases !== null);
    expect(lines.length).toBeGreaterThan(5);
    for (const { metric, slice, cases } of lines) {
      const opened = async (run: string, other: string, side: 'above' | 'level'): Promise<number> => {
        const scope = { ...EVERY_CASE, metric: metric.id, slice: sliceText(slice), run, against: { run: other, side } };
        return (await findPlaces(query, { lost: scope, answers: ANY_ANSWERS, run }))?.length ?? -1;
      };
      expect(
        { above: await opened(A, B, 'above'), level: await opened(A, B, 'level'), below: await opened(B, A, 'above') },
        `${metric.id} ${sliceText(slice)}`,
      ).toEqual(cases);
    }
  });

  test('metrics without a rule for losses win no cases', async () => {
    expect((await lineOf(UNION, 'halo', {})).cases).toBeNull();
  });
});

describe('where they differ most', () => {
  test('by attribute: each value is the comparison of its cases alone; one that never varies is left out', async () => {
    const found = await mostGaps(query, UNION, {
      measure: pairMeasureOf('pacc', {}),
      attributes: ['constant', 'task'],
    });
    expect(found.attributes.map(({ attribute }) => attribute)).toEqual(['task', 'task']);
    const [compare] = found.attributes;
    expect(compare?.value).toBe('compare');
    expect(compare?.difference.value).toBeCloseTo(5 / 7 - 2 / 7, 12);
    expect(compare?.cases).toEqual({ above: 4, level: 2, below: 1 });
  });

  test('by case: the furthest apart first, with what each has there', async () => {
    const { above, below } = await mostGaps(query, UNION, {
      measure: pairMeasureOf('criterion_accuracy', {}),
      attributes: [],
    });
    expect(above.slice(0, 3)).toEqual([
      { instance: 'case-13', other: 1, base: 0 },
      { instance: 'case-4', other: 1, base: 0 },
      { instance: 'case-1', other: 1, base: 0.5 },
    ]);
    expect(below.map(({ instance }) => instance)).toEqual(['case-11', 'case-2', 'case-5']);
  });

  test('in a slice only its rows count', async () => {
    const { below } = await mostGaps(query, UNION, {
      measure: pairMeasureOf('criterion_accuracy', { criterion: 'true' }),
      attributes: [],
    });
    expect(below).toEqual([{ instance: 'case-5', other: 0, base: 1 }]);
  });
});
