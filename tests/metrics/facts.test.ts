import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attributeSql } from '../../src/metrics/facet.ts';
import { casesOfFacts, ONE_BY_ONE } from '../../src/metrics/facts.ts';
import { contributionsOf, prepare, storedMetrics } from '../../src/metrics/score.ts';
import { OFFICIAL_SETTINGS, type Settings } from '../../src/metrics/settings.ts';
import { text } from '../../src/sql/query.ts';
import { literals } from '../../src/sql/quote.ts';
import { type Database, openDatabase } from './database.ts';
import { type GoldRow, generate, randomFrom } from './generate.ts';
import { ATTRIBUTES, load } from './load.ts';

const SETS = 1200;

const SETTINGS: readonly (readonly [string, Settings])[] = [
  ['official rules', OFFICIAL_SETTINGS],
  ['missing as wrong', { ...OFFICIAL_SETTINGS, missing: 'wrong' }],
];

describe('scores of a run on some cases, scored beside those that show its facts', () => {
  const chance = randomFrom(7);
  // Some pairs are called level, in some splits alone.
  const sets = Array.from({ length: SETS }, (_, n) => {
    const set = generate(n);
    const level = (gold: GoldRow): GoldRow =>
      gold.kind === 'preference' && gold.annotator === '' && chance() < 0.3 ? { ...gold, value: 'tie' } : gold;
    return n % 2 === 0 ? set : { ...set, gold: set.gold.map(level) };
  });
  const instances = sets.flatMap((set) => set.instances.map(({ instance }) => instance));
  // One case of a set at most, so that others are left out.
  const changed = sets.flatMap((set) => set.instances.slice(0, 3).find(() => chance() < 0.4)?.instance ?? []);
  let database: Database;
  let facts: string[];

  beforeAll(async () => {
    database = await openDatabase(ATTRIBUTES);
    await load(database, sets);
    const found = await database.query(
      casesOfFacts({
        judgments: 'judgments',
        instances: `(SELECT instance, split, ${attributeSql('subset')} AS subset FROM instances)`,
        gold: 'gold',
      }),
    );
    facts = found.map((row) => text(row, 'instance'));
  });
  afterAll(() => database.close());

  /** All rows of scores on the changed cases, where only some cases are there. */
  async function scored(settings: Settings, cases: readonly string[]): Promise<string[]> {
    const tables = ['instances', 'judgments', 'gold'];
    for (const table of tables)
      await database.query(
        `CREATE TEMP TABLE ${table} AS SELECT * FROM main.${table} WHERE instance IN (${literals(cases)})`,
      );
    await prepare(database.query, settings);
    const metrics = storedMetrics(new Set(ONE_BY_ONE));
    const rows = await database.query(`SELECT concat_ws('  ', metric, run, instance, slice, num, den) AS row
FROM (${contributionsOf(metrics).sql}) JOIN runs USING (run)
WHERE protocol IN (${literals(ONE_BY_ONE)}) AND instance IN (${literals(changed)}) ORDER BY row`);
    for (const table of tables) await database.query(`DROP TABLE temp.${table}`);
    return rows.map((row) => text(row, 'row'));
  }

  it.each(SETTINGS)('%s: they are those of the whole run', async (_, settings) => {
    const whole = await scored(settings, instances);
    expect(whole.length).toBeGreaterThan(4000);
    expect(await scored(settings, [...facts, ...changed])).toEqual(whole);
  });

  it.each(SETTINGS)('%s: without these cases they are not', async (_, settings) => {
    expect(await scored(settings, changed)).not.toEqual(await scored(settings, instances));
  });

  it('cases are left out', () => {
    expect(new Set([...facts, ...changed]).size).toBeLessThan(0.9 * instances.length);
  });
});
