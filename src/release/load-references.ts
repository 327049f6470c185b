import type { TableView } from '../audit/context.ts';
import { METRICS } from '../metrics/index.ts';
import type { Benchmark, MetricUse } from '../schema/benchmark.ts';
import type { Judge } from '../schema/judge.ts';
import type { MetricDefinition } from '../schema/metric.ts';
import { nearestWord, type Problem } from '../schema/problem.ts';
import { type Finding, type NamedCell, namedCells, type Table, textsIn, withoutCells } from '../schema/published.ts';
import { entryOf } from '../schema/words.ts';

type Path = readonly PropertyKey[];
/** Takes a problem at a path of the YAML file available. */
type Report = (path: Path, problem: Omit<Problem, 'file' | 'line' | 'field'>) => void;

/** A name at a path, those that there are, and what they are names of. */
type Named = readonly [path: Path, found: string, candidates: readonly string[], what: string];

function known(report: Report, [path, found, candidates, what]: Named): boolean {
  if (candidates.includes(found)) return true;
  const near = nearestWord(found, candidates);
  const list = candidates.length === 0 ? `no ${what} is defined` : `known: ${candidates.slice(0, 12).join(', ')}`;
  const hint = near === undefined ? list : `did you mean ${near}?`;
  report(path, { found, expected: `a known ${what}`, message: `an unknown ${what}`, hint });
  return false;
}

const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id);

/** Values a slice key may take in this benchmark; a key that is not here is free text. */
function definedSliceValues(benchmark: Benchmark, split: string | undefined): Record<string, readonly string[]> {
  const narrowed = benchmark.criteria.filter((c) => c.split === split);
  const criteria = narrowed.length > 0 ? narrowed : benchmark.criteria;
  return {
    criterion: ids(criteria),
    split: ids(benchmark.splits),
    bias_type: ids(benchmark.bias_types),
    dimension: ids(benchmark.dimensions),
    subset: ids(benchmark.subsets),
    task_type: ids(benchmark.task_types),
    quality_pair: ids(benchmark.quality_pairs),
  };
}

/** Checks the ids that `tables.yaml` uses: metrics, slices, splits, parts of means, the column that sorts. */
export function checkTable(
  report: Report,
  benchmark: Benchmark,
  { id, table }: { readonly id: string; readonly table: Table },
): void {
  const at: Path = ['tables', id];
  const columns = Object.keys(table.columns);
  const [kind = '', number = ''] = id.split('-');
  if (number !== String(table.table)) {
    report([...at, 'table'], {
      ...{ found: String(table.table), expected: number, message: 'number and key of the table differ' },
    });
  }
  if ((kind === 'board') !== (table.printed_in !== undefined)) {
    report([...at, 'printed_in'], {
      found: table.printed_in ?? 'nothing',
      expected: kind === 'board' ? 'where the board is printed' : 'nothing: a table of the paper',
      message: 'table-<number> is a table of the paper, board-<number> one printed elsewhere',
    });
  }
  if (table.split !== undefined) known(report, [[...at, 'split'], table.split, ids(benchmark.splits), 'split']);
  if (table.sort !== undefined) known(report, [[...at, 'sort', 'column'], table.sort.column, columns, 'column']);
  for (const [key, column] of Object.entries(table.columns)) {
    const path = [...at, 'columns', key];
    if (column.metric !== undefined)
      known(report, [[...path, 'metric'], column.metric, ids(benchmark.metrics), 'metric of this benchmark']);
    const values = definedSliceValues(benchmark, column.slice.split);
    for (const [slice, value] of Object.entries(column.slice)) {
      // The split of the table is checked above, once.
      const candidates = slice === 'split' && value === table.split ? undefined : entryOf(values, slice);
      if (candidates !== undefined)
        known(report, [[...path, 'slice', slice], value, candidates, slice.replace('_', ' ')]);
    }
    column.parts?.columns.forEach((part, i) => {
      known(report, [[...path, 'parts', 'columns', i], part, columns, 'column']);
    });
  }
}

/** Units in which values of a natural unit can be stated. */
const UNITS: Readonly<Record<MetricDefinition['unit'], readonly MetricUse['unit'][]>> = {
  ratio: ['percent', 'ratio'],
  score: ['score'],
  variance: ['variance'],
  number: ['ratio', 'score', 'variance'],
};

/** Checks the metrics that a benchmark lists: known, in a unit that they can have, cut by a key that their rows have, and none twice. */
function checkMetrics({ metrics }: Benchmark, report: Report): void {
  const definitions = ids(METRICS);
  const seen = new Set<string>();
  metrics.forEach(({ id, unit, by }, i) => {
    const at: Path = ['metrics', i];
    const metric = METRICS.find((m) => m.id === id);
    if (!known(report, [[...at, 'id'], id, definitions, 'metric']) || metric === undefined) return;
    const fits = UNITS[metric.unit];
    if (!fits.includes(unit))
      report([...at, 'unit'], {
        found: unit,
        expected: fits.join(' or '),
        message: `${id} has no values in this unit`,
      });
    if (by !== undefined) known(report, [[...at, 'by'], by, metric.sliceKeys, `slice key of ${id}`]);
    const place = JSON.stringify([id, by]);
    if (seen.has(place))
      report([...at, 'id'], {
        found: id,
        message: 'a metric is listed twice',
        hint: 'remove one, or give another `by`',
      });
    seen.add(place);
  });
}

/** Checks the ids inside `benchmark.yaml` that must be defined there or in `judges.yaml`. */
export function checkBenchmark(
  report: Report,
  benchmark: Benchmark,
  { folder, judges }: { readonly folder: string; readonly judges: readonly Judge[] },
): void {
  if (benchmark.id !== folder)
    report(['id'], { found: benchmark.id, expected: folder, message: 'id and folder name differ' });
  const [judgeIds, splits] = [ids(judges), ids(benchmark.splits)];
  checkMetrics(benchmark, report);
  const names: Named[] = [
    ...benchmark.criteria.map((c, i): Named => [['criteria', i, 'split'], c.split, splits, 'split']),
    ...benchmark.bias_types.flatMap((b, i): Named[] => [
      [['bias_types', i, 'dimension'], b.dimension, ids(benchmark.dimensions), 'dimension'],
      [['bias_types', i, 'metric'], b.metric, ids(benchmark.metrics), 'metric of this benchmark'],
    ]),
    ...benchmark.snapshots.map((s, i): Named => [['snapshots', i, 'judge'], s.judge, judgeIds, 'judge']),
    ...benchmark.printed_cases.flatMap(({ answered }, i) =>
      answered.map(({ judge }, j): Named => [['printed_cases', i, 'answered', j, 'judge'], judge, judgeIds, 'judge']),
    ),
  ];
  for (const name of names) known(report, name);
  benchmark.roles.forEach((r, i) => {
    if (r.judge !== undefined) known(report, [['roles', i, 'judge'], r.judge, judgeIds, 'judge']);
    else if (r.model === undefined) report(['roles', i], { message: 'a role needs `judge` or `model`' });
  });
}

type Views = ReadonlyMap<string, TableView>;

function checkNamedCell(cell: NamedCell, views: Views, report: (problem: Parameters<Report>[1]) => void): void {
  const among = (found: string, candidates: Iterable<string>, what: string): boolean =>
    known((_, problem) => report(problem), [[], found, [...new Set(candidates)], what]);
  const view = views.get(cell.table);
  if (!among(cell.table, views.keys(), 'table') || view === undefined) return;
  among(cell.column, Object.keys(view.table.columns), `column of ${view.id}`);
  const names = view.rows.map(({ row }) => row);
  if (!among(cell.row, names, `row of ${view.id}`)) return;
  const named = view.rows.filter(({ row }) => row === cell.row);
  const rows = named.filter(
    ({ variant, judge }) => variant === cell.variant && (cell.judge === undefined || judge === cell.judge),
  );
  if (rows.length === 1) return;
  report({
    found: cell.row,
    expected: 'exactly one row',
    message: `${rows.length} rows of ${view.id} answer to it`,
    hint: `give a variant, and a judge where that is not enough: ${named.map(({ variant, judge }) => `'${variant}', '${judge}'`).join('; ')}`,
  });
}

/** Lists all that a condition may compare a cell with: ids and names of tables, columns, rows and what rows have. */
const namesIn = (views: Views): Set<string> =>
  new Set(
    [...views.values()].flatMap(({ id, table, rows }) => [
      ...[id, ...Object.keys(table.columns)],
      ...rows.flatMap(({ row, group, kind, judge, variant }) => [row, group, kind, judge, variant]),
    ]),
  );

/**
 * Checks the cells, rows, columns and groups that conditions of findings name; ids used twice. While a table has problems of its own, rows may be
 * lost: then nothing is said of names.
 */
export function checkFindings(
  findings: readonly Finding[],
  report: Report,
  { views: list, broken }: { readonly views: readonly TableView[]; readonly broken: ReadonlySet<string> },
): void {
  const views = new Map(list.map((v) => [v.id, v]));
  const names = namesIn(views);
  const lost = broken.size > 0 || list.some(({ rows }) => rows.length === 0);
  const seen = new Set<string>();
  findings.forEach((finding, i) => {
    const path = ['findings', i];
    if (seen.has(finding.id))
      report([...path, 'id'], { found: finding.id, message: 'two findings have this id', hint: 'rename one' });
    seen.add(finding.id);
    for (const [j, { cells, holds }] of lost ? [] : (finding.holds ?? []).entries()) {
      const at = [...path, 'holds', j];
      for (const cell of namedCells(holds)) checkNamedCell(cell, views, (problem) => report(at, problem));
      for (const found of textsIn(`${cells} ${withoutCells(holds, () => '')}`))
        known(report, [at, found, [...names], 'table, row, column, group, variant or judge']);
    }
  });
}
