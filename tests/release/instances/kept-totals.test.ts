import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { OFFICIAL_SETTINGS } from '../../../src/metrics/settings.ts';
import { KeptResults } from '../../../src/release/instances/kept.ts';
import { keptTotals } from '../../../src/release/instances/kept-totals.ts';
import { movedScores } from '../../../src/release/instances/scored-cases.ts';
import { WorkDatabase } from '../../../src/release/instances/work.ts';
import type { Run } from '../../../src/schema/records.ts';
import { literalRows } from '../../../src/sql/quote.ts';
import { randomFrom } from '../../metrics/generate.ts';
import { scratch } from '../../scratch.ts';

const CASES = 300;
const RUN = { run: 'one', protocol: 'pairwise' } as Run;

let work: WorkDatabase;

beforeAll(async () => {
  work = await WorkDatabase.open(await scratch());
  await work.run(`ATTACH ':memory:' AS final`);
  await work.run('CREATE SCHEMA final.stored');
  await work.run(`CREATE OR REPLACE TABLE final.main.instances AS
SELECT 'i' || range AS instance, CASE WHEN range % 3 = 0 THEN 'easy' ELSE 'hard' END AS split FROM range(${CASES})`);
});
afterAll(() => work.close());

const digestsOf = (digest: string) => ({
  ...{ shared: [], runs: new Map([['one', digest]]), splits: new Map(), scored: new Map() },
});

/** Rows of one run: three metrics, some slices of which hold fractions. */
async function fill(isWhole: boolean): Promise<void> {
  const next = randomFrom(isWhole ? 1 : 2);
  const rows = Array.from({ length: CASES }, (_, i) =>
    ['pacc', 'cmr', 'halo'].flatMap((metric) =>
      Array.from({ length: 1 + Math.floor(next() * 3) }, (__, slice) => [
        ...['one', i, metric, `criterion=c${slice}`],
        ...[isWhole || slice > 0 ? Math.floor(next() * 3) : next(), 1 + Math.floor(next() * 2)],
      ]),
    ),
  ).flat();
  await work.run(`CREATE OR REPLACE TABLE final.stored.contributions AS
SELECT run, instance::INTEGER AS instance, metric, slice, num::DOUBLE AS num, den::DOUBLE AS den
FROM (VALUES ${literalRows(rows)}) AS rows(run, instance, metric, slice, num, den)`);
}

test.each([
  ['whole numbers are summed up by what moved alone', true],
  ['fractions are summed up anew', false],
] as const)('%s, and come to what all rows do', async (_, isWhole) => {
  await fill(isWhole);
  const kept = new KeptResults(path.join(await scratch(), 'kept'));
  const known = { kept, scratch: '', since: null };
  const asked = { runs: [RUN], settings: OFFICIAL_SETTINGS, rows: 'final.stored.contributions' };
  const before = await keptTotals(work, asked, { ...known, digests: digestsOf('was') });
  const own = 'SELECT rowid AS spot, * FROM final.stored.contributions WHERE instance IN (3, 4, 100)';
  const moved = await movedScores(work, {
    name: 'moved',
    rows: own,
    now: `SELECT * EXCLUDE (spot) REPLACE (CASE WHEN num = 0 THEN 1 ELSE num - 1 END AS num, den + 1 AS den) FROM (${own})`,
  });
  if (moved === null) throw new Error('the rows do not match');
  await work.run(`UPDATE final.stored.contributions AS old SET num = moved.num, den = moved.den
FROM ${moved.table} AS moved WHERE old.rowid = moved.spot`);
  const key = JSON.stringify([OFFICIAL_SETTINGS, [], 'now', []]);
  const since = { runs: [RUN], cases: [3, 4, 100], digests: digestsOf('was'), moved: new Map([[key, moved]]) };
  const heavy = vi.spyOn(work, 'heavy');
  const found = await keptTotals(work, asked, { ...known, digests: digestsOf('now'), since });
  expect(heavy).toHaveBeenCalledTimes(isWhole ? 0 : 1);
  heavy.mockRestore();
  const whole = await keptTotals(work, asked, { ...known, digests: digestsOf('anew') });
  expect(found).toEqual(whole);
  expect(found).not.toEqual(before);
});

test('scores that do not match one to one have not moved', async () => {
  await fill(true);
  const own = 'SELECT rowid AS spot, * FROM final.stored.contributions WHERE instance IN (3, 4)';
  const now = `SELECT * EXCLUDE (spot) FROM (${own})`;
  const moved = (rows: string) => movedScores(work, { name: 'moved', rows: own, now: rows });
  expect(await moved(now)).not.toBeNull();
  expect(await moved(`${now} WHERE instance = 3`)).toBeNull();
  expect(await moved(`${now} UNION ALL SELECT 'one', 3, 'pacc', 'criterion=c9', 1, 1`)).toBeNull();
  expect(await moved(`SELECT * REPLACE (slice || 'x' AS slice) FROM (${now})`)).toBeNull();
});
