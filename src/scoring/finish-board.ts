import { metricById } from '../metrics/index.ts';
import { type Chance, type CriticLabels, TRIVIAL_JUDGES } from '../metrics/labels.ts';
import type { Metric } from '../metrics/metric.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import {
  type BoardCell,
  type BoardColumn,
  type BoardPair,
  type BoardRow,
  judgesAmong,
  type RankInterval,
  type ReferenceLine,
  type StoredBoard,
} from '../schema/board.ts';
import { better } from '../schema/metric.ts';
import type { Run } from '../schema/records.ts';
import type { Slice } from '../schema/slice.ts';
import { numberWords } from '../schema/words.ts';
import type { SharedDifference } from '../stats/cluster.ts';
import {
  type ColumnPair,
  type Contender,
  columnPairs,
  isTold,
  ranks,
  towardsBest,
  unpairedColumn,
} from '../stats/ranks.ts';
import type { BoardSource } from './board-values.ts';

/** Lists how a run ranks those who made the responses, in a split or in all, without the samples. */
async function rankingsOf(
  source: BoardSource,
  { protocol }: Pick<Run, 'protocol'>,
  split: string | null,
): Promise<ReadonlyMap<string, NonNullable<BoardRow['rankings']>>> {
  const all = (await source.rankings(protocol)).flatMap(({ run, split: of, criterion, ranking: { value } }) => {
    if (value === null || (split !== null && split !== of)) return [];
    const { taus: _, ...ranking } = value;
    return [{ run, own: { split: of, criterion, ...ranking } }];
  });
  return new Map([...Map.groupBy(all, ({ run }) => run)].map(([run, found]) => [run, found.map(({ own }) => own)]));
}

/** Finds how few labels stand between the first place of a board of pairs and its sharing; nothing where the place is shared already. */
async function flipsOf(
  { flips }: BoardSource,
  { columns, rows, split }: StoredBoard,
): Promise<Pick<StoredBoard, 'flips'>> {
  const [column] = columns;
  const metric = metricById(column?.metric ?? '');
  if (split === null || column === undefined || metric === undefined) return {};
  const valued = judgesAmong(rows)
    .flatMap((row) => {
      const value = row.cells[column.key]?.value ?? null;
      return value === null ? [] : [{ row, value }];
    })
    .toSorted((a, b) => better(column.direction, b.value, a.value));
  const [first, second] = valued;
  if (first === undefined || second === undefined || first.value === second.value) return {};
  // Two settings of one judge are that judge.
  const others = valued.flatMap(({ row }) => (row.judge === first.row.judge ? [] : [row.id]));
  const found = await flips({ metric, split, leader: first.row.id, others });
  return found === null || found.cases === 0 ? {} : { flips: found };
}

/** Adds to boards of the site what their cells do not say: how runs rank those who made the responses, and how few labels would turn the first place. */
export async function withFindings(
  source: BoardSource,
  boards: readonly StoredBoard[],
  runs: readonly Run[],
): Promise<StoredBoard[]> {
  const found: StoredBoard[] = [];
  for (const board of boards) {
    const run = runs.find((one) => board.rows.some(({ id }) => id === one.run));
    const rankings = run === undefined ? new Map() : await rankingsOf(source, run, board.split);
    const rows = board.rows.map((row) => {
      const own = rankings.get(row.id);
      return own === undefined ? row : { ...row, rankings: own };
    });
    found.push({ ...board, rows, ...(run?.protocol === 'pairwise' ? await flipsOf(source, board) : {}) });
  }
  return found;
}

/** How many parts a mean is over, of how many. */
interface Parts {
  readonly parts: number;
  readonly full: number;
}

/** Counts the parts that a benchmark names of a metric's mean over parts: bias types or criteria; 0 where it names none. */
export function namedParts({ bias_types, criteria }: Benchmark, { units = [], rows }: Metric, slice: Slice): number {
  const isIn = (own: string, key: string): boolean => slice[key] === undefined || slice[key] === own;
  if (units.includes('bias_type') && slice['bias_type'] === undefined)
    return bias_types.filter((type) => rows.includes(type.metric) && isIn(type.dimension, 'dimension')).length;
  if (units.includes('criterion') && slice['criterion'] === undefined)
    return criteria.filter(({ split }) => isIn(split, 'split')).length;
  return 0;
}

/** What is said of a value beside others: what it is of where it takes no place among them, and a note; nothing of any other. */
type Said = Pick<BoardCell, 'apart'> & { readonly note: string };

/** Says of a mean over fewer parts than others' that it is another quantity: what it is of, and a note; nothing of a whole one. */
function partly({ parts, full }: Parts): Said {
  if (parts >= full) return { note: '' };
  return {
    apart: `${parts} of ${full}`,
    note: `a mean over ${parts} of ${full} parts, which is another quantity than that over all: it takes no rank`,
  };
}

/** Says the same of a run's value, and of one that rests on fewer than its metric asks for. */
export function apartOf(
  { n, parts }: { readonly n: number; readonly parts: number },
  { fewest = 0, full }: Pick<Metric, 'fewest'> & { readonly full: number },
): Said {
  if (n >= fewest) return partly({ parts, full });
  return { apart: `n = ${numberWords(n)}`, note: `on fewer than ${fewest} it takes no rank` };
}

/**
 * A row with its cells by column key, none ranked yet. `reference` says that it is no judge but something scored like one, which
 * becomes a reference line.
 */
export interface UnrankedRow extends Omit<BoardRow, 'cells' | 'kind'> {
  readonly kind: BoardRow['kind'] | 'reference';
  readonly cells: ReadonlyMap<string, BoardCell>;
}

/** Difference of two rows, by their ids, over the judgments that both have, in the unit of the printed values. */
type RowTests = (other: string, base: string) => SharedDifference;

/** A board without what is computed from its cells: ranks, differences, reference lines. */
export interface UnrankedBoard extends Omit<StoredBoard, 'rows' | 'references' | 'pairs'> {
  readonly rows: readonly UnrankedRow[];
  /** The paired tests of boards of runs, by column key. They are left out where values are tested by their errors alone. */
  readonly tests?: ReadonlyMap<string, RowTests>;
  /** Lines that the caller knows of, beside those of trivial judges. */
  readonly lines?: readonly ReferenceLine[];
  /** What the labels of the split say; null where only printed sizes are known. */
  readonly labels: Chance | null;
  /** What the labels say of which critics are asked; left out on other boards. */
  readonly critics?: CriticLabels | null;
}

/** Digits of stored differences: more than any column prints. */
const DIGITS = 5;

function storedPair(pair: ColumnPair<SharedDifference>, significant: boolean | null): BoardPair {
  const rounded = (x: number): number => Number(x.toFixed(DIGITS));
  const { value, lo, hi, shared, of, reason } = pair.test;
  const interval = lo === null || hi === null ? null : ([rounded(lo), rounded(hi)] as const);
  return [pair.i, pair.j, value === null ? null : rounded(value), interval, significant, shared, of, reason];
}

function contenderOf({ kind, cells }: RankedRow, { key }: BoardColumn): Contender | null {
  const cell = cells.get(key);
  const isCounted = kind === 'judge' && cell?.apart === undefined;
  return !isCounted || cell === undefined || cell.value === null ? null : { value: cell.value, se: cell.se };
}

/** A row that stays a row of the board and does not become a reference line. */
type RankedRow = UnrankedRow & { readonly kind: BoardRow['kind'] };

const isReference = (row: UnrankedRow): boolean => row.kind === 'reference';

/** Makes a reference line of a row that was scored like a judge. */
function referenceOf({ id, judge, name, cells }: UnrankedRow): ReferenceLine {
  const values = [...cells].flatMap(([key, { value, n }]) =>
    value === null
      ? []
      : [
          [
            key,
            { lo: value, hi: value, basis: n === null ? 'as printed' : `scored like a judge, n = ${numberWords(n)}` },
          ] as const,
        ],
  );
  return {
    id: judge ?? id,
    label: name,
    about: 'Not a judge, but scored like one, to compare with.',
    values: Object.fromEntries(values),
  };
}

/** What is printed where there is nothing: a value that is in doubt is part of a printed mean all the same. */
const ABSENT: ReadonlySet<BoardCell['status']> = new Set(['not-applicable', 'not-scored']);

/** Counts the parts of a mean in which a row has something. */
const partsIn = ({ cells }: RankedRow, parts: readonly string[]): number =>
  parts.filter((key) => !ABSENT.has(cells.get(key)?.status ?? 'not-scored')).length;

/** Marks the means of a row that are over fewer parts than those of other judges, where the parts are columns of the table. */
function withParts(columns: readonly BoardColumn[], rows: readonly RankedRow[], row: RankedRow): RankedRow {
  const marked = columns.flatMap(({ key, parts }) => {
    const cell = row.cells.get(key);
    if (parts === undefined || cell === undefined || cell.value === null || cell.apart !== undefined) return [];
    const full = Math.max(0, ...rows.filter(({ kind }) => kind === 'judge').map((other) => partsIn(other, parts)));
    const { apart, note } = partly({ parts: partsIn(row, parts), full });
    return apart === undefined
      ? []
      : [[key, { ...cell, apart, note: [cell.note, note].filter(Boolean).join('; ') }] as const];
  });
  return marked.length === 0 ? row : { ...row, cells: new Map([...row.cells, ...marked]) };
}

/** A column's ranks by row, and the differences of all pairs where they are paired. */
interface ComparedColumn {
  readonly ranks: readonly (RankInterval | null)[];
  readonly pairs: readonly BoardPair[] | null;
}

/** Says whether ranks mean something: one row is one judge under one setting, and the column has a better end. */
function compare({ kind, tests }: UnrankedBoard, rows: readonly RankedRow[], column: BoardColumn): ComparedColumn {
  const values = rows.map((row) => contenderOf(row, column));
  const test = tests?.get(column.key);
  const idOf = (i: number): string => rows[i]?.id ?? '';
  const pairs = test === undefined ? null : columnPairs(values, (i, j) => test(idOf(i), idOf(j)));
  const direction = column.direction === 'none' ? 'higher' : column.direction;
  const tested = towardsBest(values, direction, pairs ?? unpairedColumn(values));
  const isRanked = kind === 'leaderboard' && column.direction !== 'none';
  const significant = tested.pairs.map((pair) => (pair.adjusted === null ? null : isTold(pair, tested.column)));
  return {
    ranks: isRanked ? ranks(tested.column, tested.direction, tested.pairs) : [],
    pairs: pairs === null ? null : pairs.map((pair, k) => storedPair(pair, significant[k] ?? null)),
  };
}

/**
 * Finishes a board, whether its values are printed or computed: ranks by tests of all pairs of a column, the differences of
 * boards of runs, and what trivial judges would score.
 */
export function finishBoard(benchmark: Benchmark, board: UnrankedBoard): StoredBoard {
  const { rows: all, tests, labels, critics = null, lines = [], ...rest } = board;
  const rows = all
    .filter((row): row is RankedRow => !isReference(row))
    .map((row, _, own) => withParts(board.columns, own, row));
  const compared = new Map(board.columns.map((column) => [column.key, compare(board, rows, column)]));
  const cellsOf = (row: RankedRow, i: number): BoardRow['cells'] =>
    Object.fromEntries(
      [...row.cells].map(([key, cell]) => [key, { ...cell, rank: compared.get(key)?.ranks[i] ?? null }]),
    );
  const pairs = [...compared].flatMap(([key, column]) => (column.pairs === null ? [] : [[key, column.pairs] as const]));
  return {
    ...rest,
    rows: rows.map((row, i) => ({ ...row, cells: cellsOf(row, i) })),
    references: [
      ...all.filter(isReference).map(referenceOf),
      ...lines,
      ...(board.kind === 'statistics' ? [] : referenceLines(benchmark, board.columns, { labels, critics })),
    ],
    ...(tests === undefined ? {} : { pairs: Object.fromEntries(pairs) }),
  };
}

/**
 * Gives the trivial judges that say something about a table's columns, in printed units (docs/metrics.md "Reference lines"). `labels`: what
 * the labels of the table's split say; null where only printed sizes are known. `critics`: what the labels say of which critics are asked.
 */
function referenceLines(
  benchmark: Benchmark,
  columns: readonly BoardColumn[],
  { labels, critics }: { readonly labels: Chance | null; readonly critics: CriticLabels | null },
): ReferenceLine[] {
  return TRIVIAL_JUDGES.flatMap(({ id, label, about }) => {
    const values: Record<string, ReferenceLine['values'][string]> = {};
    for (const { key, metric, slice, unit } of columns) {
      const score = metric === null ? undefined : metricById(metric)?.trivial?.[id];
      const counts = benchmark.splits.find((s) => s.id === slice.split)?.counts ?? {};
      const whole = Object.keys(slice).every((part) => part === 'split');
      const range = score?.({ slice, counts, labels: whole ? labels : null, critics: whole ? critics : null }) ?? null;
      const scale = unit === 'percent' ? 100 : 1;
      if (range !== null) values[key] = { lo: range.lo * scale, hi: range.hi * scale, basis: range.basis };
    }
    return Object.keys(values).length === 0 ? [] : [{ id, label, about, values }];
  });
}
