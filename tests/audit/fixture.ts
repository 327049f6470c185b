import { type AuditOutcome, runAudit } from '../../src/audit/index.ts';
import type { RunBoard } from '../../src/audit/recomputed.ts';
import { Benchmark } from '../../src/schema/benchmark.ts';
import {
  type AuditFlag,
  type BenchmarkData,
  Finding,
  type PrintedCell,
  ReviewedFile,
  Table,
} from '../../src/schema/published.ts';
import { readPrinted } from '../../src/stats/published.ts';

const BENCHMARK = Benchmark.parse({
  id: 'mini',
  order: 1,
  name: 'Mini',
  tagline: 'A small benchmark.',
  summary: ['One sentence.'],
  protocol: 'pairwise',
  data_licence: 'none',
  metrics: [
    { id: 'critique_accuracy', unit: 'ratio', denominator: 'counted', source: 'section 1' },
    { id: 'critique_score', unit: 'score', denominator: 'counted', source: 'section 1' },
    { id: 'reliability', unit: 'ratio', source: 'section 1' },
    { id: 'bc', unit: 'ratio', denominator: 'samples', source: 'section 1' },
  ],
});

type Spec = Record<string, unknown>;
/** `name`, `name|variant` or `name|variant|judge`; then the printed cells in the order of the columns. */
type Line = readonly [row: string, ...cells: string[]];

export interface TableInput {
  readonly columns: Readonly<Record<string, Spec>>;
  readonly rows: readonly Line[];
  readonly kind?: 'leaderboard' | 'comparison' | 'statistics';
  readonly outputs?: string;
  readonly standard_variants?: readonly string[];
}

const KINDS: Readonly<Record<string, PrintedCell['rowKind']>> = { Total: 'total', Avg: 'total' };

function cellsOf(table: string, { rows, kind }: TableInput, { columns }: Table): PrintedCell[] {
  return rows.flatMap(([head, ...cells], rowIndex) => {
    const [row = '', variant = '', judge = row.toLowerCase().replaceAll(' ', '-')] = head.split('|');
    const rowKind = KINDS[row] ?? (kind === 'statistics' ? 'statistic' : 'judge');
    return Object.entries(columns).map(([column, spec], i): PrintedCell => {
      const marked = cells[i] ?? '';
      const printed = marked.replaceAll(/[*_]/g, '');
      const emphasis = { bold: marked.includes('*'), underline: marked.includes('_') };
      const place = { benchmark: 'mini', table, row, rowIndex, group: '', rowKind, variant, column };
      return {
        ...place,
        judge: rowKind === 'judge' ? judge : '',
        printed,
        text: readPrinted(printed),
        emphasis,
        spec,
        key: `${table}/${rowIndex}/${column}`,
        file: `${table}.csv`,
        line: rowIndex + 2,
      };
    });
  });
}

function tableOf(id: string, { columns, kind = 'leaderboard', outputs, standard_variants }: TableInput): Table {
  return Table.parse({
    table: Number(id.slice(6)),
    title: id,
    heading: id,
    about: id,
    section: '1',
    kind,
    row_label: 'Judge',
    ...(outputs === undefined ? {} : { outputs }),
    ...(standard_variants === undefined ? {} : { standard_variants }),
    columns: Object.fromEntries(
      Object.entries(columns).map(([key, spec]) => [key, { printed: key, label: key, ...spec }]),
    ),
  });
}

export interface Extras {
  readonly findings?: readonly unknown[];
  readonly reviewed?: unknown;
  /** Boards of runs that printed values are compared with. */
  readonly boards?: readonly RunBoard[];
  /** Difference rows: table, judge, variant, column, printed. */
  readonly differences?: readonly (readonly [string, string, string, string, string])[];
}

/** One benchmark made of these tables. */
export function dataOf(tables: Readonly<Record<string, TableInput>>, extras: Extras = {}): BenchmarkData {
  return {
    benchmark: BENCHMARK,
    tables: Object.fromEntries(Object.entries(tables).map(([id, t]) => [id, tableOf(id, t)])),
    cells: Object.entries(tables).flatMap(([id, t]) => cellsOf(id, t, tableOf(id, t))),
    differences: (extras.differences ?? []).map(([table, judge, variant, column, printed]) => ({
      benchmark: 'mini',
      table,
      row: 'Δ',
      rowIndex: 0,
      group: '',
      rowKind: 'judge',
      judge,
      variant,
      column,
      printed,
      text: readPrinted(printed),
      emphasis: { bold: false, underline: false },
      spec: { printed: column, label: column, slice: {} },
      key: `delta/${column}`,
      file: 'delta.csv',
      line: 2,
    })),
    findings: (extras.findings ?? []).map((f) => Finding.parse(f)),
    reviewed: ReviewedFile.parse(extras.reviewed ?? {}),
  };
}

/** One benchmark made of these tables, through the whole audit. */
export const auditTables = (tables: Readonly<Record<string, TableInput>>, extras: Extras = {}): AuditOutcome =>
  runAudit({ judges: [], benchmarks: [dataOf(tables, extras)] }, extras.boards);

export const flagsOf = ({ report }: AuditOutcome, check: string): AuditFlag[] =>
  report.flags.filter((f) => f.check === check);

/** Value, status and n of the cells of one column, row by row. */
export function published(
  { cells }: AuditOutcome,
  column: string,
): (readonly [number | null, string, number | null])[] {
  return cells.filter((c) => c.column === column).map((c) => [c.value, c.status, c.n] as const);
}
