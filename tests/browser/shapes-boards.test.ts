import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import type { StoredBoard } from '../../src/schema/board.ts';
import { siteDatabase } from './site-database.ts';

const { folder } = inject('site');
const query = siteDatabase();

function value(table: string, run: string, key: string): number | null | undefined {
  const [file = ''] = globSync(`data/boards/shapes/${table}.*.json`, { cwd: folder });
  const board = JSON.parse(readFileSync(join(folder, file), 'utf8')) as StoredBoard;
  return board.rows.find(({ id }) => id === run)?.cells[key]?.value;
}

test('the demonstration benchmark shows what its judges were made to show', async () => {
  expect(value('pairwise-open_ended', 'contrarian-pairwise', 'tos')).toBe(1);
  expect(value('pairwise-open_ended', 'contrarian-pairwise', 'cmr')).toBe(0);
  expect(value('pairwise-open_ended', 'one-verdict-oracle-pairwise', 'pacc-no')).toBe(1);
  expect(value('pairwise-open_ended', 'always-first-pairwise', 'position_consistency')).toBe(0);
  expect(value('perturbation', 'constant-perturbation', 'reliability')).toBeCloseTo(4 / 9, 12);
  expect(value('perturbation', 'always-lowest-perturbation', 'discernment')).toBeNull();
  expect(value('perturbation', 'image-blind-perturbation', 'bd-text-dominance')).toBe(0);
  expect(value('critique', 'full-checker-critique', 'critique_accuracy')).toBe(1);
  const [row] = await query("SELECT count(*)::INTEGER AS n FROM judgments WHERE parse = 'abstained'");
  expect(row?.['n']).toBeGreaterThan(0);
});
