import fs from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Gold } from '../../../src/schema/records.ts';
import { LabelVotes } from '../../../src/scoring/staging.ts';
import { built, lines, project, query, type Row } from './project.ts';

type Kind = Gold['kind'];

/** The label that people's values make; undefined where they make none. */
function labelOf(kind: Kind, values: readonly string[], more: readonly Gold[] = []): string | undefined {
  const votes = new LabelVotes();
  for (const [i, value] of values.entries()) votes.add({ instance: 'i', kind, value, annotator: `p${i}` }, 0);
  for (const record of more) votes.add(record, 0);
  const [label, ...others] = votes.labels(['a', 'b', 'tie', 'both_bad']);
  expect(others).toEqual([]);
  expect(label?.record.annotator).toBeUndefined();
  return label?.record.value;
}

test.each<[Kind, string, string | undefined]>([
  ['preference', 'a', 'a'],
  ['preference', 'a b a', 'a'],
  ['preference', 'a tie tie', 'tie'],
  ['preference', 'both_bad b both_bad', 'both_bad'],
  // Those who lead differ on which is better: neither is.
  ['preference', 'a b', 'tie'],
  ['preference', 'a b tie', 'tie'],
  // Whether one is better, or both are bad, is no matter of the middle between them.
  ['preference', 'a both_bad', undefined],
  ['preference', 'a tie', undefined],
  ['preference', 'a b both_bad', undefined],
  ['correct', 'error correct error', 'error'],
  ['correct', 'error correct', undefined],
  ['quality', '3 4 8', '5'],
  ['reference', 'one', undefined],
])('%s of %s', (kind, values, label) => {
  expect(labelOf(kind, values.split(' '))).toBe(label);
});

test('a label in the files stays what it is', () => {
  const given: Gold = { instance: 'i', kind: 'preference', value: 'b' };
  expect(labelOf('preference', ['a', 'a'], [given])).toBeUndefined();
});

test('where people may not call a pair level, they make no label of it', () => {
  const votes = new LabelVotes();
  for (const [i, value] of ['tie', 'tie', 'a'].entries())
    votes.add({ instance: 'one', kind: 'preference', value, annotator: `p${i}` }, 0);
  for (const [i, value] of ['a', 'b'].entries())
    votes.add({ instance: 'two', kind: 'preference', value, annotator: `p${i}` }, 0);
  expect(votes.labels(['a', 'b'])).toEqual([]);
});

const CASES = 24;
const people = (): Row[] =>
  Array.from({ length: CASES }, (_, i) =>
    ['logic', 'style'].flatMap((criterion, c) =>
      ['p1', 'p2', 'p3'].map((annotator, p) => ({
        ...{ instance: `i${i}`, criterion, kind: 'preference', annotator },
        value: (i * (c + 2) + p * (i % 4)) % 3 === 0 ? 'b' : 'a',
      })),
    ),
  ).flat();

/** The majority by hand: of three who may say a or b there always is one. */
const aggregated = (): Row[] =>
  [...Map.groupBy(people(), ({ instance, criterion }) => `${instance} ${criterion}`).values()].map((own) => {
    const { annotator: _, ...first } = own[0] ?? {};
    return { ...first, value: own.filter(({ value }) => value === 'a').length > 1 ? 'a' : 'b' };
  });

test('a benchmark that says so is scored by the majority of its annotators, as if somebody had worked it out by hand', async () => {
  const files = { 'data/mini/gold.jsonl': lines(people()) };
  const root = await project(files, CASES);
  await fs.appendFile(`${root}/data/mini/benchmark.yaml`, 'labels: majority\n');
  const stated = await built(root);
  const byHand = await built(await project({ 'data/mini/gold.jsonl': lines([...people(), ...aggregated()]) }, CASES));
  for (const table of ['gold', 'contributions', 'cluster_sums']) {
    const rows = await query(stated, `SELECT * FROM ${table} ORDER BY ALL`);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(await query(byHand, `SELECT * FROM ${table} ORDER BY ALL`));
  }
});
