import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerAgreement } from '../../../src/compare/paired/most.ts';
import type { Query } from '../../../src/sql/query.ts';
import { withDatabase } from '../../metrics/small.ts';
import { kappa } from '../../stats/helpers.ts';
import { A, B, CASES, CRITERIA, openPairWorld, verdictOf } from './pair-world.ts';

let query: Query;
let close: () => void;
beforeAll(async () => {
  ({ query, close } = await openPairWorld());
});
afterAll(() => close());

/** Labels of both runs on the questions that both answered readably, from the marks. */
function labels(criteria: readonly string[]) {
  return CASES.flatMap((marks) =>
    CRITERIA.filter((c) => criteria.includes(c)).flatMap((criterion) => {
      const [a, b] = [verdictOf(marks[0], criterion), verdictOf(marks[1], criterion)];
      return typeof a === 'string' && typeof b === 'string' ? [{ a, b, n: 1 }] : [];
    }),
  );
}

describe('agreement of answers', () => {
  test('over all criteria and by criterion, unread answers left out and counted', async () => {
    const parts = await answerAgreement(query, { other: A, base: B });
    expect(parts.map(({ split, stage, criterion }) => [split, stage, criterion])).toEqual([
      ['open', 'judge', ''],
      ['open', 'judge', 'clear'],
      ['open', 'judge', 'true'],
    ]);
    const [whole, clear, always] = parts;
    const expected = kappa(labels(CRITERIA));
    expect(whole?.agreement.value?.kappa).toBeCloseTo(expected, 12);
    expect(whole?.agreement.value?.n).toBe(labels(CRITERIA).length);
    // Three cases on which one of the two was unreadable, on two criteria each.
    expect([whole?.unread, clear?.unread]).toEqual([6, 3]);
    expect(clear?.agreement.value?.kappa).toBeCloseTo(kappa(labels(['clear'])), 12);
    expect(always?.agreement).toEqual({ value: null, reason: 'both raters gave one and the same label only' });
  });

  test('an empty answer is an unread one; what was never answered is none', async () => {
    const answers = (run: string, parses: readonly string[]) =>
      parses.map((parse, i) => ({ run, instance: `x${i}`, verdict: parse === 'ok' ? 'a' : null, parse }));
    const judgments = [...answers('one', ['ok', 'ok', 'ok']), ...answers('two', ['ok', 'failed', 'missing'])];
    const [whole] = await withDatabase({ protocol: 'pairwise', judgments }, (database) =>
      answerAgreement(database.query, { other: 'one', base: 'two' }),
    );
    expect(whole?.unread).toBe(1);
  });

  test('a judge agrees with itself', async () => {
    const [whole] = await answerAgreement(query, { other: A, base: A });
    expect(whole?.agreement.value?.kappa).toBe(1);
    expect(whole?.agreement.value?.lo).toBeNull();
  });
});
