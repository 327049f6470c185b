import { expect, test } from 'vitest';
import { boardBadges, boardMarkdown } from '../../../src/pages/_prerender/elsewhere.ts';
import type { Release } from '../../../src/release/read.ts';
import type { Benchmark } from '../../../src/schema/benchmark.ts';
import type { BoardRow } from '../../../src/schema/board.ts';
import { board, cell, column, row } from '../../board/boards.ts';

const HOSTILE = `<img src=x onerror="go()"> | a]b)\n# ${'w'.repeat(90)}\u0000 & *bold*`;
const rank = { best: 1, worst: 3, couldBeFirst: true, tier: 1 };
const ranked = (id: string, printed: string, more: Partial<BoardRow> = {}) =>
  row(id, { x: cell(printed, { rank, n: 90, interval: { lo: 40.04, hi: 60, kind: 'wilson' } }) }, more);
const demo = board(
  [column('x', { label: 'Right | wrong', decimals: 1, n: 100 })],
  [ranked('low', '10.0'), ranked('odd', '50.0', { name: HOSTILE }), row('untested', { x: cell('70.0') })],
  { benchmarkName: HOSTILE, title: 'Main', printedIn: 'a list', about: 'About <script>it</script>.' },
);
const markdown = boardMarkdown(demo, {
  manifest: { files: [] } as unknown as Release['manifest'],
  benchmark: { data_licence: 'MIT' } as Benchmark,
  site: new URL('https://example.org'),
});

test('a board as Markdown has its values by rank with intervals and n; no name breaks a row or becomes markup', () => {
  const lines = markdown.split('\n').filter((line) => line.startsWith('| '));
  // A cell ends at a bar that nothing escapes.
  const cells = lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((text) => text.trim()),
  );
  expect(cells.map(({ length }) => length)).toEqual([3, 3, 3, 3, 3]);
  expect(cells[0]).toEqual(['Rank', 'Judge', String.raw`Right \| wrong, n 100`]);
  expect(cells[2]).toEqual(['', 'untested', '70.0']);
  expect(cells[3]?.[0]).toBe('1–3');
  expect(cells[3]?.[2]).toBe('50.0 (40.0 to 60.0; n 90)');
  expect(cells[4]?.[1]).toBe('low');
  expect(markdown).not.toMatch(/(?<!\\)[<>]|^# w/m);
  expect(markdown).toContain('Release: 0123456789ab');
});

test('a badge is well-formed whatever names hold, says rank and release, and is no wider than a line', () => {
  const badges = boardBadges({ ...demo, release: '2026-11-27-01234567' });
  expect(badges.map(({ path }) => path)).toEqual(['/badges/demo/table-1/low.svg', '/badges/demo/table-1/odd.svg']);
  for (const { svg } of badges) {
    expect([...new Set(svg.match(/<\/?[a-z]+/g))].sort()).toEqual([
      '</g',
      '</svg',
      '</text',
      '</title',
      '<g',
      '<rect',
      '<svg',
      '<text',
      '<title',
    ]);
    expect(svg).not.toMatch(/[\p{Cc}]|&(?!amp;|lt;|gt;|quot;)/u);
    expect(svg).toContain('>rank 1–3 of 3 (95 %)</text>');
    expect(svg).toContain('>release 2026-11-27-01234567</text>');
    expect(Number(/ width="([\d.]+)"/.exec(svg)?.[1])).toBeLessThan(760);
  }
});
