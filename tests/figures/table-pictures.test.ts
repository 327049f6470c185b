import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { intervalsOf } from '../../src/board/strip.ts';
import { DRAWING_WIDTH } from '../../src/charts/layouts.ts';
import { fittedName } from '../../src/charts/names.ts';
import { figuresOf } from '../../src/figures/printed/index.ts';
import { TablePanels } from '../../src/figures/printed/PrintedFigure.tsx';
import { comparisonPicture, pictureWords, type TablePicture } from '../../src/figures/printed/picture.ts';
import type { Benchmark } from '../../src/schema/benchmark.ts';
import { type Board, type BoardRow, rowLabel } from '../../src/schema/board.ts';
import { board, cell, column, row } from '../board/boards.ts';
import { publishedBoards } from '../release/all-boards.ts';

const drawn = (picture: TablePicture): string => renderToStaticMarkup(createElement(TablePanels, { picture }));
const twice = (texts: readonly string[]): readonly string[] => texts.filter((one, i) => texts.indexOf(one) !== i);

describe('a table of the parts of one metric', () => {
  const parts = ['p', 'q', 'r'].map((key) =>
    column(key, {
      metric: 'abstention_ratio',
      unit: 'ratio',
      direction: 'none',
      range: [0, 1],
      slice: { bias_type: key },
      group: key === 'r' ? 'Calm' : 'Wild',
    }),
  );
  const cells = (...values: readonly string[]) =>
    Object.fromEntries(values.map((v, i) => [parts[i]?.key ?? '', cell(v)]));
  const given = board(
    parts,
    [
      row('a', cells('0.1', '0.9', '0.0'), { name: 'A', access: 'proprietary' }),
      row('b', cells('0.2', '0.3', '0.1'), { name: 'B', access: 'fine-tuned' }),
    ],
    { kind: 'comparison' },
  );

  test('has a bar for each part and judge on one scale from zero, and says which part is highest', () => {
    const picture = comparisonPicture(given);
    expect(picture).toMatchObject({
      kind: 'bars',
      says: 'All 2 judges are highest on q (0.3 to 0.9) and at most 0.1 on Calm.',
      axis: { domain: [0, 1] },
    });
    const markup = picture === null ? '' : drawn(picture);
    const bars = [...markup.matchAll(/class="bar of-([\w-]+)" x="([\d.]+)"[^>]* width="([\d.]+)"/g)];
    expect(bars.map(([, kind]) => kind)).toEqual([...Array(3).fill('proprietary'), ...Array(3).fill('fine-tuned')]);
    expect(new Set(bars.map(([, , x]) => x)).size).toBe(1);
    const [tenth, most, none, fifth] = bars.map(([, , , width]) => Number(width));
    expect((most ?? 0) / (tenth ?? 1)).toBeCloseTo(9, 0);
    expect((fifth ?? 0) / (tenth ?? 1)).toBeCloseTo(2, 1);
    expect(none).toBe(1);
  });

  test('leaves cells in doubt out, and tables of several metrics alone', () => {
    const doubtful = {
      ...given,
      rows: [row('a', { ...cells('0.1', '0.9', '0.0'), q: cell('0.9', { status: 'suspect' }) })],
    };
    const picture = comparisonPicture(doubtful);
    expect(picture?.kind === 'bars' && picture.panels.map(({ rows }) => rows.map(({ text }) => text))).toEqual([
      ['0.1', '0.0'],
    ]);
    expect(comparisonPicture({ ...given, columns: [...parts, column('other')] })).toBeNull();
    expect(comparisonPicture({ ...given, kind: 'statistics' })).toBeNull();
  });
});

describe('a table of the same judges under several settings', () => {
  const of = (id: string, variant: string, score: string, same = '5'): BoardRow =>
    row(`${id}-${variant}`, { score: cell(score), same: cell(same) }, { judge: id, name: id.toUpperCase(), variant });
  const rows = [
    of('a', 'x', '3'),
    of('b', 'x', '2'),
    of('c', 'x', '1'),
    of('a', 'y', '9'),
    of('b', 'y', '7'),
    of('c', 'y', '8'),
  ];
  const given = board([column('same'), column('score', { decimals: 1 })], rows, {
    kind: 'comparison',
    settings: { x: 'First one', y: 'Second one' },
  });

  test('follows each judge from order to order, in the columns that a setting changes', () => {
    const picture = comparisonPicture(given);
    expect(picture).toMatchObject({
      kind: 'orders',
      settings: ['First one', 'Second one'],
      says: 'A ranks first in all 2 rankings; the setting changes the order of judges.',
    });
    expect(picture?.kind === 'orders' && picture.panels).toMatchObject([
      {
        label: 'score',
        rows: [
          {
            label: 'A',
            at: [
              { place: 1, text: '3.0' },
              { place: 1, text: '9.0' },
            ],
          },
          { label: 'B', at: [{ place: 2 }, { place: 3 }] },
          { label: 'C', at: [{ place: 3 }, { place: 2 }] },
        ],
      },
    ]);
    const markup = picture === null ? '' : drawn(picture);
    expect([...markup.matchAll(/class="way( up| down)?"/g)].map(([, way]) => way)).toEqual([undefined, ' down', ' up']);
  });

  test('has no place for a value in doubt, and the best at the top where lower is better', () => {
    const doubt = rows.map((one) =>
      one.id === 'a-y' ? { ...one, cells: { score: cell('9', { status: 'suspect' }) } } : one,
    );
    const lower = { ...given, rows: doubt, columns: [column('score', { direction: 'lower' })] };
    const picture = comparisonPicture(lower);
    expect(
      picture?.kind === 'orders' &&
        picture.panels[0]?.rows.map(({ label, at }) => [label, at.map((one) => one?.place)]),
    ).toEqual([
      ['C', [1, 2]],
      ['B', [2, 1]],
      ['A', [3, undefined]],
    ]);
  });
});

describe('every table of the papers', async () => {
  const boards = (await publishedBoards()).map((one): Board => ({ ...one, release: '' }));
  const tables = boards.filter(({ kind }) => kind !== 'statistics');

  test('has a picture: its judges’ intervals, or what it compares', () => {
    expect(tables.length).toBeGreaterThan(18);
    const bare = tables.filter((one) => intervalsOf(one) === null && comparisonPicture(one) === null);
    expect(bare.map(({ benchmark, table }) => `${benchmark} ${table}`)).toEqual([]);
  });

  test('has the same picture among the figures as on its own page, which says how to read it', () => {
    const pictures = tables.flatMap((one) => comparisonPicture(one) ?? []);
    expect(new Set(pictures.map(({ kind }) => kind))).toEqual(new Set(['change', 'orders', 'bars']));
    for (const one of tables) {
      const picture = comparisonPicture(one);
      if (picture === null) continue;
      const benchmark = { id: one.benchmark, dimensions: [], bias_types: [], splits: [] } as unknown as Benchmark;
      expect(figuresOf(benchmark, [one], new Map()), one.table).toContainEqual(picture);
      expect(pictureWords(picture, one), one.table).toMatch(/^In the picture .*\.$/);
      expect(picture.says, one.table).toMatch(/^[A-Z].*\.$/);
    }
  });

  test('draws its own, and stands among the figures unless it gives another one in full', () => {
    const pictures = tables.flatMap((one) => comparisonPicture(one) ?? []);
    expect(pictures.length).toBeGreaterThan(8);
    expect(twice(pictures.map(({ panels }) => JSON.stringify(panels)))).toEqual([]);
    const full = tables.find(({ benchmark, table }) => benchmark === 'mm-judgebias' && table === 'table-14');
    const picture = full === undefined ? null : comparisonPicture(full);
    expect(picture?.panels.map(({ label }) => label)).toHaveLength(9);
    expect(picture?.panels.every(({ label }) => /^(Integrity|Congruity|Robustness): /.test(label))).toBe(true);
    const benchmark = { id: full?.benchmark, dimensions: [], bias_types: [], splits: [] } as unknown as Benchmark;
    const shown = figuresOf(benchmark, tables, new Map()).map(({ id }) => id);
    const compared = tables.filter((one) => one.benchmark === full?.benchmark && comparisonPicture(one) !== null);
    expect(compared.filter(({ table }) => shown.some((id) => id.endsWith(table)))).toHaveLength(compared.length - 1);
    expect(shown).not.toContain(picture?.id);
  });

  test('has no two rows, panels or labels of one panel that read alike', () => {
    const alike = tables.flatMap((one) => {
      const picture = comparisonPicture(one);
      const panels: readonly { readonly label: string; readonly rows: readonly { readonly label: string }[] }[] =
        picture?.panels ?? [];
      return [
        ...twice(one.rows.map((line) => rowLabel(line, one))),
        ...twice(panels.map(({ label }) => label)),
        // As they are drawn: cut where they are too long.
        ...panels.flatMap(({ rows }) => twice(rows.map(({ label }) => fittedName(label, DRAWING_WIDTH)))),
        ...(picture?.kind === 'orders' ? twice(picture.settings) : []),
      ].map((label) => `${one.benchmark} ${one.table}: ${label}`);
    });
    expect(alike).toEqual([]);
  });
});
