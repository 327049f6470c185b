import { expect, test } from 'vitest';
import { metricById } from '../../src/metrics/index.ts';
import { OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { contributionsOf, prepare } from '../../src/metrics/score.ts';
import { number, text } from '../../src/sql/query.ts';
import { drawn as few } from '../drawn.ts';
import { openDatabase } from './database.ts';
import { type DataSet, type GoldRow, generate, randomFrom } from './generate.ts';
import { ATTRIBUTES, load } from './load.ts';
import { oracle } from './oracle.ts';

const SETS = few(400, 120);

/** Sets of every protocol in which people may call a pair level, and have rated the responses that runs score. */
function drawn(n: number): DataSet {
  const data = generate(n);
  const next = randomFrom(n + 1);
  const level = (g: GoldRow): GoldRow => {
    const chance = next();
    if (g.kind !== 'preference' || g.annotator !== '' || chance < 0.5) return g;
    return { ...g, value: chance < 0.75 ? 'tie' : 'both_bad' };
  };
  const rated = data.responses.flatMap(({ instance, response }): GoldRow[] => {
    const row = { instance, response, criterion: '', kind: 'quality' as const, annotator: '' };
    return next() < 0.2 ? [] : [{ ...row, value: '5', number: 5 }];
  });
  // Some runs leave whole cases out.
  const lost = new Set(data.instances.flatMap(({ instance }) => (next() < 0.3 ? [instance] : [])));
  const judgments = data.judgments.filter((j) => !lost.has(j.instance));
  return { ...data, judgments, gold: [...data.gold.map(level), ...rated] };
}

test('of every protocol coverage expects every label in the parts that a run touched, also of level pairs and of what people rated', async () => {
  const metric = metricById('coverage');
  if (metric === undefined) throw new Error('no coverage');
  const sets = Array.from({ length: SETS }, (_, n) => drawn(n));
  const wanted = new Map<string, { num: number; den: number }>();
  for (const data of sets) {
    for (const { run, instance, slice, metric: id, num, den } of oracle(data, OFFICIAL_SETTINGS)) {
      if (id !== 'coverage') continue;
      const key = `${run} ${instance} ${slice['stage']} ${slice['parse']} ${slice['repeat'] ?? ''}`;
      const sum = wanted.get(key) ?? { num: 0, den: 0 };
      wanted.set(key, { num: sum.num + num, den: sum.den + den });
    }
  }
  const database = await openDatabase(ATTRIBUTES);
  try {
    await load(database, sets);
    await prepare(database.query, OFFICIAL_SETTINGS);
    const part = (key: string): string => `coalesce(regexp_extract(slice, '(?:^|;)${key}=([^;]*)', 1), '')`;
    const rows =
      await database.query(`SELECT concat_ws(' ', run, instance, ${part('stage')}, ${part('parse')}, ${part('repeat')}) AS key,
      sum(num)::DOUBLE AS num, sum(den)::DOUBLE AS den FROM (${contributionsOf([metric]).sql}) GROUP BY key`);
    const found = new Map(rows.map((r) => [text(r, 'key'), { num: number(r, 'num'), den: number(r, 'den') }]));
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
    expect([...wanted.keys()].filter((key) => key.includes(' missing ')).length).toBeGreaterThan(1.25 * SETS);
  } finally {
    database.close();
  }
});
