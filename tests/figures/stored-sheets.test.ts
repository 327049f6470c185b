import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CaseColumns, readCaseColumns } from '../../src/cases/columns/read.ts';
import { casesWithFacets } from '../../src/cases/columns/select.ts';
import { type AnswerSheet, decodeSheet, encodeSheet } from '../../src/cases/columns/sheet.ts';
import { writeCaseColumns } from '../../src/cases/columns/write.ts';
import { gather } from '../../src/cases/gather.ts';
import { answersFrom, loadAnswers } from '../../src/figures/agreement/answers.ts';
import { conflictsFigure } from '../../src/figures/conflicts/data.ts';
import type { FigureChoices, FigureScope, QuickSource, SheetKind } from '../../src/figures/kit/instance-figure.ts';
import { loadLosses, lossesFrom } from '../../src/figures/kit/losses.ts';
import type { Sheet } from '../../src/figures/kit/sheet.ts';
import { choicesFor } from '../../src/figures/kit/side-by-side.ts';
import { storedSheet } from '../../src/figures/kit/stored-sheet.ts';
import { CASE_FIGURES } from '../../src/figures/page/case-figures.ts';
import { makeSheet } from '../../src/figures/page/sheets.ts';
import { facetCondition } from '../../src/metrics/query.ts';
import { scoreRunsInto } from '../../src/metrics/score.ts';
import { OFFICIAL_SETTINGS } from '../../src/metrics/settings.ts';
import type { Protocol } from '../../src/schema/benchmark.ts';
import { JUDGES_TABLE } from '../../src/schema/release.ts';
import type { Query, QueryRow } from '../../src/sql/query.ts';
import { storeSummary } from '../cases/fixture.ts';
import { type Chance, drawn, pick } from '../drawn.ts';
import { type Database, openDatabase } from '../metrics/database.ts';
import { generate, randomFrom } from '../metrics/generate.ts';
import { ATTRIBUTES, load } from '../metrics/load.ts';
import { expectSame } from '../same.ts';

const SETS = 60;
/** Selections of cases for each choice of runs, which SQL makes a table for: 5 040 with four protocols in the nightly run. */
const SELECTIONS = drawn(210, 40);
const RUN_CHOICES = 6;
/** Selections that share a statement. */
const AT_ONCE = 8;

const sets = Array.from({ length: SETS }, (_, n) => generate(n));
let database: Database;
let choices: FigureChoices;
let columns: CaseColumns;
const sheets = new Map<string, AnswerSheet>();
const keyOf = (kind: SheetKind, protocol: Protocol): string => `${kind} ${protocol}`;

/** Every figure that is drawn from a sheet, with its sheet. */
const QUICK = CASE_FIGURES.flatMap((figure) =>
  figure.quick === undefined ? [] : [{ ...figure, quick: figure.quick }],
);

beforeAll(async () => {
  database = await openDatabase(ATTRIBUTES);
  const { query } = database;
  await query(`CREATE TABLE judges (${JUDGES_TABLE})`);
  await load(database, sets);
  // So many clusters of several cases that groups hold some of them, and cases that are their own.
  await query(
    `UPDATE instances SET cluster = CASE WHEN hash(instance) % 3 = 0 THEN 'c' || (hash(instance) % 40) ELSE cluster END`,
  );
  await scoreRunsInto(query, OFFICIAL_SETTINGS);
  const { criteria: ids, ...found } = await gather(query);
  const criteria = ids.map((id) => ({ id, label: id }));
  const named = {
    benchmark: 'small',
    name: 'Small',
    synthetic: true,
    licence: '',
    release: '',
    labels: {},
    words: false,
  };
  await storeSummary(query, { ...found, ...named, criteria });
  columns = readCaseColumns((await writeCaseColumns(query, { ...found, criteria }, found.cases)).columns);
  const runs = sets
    .flatMap((set) => set.runs)
    .map(({ run, judge, protocol }) => ({ run, judge, protocol, label: run }));
  choices = { ...found, ...named, criteria, runs, biasTypes: [] };
  for (const { quick, protocol } of QUICK) {
    const key = keyOf(quick.sheet, protocol);
    const sheet = sheets.has(key) ? null : await makeSheet(query, quick.sheet, { choices, protocol });
    if (sheet !== null) sheets.set(key, decodeSheet(encodeSheet(sheet)));
  }
});
afterAll(() => database.close());

/** Cases by one facet or two, sometimes by a value that no case has. */
function drawnScope(chance: Chance, beside: readonly string[], protocol: Protocol): FigureScope {
  const known = choices.facets.filter(({ values }) => values.length > 1);
  const wanted = Array.from({ length: Math.floor(chance() * 3) }, () => pick(chance, known)).map(
    ({ name, values }) =>
      [name, [pick(chance, values), pick(chance, chance() < 0.1 ? ['no such value'] : values)]] as const,
  );
  const facets = Object.fromEntries(wanted);
  return {
    where: facetCondition(facets, new Set(choices.facets.map(({ name }) => name))),
    facets,
    beside: { [protocol]: beside },
    runs: { [protocol]: pick(chance, beside) },
  };
}

const sourceOf = (kind: SheetKind, protocol: Protocol, { facets = {} }: FigureScope): QuickSource => {
  const sheet = sheets.get(keyOf(kind, protocol));
  if (sheet === undefined) throw new Error(`no sheet of ${kind} ${protocol}`);
  return { sheet, selected: casesWithFacets(columns, facets), instances: async () => columns.instances.all() };
};

/** A sheet as it is, whatever the order of the answers to one case. */
function comparable(sheet: (Sheet & { readonly slice?: Int32Array; readonly slices?: readonly unknown[] }) | null) {
  if (sheet === null) return null;
  const { runs, codes, size, groups, places, slice, slices, ...rest } = sheet;
  const items = Array.from(places, (place, i) =>
    JSON.stringify([place, codes.map((list) => list[i]), slices?.[slice?.[i] ?? -1]]),
  );
  return {
    ...rest,
    size,
    groups: [...groups],
    runs: runs.map(({ run }) => run),
    places: [...places],
    items: items.sort(),
  };
}

/** A statement with whoever waits for its rows. */
interface Waiting {
  readonly sql: string;
  readonly params: Parameters<Query>[1];
  readonly done: (rows: Promise<readonly QueryRow[]>) => void;
}

/** What is before a condition on cases: statements that begin alike have the same columns. */
const beginning = (sql: string): string => sql.slice(0, sql.indexOf(' WHERE '));

/**
 * A query for many questions at once: what was asked in one go is one statement for each kind of question. Each must give one row, as lists of items
 * do; others are asked as they are, and each of these only once, since no table changes meanwhile.
 */
function together(query: Query): Query {
  const known = new Map<string, ReturnType<Query>>();
  let waiting: Waiting[] = [];
  async function ask(own: readonly Waiting[]): Promise<void> {
    const sql = own.map((one, k) => `SELECT ${k} AS asked, * FROM (${one.sql})`).join(' UNION ALL ');
    const rows = query(
      sql,
      own.flatMap(({ params = [] }) => [...params]),
    );
    for (const [k, { done }] of own.entries())
      done(rows.then((all) => all.filter((row) => Number(row['asked']) === k).map(({ asked: _, ...row }) => row)));
    await rows;
  }
  return (sql, params = []) => {
    if (!sql.startsWith('SELECT list(')) {
      const key = JSON.stringify([sql, params]);
      const rows = known.get(key) ?? query(sql, params);
      known.set(key, rows);
      return rows;
    }
    if (waiting.length === 0)
      setImmediate(() => {
        const all = waiting;
        waiting = [];
        for (const own of Map.groupBy(all, (one) => beginning(one.sql)).values()) void ask(own);
      });
    return new Promise((done) => waiting.push({ sql, params, done }));
  };
}

const PROTOCOLS = ['pairwise', 'perturbation', 'pointwise', 'critique'] as const;

/** Runs that stand side by side: all, two, or some. */
function drawnRuns(chance: Chance, protocol: Protocol, n: number): readonly string[] {
  const own = choices.runs.filter((run) => run.protocol === protocol).map(({ run }) => run);
  if (n === 0) return own;
  const least = n === 1 ? 2 : 3 + Math.floor(chance() * 9);
  return own
    .map((run) => [chance(), run] as const)
    .toSorted(([a], [b]) => a - b)
    .slice(0, least)
    .map(([, run]) => run);
}

describe('stored sheets and SQL', () => {
  test.each(PROTOCOLS)(
    'give the same answers, and the same right and wrong, for any cases and any runs: %s',
    async (protocol) => {
      const chance = randomFrom(PROTOCOLS.indexOf(protocol) + 7);
      let items = 0;
      async function expectOne(query: Query, scope: FigureScope): Promise<void> {
        const own = choicesFor({ protocol, reads: ['beside'] }, { scope, choices });
        const answers = answersFrom(sourceOf('answers', protocol, scope), own, protocol);
        expectSame(comparable(answers), comparable(await loadAnswers(query, { scope, choices: own, protocol })));
        items += answers?.places.length ?? 0;
        if (!sheets.has(keyOf('losses', protocol))) return;
        const losses = lossesFrom(sourceOf('losses', protocol, scope), own, protocol);
        const bySql = await loadLosses(query, { scope, choices: own, protocol });
        if (bySql === null) expect(losses?.places).toHaveLength(0);
        else expectSame(comparable(losses), comparable(bySql));
      }
      for (let n = 0; n < RUN_CHOICES; n += 1) {
        const beside = drawnRuns(chance, protocol, n);
        const scopes = Array.from({ length: SELECTIONS }, () => drawnScope(chance, beside, protocol));
        // The first makes the tables of these runs; nothing of what was asked before it is known any more.
        const [first] = scopes;
        if (first !== undefined) await expectOne(database.query, first);
        const query = together(database.query);
        for (let at = 1; at < scopes.length; at += AT_ONCE)
          await Promise.all(scopes.slice(at, at + AT_ONCE).map((scope) => expectOne(query, scope)));
      }
      expect(items).toBeGreaterThan(200);
    },
  );

  test('draw every figure that has one alike, to the last digit shown', async () => {
    const chance = randomFrom(5);
    const seen = new Set<string>();
    for (const figure of QUICK) {
      for (let n = 0; n < 8; n += 1) {
        const beside = drawnRuns(chance, figure.protocol, 2);
        const scope = drawnScope(chance, beside, figure.protocol);
        const own = choicesFor(figure, { scope, choices });
        const data = await figure.quick.load(sourceOf(figure.quick.sheet, figure.protocol, scope), scope, own);
        expect(data).toEqual(await figure.load(database.query, scope, own));
        if (data !== null) seen.add(figure.id);
      }
    }
    expect([...seen].sort()).toEqual(QUICK.map(({ id }) => id).sort());
  });

  test('give the same conflicts for every judge and any cases', async () => {
    const chance = randomFrom(11);
    const own = drawnRuns(chance, 'pairwise', 0);
    let cells = 0;
    for (let n = 0; n < drawn(150, 40); n += 1) {
      const scope = drawnScope(chance, own, 'pairwise');
      const found = await conflictsFigure.quick?.load(sourceOf('conflicts', 'pairwise', scope), scope, choices);
      const bySql = await conflictsFigure.load(database.query, scope, choices);
      // Sums of squares may differ in the last bits by the order of the clusters.
      const rounded = (data: unknown): string =>
        JSON.stringify(data, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(12)) : value));
      expect(JSON.parse(rounded(found))).toEqual(JSON.parse(rounded(bySql)));
      cells += bySql?.panels.reduce((sum, panel) => sum + panel.cells.length, 0) ?? 0;
    }
    expect(cells).toBeGreaterThan(100);
  });
});

test('answers with more labels than a byte holds are left to the query engine', async () => {
  const answers = await loadAnswers(database.query, {
    scope: { where: facetCondition({}, new Set()), runs: {} },
    choices,
    protocol: 'pairwise',
  });
  if (answers === null) throw new Error('no answers');
  expect(await storedSheet(database.query, { ...answers, size: 256 }, { about: null })).not.toBeNull();
  expect(await storedSheet(database.query, { ...answers, size: 257 }, { about: null })).toBeNull();
});

test('a run that a sheet does not have is an error, not an empty column', () => {
  const stranger = { run: 'nobody', label: 'Nobody', protocol: 'pairwise' as const, judge: 'nobody' };
  const own = { ...choices, runs: [...choices.runs, stranger] };
  const scope: FigureScope = { where: facetCondition({}, new Set()), runs: {} };
  expect(() => answersFrom(sourceOf('answers', 'pairwise', scope), own, 'pairwise')).toThrow(
    'no answers of the run "nobody"',
  );
});
