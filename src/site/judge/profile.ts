import { lostCasesHref } from '../../board/loss.ts';
import { hasPlace } from '../../board/page-board.ts';
import { isPartOf, soundValue } from '../../board/standings.ts';
import { type Strip, stripOf } from '../../board/strip.ts';
import { tablesOf } from '../../board/tables-of.ts';
import { columnName } from '../../board/words.ts';
import { metricById } from '../../metrics/index.ts';
import type { Release } from '../../release/read.ts';
import {
  type Board,
  type BoardCell,
  type BoardColumn,
  type BoardRow,
  contextWords,
  isComputed,
} from '../../schema/board.ts';
import type { Judge } from '../../schema/judge.ts';
import { bestAndWorst, better } from '../../schema/metric.ts';
import { countOf } from '../../ui/number-words.ts';

/** How a value compares with what a trivial judge would score: beyond its interval, or not told apart. */
export interface AgainstTrivial {
  readonly label: string;
  readonly verdict: 'better' | 'worse' | 'unclear';
}

/** One printed value of a judge with all that can be said of it. */
interface ProfileLine {
  readonly column: BoardColumn;
  readonly cell: BoardCell;
  readonly against: readonly AgainstTrivial[];
  /**
   * Its place, which is 1 + the number of judges with a strictly better value, of all that have one; null where the column does not rank.
   * `ranked`: all whom ranks leave room for, those with a value in doubt among them.
   */
  readonly place: { readonly at: number; readonly of: number; readonly ranked: number } | null;
}

export interface ProfileTable {
  readonly board: Board;
  readonly row: BoardRow;
  readonly lines: readonly ProfileLine[];
}

/**
 * Says whether a trivial judge is at the best end of the scale, where nobody can beat it: a constant scorer is, under a perturbation that
 * should change nothing.
 */
function unbeatable({ range, direction }: BoardColumn, at: { readonly lo: number; readonly hi: number }): boolean {
  if (direction === 'zero') return at.lo <= 0 && at.hi >= 0;
  return (
    range !== null &&
    better(direction, bestAndWorst(direction, at.lo, at.hi).worst, bestAndWorst(direction, ...range).best) >= 0
  );
}

function againstOf(board: Board, column: BoardColumn, cell: BoardCell): AgainstTrivial[] {
  const { interval } = cell;
  if (interval === null || column.direction === 'none' || soundValue(cell) === null) return [];
  const { direction } = column;
  const own = bestAndWorst(direction, interval.lo, interval.hi);
  return board.references.flatMap(({ label, values }): AgainstTrivial[] => {
    const at = values[column.key];
    if (at === undefined || unbeatable(column, at)) return [];
    const theirs = bestAndWorst(direction, at.lo, at.hi);
    const ahead = better(direction, own.worst, theirs.best) > 0;
    const behind = better(direction, own.best, theirs.worst) < 0;
    return [{ label, verdict: ahead ? 'better' : behind ? 'worse' : 'unclear' }];
  });
}

function placeOf(board: Board, column: BoardColumn, cell: BoardCell): ProfileLine['place'] {
  const value = soundValue(cell);
  if (value === null || column.direction === 'none' || board.kind !== 'leaderboard') return null;
  const cells = board.rows.flatMap((r) => (r.kind === 'judge' ? (r.cells[column.key] ?? []) : []));
  const all = cells.flatMap((other) => soundValue(other) ?? []);
  const at = 1 + all.filter((other) => better(column.direction, other, value) > 0).length;
  return { at, of: all.length, ranked: cells.filter(hasPlace).length };
}

export function profileOf(boards: readonly Board[], benchmark: string, judge: string): ProfileTable[] {
  return tablesOf(boards, benchmark).flatMap((board) => {
    return board.rows
      .filter((row) => row.judge === judge)
      .map((row) => ({
        board,
        row,
        lines: board.columns.flatMap((column): ProfileLine[] => {
          const cell = row.cells[column.key];
          if (cell === undefined || column.unit === 'text' || cell.printed === '') return [];
          return [
            {
              column,
              cell,
              against: againstOf(board, column, cell),
              place: placeOf(board, column, cell),
            },
          ];
        }),
      }));
  });
}

/** Leaves one row per board: of a judge with several, the row without a variant, if there is one. */
const standardTables = (tables: readonly ProfileTable[]): ProfileTable[] =>
  tables.filter(
    ({ board, row }) => row.variant === '' || !tables.some((t) => t.board === board && t.row.variant === ''),
  );

/** Where a judge stands among all of a leaderboard under one measure. */
export interface Standing {
  readonly table: ProfileTable;
  readonly line: ProfileLine & { readonly place: NonNullable<ProfileLine['place']> };
  /** How far it lies between the worst judge's value (0) and the best one's (100), with its interval. */
  readonly at: number;
  readonly from: number | null;
  readonly to: number | null;
  /** The same for all others, and for trivial judges. */
  readonly others: readonly number[];
  readonly trivial: Strip['trivial'];
  /** Whether the interval only bounds the true value from both sides. */
  readonly most: boolean;
  /** The judges next to it; its own other settings do not count. */
  readonly above: BoardRow | null;
  readonly below: BoardRow | null;
}

/** Says where a row stands in a column that ranks; null where it does not. */
function standingOf(table: ProfileTable, { place, ...line }: ProfileLine): Standing | null {
  const { board, row } = table;
  const strip = stripOf({ column: line.column, rows: board.rows, references: board.references });
  const index = strip?.dots.findIndex((dot) => dot.row.id === row.id) ?? -1;
  const own = strip?.dots[index];
  if (strip === null || own === undefined || place === null) return null;
  const isOther = (dot: { readonly row: BoardRow }): boolean => dot.row.judge !== row.judge;
  return {
    table,
    line: { ...line, place },
    at: own.at,
    from: own.from,
    to: own.to,
    others: strip.dots.filter((dot) => dot !== own).map(({ at }) => at),
    trivial: strip.trivial,
    most: line.cell.interval?.kind === 'at most',
    above: strip.dots.slice(0, index).findLast(isOther)?.row ?? null,
    below: strip.dots.slice(index + 1).find(isOther)?.row ?? null,
  };
}

const leaderboards = (tables: readonly ProfileTable[]): readonly ProfileTable[] =>
  tables.filter(({ board }) => board.kind === 'leaderboard');

/** Says where a judge stands under all measures of its leaderboards, in the order of the tables. */
export function standingsOf(tables: readonly ProfileTable[]): Standing[] {
  return leaderboards(tables).flatMap((table) => table.lines.flatMap((line) => standingOf(table, line) ?? []));
}

/** Says whether a line tells how well a judge judges, and not only how it answers. */
const isHowWell = ({ column }: Pick<ProfileLine, 'column'>): boolean => metricById(column.metric ?? '')?.aside !== true;

/** Says whether a column is of a whole split, and not of one criterion or another part. */
const isWhole = ({ slice }: BoardColumn): boolean => Object.keys(slice).every((key) => key === 'split');

/** Leaves the standings in the judge's usual setting. */
function usualStandings(standings: readonly Standing[]): readonly Standing[] {
  const usual = new Set(standardTables(standings.map(({ table }) => table)));
  return standings.filter(({ table }) => usual.has(table));
}

/** Leaves those of them that tables draw: of whole measures that say how well it judges. A page with all drawn, line by line, would be too heavy. */
export const drawnStandings = (standings: readonly Standing[]): readonly Standing[] =>
  usualStandings(standings).filter(({ line }) => isHowWell(line) && isWhole(line.column));

/** The most printed leaderboards that stand for a benchmark; of those made from cases, all do. */
const SHOWN = 4;

/**
 * Leaves the standings under the measures that rank the first leaderboards of each benchmark, in the judge's usual setting; a part of what another
 * of them holds is left out.
 */
export function mainStandings(standings: readonly Standing[]): Standing[] {
  const ranking = usualStandings(standings).filter(({ table, line }) => line.column.key === table.board.sort?.column);
  return [...Map.groupBy(ranking, ({ table }) => table.board.benchmark).values()].flatMap((own) =>
    own
      .filter(({ line }) => !own.some((other) => isPartOf(line.column, other.line.column)))
      .filter(({ table }, i) => i < SHOWN || isComputed(table.board)),
  );
}

/** Share of the other judges that are strictly better. */
const behind = ({ line: { place } }: Standing): number => (place.at - 1) / Math.max(1, place.of - 1);

/** Names the measure and its table; a place that no test confirms says so. */
const measureOf = ({ table: { board }, line: { cell, column } }: Standing): string =>
  `${columnName(board, column)} of ${board.benchmarkName}, ${board.title}${cell.rank === null ? ' (not tested)' : ''}`;

/**
 * Says in two sentences where a judge is strongest and weakest: `Best place: 2 of 25, in Clarity of Multi-Crit, Open-ended answers. Worst place: …`. The
 * second is there only where it differs; there is none without a place. What says how a judge answers, such as its coverage, is nobody's best or worst.
 */
export function standingWords(standings: readonly Standing[]): string[] {
  const sorted = standings.filter(({ line }) => isHowWell(line)).toSorted((a, b) => behind(a) - behind(b));
  const [best, worst] = [sorted[0], sorted.at(-1)];
  if (best === undefined || worst === undefined) return [];
  const words = (which: string, standing: Standing): string =>
    `${which} place: ${standing.line.place.at} of ${standing.line.place.of}, in ${measureOf(standing)}.`;
  return behind(best) === behind(worst) ? [words('Best', best)] : [words('Best', best), words('Worst', worst)];
}

/** Counts whom the tests of a leaderboard set a judge above, in the column that ranks, of all others with a test; null where it has none. */
function toldApart({ board, row, lines }: ProfileTable) {
  const line = lines.find(({ column }) => column.key === board.sort?.column);
  const rank = line?.cell.rank ?? null;
  if (line === undefined || rank === null) return null;
  const others = board.rows.flatMap((other) => {
    const cell = other.cells[line.column.key];
    return other === row || other.kind !== 'judge' || cell === undefined || !hasPlace(cell) ? [] : [cell];
  });
  // Ranks leave room for all with a value, this judge among them.
  const better = others.length + 1 - rank.worst;
  return { board, measure: line.column.label, better, of: others.filter((cell) => cell.rank !== null).length };
}

/**
 * Says in a line whom the tests of each benchmark's first tested leaderboard, in the judge's usual setting, set a judge above: `Significantly better than 9
 * of 24 judges in PAcc (Multi-Crit), 13 of 15 in Four-way accuracy (GenAI-Bench).`
 */
export function testedWords(tables: readonly ProfileTable[]): string {
  const tested = standardTables(leaderboards(tables)).flatMap((table) => toldApart(table) ?? []);
  const words = [...Map.groupBy(tested, ({ board }) => board.benchmark).values()].flatMap(([first], i) => {
    if (first === undefined) return [];
    const { better, of, measure, board } = first;
    return `${better} of ${i === 0 ? countOf(of, 'judge') : of} in ${measure} (${board.benchmarkName})`;
  });
  return words.length === 0 ? 'Not tested against other judges.' : `Significantly better than ${words.join(', ')}.`;
}

export interface FailedOnBoard {
  readonly table: ProfileTable;
  /** The column that ranks the board. */
  readonly column: BoardColumn;
  readonly words: string;
  readonly href: string;
}

export function failedCases(tables: readonly ProfileTable[]): readonly FailedOnBoard[] {
  return standardTables(tables).flatMap((table): FailedOnBoard[] => {
    const { board, row } = table;
    const column = board.columns.find(({ key }) => key === board.sort?.column);
    const cell = column === undefined ? undefined : row.cells[column.key];
    const href = column === undefined || cell?.value == null ? null : lostCasesHref(board, column, row.id);
    if (href === null || column === undefined) return [];
    const words = [board.title, contextWords(row, board).apart].filter((word) => word !== '').join(', ');
    return [{ table, column, words, href }];
  });
}

/**
 * Lists the judges with something to show: a row of some board, or a part in making a benchmark. Annotators, critique judges and what is
 * only a reference line have no page, because nothing leads to one.
 */
export function judgesWithPage({
  judges,
  boards,
  benchmarks,
}: Pick<Release, 'judges' | 'benchmarks'> & { readonly boards: readonly Pick<Board, 'rows'>[] }): readonly Judge[] {
  const named = new Set([
    ...boards.flatMap(({ rows }) => rows.flatMap(({ judge }) => judge ?? [])),
    ...benchmarks.flatMap(({ roles, snapshots }) => [...roles, ...snapshots].flatMap(({ judge }) => judge ?? [])),
  ]);
  return judges.filter(({ id }) => named.has(id));
}

/** Writes a price as one reads it: `$1.25 in, $10 out`. */
export function priceOf({ input, output, currency }: NonNullable<Judge['price']>): string {
  const money = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 0,
    maximumFractionDigits: 4,
  });
  return `${money.format(input)} in, ${money.format(output)} out`;
}
