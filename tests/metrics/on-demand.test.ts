import { expect, test } from 'vitest';
import { instanceColumns } from '../../src/metrics/items.ts';
import { leakage } from '../../src/metrics/leakage.ts';
import { contributionsOfRun } from '../../src/metrics/on-demand.ts';
import { contributionsOf, prepare } from '../../src/metrics/score.ts';
import { OFFICIAL } from '../../src/metrics/settings.ts';
import { openDatabase } from './database.ts';
import { type DataSet, generate } from './generate.ts';
import { ATTRIBUTES, load } from './load.ts';

const SETS = 150;
const isPairwise = ({ runs }: DataSet): boolean => runs.some(({ protocol }) => protocol === 'pairwise');

test('rows of one run in one statement are those of scoring everything: orders, repeats, unread and missing answers', async () => {
  const sets = Array.from({ length: SETS }, (_, n) => generate(n)).filter(isPairwise);
  const database = await openDatabase(ATTRIBUTES);
  const { query } = database;
  try {
    await load(database, sets);
    await prepare(query, OFFICIAL);
    await query(`CREATE TEMP TABLE scored AS ${contributionsOf([leakage]).sql}`);
    const columns = await instanceColumns(query);
    const wanted = 'SELECT run, cluster, instance, slice, num, den FROM';
    let compared = 0;
    for (const { run } of sets.flatMap((set) => set.runs).filter(({ protocol }) => protocol === 'pairwise')) {
      const { sql, params } = contributionsOfRun(leakage, run, columns);
      const own = await query(`${wanted} (${sql}) ORDER BY ALL`, params);
      expect(own).toEqual(await query(`${wanted} scored WHERE run = ? ORDER BY ALL`, [run]));
      compared += own.length;
    }
    expect(compared).toBeGreaterThan(300);
  } finally {
    database.close();
  }
});
