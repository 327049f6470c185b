import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AGREEMENT,
  type AgreementData,
  SHARED_ERRORS,
  type SharedErrorsData,
} from '../../src/figures/cases/Agreement.tsx';
import type { FigureChoices, FigureScope, InstanceFigure } from '../../src/figures/kit/case-figure.ts';
import { loadAnswers, loadLosses, RIGHT_LABEL, WRONG } from '../../src/figures/kit/codes.ts';
import { pairAt, type RaterPair, type RaterPairs } from '../../src/figures/kit/PairMatrix.tsx';
import { metricById } from '../../src/metrics/index.ts';
import { EVERYWHERE, OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { scoreRunsInto } from '../../src/metrics/score.ts';
import { parseSlice } from '../../src/schema/slice.ts';
import { clusteredKappa, phi, quadratic } from '../../src/stats/agreement.ts';
import { BARE_FIGURE_CHOICES } from '../choices.ts';
import { type Database, openDatabase } from '../metrics/database.ts';
import { type DataSet, generate, type JudgmentRow } from '../metrics/generate.ts';
import { ATTRIBUTES, load } from '../metrics/load.ts';

const SETS = 160;
const sets: readonly DataSet[] = Array.from({ length: SETS }, (_, n) => generate(n));
const runs = sets.flatMap((set) => set.runs);
const judgments = sets.flatMap((set) => set.judgments);
const instances = sets.flatMap((set) => set.instances);
const gold = sets.flatMap((set) => set.gold);
const clusterOf = new Map(instances.map((i) => [i.instance, i.cluster === '' ? i.instance : i.cluster]));

const choices: FigureChoices = {
  ...BARE_FIGURE_CHOICES,
  benchmark: 'made',
  release: 'r',
  cases: instances.length,
  runs: runs.map(({ run, judge, protocol }) => ({ run, judge, protocol, label: `${run}, ${protocol}` })),
};
const ALL: FigureScope = { where: EVERYWHERE, runs: {} };
const FIRST: FigureScope = { where: { sql: 'instance LIKE ? OR instance LIKE ?', params: ['%-i0', '%-i1'] }, runs: {} };
const isFirst = (instance: string): boolean => /-i[01]$/.test(instance);

let database: Database;
beforeAll(async () => {
  database = await openDatabase(ATTRIBUTES);
  await load(database, sets);
  await scoreRunsInto(database.query, OFFICIAL_SETTINGS);
});
afterAll(() => database.close());

const READ = new Set(['ok', 'verifier', 'fallback']);
const firstRepeat = new Map(
  [...Map.groupBy(judgments, ({ run }) => run)].map(([run, rows]) => [run, Math.min(...rows.map((r) => r.repeat))]),
);

/** Labels by item of one run: null where the answer could not be read. */
function answersOf(run: string, stage: string): ReadonlyMap<string, string | null> {
  const rows = judgments.filter((row) => row.run === run && row.stage === stage && row.repeat === firstRepeat.get(run));
  const items = Map.groupBy(rows, (r) => JSON.stringify([r.instance, r.response, r.criterion, r.condition]));
  const label = (row: JudgmentRow): string | null => {
    const value = row.verdict ?? row.score;
    return READ.has(row.parse) && value !== null ? String(value) : null;
  };
  return new Map(
    [...items].flatMap(([key, own]) => {
      const first = own.filter(({ order }) => order === 'ab');
      const filed = (first.length > 0 ? first : own).filter((row) => row.parse !== 'missing');
      if (filed.length === 0) return [];
      return [[key, filed.map(label).find((one) => one !== null) ?? null] as const];
    }),
  );
}

/** People's labels by item. */
function peopleOf(kind: string): ReadonlyMap<string, string> {
  const rows = gold.filter((row) => row.kind === kind && row.annotator === '');
  return new Map(rows.map((g) => [JSON.stringify([g.instance, g.response, g.criterion, 'base']), g.value]));
}

type Labels = ReadonlyMap<string, string | null>;

/** Two raters by hand; `asked`: items that any run was asked. */
function byHand(one: Labels, other: Labels, asked: ReadonlySet<string>, scale: boolean) {
  const keys = [...new Set([...one.keys(), ...other.keys()])].filter((key) => asked.has(key));
  const shared = keys.flatMap((key) => {
    const [a, b] = [one.get(key), other.get(key)];
    const [instance = ''] = JSON.parse(key) as string[];
    return a == null || b == null ? [] : [{ a, b, n: 1, cluster: clusterOf.get(instance) ?? '' }];
  });
  const found = clusteredKappa(shared, scale ? quadratic(10) : undefined).value;
  return { n: shared.length, left: keys.length - shared.length, found };
}

function figureOf<T>(figures: readonly InstanceFigure<T>[], protocol: string): InstanceFigure<T> {
  const found = figures.find((figure) => figure.protocol === protocol);
  if (found === undefined) throw new Error(`no figure for ${protocol}`);
  return found;
}

function between<P extends RaterPair>(
  pairs: RaterPairs<P>,
  rows: readonly { readonly run: string }[],
  one: string,
  other: string,
) {
  const place = (run: string): number => rows.findIndex((row) => row.run === run);
  return pairAt(pairs, { rows: rows.length, one: place(one), other: place(other) });
}

/** Runs that share a data set: the others never meet. */
const met = (protocol: string): readonly (readonly [string, string])[] =>
  sets.flatMap((set) => {
    const own = set.runs.filter((run) => run.protocol === protocol).map(({ run }) => run);
    return own.flatMap((a, i) => own.slice(i + 1).map((b) => [a, b] as const));
  });

describe.each([
  { protocol: 'pairwise', stage: 'judge', kind: 'preference', scale: false },
  { protocol: 'perturbation', stage: 'judge', kind: null, scale: true },
  { protocol: 'critique', stage: 'critique', kind: 'correct', scale: false },
] as const)('agreement, $protocol', ({ protocol, stage, kind, scale }) => {
  const own = choices.runs.filter((run) => run.protocol === protocol).map(({ run }) => run);
  const labels = new Map(own.map((run) => [run, answersOf(run, stage)]));
  const asked = new Set([...labels.values()].flatMap((items) => [...items.keys()]));
  const labelsOf = (run: string): Labels => labels.get(run) ?? new Map();

  test.each([ALL, FIRST])('every two runs that meet agree as they do by hand (%#)', async (scope) => {
    const data: AgreementData | null = await figureOf(AGREEMENT, protocol).load(database.query, scope, choices);
    if (data === null) throw new Error('no data');
    const kept = (items: Labels): Labels =>
      scope === ALL ? items : new Map([...items].filter(([key]) => isFirst((JSON.parse(key) as string[])[0] ?? '')));
    for (const [a, b] of met(protocol)) {
      const pair = between(data.pairs, data.rows, a, b);
      const { n, left, found } = byHand(kept(labelsOf(a)), kept(labelsOf(b)), asked, scale);
      expect(pair).toMatchObject({ n, left });
      if (found === null) expect(pair?.statistic).toBeNull();
      else expect(pair?.statistic?.value).toBeCloseTo(found.kappa, 3);
      if (found?.lo != null) expect(pair?.statistic?.lo).toBeCloseTo(found.lo, 3);
    }
  });

  test('runs and answers are all there, with how many were asked and read', async () => {
    const data = await figureOf(AGREEMENT, protocol).load(database.query, ALL, choices);
    expect(data?.items).toBe(asked.size);
    expect(
      data?.rows
        .map(({ run }) => run)
        .filter((run) => run !== '')
        .sort(),
    ).toEqual([...own].sort());
    for (const { run, asked: n, read } of data?.rows ?? []) {
      if (run === '') continue;
      const items = [...labelsOf(run).values()];
      expect([n, read]).toEqual([items.length, items.filter((label) => label !== null).length]);
    }
  });

  test('people stand first where they labelled, and agree as they do by hand', async () => {
    const data = await figureOf(AGREEMENT, protocol).load(database.query, ALL, choices);
    if (data === null) throw new Error('no data');
    expect(data.rows[0]?.run === '').toBe(kind !== null);
    if (kind === null) return;
    const people = peopleOf(kind);
    for (const run of own) {
      const { n, found } = byHand(people, labelsOf(run), asked, false);
      const pair = between(data.pairs, data.rows, '', run);
      expect(pair?.n).toBe(n);
      if (found !== null) expect(pair?.statistic?.value).toBeCloseTo(found.kappa, 3);
    }
  });
});

/** Whether each item of a run cost it points, by hand from its contributions. */
async function lostItems(metrics: readonly string[]): Promise<ReadonlyMap<string, ReadonlyMap<string, boolean>>> {
  const rows = await database.query(`SELECT run, instance, metric, slice, num, den FROM contributions`);
  const lost = new Map<string, Map<string, boolean>>();
  for (const row of rows) {
    const [run, metric] = [String(row['run']), String(row['metric'])];
    if (!metrics.includes(metric)) continue;
    const slice = parseSlice(String(row['slice']));
    if (slice.has('repeat') && slice.get('repeat') !== String(firstRepeat.get(run))) continue;
    const about = [...slice].filter(([key]) => key !== 'repeat' && key !== 'parse');
    const [num, den] = [Number(row['num']), Number(row['den'])];
    const isLost = metricById(metric)?.loss === 'num < den' ? num < den : num < 0.5 * den;
    const items = lost.get(run) ?? new Map<string, boolean>();
    const key = JSON.stringify([row['instance'], metric, about]);
    items.set(key, (items.get(key) ?? false) || isLost);
    lost.set(run, items);
  }
  return lost;
}

describe.each([
  { protocol: 'pairwise', metrics: ['criterion_accuracy'] },
  { protocol: 'perturbation', metrics: ['bd', 'bc'] },
  { protocol: 'critique', metrics: ['critique_accuracy', 'preference_accuracy'] },
] as const)('shared errors, $protocol', ({ protocol, metrics }) => {
  test('every two runs that meet are wrong together as often as by hand', async () => {
    const data: SharedErrorsData | null = await figureOf(SHARED_ERRORS, protocol).load(database.query, ALL, choices);
    if (data === null) throw new Error('no data');
    const lost = await lostItems(metrics);
    let shared = 0;
    for (const [a, b] of met(protocol)) {
      const [one, other] = [lost.get(a) ?? new Map(), lost.get(b) ?? new Map()];
      const keys = [...one.keys()].filter((key) => other.has(key));
      const count = (first: boolean, second: boolean): number =>
        keys.filter((key) => one.get(key) === first && other.get(key) === second).length;
      const pair = between(data.pairs, data.rows, a, b);
      const both = count(true, true);
      shared += both;
      expect(pair).toMatchObject({ n: keys.length, both, left: one.size + other.size - 2 * keys.length });
      const counts = { both, first: count(true, false), second: count(false, true), neither: count(false, false) };
      const { value } = phi(counts);
      if (value === null) expect(pair?.statistic).toBeNull();
      else expect(pair?.statistic?.value).toBeCloseTo(value, 3);
      const chance = keys.length === 0 ? 0 : ((both + counts.first) * (both + counts.second)) / keys.length;
      expect(pair?.expected).toBeCloseTo(chance, 0);
    }
    expect(shared).toBeGreaterThan(3);
    for (const { run, read, wrong } of data.rows) {
      const own = [...(lost.get(run) ?? new Map<string, boolean>()).values()];
      expect([run, read, wrong]).toEqual([run, own.length, own.filter((isLost) => isLost).length]);
    }
  });
});

test('many runs keep their own answers', async () => {
  const losses = await loadLosses(database.query, { scope: ALL, choices, protocol: 'pairwise' });
  if (losses === null) throw new Error('no losses');
  expect(losses.runs.length).toBeGreaterThan(48);
  const lost = await lostItems(['criterion_accuracy']);
  for (const [place, { run }] of losses.runs.entries()) {
    const own = [...(lost.get(run) ?? new Map<string, boolean>()).values()];
    const codes = [...(losses.codes[place] ?? [])].filter((code) => code === RIGHT_LABEL || code === WRONG);
    expect(codes.length).toBe(own.length);
  }
});

test('a table is made once and read again for another selection', async () => {
  const statements: string[] = [];
  const query: Database['query'] = (sql, params) => {
    statements.push(sql);
    return database.query(sql, params);
  };
  await loadAnswers(query, { scope: ALL, choices: { ...choices, release: 'another' }, protocol: 'pairwise' });
  const made = statements.filter((sql) => sql.startsWith('CREATE')).length;
  await loadAnswers(query, { scope: FIRST, choices: { ...choices, release: 'another' }, protocol: 'pairwise' });
  expect(made).toBe(2);
  expect(statements.filter((sql) => sql.startsWith('CREATE'))).toHaveLength(made);
});

test('one run alone, or a selection without a case, is no figure', async () => {
  const alone = { ...choices, runs: choices.runs.slice(0, 1) };
  expect(await figureOf(AGREEMENT, 'pairwise').load(database.query, ALL, alone)).toBeNull();
  const nothing = { where: { sql: 'false', params: [] }, runs: {} };
  for (const figure of [...AGREEMENT, ...SHARED_ERRORS]) {
    expect(await figure.load(database.query, nothing, choices)).toBeNull();
  }
});

describe.each([
  { protocol: 'pairwise', stage: 'judge', kind: 'preference', turned: { a: 'b', b: 'a' } },
  { protocol: 'critique', stage: 'critique', kind: 'correct', turned: { correct: 'error', error: 'correct' } },
] as const)('people beside runs with labels of their own, $protocol', ({ protocol, stage, kind, turned }) => {
  const own = choices.runs.filter((run) => run.protocol === protocol).map(({ run }) => run);
  // Another label for the run's every second item and none for every third.
  const other = (run: string): ReadonlyMap<string, string> =>
    new Map(
      [...peopleOf(kind)]
        .filter(([key]) => answersOf(run, stage).has(key))
        .flatMap(([key, value], i) => {
          if (i % 3 === 2) return [];
          return [[key, i % 2 === 0 ? ((turned as Record<string, string>)[value] ?? value) : value] as const];
        }),
    );
  const alone = own.filter((run) => other(run).size > 3).slice(0, 3);

  test('each run is held against the labels by which it is scored', async () => {
    expect(alone).toHaveLength(3);
    for (const run of alone) {
      await database.query('UPDATE runs SET own_gold = true WHERE run = ?', [run]);
      for (const [key, value] of other(run)) {
        const [instance, response, criterion] = JSON.parse(key) as string[];
        await database.query(
          "INSERT INTO run_gold BY NAME SELECT ? AS run, ? AS instance, ? AS response, ? AS criterion, ? AS kind, ? AS value, NULL AS number, '' AS annotator",
          [run ?? '', instance ?? '', response ?? '', criterion ?? '', kind, value],
        );
      }
    }
    const data = await figureOf(AGREEMENT, protocol).load(database.query, ALL, { ...choices, release: 'own' });
    if (data === null) throw new Error('no data');
    expect(data.ownLabels).toEqual(alone.map((run) => data.rows.find((row) => row.run === run)?.label));
    const asked = new Set(own.flatMap((run) => [...answersOf(run, stage).keys()]));
    for (const run of own) {
      const people = alone.includes(run) ? other(run) : peopleOf(kind);
      const { n, found } = byHand(people, answersOf(run, stage), asked, false);
      const pair = between(data.pairs, data.rows, '', run);
      expect([run, pair?.n]).toEqual([run, n]);
      if (found !== null) expect(pair?.statistic?.value).toBeCloseTo(found.kappa, 3);
    }
  });
});
