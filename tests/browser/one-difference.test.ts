import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import type { ComparedTables } from '../../src/board/load-tables.ts';
import { boardOfPage } from '../../src/board/page-board.ts';
import { compareTables } from '../../src/compare/differences.ts';
import type { StoredBoard } from '../../src/schema/board.ts';
import { signed } from '../../src/ui/number-words.ts';

const { folder } = inject('site');
const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));

/** What the comparison page works with. */
const COMPARED = globSync('compare/*.json', { cwd: folder })
  .map((file) => read(file) as Partial<ComparedTables>)
  .flatMap(({ boards = [] }) => boards.map(boardOfPage));

const BOARDS = globSync('data/boards/*/*.json', { cwd: folder })
  .map((file) => read(file) as StoredBoard)
  .filter(({ pairs }) => pairs !== undefined);

interface Said {
  readonly interval: readonly [number, number] | null;
  readonly significant: boolean | null;
}

const shown = ({ interval, significant }: Said, decimals: number): string =>
  `${interval === null ? 'no interval' : interval.map((end) => signed(end, decimals)).join(' to ')}, ${significant}`;

/** What the comparison says of every pair of runs that the board's own file holds, where that is something else. */
function otherwise(board: StoredBoard): { readonly pairs: number; readonly wrong: readonly string[] } {
  const found = COMPARED.find(({ benchmark, table }) => benchmark === board.benchmark && table === board.table);
  if (found === undefined) throw new Error(`The comparison lacks ${board.benchmark} ${board.table}.`);
  const byRun = { ...found, rows: found.rows.map((row) => ({ ...row, judge: row.id })) };
  const wrong: string[] = [];
  let pairs = 0;
  for (const [b, base] of board.rows.entries()) {
    for (const [o, other] of board.rows.entries()) {
      const [table] = o === b ? [] : compareTables([byRun], [base.id, other.id]);
      for (const { column, differences } of table?.lines ?? []) {
        const told = differences[0] ?? null;
        const pair = board.pairs?.[column.key]?.find(([i, j]) => (i === o && j === b) || (i === b && j === o));
        if (told === null || pair === undefined) continue;
        const [i, , , interval, significant] = pair;
        const turned = interval === null || i === o ? interval : ([-interval[1], -interval[0]] as const);
        const [page, file] = [shown(told, column.decimals), shown({ interval: turned, significant }, column.decimals)];
        pairs += 1;
        if (page !== file)
          wrong.push(`${board.benchmark} ${board.table} ${column.key} ${other.id}–${base.id}: ${page} for ${file}`);
      }
    }
  }
  return { pairs, wrong };
}

test('board and comparison say the same of every two judges of every table made from cases', () => {
  const found = BOARDS.map(otherwise);
  expect(found.flatMap(({ wrong }) => wrong).slice(0, 20)).toEqual([]);
  // Both directions of each pair.
  expect(found.reduce((sum, { pairs }) => sum + pairs, 0)).toBeGreaterThan(30_000);
});
