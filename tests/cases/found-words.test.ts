import { expect, test } from 'vitest';
import { excerptAround, markedPieces, reasonWith, wordsFound } from '../../src/cases/found-words.ts';

const shown = (text: string, words: string, most = 60): string =>
  excerptAround(text, words, most)
    .map(({ text: piece, isFound }) => (isFound ? `[${piece}]` : piece))
    .join('');

test('an excerpt stands around the word as the search finds it, in any case and form, cut at words', () => {
  const text = `${'Many words stand before it here. '.repeat(9)}The edges are Blurry, and **blurry** edges are bad. ${'More. '.repeat(40)}`;
  expect(shown(text, 'blurry')).toBe('The edges are [Blurry], and [blurry] edges are bad. More. More.…');
  expect(shown('ＢＬＵＲＲＹ edges', 'blurry')).toBe('[ＢＬＵＲＲＹ] edges');
  expect(shown('图片很模糊', '模糊')).toBe('图片很[模糊]');
  expect(shown('الصورة ضبابية جدا', 'ضبابية')).toBe('الصورة [ضبابية] جدا');
  expect(shown('blurryish unblurry', 'blurry')).toBe('');
  expect(shown('nothing', '.*')).toBe('');
  expect(shown('a.b [x] (y)', '[x] .*')).toBe('a.b [[x]] (y)');
  expect(shown(`${'x'.repeat(200)} blurry ${'y'.repeat(200)}`, 'blurry').length).toBeLessThan(80);
});

test('pieces joined are the text, whatever is searched', () => {
  const text = 'One\0 two—“one” ONE\u0301 o\u00adne 一つ one.\n';
  for (const words of ['one', 'two', '一', '', '[a-z]+']) {
    const pieces = markedPieces(text, words);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  }
  expect(
    markedPieces(text, 'one')
      .filter(({ isFound }) => isFound)
      .map((piece) => piece.text),
  ).toEqual(['One', 'one', 'one']);
  expect(wordsFound(text, 'one two three')).toBe(2);
});

test('the reason with the most words is shown, then that of the judge and criterion asked for', () => {
  const reasons = [
    { run: 'one', criterion: 'sc', rationale: 'Sharp and bright.' },
    { run: 'one', criterion: 'pq', rationale: 'A blurry sky.' },
    { run: 'two', criterion: 'sc', rationale: 'Blurry, with artifacts.' },
    { run: 'two', rationale: 'blurry' },
  ];
  const found = (words: string, run = '', criterion = '') => reasonWith(reasons, words, { run, criterion });
  expect(found('blurry')).toBe(reasons[1]);
  expect(found('blurry', 'two')).toBe(reasons[2]);
  expect(found('blurry', 'two', 'pq')).toBe(reasons[2]);
  expect(found('blurry', '', 'sc')).toBe(reasons[2]);
  expect(found('artifacts blurry', 'one')).toBe(reasons[2]);
  expect(found('nobody')).toBeNull();
  expect(found('.*')).toBeNull();
});

test('among reasons with all words, one that has them in the sentence that decides is shown before those that have them elsewhere', () => {
  const said = (run: string, rationale: string, criterion = 'sc') => ({ run, criterion, rationale });
  const elsewhere = said(
    'one',
    `The sky is blurry. ${'It has a tree. '.repeat(20)}Therefore A is better, as it is sharp.`,
  );
  const deciding = said(
    'two',
    `The sky is blue. ${'It has a tree. '.repeat(20)}Therefore A is better, as B is blurry.`,
  );
  const all = [elsewhere, deciding];
  expect(reasonWith(all, 'blurry', { run: '', criterion: '' })).toBe(deciding);
  expect(reasonWith(all, 'blurry', { run: 'one', criterion: '' })).toBe(elsewhere);
  expect(reasonWith(all, 'blurry tree', { run: '', criterion: '' })).toBe(elsewhere);
});
