import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseScore, parseVerdict } from '../../src/importers/importer.ts';

const FILE = path.join(import.meta.dirname, '../fixtures/official/cases.json');

interface Cases {
  readonly multi_crit_verdict_from_text: readonly { readonly text: string; readonly verdict: string | null }[];
  readonly mm_judgebias_score_from_text: readonly { readonly text: string; readonly score: number | null }[];
}

const cases = JSON.parse(fs.readFileSync(FILE, 'utf8')) as Cases;

const NAMES = { first: 'model_a', second: 'model_b' } as const;

describe('what the official code answers', () => {
  test.each(cases.multi_crit_verdict_from_text)('verdict of $text', ({ text, verdict }) => {
    const shown = parseVerdict(text);
    expect(shown === null ? null : NAMES[shown]).toBe(verdict);
  });

  test.each(cases.mm_judgebias_score_from_text)('score of $text', ({ text, score }) => {
    expect(parseScore(text).score).toBe(score);
  });
});

describe('verdicts', () => {
  test.each([
    ['the last three lines count, blank ones included', 'Response 1 is better.\n\n\nx', null],
    ['white space at the ends does not count', 'Response 1 is better.\n \n\t\n', 'first'],
    ['Python takes off what JavaScript does not', 'Response 1 is better.\na\nb\n\x1c\n\x85', 'first'],
    ['the first match decides, even when it names nothing', 'response 3 is better, response 1 is better', null],
    ['stars around the number', 'RESPONSE 2** is better', 'second'],
    ['a zero before the number', 'Response 01 is better', 'first'],
    ['two spaces are no match', 'Response  1 is better', null],
    ['carriage returns stay in their line', 'Response 2 is better\r\nb\r\nc', 'second'],
  ])('%s', (_, text, expected) => {
    expect(parseVerdict(text)).toBe(expected);
  });

  // Milliseconds where the work grows with the length; minutes where it grows with its square.
  test('hostile lengths end', { timeout: 20_000 }, () => {
    expect(parseVerdict(`${'*'.repeat(4e5)} ${' '.repeat(4e5)}x`)).toBe(null);
    expect(parseVerdict(`response 1${'*'.repeat(4e5)}`)).toBe(null);
    expect(parseScore(`${'1'.repeat(4e5)}x`).parse).toBe('fallback');
    expect(parseScore(`### Score: ${' '.repeat(4e5)}`).parse).toBe('failed');
  });
});

describe('scores', () => {
  test.each([
    ['N/A is looked for before numbers', '3 objects are wrong. ### Score: N/A', null, 'abstained'],
    ['N/A with emphasis', '### Score: **N/A**', null, 'abstained'],
    ['only the last marker counts', '### Score: N/A ### Score: 4', 4, 'ok'],
    ['N/A elsewhere is no abstention', '### Feedback: N/A ### Score: 4', 4, 'ok'],
    ['N/A alone', ' n/a ', null, 'abstained'],
    ['a lower-case marker is not seen', '### score: 4, of 5', 5, 'fallback'],
    ['digit groups are refused', '1_0', null, 'failed'],
    ['full-width digits are refused', '８', null, 'failed'],
    ['nan is refused', 'nan', null, 'failed'],
    ['infinity is refused', '-Infinity', null, 'failed'],
    ['an exponent is a number', '1e1', 10, 'ok'],
    ['an infinite one is not', '1e999', null, 'failed'],
    ['outside the scale is kept', '### Score: 12', 12, 'ok'],
    ['an empty answer was given all the same', '  ', null, 'failed'],
  ])('%s', (_, text, score, parse) => {
    expect(parseScore(text)).toMatchObject({ score, parse });
  });
});
