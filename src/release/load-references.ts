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

function known(
  report: Report,
  path: Path,
  {
    found,
    candidates,
    what,
  }: { readonly found: string; readonly candidates: readonly string[]; readonly what: string },
): boolean {
  if (candidates.includes(found)) return true;
  const near = nearestWord(found, candidates);
  const list = candidates.length === 0 ? `no ${what} is defined` : `known: ${candidates.slice(0, 12).join(', ')}`;
  const hint = near === undefined ? list : `did you mean ${near}?`;
  report(path, { found, expected: `a known ${what}`, message: `an unknown ${what}`, hint });
  return false;
}

/** Values a slice key may take in this benchmark; a key that is not here is free text. */
function definedSliceValues(benchmark: Benchmark, split: string | undefined): Record<string, readonly string[]> {
  const ids = (list: readonly { readonly id: string }[]) => list.map((x) => x.id);
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
  if (table.split !== undefined)
    known(report, [...at, 'split'], {
      found: table.split,
      candidates: definedSliceValues(benchmark, undefined).split ?? [],
      what: 'split',
    });
  if (table.sort !== undefined)
    known(report, [...at, 'sort', 'column'], { found: table.sort.column, candidates: columns, what: 'column' });
  for (const [key, column] of Object.entries(table.columns)) {
    const path = [...at, 'columns', key];
    if (column.metric !== undefined) {
      known(report, [...path, 'metric'], {
        found: column.metric,
        candidates: benchmark.metrics.map((m) => m.id),
        what: 'metric of this benchmark',
      });
    }
    const values = definedSliceValues(benchmark, column.slice.split);
    for (const [slice, value] of Object.entries(column.slice)) {
      // The split of the table is checked above, once.
      const candidates = slice === 'split' && value === table.split ? undefined : entryOf(values, slice);
      if (candidates !== undefined)
        known(report, [...path, 'slice', slice], { found: value, candidates, what: slice.replace('_', ' ') });
    }
    column.parts?.columns.forEach((part, i) => {
      known(report, [...path, 'parts', 'columns', i], { found: part, candidates: columns, what: 'column' });
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
  const definitions = METRICS.map((m) => m.id);
  const seen = new Set<string>();
  metrics.forEach(({ id, unit, by }, i) => {
    const at: Path = ['metrics', i];
    const metric = METRICS.find((m) => m.id === id);
    if (!known(report, [...at, 'id'], { found: id, candidates: definitions, what: 'metric' }) || metric === undefined)
      return;
    const fits = UNITS[metric.unit];
    if (!fits.includes(unit))
      report([...at, 'unit'], {
        found: unit,
        expected: fits.join(' or '),
        message: `${id} has no values in this unit`,
      });
    if (by !== undefined)
      known(report, [...at, 'by'], { found: by, candidates: metric.sliceKeys, what: `slice key of ${id}` });
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
  const judgeIds = judges.map((j) => j.id);
  const splits = benchmark.splits.map((s) => s.id);
  const dimensions = benchmark.dimensions.map((d) => d.id);
  const metrics = benchmark.metrics.map((m) => m.id);
  checkMetrics(benchmark, report);
  benchmark.criteria.forEach((c, i) => {
    known(report, ['criteria', i, 'split'], { found: c.split, candidates: splits, what: 'split' });
  });
  benchmark.bias_types.forEach((b, i) => {
    known(report, ['bias_types', i, 'dimension'], { found: b.dimension, candidates: dimensions, what: 'dimension' });
    known(report, ['bias_types', i, 'metric'], {
      found: b.metric,
      candidates: metrics,
      what: 'metric of this benchmark',
    });
  });
  benchmark.snapshots.forEach((s, i) => {
    known(report, ['snapshots', i, 'judge'], { found: s.judge, candidates: judgeIds, what: 'judge' });
  });
  benchmark.printed_cases.forEach(({ answered }, i) => {
    for (const [j, { judge }] of answered.entries())
      known(report, ['printed_cases', i, 'answered', j, 'judge'], {
        found: judge,
        candidates: judgeIds,
        what: 'judge',
      });
  });
  benchmark.roles.forEach((r, i) => {
    if (r.judge !== undefined)
      known(report, ['roles', i, 'judge'], { found: r.judge, candidates: judgeIds, what: 'judge' });
    else if (r.model === undefined) report(['roles', i], { message: 'a role needs `judge` or `model`' });
  });
}

type Views = ReadonlyMap<string, TableView>;

function checkNamedCell(cell: NamedCell, views: Views, report: (problem: Parameters<Report>[1]) => void): void {
  const among = (found: string, candidates: Iterable<string>, what: string): boolean =>
    known((_, problem) => report(problem), [], { found, candidates: [...new Set(candidates)], what });
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
        known(report, at, { found, candidates: [...names], what: 'table, row, column, group, variant or judge' });
    }
  });
}
