import { expect, test } from 'vitest';
import { columnScales, columnStandings, heatOf } from '../../../src/board/standings.ts';
import { sortValue } from '../../../src/board/use-view.ts';
import type { StoredBoard } from '../../../src/schema/board.ts';
import { profileOf, standingsOf, standingWords } from '../../../src/site/judge/profile.ts';
import { chances } from '../../cases/columns/drawn-selections.ts';
import { built, judge, lines, project, runYaml, storedBoard } from './project.ts';

const boardOf = async (files: Readonly<Record<string, string>>): Promise<StoredBoard> =>
  storedBoard(await built(await project(files)), 'mini/');

const cellsIn = ({ rows }: StoredBoard, key: string) => new Map(rows.map(({ id, cells }) => [id, cells[key]]));
const columnIn = ({ columns }: StoredBoard, id: string) => {
  const column = columns.find(({ key }) => key === id);
  if (column === undefined) throw new Error(`no column ${id}`);
  return column;
};

test('Halo: nearest to 0 is best; a coin is not, nor is what rests on one pair, and neither is a best or worst place', async () => {
  const cases = Array.from({ length: 300 }, (_, i) => i);
  const criteria = ['logic', 'style'];
  const label = (i: number, criterion: string): string => (criterion === 'style' && i % 3 === 0 ? 'b' : 'a');
  const coin = chances(7);
  const said: Readonly<Record<string, (i: number, criterion: string) => string | null>> = {
    right: (i, criterion) => label(i, criterion),
    // One impression for both criteria, most of the time.
    halo: (i, criterion) => (i % 9 === 0 ? label(i, criterion) : 'a'),
    coin: () => (coin() < 0.5 ? 'a' : 'b'),
    few: (i, criterion) => (i < 3 ? (criterion === 'style' ? 'b' : 'a') : null),
  };
  const files: Record<string, string> = {
    'data/judges.yaml': `judges:\n${Object.keys(said).map(judge).join('')}`,
    'data/mini/instances.jsonl': lines(cases.map((i) => ({ instance: `i${i}`, split: 'easy', prompt: 'p' }))),
    'data/mini/responses.jsonl': '',
    'data/mini/gold.jsonl': lines(
      cases.flatMap((i) =>
        criteria.map((criterion) => ({ instance: `i${i}`, criterion, kind: 'preference', value: label(i, criterion) })),
      ),
    ),
  };
  const folders = ['one', 'two', 'three', 'four'];
  for (const [k, [name, answer]] of Object.entries(said).entries()) {
    files[`data/mini/runs/${folders[k]}/run.yaml`] = runYaml(name, name);
    files[`data/mini/runs/${folders[k]}/judgments.jsonl`] = lines(
      cases.flatMap((i) =>
        criteria.map((criterion) => {
          const verdict = answer(i, criterion);
          return {
            instance: `i${i}`,
            criterion,
            ...(verdict === null ? { parse: 'failed' } : { verdict, parse: 'ok' }),
          };
        }),
      ),
    );
  }
  const board = await boardOf(files);
  const column = columnIn(board, 'halo');
  const cells = cellsIn(board, column.key);
  const values = Object.fromEntries([...cells].map(([id, cell]) => [id, cell?.value ?? Number.NaN]));
  expect(column.direction).toBe('zero');
  expect(values['right']).toBe(0);
  expect(values['halo']).toBeGreaterThan(0);
  expect(values['coin']).toBeLessThan(0);
  expect(cells.get('few')).toMatchObject({
    value: -2 * (column.unit === 'percent' ? 100 : 1),
    n: 1,
    apart: 'n = 1',
    rank: null,
  });
  const scale = columnScales(board)[column.key];
  expect(scale?.best).toBe(0);
  const heat = (id: string): number | null =>
    scale === undefined ? null : heatOf(scale, column.direction, values[id] ?? 0);
  expect(heat('right')).toBe(1);
  expect(Math.min(heat('coin') ?? 1, heat('halo') ?? 1)).toBe(0);
  const places = columnStandings(board, column).of;
  expect([places.get('right')?.place, places.has('few')]).toEqual([1, false]);
  expect(cells.get('right')?.rank).toMatchObject({ best: 1, worst: 1 });
  expect(cells.get('coin')?.rank?.couldBeFirst).toBe(false);
  // Sorted by it the nearest to 0 comes first, and what takes no place last.
  const order = board.rows.toSorted(
    (a, b) => Number(sortValue(a, column) ?? 1e9) - Number(sortValue(b, column) ?? 1e9),
  );
  expect([order[0]?.id, order.at(-1)?.id]).toEqual(['right', 'few']);
  const whole = { ...board, release: '' };
  for (const id of Object.keys(said))
    expect(standingWords(standingsOf(profileOf([whole], 'mini', id))).join(' ')).not.toMatch(/Halo|Coverage/);
});

test('a mean over one of two parts is no rival of means over both: no rank, no mark, sorted apart, with the reason', async () => {
  const types = [
    { dimension: 'integrity', bias_type: 'text-dominance' },
    { dimension: 'robustness', bias_type: 'detail-description' },
  ];
  const cases = [0, 1, 2, 3].flatMap((i) => types.map((attributes, k) => ({ id: `i${i}-${k}`, attributes })));
  const rows = (base: number, changed: number) =>
    lines(
      cases.flatMap(({ id }) => [
        { instance: id, condition: 'base', score: base, parse: 'ok' },
        { instance: id, condition: 'changed', score: changed, parse: 'ok' },
      ]),
    );
  const board = await boardOf({
    'data/mini/instances.jsonl': lines(
      cases.map(({ id, attributes }) => ({ instance: id, split: 'easy', prompt: '', attributes })),
    ),
    'data/mini/responses.jsonl': '',
    'data/mini/gold.jsonl': '',
    'data/mini/runs/one/run.yaml': runYaml('one', 'alpha').replace('pairwise', 'perturbation'),
    'data/mini/runs/one/judgments.jsonl': rows(1, 1),
    'data/mini/runs/two/run.yaml': runYaml('two', 'beta').replace('pairwise', 'perturbation'),
    'data/mini/runs/two/judgments.jsonl': rows(9, 5),
  });
  const column = columnIn(board, 'reliability');
  const cells = cellsIn(board, column.key);
  expect(cells.get('one')).toMatchObject({
    apart: '1 of 2',
    rank: null,
    note: expect.stringContaining('another quantity'),
  });
  expect(cells.get('two')?.apart).toBeUndefined();
  expect(columnStandings(board, column).of.get('two')?.place).toBe(1);
  expect(columnStandings(board, column).of.has('one')).toBe(false);
  const [first] = board.rows.toSorted(
    (a, b) => Number(sortValue(b, column) ?? -1) - Number(sortValue(a, column) ?? -1),
  );
  expect(first?.id).toBe('two');
});
