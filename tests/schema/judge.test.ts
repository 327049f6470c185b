import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { Judge, JudgesFile } from '../../src/schema/judge.ts';

const SOURCE = 'https://example.org/model';
const JUDGE = { id: 'a', name: 'A', organisation: 'O', family: 'F', access: 'open', thinking: 'never' };
const RELEASED = { date: '2025-02-28', source: SOURCE };
const LICENCE = { name: 'Apache-2.0', open: true, source: SOURCE };
const PRICE = { input: 0.15, output: 0, currency: 'USD', as_of: '2025-03', source: SOURCE };

/** Gives what is wrong with a judge of these facts: the field, and what was expected there. */
function wrong(facts: object): string[] {
  const { error } = Judge.safeParse({ ...JUDGE, ...facts });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

test('facts of a judge may all be there or none; a release may be a month', () => {
  expect(wrong({})).toEqual([]);
  expect(wrong({ released: RELEASED, licence: LICENCE, price: PRICE })).toEqual([]);
  expect(wrong({ released: { ...RELEASED, date: '2024-11' } })).toEqual([]);
});

const DATE = 'a date, YYYY-MM-DD, or a month, YYYY-MM';
const HTTPS = 'an address that begins with https://';
const AMOUNT = 'an amount of money per million tokens, 0 or more';
const LETTERS = 'a currency by its three letters, such as USD';

test.each([
  ['a day that does not exist', { released: { ...RELEASED, date: '2025-02-30' } }, `released.date: ${DATE}`],
  ['a month that does not exist', { released: { ...RELEASED, date: '2025-13' } }, `released.date: ${DATE}`],
  ['a year alone', { price: { ...PRICE, as_of: '2025' } }, `price.as_of: ${DATE}`],
  ['a source without https', { licence: { ...LICENCE, source: 'http://example.org' } }, `licence.source: ${HTTPS}`],
  ['a price below nothing', { price: { ...PRICE, input: -1 } }, `price.input: ${AMOUNT}`],
  ['a price in words', { price: { ...PRICE, output: '$2' } }, `price.output: ${AMOUNT}`],
  ['a currency by its sign', { price: { ...PRICE, currency: '$' } }, `price.currency: ${LETTERS}`],
])('%s is told', (_, facts, message) => {
  expect(wrong(facts)).toEqual([message]);
});

test.each(['released', 'licence', 'price'] as const)('no %s without its source', (fact) => {
  const { source, ...rest } = { released: RELEASED, licence: LICENCE, price: PRICE }[fact];
  expect(source).toBe(SOURCE);
  expect(wrong({ [fact]: rest })).toEqual([`${fact}.source: ${HTTPS}`]);
});

test('in the list, one licence is open for all who bear it or for none, and no price is older than its judge', () => {
  const { judges } = JudgesFile.parse(parse(readFileSync('data/judges.yaml', 'utf8')));
  const licences = Map.groupBy(
    judges.flatMap(({ licence }) => licence ?? []),
    ({ name }) => name,
  );
  expect([...licences].filter(([, all]) => new Set(all.map(({ open }) => open)).size > 1)).toEqual([]);
  const early = judges.filter(({ price, released }) => price && released && price.as_of < released.date);
  expect(early.map(({ id }) => id)).toEqual([]);
});
