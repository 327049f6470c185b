import { metricById } from '../metrics/index.ts';
import { better } from '../schema/metric.ts';
import type { Problem } from '../schema/problem.ts';
import {
  type AuditCheck,
  type AuditFlag,
  type AuditReport,
  type BenchmarkData,
  cellKey,
  type PrintedCell,
  type ProjectData,
  type PublishedCell,
  type Reviewed,
  type Status,
} from '../schema/published.ts';
import { averageOfParts, printedDifference, totals } from './averages.ts';
import {
  type AuditContext,
  auditedCells,
  type Check,
  createContext,
  flag,
  isNumberCell,
  isNumeric,
  type NumberCell,
  type PrintedRow,
  rangeOf,
  type TableView,
  unitOf,
  usableCell,
  viewTables,
} from './context.ts';
import { type ScoredSamples, scoredSamples, wholeCount } from './counts.ts';
import { type RunBoard, recomputed, recomputedCells } from './recomputed.ts';
import { copiedValues, loneJudge, printedTwice, swappedColumns } from './rows.ts';

const NOT_A_NUMBER = 'not-a-number';

/** Finds cells of a numeric column that are no number: several decimal points, or other text that a reviewer let pass. */
const notANumber: Check = {
  id: NOT_A_NUMBER,
  label: 'Not a number',
  about:
    'A cell of a numeric column must hold one number or a dash. Digits with two decimal points cannot be read without guessing, so they are not used.',
  run: ({ data, tables }) => {
    const cells = auditedCells(tables).filter((c) => isNumeric(c.spec));
    const flags = cells
      .filter((c) => c.text.kind !== 'number' && c.text.kind !== 'dash')
      .map((cell) => {
        const reviewed = data.reviewed.texts.find(
          (t) => t.table === cell.table && t.row === cell.row && t.column === cell.column && t.printed === cell.printed,
        );
        const reason =
          reviewed?.reason ??
          (cell.text.kind === 'several points'
            ? 'the number has more than one decimal point'
            : 'the cell holds no number');
        return flag(cell, NOT_A_NUMBER, { expected: 'one number or a dash', status: 'rejected', reason });
      });
    return { examined: cells.length, flags };
  },
};

const EMPHASIS = 'emphasis';
type Marked = NumberCell;

/** Lists the sets of cells among which a paper may mark the best: the column, the row's group, the judge's rows, or a row of settings. */
function scopes(
  context: AuditContext,
  { view, row, cell }: { readonly view: TableView; readonly row: PrintedRow; readonly cell: Marked },
): Marked[][] {
  const judges = view.rows.filter((r) => r.kind === 'judge');
  const column = (rows: readonly PrintedRow[]) =>
    rows.map((r) => r.cells[cell.column]).filter((c) => usableCell(context, c));
  const settings = Object.values(row.cells).filter((c) => c.spec.metric === cell.spec.metric);
  const isRowOfSettings = settings.some((c) => c.spec.setting !== undefined);
  return [
    column(judges),
    column(judges.filter((r) => r.group === row.group)),
    column(judges.filter((r) => r.judge === row.judge)),
    ...(isRowOfSettings ? [settings.filter((c) => usableCell(context, c))] : []),
  ].filter((cells) => cells.length > 1);
}

function place(cell: Marked, among: readonly Marked[]): number {
  const direction = metricById(cell.spec.metric ?? '')?.direction ?? 'higher';
  const ahead = among.filter(
    (c) => better(direction === 'none' ? 'higher' : direction, c.text.value, cell.text.value) > 0,
  );
  return new Set(ahead.map((c) => c.text.value)).size + 1;
}

const emphasis: Check = {
  id: EMPHASIS,
  label: 'Emphasis',
  about:
    'Bold marks the best value and underlining the second best, of a column, of a group or of a judge’s own settings. A mark elsewhere means a wrong mark or a wrong value. Missing marks are not checked: the text we read has lost many.',
  run: (context) => {
    const marked = context.tables.flatMap((view) =>
      view.rows
        .filter((r) => r.kind === 'judge')
        .flatMap((row) => Object.values(row.cells).map((cell) => ({ view, row, cell })))
        .flatMap(({ view: v, row, cell }) =>
          usableCell(context, cell) && (cell.emphasis.bold || cell.emphasis.underline) ? [{ view: v, row, cell }] : [],
        ),
    );
    const flags = marked.flatMap(({ view, row, cell }) => {
      const wanted = cell.emphasis.underline && !cell.emphasis.bold ? 2 : 1;
      const sets = scopes(context, { view, row, cell });
      if (sets.length === 0 || sets.some((cells) => place(cell, cells) === wanted)) return [];
      const mark = wanted === 1 ? 'bold, but not the best' : 'underlined, but not the second best';
      const places = sets.map((cells) => place(cell, cells));
      return [
        flag(cell, EMPHASIS, {
          expected: `place ${wanted}`,
          status: 'ok',
          reason: `${mark}: place ${Math.min(...places)}`,
        }),
      ];
    });
    return { examined: marked.length, flags };
  },
};

const WEIGHT: Readonly<Record<Status, number>> = {
  ok: 0,
  coverage: 1,
  'recomputed-differs': 2,
  'recomputed-equal': 2,
  'not-scored': 2,
  'not-applicable': 2,
  suspect: 3,
  rejected: 4,
};

/** Finds the meaning of a printed dash: there is nothing to measure, or this row has no value. */
function dashStatus(
  context: AuditContext,
  { view, row, cell }: { readonly view: TableView; readonly row: PrintedRow; readonly cell: PrintedCell },
): Pick<PublishedCell, 'status' | 'note'> {
  if (unitOf(context.data, cell.spec) === 'count') return { status: 'not-applicable', note: 'no such samples' };
  const alike = view.rows.filter((r) => r.kind === row.kind && r.variant === row.variant);
  if (alike.every((r) => r.cells[cell.column]?.text.kind === 'dash')) {
    return { status: 'not-applicable', note: 'nothing to measure here: every row of this setting has a dash' };
  }
  return { status: 'not-scored', note: 'the samples exist, but none of this judge was scored' };
}

function denominator(
  context: AuditContext,
  cell: PrintedCell,
  scored: ReadonlyMap<string, ScoredSamples>,
): number | null {
  const use = context.data.benchmark.metrics.find((m) => m.id === cell.spec.metric);
  if (use?.denominator === 'samples') return cell.spec.n ?? null;
  return scored.get(cell.key)?.n ?? null;
}

function publishCells(
  context: AuditContext,
  flags: readonly AuditFlag[],
  scored: ReadonlyMap<string, ScoredSamples>,
): PublishedCell[] {
  const byCell = new Map<string, AuditFlag[]>();
  for (const f of flags) {
    const key = cellKey(f);
    byCell.set(key, [...(byCell.get(key) ?? []), f]);
  }
  const publish = (view: TableView, row: PrintedRow, cell: PrintedCell): PublishedCell => {
    const { spec: _spec, text, key, ...raw } = cell;
    if (text.kind === 'dash' && isNumeric(cell.spec)) {
      return { ...raw, value: null, n: null, ...dashStatus(context, { view, row, cell }) };
    }
    const own = byCell.get(key) ?? [];
    const status = own.reduce<Status>((worst, f) => (WEIGHT[f.status] > WEIGHT[worst] ? f.status : worst), 'ok');
    const used = text.kind === 'number' && status !== 'rejected';
    const found = context.recomputed.get(key);
    return {
      ...raw,
      value: used ? text.value : null,
      status: found?.equal === true ? 'recomputed-equal' : status,
      n: used ? (found?.n ?? denominator(context, cell, scored)) : null,
      note: [...new Set(own.map((f) => f.reason))].join('; '),
      ...(found === undefined ? {} : { recomputed: found }),
    };
  };
  return context.tables.flatMap((view) =>
    view.rows.flatMap((row) => Object.values(row.cells).map((cell) => publish(view, row, cell))),
  );
}

type ReviewVerdict = Reviewed['verdicts'][number];

const matches = (v: ReviewVerdict, f: AuditFlag): boolean =>
  v.table === f.table &&
  v.row === f.row &&
  v.column === f.column &&
  v.check === f.check &&
  (v.variant === undefined || v.variant === f.variant);

/** Gives a flag with the status that a person gave it, where one did. */
function applyReview(reviewed: Reviewed, flag: AuditFlag): AuditFlag {
  const verdict = reviewed.verdicts.find((v) => matches(v, flag));
  if (verdict === undefined) return flag;
  return { ...flag, status: verdict.status, reason: `${flag.reason}; reviewed: ${verdict.reason}` };
}

/** Lists entries of `reviewed.yaml` that match no flag: the data or the check has changed since. */
function staleReviews({ benchmark, reviewed }: BenchmarkData, flags: readonly AuditFlag[]): Problem[] {
  const file = `data/${benchmark.id}/published/reviewed.yaml`;
  const stale = reviewed.verdicts.flatMap((v, i): Problem[] =>
    flags.some((f) => matches(v, f))
      ? []
      : [
          {
            file,
            field: `verdicts.${i}`,
            found: `${v.table}, ${v.row}, ${v.column}, ${v.check}`,
            message: 'no flag of the audit matches this verdict',
            hint: 'remove it, or correct table, row, variant, column or check',
          },
        ],
  );
  const unread = reviewed.texts.flatMap((t, i): Problem[] =>
    flags.some((f) => f.table === t.table && f.row === t.row && f.column === t.column && f.printed === t.printed)
      ? []
      : [
          {
            file,
            field: `texts.${i}`,
            found: t.printed,
            message: 'no cell holds this text',
            hint: 'remove it or correct table, row or column',
          },
        ],
  );
  return [...stale, ...unread];
}

const OUT_OF_RANGE = 'out-of-range';

const outOfRange: Check = {
  id: OUT_OF_RANGE,
  label: 'Out of range',
  about:
    'Shares lie between 0 and 1 (or 100 %), scores between 0 and 10, counts and variances are not negative. A value outside cannot be what was measured.',
  run: ({ data, tables }) => {
    const cells = auditedCells(tables)
      .filter((c) => isNumeric(c.spec))
      .filter(isNumberCell);
    const flags = cells.flatMap((cell) => {
      const [lo, hi] = rangeOf(data, cell.spec);
      if (cell.text.value >= lo && cell.text.value <= hi) return [];
      const side = cell.text.value < lo ? 'negative' : `above ${hi}`;
      const expected = hi === Number.POSITIVE_INFINITY ? `${lo} or more` : `${lo} to ${hi}`;
      return [
        flag(cell, OUT_OF_RANGE, {
          expected,
          status: 'rejected',
          reason: `a ${unitOf(data, cell.spec)} cannot be ${side}`,
        }),
      ];
    });
    return { examined: cells.length, flags };
  },
};

/** The checks run in this order: later ones leave out what an earlier one rejects. */
const CHECKS: readonly Check[] = [
  recomputed,
  notANumber,
  outOfRange,
  copiedValues,
  averageOfParts,
  totals,
  printedTwice,
  swappedColumns,
  wholeCount,
  emphasis,
  loneJudge,
  printedDifference,
];

export interface AuditOutcome {
  readonly report: AuditReport;
  /** Every printed cell with its status, benchmark by benchmark, in printed order. */
  readonly cells: readonly PublishedCell[];
  /** Entries of `reviewed.yaml` that no longer match anything. */
  readonly problems: readonly Problem[];
}

interface BenchmarkOutcome {
  readonly flags: readonly AuditFlag[];
  readonly examined: ReadonlyMap<string, number>;
  readonly cells: readonly PublishedCell[];
  readonly problems: readonly Problem[];
}

/** Settles a cell that the judgments confirm: flags of it become remarks. */
function settled({ recomputed: values }: AuditContext, found: AuditFlag): AuditFlag {
  const equal = values.get(cellKey(found))?.equal === true;
  if (!equal || found.status === 'ok') return found;
  return { ...found, status: 'ok', reason: `${found.reason}; the judgments give the printed value` };
}

function auditBenchmark(data: BenchmarkData, boards: readonly RunBoard[]): BenchmarkOutcome {
  const tables = viewTables(data);
  let context = createContext(data, tables, recomputedCells(data, tables, boards));
  const flags: AuditFlag[] = [];
  const examined = new Map<string, number>();
  for (const check of CHECKS) {
    const result = check.run(context);
    const reviewed = result.flags.map((f) => settled(context, applyReview(data.reviewed, f)));
    flags.push(...reviewed);
    examined.set(check.id, result.examined);
    const rejected = reviewed.filter((f) => f.status === 'rejected').map(cellKey);
    context = { ...context, rejected: new Set([...context.rejected, ...rejected]) };
  }
  const cells = publishCells(context, flags, scoredSamples(context));
  return { flags, examined, cells, problems: staleReviews(data, flags) };
}

function countStatuses(cells: readonly PublishedCell[]): Partial<Record<Status, number>> {
  const counts: Partial<Record<Status, number>> = {};
  for (const { status } of cells) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Runs every check and gives each printed cell its status. `boards`: those of runs, with which printed values are compared. */
export function runAudit(data: ProjectData, boards: readonly RunBoard[] = []): AuditOutcome {
  const outcomes = data.benchmarks.map((b) => ({ id: b.benchmark.id, ...auditBenchmark(b, boards) }));
  const flags = outcomes.flatMap((o) => o.flags);
  const checks = CHECKS.map(
    ({ id, label, about }): AuditCheck => ({
      id,
      label,
      about,
      examined: outcomes.reduce((sum, o) => sum + (o.examined.get(id) ?? 0), 0),
      flagged: flags.filter((f) => f.check === id).length,
    }),
  );
  const statuses = Object.fromEntries(outcomes.map((o) => [o.id, countStatuses(o.cells)]));
  return {
    report: { checks, flags, statuses },
    cells: outcomes.flatMap((o) => o.cells),
    problems: outcomes.flatMap((o) => o.problems),
  };
}
