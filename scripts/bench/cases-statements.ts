import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import type { Choices } from '../../src/cases/choices.ts';
import { encodeSheet } from '../../src/cases/columns/sheet.ts';
import { countStatement } from '../../src/cases/counts.ts';
import { gather } from '../../src/cases/gather.ts';
import { PAGE_ROWS } from '../../src/cases/list-columns.ts';
import { neighbourStatement, pageStatement } from '../../src/cases/rows.ts';
import { createCases } from '../../src/cases/scope.ts';
import { EVERY_CASE, type Filter, NO_FILTER } from '../../src/cases/wanted.ts';
import type { FigureChoices } from '../../src/figures/kit/instance-figure.ts';
import { makeSheet } from '../../src/figures/page/sheets.ts';
import type { SortKey } from '../../src/schema/sort-key.ts';
import type { Query, Statement } from '../../src/sql/query.ts';
import { withBenchDatabase } from './cases-data.ts';
import type { SentSheet } from './columns-client.ts';

const REPEATS = 7;

/** Least milliseconds of a statement in the page, through the explorer's own session, and in native DuckDB with one thread. */
export interface StatementFigures {
  readonly statement: string;
  readonly wasm: number;
  readonly native: number;
  readonly ratio: number;
}

async function choicesOf(query: Query): Promise<Choices> {
  const { criteria, ...found } = await gather(query);
  const named = { benchmark: 'shapes', name: 'Shapes', synthetic: true, licence: '', release: '', labels: {} };
  return { ...found, ...named, criteria: criteria.map((id) => ({ id, label: id })), words: false };
}

/** Gives filters from none to one of every kind. */
function filters({ facets, runs }: Choices): Readonly<Record<string, Filter>> {
  const [a = '', b = '', c = ''] = runs.map(({ run }) => run);
  const [facet] = facets;
  const two = Object.fromEntries(facets.map(({ name, values }) => [name, values.slice(0, 2)]));
  const one = facet === undefined ? {} : { [facet.name]: facet.values.slice(0, 1) };
  const many = { facets: two, right: [a], wrong: [b, c], outcome: ['mixed'], parse: ['ok'] } as const;
  return {
    'no filter': NO_FILTER,
    'one facet': { ...NO_FILTER, facets: one },
    'A right, B wrong': { ...NO_FILTER, right: [a], wrong: [b] },
    'ten filters': { ...NO_FILTER, ...many, length: { from: 100, to: null } },
  };
}

const BY_SHARE: readonly SortKey[] = [{ column: 'right', descending: true }];

function statementsOf(choices: Choices): ReadonlyMap<string, Statement> {
  const last = Math.floor(Math.max(0, choices.cases - 1) / PAGE_ROWS);
  const view = { filter: NO_FILTER, sort: [] };
  const sorted = { filter: NO_FILTER, sort: BY_SHARE };
  return new Map([
    ...Object.entries(filters(choices)).map(
      ([name, filter]) => [`counts, ${name}`, countStatement(choices, filter)] as const,
    ),
    ['first page', pageStatement(choices, view, 0)],
    ['first page, sorted', pageStatement(choices, sorted, 0)],
    ['last page', pageStatement(choices, view, last)],
    ['last page, sorted', pageStatement(choices, sorted, last)],
    ['neighbours', neighbourStatement(choices, view, 'case-000000001')],
  ]);
}

async function nativeTimes(query: Query, statements: readonly Statement[]): Promise<number[]> {
  const times: number[] = [];
  for (const { sql, params } of statements) {
    const started = performance.now();
    await query(sql, params);
    times.push(performance.now() - started);
  }
  return times;
}

type RunTimes = (statements: readonly Statement[]) => Promise<readonly number[]>;

interface Engines {
  readonly wasm: RunTimes;
  readonly native: RunTimes;
}

/** Measures the least times of every statement in both engines, which take turns, so that a busy moment of the machine slows both. */
async function least(engines: Engines, statements: readonly Statement[], rounds: number) {
  const all: { readonly wasm: readonly number[]; readonly native: readonly number[] }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    all.push({ wasm: await engines.wasm(statements), native: await engines.native(statements) });
  }
  const of = (engine: keyof Engines, i: number): number =>
    Math.min(...all.map((times) => times[engine][i] ?? Number.NaN));
  return statements.map((_, i) => ({ wasm: of('wasm', i), native: of('native', i) }));
}

/** Writes what makes the table of cases judged by one criterion, the most that has to be worked out in the page. */
const creation = (choices: Choices): readonly Statement[] =>
  createCases(choices, { ...EVERY_CASE, criterion: choices.criteria[0]?.id ?? '' });

/** Writes the same for the database in a file. */
export function creationOf(file: string): Promise<readonly Statement[]> {
  return withBenchDatabase(file, 'READ_ONLY', async (query) => creation(await choicesOf(query)));
}

/**
 * Times the statements of the explorer. `page`: the bench's own page on the site whose database is `file`. The first figure is the making
 * of the table of cases by one criterion; the others read all cases.
 */
export function measureStatements(page: Page, file: string): Promise<readonly StatementFigures[]> {
  return withBenchDatabase(file, 'READ_ONLY', async (query) => {
    const choices = await choicesOf(query);
    const asked = statementsOf(choices);
    const engines: Engines = {
      wasm: (statements) => page.evaluate((list) => window.bench.run(list), [...statements]),
      native: (statements) => nativeTimes(query, statements),
    };
    const created = { wasm: 0, native: 0 };
    for (const { wasm, native } of await least(engines, creation(choices), REPEATS)) {
      created.wasm += wasm;
      created.native += native;
    }
    for (const engine of [engines.wasm, engines.native]) await engine(createCases(choices, EVERY_CASE));
    const times = [created, ...(await least(engines, [...asked.values()], REPEATS))];
    return ['cases by one criterion', ...asked.keys()].flatMap((statement, i) => {
      const time = times[i];
      return time === undefined ? [] : [{ statement, ...time, ratio: time.wasm / time.native }];
    });
  });
}

/** The cost of the matrices of 35 pairwise judges, warm: least milliseconds by figure. */
export interface MatrixFigures {
  /** By the query engine. */
  readonly engine: Readonly<Record<string, number>>;
  /** From stored sheets, intervals included, and the gzipped bytes of each sheet. */
  readonly sheets: Readonly<Record<string, number>>;
  readonly bytes: Readonly<Record<string, number>>;
}

/** Times the matrices of the figures. `page`: one that finds `file` as the database of `benchmark`. */
export function measureMatrices(page: Page, file: string, benchmark: string): Promise<MatrixFigures> {
  return withBenchDatabase(file, 'READ_ONLY', async (query) => {
    const { runs, ...choices } = await choicesOf(query);
    const pairwise = runs.map((run) => ({ ...run, protocol: 'pairwise' as const, judge: run.run }));
    const asked: FigureChoices = { ...choices, benchmark, runs: pairwise, biasTypes: [] };
    const engine = await page.evaluate(([wanted, rounds]) => window.bench.matrices(wanted, rounds), [
      asked,
      REPEATS,
    ] as const);
    const sent: SentSheet[] = [];
    const bytes: Record<string, number> = {};
    for (const kind of ['answers', 'losses', 'conflicts'] as const) {
      const sheet = await makeSheet(query, kind, { choices: asked, protocol: 'pairwise' });
      if (sheet === null) throw new Error(`no sheet of ${kind}`);
      const encoded = Buffer.from(encodeSheet(sheet));
      sent.push({ kind, base64: encoded.toString('base64') });
      bytes[kind] = gzipSync(encoded, { level: 9 }).byteLength;
    }
    const sheets = await page.evaluate(([wanted, all]) => window.bench.matricesBySheets(wanted, all), [
      asked,
      sent,
    ] as const);
    return { engine, sheets, bytes };
  });
}

/** Measures all counts of the explorer by columns, for as many made-up cases as are asked for: milliseconds. */
export async function measureCounts(page: Page, cases: readonly number[]): Promise<Readonly<Record<string, number>>> {
  const times: Record<string, number> = {};
  for (const n of cases) times[String(n)] = await page.evaluate((size) => window.bench.countsByColumns(size), n);
  return times;
}
