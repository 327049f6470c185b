import { expect, test } from 'vitest';
import { METRICS } from '../../src/metrics/index.ts';
import { instanceColumns } from '../../src/metrics/items.ts';
import { isSameValue, proofOf } from '../../src/metrics/proof.ts';
import { knownSlices, listedParts, reading } from '../../src/metrics/reading.ts';
import { contributionsOf, prepare } from '../../src/metrics/score.ts';
import { OFFICIAL_SETTINGS } from '../../src/metrics/settings.ts';
import { readSums } from '../../src/metrics/sums.ts';
import { valueOfRun } from '../../src/metrics/values.ts';
import { number } from '../../src/sql/query.ts';
import { drawn } from '../drawn.ts';
import { openDatabase } from './database.ts';
import { generate } from './generate.ts';
import { ATTRIBUTES, load } from './load.ts';

test('one statement gives the value, n and sums that code gives: repeats, odd names, every metric and slice', async () => {
  // The last of the daily ones has bias types of every kind.
  const sets = drawn([...Array(60).keys()], [1, 2, 3, 10]).map(generate);
  const database = await openDatabase(ATTRIBUTES);
  const { query } = database;
  try {
    await load(database, sets);
    const columns = await instanceColumns(query);
    const metrics = METRICS.filter((metric) => reading(metric) !== null && metric.judgeCheck !== true);
    await prepare(query, OFFICIAL_SETTINGS);
    const from = contributionsOf(METRICS);
    const sums = await readSums(query, { from });
    const known = await knownSlices(query, null, `(${from.sql})`);
    const wrong: string[] = [];
    const seen = new Map<string, number>();
    for (const { run, protocol } of sets.flatMap((set) => set.runs)) {
      const own = { ...sums, rows: sums.rows.filter((row) => row.run === run) };
      for (const metric of metrics.filter(({ protocols }) => protocols.includes(protocol))) {
        for (const wanted of listedParts(metric, known).flatMap(({ whole, slices }) => [
          whole,
          ...slices.slice(0, 1),
        ])) {
          const { summary, n } = valueOfRun(own, metric, { run, slice: wanted });
          if (summary.value === null) continue;
          const [row = {}] = await query(proofOf({ metric, wanted, scale: 100 }, { protocol, columns, run }));
          const found = [number(row, 'value'), number(row, 'numerator'), number(row, 'denominator'), number(row, 'n')];
          const expected = [100 * summary.value, summary.num, summary.den, n];
          if (!expected.every((value, i) => isSameValue(found[i] ?? Number.NaN, value)))
            wrong.push(`${run} ${metric.id} ${JSON.stringify(wanted)}: ${found.join()} instead of ${expected.join()}`);
          seen.set(metric.id, (seen.get(metric.id) ?? 0) + 1);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(seen.get('discernment')).toBeGreaterThan(0);
    expect(seen.size).toBeGreaterThan(23);
  } finally {
    database.close();
  }
});
