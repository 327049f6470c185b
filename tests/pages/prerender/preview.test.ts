import sharp from 'sharp';
import { expect, test } from 'vitest';
import { linesInRoom, previewPng } from '../../../src/pages/_prerender/preview/card.ts';
import { boardCard } from '../../../src/pages/_prerender/preview/cards.ts';
import { PREVIEW, previewPath } from '../../../src/ui/href.ts';
import { board, cell, column, row } from '../../board/boards.ts';

const measured = (value: number, first: boolean) =>
  cell(String(value), {
    interval: { lo: value - 10, hi: value + 10, kind: 'wilson', basis: '' },
    rank: { best: 1, worst: 2, couldBeFirst: first, tier: 1 },
  });
const rows = [
  row('a', { x: measured(20, false) }, { name: 'Weak <judge> & Co' }),
  row('b', { x: measured(50, true) }, { name: 'Strong judge' }),
];

/** What stands in an SVG, text by text. */
const textsOf = (svg: string): string[] => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text);

test('a board’s picture says the answer, the judges from the best to the worst with their values, and the release', () => {
  const { page, svg } = boardCard(board([column('x', { label: 'PAcc' })], rows));
  expect(page).toBe('/demo/table-1/');
  expect(textsOf(svg)).toEqual([
    'Demo',
    'Which judge?',
    'Strong judge has the highest PAcc (pluralistic accuracy: every criterion',
    'right); none of 1 other could be first.',
    'better →',
    'Strong judge',
    '50',
    'Weak &lt;judge&gt; &amp; Co',
    '20',
    'Judgeboard',
    '2 judges · release 0123456789ab',
  ]);
});

test('a table without an order shows its first rows as printed', () => {
  const texts = textsOf(boardCard(board([column('x')], rows, { kind: 'comparison', about: 'Two settings.' })).svg);
  expect(texts).toEqual(expect.arrayContaining(['Two settings.', 'Strong judge', 'x 50', 'x 20']));
});

test('a picture has the size that its page names, few bytes, and letters although no font of the system is used', async () => {
  const png = await previewPng(boardCard(board([column('x')], rows)).svg);
  const { width, height, isPalette } = await sharp(png).metadata();
  expect({ width, height, isPalette }).toEqual({ ...PREVIEW, isPalette: true });
  expect(png.length).toBeLessThan(40_000);
  // The second line is the title: among the paper there are letters in ink.
  const title = await sharp(png).extract({ left: 64, top: 95, width: 300, height: 50 }).greyscale().stats();
  expect(title.channels[0]?.min).toBeLessThan(60);
  expect(title.channels[0]?.mean).toBeGreaterThan(150);
});

test('words are broken between words, and what has no room is cut with a sign', () => {
  const room = { size: 10, room: 52, most: 2 };
  expect(linesInRoom('one two three', room)).toEqual(['one two', 'three']);
  expect(linesInRoom('one two three four five', room)).toEqual(['one two', 'three fou…']);
});

test('a picture lies at the address of its page', () => {
  expect([previewPath('/'), previewPath('/judge/o3/')]).toEqual(['/preview/site.png', '/preview/judge/o3.png']);
});
