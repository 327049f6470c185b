import fs from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { EngineWork } from '../../src/own/intake/engine-work.ts';
import { recognise } from '../../src/own/intake/recognise.ts';
import { importSet, type RunFiles } from '../../src/own/intake/run-files.ts';
import { type OwnScores, scoreOwnRuns } from '../../src/own/intake/score-runs.ts';
import { ownStandings, withOwnNames } from '../../src/own/standing-words.ts';
import { type Source, textSource } from '../../src/records/bytes.ts';
import { sourcesUnder } from '../../src/release/input-run.ts';
import { Benchmark } from '../../src/schema/benchmark.ts';
import type { BoardColumn, StoredBoard } from '../../src/schema/board.ts';
import { drawn } from '../drawn.ts';
import { oracleError } from '../metrics/oracle-values.ts';
import { sharedWasmWork } from '../own/intake/wasm-work.ts';
import { publishedBoards } from '../release/all-boards.ts';
import { drawCritic } from './critic.ts';
import { drawJudgeBias, judgementFolders } from './judge-bias.ts';
import { drawMultiCrit, lmmsEvalLogs } from './multi-crit.ts';
import { Comparison, type DrawnRun, expectedOf, inUnit, rowsOf, runFolder } from './run.ts';

const SEEDS = drawn([0, 1, 2, 3, 4], [1]);
/** Of which the ranks differ. */
const RANKED = drawn([20, 21, 22, 23, 24], [20, 21]);
const DRAW = { 'multi-crit': drawMultiCrit, 'mm-judgebias': drawJudgeBias, 'mm-critic': drawCritic } as const;
const BENCHMARKS = ['multi-crit', 'mm-judgebias', 'mm-critic'] as const;

/** What `tables.yaml` says of the columns of a table, as it stands in the file. */
interface TableText {
  readonly kind: string;
  readonly split?: string;
  readonly columns: Readonly<Record<string, { readonly metric?: string; readonly slice?: Record<string, string> }>>;
}

/** One engine for all, as on the page. */
let work: EngineWork;
let printed: readonly StoredBoard[];
const told = new Map<string, { readonly benchmark: Benchmark; readonly tables: Record<string, TableText> }>();

beforeAll(async () => {
  work = await sharedWasmWork();
  printed = await publishedBoards();
  for (const id of BENCHMARKS) {
    const read = (name: string): Promise<string> => fs.readFile(`data/${id}/${name}`, 'utf8');
    const { tables } = parse(await read('published/tables.yaml')) as { tables: Record<string, TableText> };
    told.set(id, { benchmark: Benchmark.parse(parse(await read('benchmark.yaml'))), tables });
  }
});

function scored(id: string, runs: readonly RunFiles[]): Promise<OwnScores> {
  const own = printed.filter((board) => board.benchmark === id);
  const benchmark = told.get(id)?.benchmark ?? null;
  return scoreOwnRuns({ benchmark, judges: [], runs, shared: null, release: null, printed: own }, work);
}

const filesOf = (one: DrawnRun): RunFiles => ({
  label: one.run,
  files: Object.fromEntries([...runFolder(one)].map(([name, text]) => [name, new Blob([text])])),
});

/** Files in an official format, as they are dropped. */
async function dropped(sources: readonly Source[]): Promise<readonly RunFiles[]> {
  const { found, problems } = await recognise(sources);
  expect(problems).toEqual([]);
  const [set, ...more] = found;
  if (set === undefined) throw new Error('nothing was recognised');
  expect(more).toEqual([]);
  return (await importSet(set)).flatMap(({ run, told: { errors } }) => {
    expect(errors).toBe(0);
    return run === null ? [] : [run];
  });
}

const sourcesOf = (files: ReadonlyMap<string, string>): readonly Source[] =>
  [...files].map(([name, text]) => textSource(name, text));

/** Compares the own row of each printed table with the formulas; gives the names of the tables. */
function compareTables(all: Comparison, id: string, { one, scores }: { one: DrawnRun; scores: OwnScores }): string[] {
  const expected = expectedOf(one);
  for (const board of scores.printed) {
    const row = board.rows.find(({ id: name }) => name.startsWith('yours-'));
    const { split, columns = {} } = told.get(id)?.tables[board.table] ?? {};
    for (const { key, unit } of board.columns) {
      const { metric = '', slice = {} } = columns[key] ?? {};
      const wanted = expected(split === undefined ? slice : { split, ...slice }).get(metric);
      all.take(`${board.table} ${one.run} ${key}`, row?.cells[key]?.value ?? null, inUnit(wanted, unit));
    }
  }
  return scores.printed.map(({ table }) => table);
}

/** Cases in which some answer cost the run something, of those that have any, by split, by the formulas: a wrong answer, or less than half of what could be kept. */
function expectedLost(one: DrawnRun): readonly (readonly [of: number, lost: number])[] {
  const ids = {
    'multi-crit': ['criterion_accuracy'],
    'mm-judgebias': ['bd', 'bc'],
    'mm-critic': ['critique_accuracy'],
  };
  const share = one.benchmark === 'mm-judgebias' ? 0.5 : 1;
  const rows = rowsOf(one).filter(({ metric }) =>
    Object.entries(ids).some(([id, own]) => id === one.benchmark && own.includes(metric)),
  );
  const splitOf = new Map(one.data.instances.map(({ instance, split }) => [instance, split]));
  return [...Map.groupBy(rows, ({ instance }) => splitOf.get(instance) ?? '')].sort().map(([, own]) => {
    const lost = own.filter(({ num, den }) => num < share * den);
    return [new Set(own.map((c) => c.instance)).size, new Set(lost.map((c) => c.instance)).size] as const;
  });
}

describe('own rows of printed tables hold what their columns mean, and lost cases are those of a split', () => {
  test.each(BENCHMARKS)('%s', async (id) => {
    const all = new Comparison();
    const seen = new Set<string>();
    for (const one of SEEDS.map((seed) => DRAW[id](seed))) {
      const scores = await scored(id, [filesOf(one)]);
      for (const table of compareTables(all, id, { one, scores })) seen.add(table);
      expect(scores.lost.map(({ of, lost }) => [of, lost])).toEqual(expectedLost(one));
    }
    expect(all.wrong).toEqual([]);
    expect(all.compared).toBeGreaterThan(8 * SEEDS.length);
    const leaderboards = Object.values(told.get(id)?.tables ?? {}).filter(({ kind }) => kind === 'leaderboard');
    expect(seen.size).toBe(leaderboards.length);
  });

  test.each([
    ['multi-crit', (seed: number) => drawMultiCrit(seed, { once: true }), lmmsEvalLogs],
    ['mm-judgebias', drawJudgeBias, judgementFolders],
  ] as const)('%s, as its official code writes it', async (id, draw, written) => {
    const all = new Comparison();
    for (const one of SEEDS.map((seed) => draw(seed + 100))) {
      const scores = await scored(id, await dropped(sourcesOf(written(one))));
      expect(compareTables(all, id, { one, scores })).not.toEqual([]);
    }
    expect(all.wrong).toEqual([]);
    expect(all.compared).toBeGreaterThan(5 * SEEDS.length);
  });
});

/** Abramowitz and Stegun 7.1.26: the chance of a normal number farther from 0 than z. */
function tails(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return series * Math.exp(-x * x);
}

/** Rank of the first of several values by z tests of all pairs, adjusted by Holm's rule. */
function rankOfFirst(values: readonly { readonly value: number; readonly se: number | null }[]) {
  const pairs = values.flatMap((a, i) => values.slice(i + 1).map((b, k) => ({ a, b, i, j: i + 1 + k })));
  const tested = pairs.flatMap(({ a, b, i, j }) => {
    if (a.se === null || b.se === null) return [];
    const se = Math.hypot(a.se, b.se);
    return [{ i, j, up: b.value - a.value, p: se === 0 || a.value === b.value ? 1 : tails((a.value - b.value) / se) }];
  });
  const ordered = tested.toSorted((x, y) => x.p - y.p);
  const firstOpen = ordered.findIndex(({ p }, k) => p * (ordered.length - k) >= 0.05);
  const told = (firstOpen < 0 ? ordered : ordered.slice(0, firstOpen)).filter(({ i }) => i === 0);
  const [better, worse] = [told.filter(({ up }) => up > 0).length, told.filter(({ up }) => up < 0).length];
  return { best: 1 + better, worst: values.length - worse };
}

test('rank and sentence of an own row rest on the split of the table', async () => {
  const ranks = new Set<string>();
  for (const one of RANKED.map((seed) => drawMultiCrit(seed))) {
    const { printed: boards } = await scored('multi-crit', [filesOf(one)]);
    expect(boards.map(({ split }) => split)).toEqual(['open_ended', 'reasoning']);
    for (const board of boards) {
      const slice = { split: board.split ?? '' };
      const value = 100 * (expectedOf(one)(slice).get('pacc') ?? Number.NaN);
      const error = oracleError(rowsOf(one, slice), 'pacc');
      const rivals = board.rows
        .slice(1)
        .flatMap(({ kind, cells: { pacc } }) =>
          kind === 'judge' && pacc !== undefined && pacc.value !== null ? [{ value: pacc.value, se: pacc.se }] : [],
        );
      const wanted = rankOfFirst([{ value, se: error === null ? null : 100 * error }, ...rivals]);
      const found = board.rows[0]?.cells['pacc']?.rank;
      if (error === null) expect(found).toBeNull();
      else expect(found).toMatchObject(wanted);
      const [words] = ownStandings(withOwnNames(board));
      const { best, worst } = wanted;
      expect(words).toMatchObject({
        ...{ column: 'PAcc', value: `${value.toFixed(decimalsOf(board.columns))} %`, judges: 1 + rivals.length },
        rank: error === null ? '' : best === worst ? `${best}` : `${best} to ${worst}`,
      });
      ranks.add(words?.rank ?? '');
    }
  }
  expect(ranks.size).toBeGreaterThan(2);
});

const decimalsOf = (columns: readonly BoardColumn[]): number =>
  columns.find(({ key }) => key === 'pacc')?.decimals ?? 0;

test('a log of both splits that was reported has the values of each split in its table, counted by hand', async () => {
  const runs = await dropped(await sourcesUnder('tests/fixtures/reported/lmms-eval-both-splits'));
  const { printed: boards } = await scored('multi-crit', runs);
  const cells = boards.map(({ table, rows }) => {
    const own = rows.find(({ id }) => id.startsWith('yours-'))?.cells ?? {};
    return [table, Object.fromEntries(Object.entries(own).map(([key, { printed: text, n }]) => [key, [text, n]]))];
  });
  expect(Object.fromEntries(cells)).toEqual({
    'table-3': {
      ...{ pacc: ['60.00', 5], cmr: ['33.33', 3], tos: ['33.33', 3] },
      ...{ completeness: ['100.00', 5], grounding: ['60.00', 5], average: ['80.00', 10] },
    },
    'table-4': {
      ...{ pacc: ['20.00', 5], cmr: ['37.50', 8], tos: ['75.00', 4] },
      ...{ grounding: ['40.00', 5], logic: ['60.00', 5], efficiency: ['80.00', 5], average: ['60.00', 15] },
    },
  });
});
