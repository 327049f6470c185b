import { describe, expect, test } from 'vitest';
import { narrowJudgment } from '../../src/records/kinds.ts';
import { Judgment } from '../../src/schema/records.ts';
import { drawn } from '../drawn.ts';

const ROWS = drawn(60_000, 15_000);

/** A small repeatable source of numbers in [0, 1): mulberry32. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const GOOD: Readonly<Record<string, readonly unknown[]>> = {
  instance: ['x', 'inst-1', 'ä ö', '🙂', 'a'.repeat(256)],
  response: ['a', 'b'],
  criterion: ['clarity', 'no_hallucination', 'a1-b2'],
  stage: ['judge', 'critique', 'correction', 'preference'],
  condition: ['base', 'text-dominance', 'x y'],
  critique_judge: ['gpt-4-1'],
  repeat: [0, 1, 7],
  order: ['ab', 'ba'],
  verdict: ['a', 'b', 'tie', 'both_bad', 'equal', 'correct', 'error', null],
  score: [0, -3, 8.5, 1e300, null],
  parse: ['ok', 'verifier', 'fallback', 'failed', 'abstained', 'missing', 'refused', 'error'],
  rationale: ['', 'text', '\u0000'],
  rationale_length: [0, 12],
  raw: ['', 'text'],
  lenient: ['a', 'both_bad', 'equal'],
  cost: [0, 0.25],
  tokens: [0, 12],
};
const ODD: readonly unknown[] = [
  ...[
    undefined,
    null,
    '',
    ' ',
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    [],
    {},
    ['a'],
    'A',
    'a-',
    '-a',
    'a--b',
    'a_-b',
    'Ab',
    'é',
  ],
  ...['a\u0000', '\ud800', '\u202e', 'a'.repeat(257), '🙂'.repeat(129), 'ok ', 'AB', '1', 'base', 'judge'],
];

/** Mostly sound rows: every field may be absent, odd, or joined by an unknown one. */
function anyRow(next: () => number): unknown {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  if (next() < 0.01) return pick(ODD);
  const row: Record<string, unknown> = {};
  for (const [field, values] of Object.entries(GOOD)) {
    const keep = field === 'instance' || field === 'parse' ? 0.99 : 0.5;
    if (next() < keep) row[field] = next() < 0.04 ? pick(ODD) : pick(values);
  }
  if (next() < 0.02) row[pick(['extra', 'toString', 'Instance'])] = 1;
  return row;
}

describe('the short cut for judgments', () => {
  test('accepts exactly what the schema accepts, with the same result', () => {
    const next = random(20260801);
    let accepted = 0;
    for (let i = 0; i < ROWS; i++) {
      const row = anyRow(next);
      const schema = Judgment.safeParse(row);
      const quick = narrowJudgment(row);
      if ((quick !== null) !== schema.success) expect.fail(`${JSON.stringify(row)}: schema says ${schema.success}`);
      if (quick !== null) {
        accepted++;
        expect(quick).toEqual(schema.data);
      }
    }
    expect(accepted).toBeGreaterThan(ROWS / 3);
    expect(accepted).toBeLessThan((5 * ROWS) / 6);
  });

  test('all records have the same fields in the same order', () => {
    const fields = Object.keys(Judgment.shape);
    expect(Object.keys(narrowJudgment({ parse: 'ok', instance: 'x' }) ?? {})).toEqual(fields);
  });
});
