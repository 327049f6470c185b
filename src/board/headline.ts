import type { Board, BoardCell, BoardColumn, BoardRow } from '../schema/board.ts';
import { isComputed } from '../schema/board-name.ts';
import { bestNamed, better } from '../schema/direction.ts';
import { lostCasesHref } from './loss.ts';
import { type ColumnScale, columnScales, soundValue } from './scale.ts';
import { judgesAmong } from './strip.ts';
import { tablesOf } from './tables-of.ts';

/** A judge's row in a headline, with its cell of the ranking column. */
export interface HeadlineEntry {
  readonly row: BoardRow;
  readonly cell: BoardCell;
  /** 1 + the number of judges with a strictly better value. */
  readonly place: number;
}

/** A benchmark in one number: its main leaderboard and the column that ranks it. */
export interface Headline {
  readonly board: Board;
  readonly column: BoardColumn;
  readonly scale: ColumnScale;
  /** Judges with a sound value, best first. */
  readonly entries: readonly HeadlineEntry[];
  /** Whether the column has rank intervals, or only an order. */
  readonly tested: boolean;
}

/**
 * Names the setting of the entry at `index`, where the benchmark has several of its judge: whether it was thinking, if they differ in that,
 * else the benchmark's name of the setting. Empty for the usual setting, and for an only one.
 */
export function settingWords(entries: readonly Pick<HeadlineEntry, 'row'>[], index: number): string {
  const row = entries[index]?.row;
  if (row === undefined || entries.length < 2) return '';
  if (new Set(entries.map((entry) => entry.row.thinking)).size > 1) return row.thinking ? 'thinking' : 'not thinking';
  return row.variant === '' ? '' : row.row;
}

/** Gives the headline of one leaderboard; null where it has no order. */
export function headlineOfBoard(board: Board): Headline | null {
  const column = board.columns.find(({ key }) => key === board.sort?.column);
  if (column === undefined) return null;
  const valued = judgesAmong(board.rows).flatMap((row) => {
    const cell = row.cells[column.key];
    const value = soundValue(cell);
    return cell === undefined || value === null ? [] : [{ row, cell, value }];
  });
  const entries = valued
    .toSorted((a, b) => better(column.direction, b.value, a.value))
    .map(({ row, cell, value }) => ({
      row,
      cell,
      place: 1 + valued.filter((v) => better(column.direction, v.value, value) > 0).length,
    }));
  const scale = columnScales({ columns: [column], rows: board.rows })[column.key];
  if (scale === undefined) return null;
  return { board, column, scale, entries, tested: entries.some(({ cell }) => cell.rank !== null) };
}

/** Gives the headline of a benchmark, which is that of its main leaderboard; null where it has no leaderboard with an order. */
export function headlineOf(boards: readonly Board[], benchmark: string): Headline | null {
  const board = tablesOf(boards, benchmark).find(({ kind }) => kind === 'leaderboard');
  return board === undefined ? null : headlineOfBoard(board);
}

/** A column in running text, with its group where the label alone stands for several: `Clarity (rank correlation)`. */
function columnName({ columns }: Board, { label, group }: BoardColumn): string {
  const isRepeated = columns.filter((other) => other.label === label).length > 1;
  return isRepeated && group !== '' ? `${label} (${group})` : label;
}

/** At most this many judges that share the best value are named. */
const MOST_NAMED = 2;

/** Says who has the best value: `o4-mini has`, `A and B have`, `3 judges have`; two settings of one judge are that judge. */
function leadersHave(leaders: readonly HeadlineEntry[]): string {
  const names = [...new Set(leaders.map(({ row }) => row.name))];
  if (names.length === 1) return `${names[0]} has`;
  return `${names.length > MOST_NAMED ? `${names.length} judges` : names.join(' and ')} have`;
}

/** Says the headline in a sentence. Its ranks say who may be as good as the first: `o4-mini has the highest PAcc; 14 of 24 others may be as good.` */
export function headlineAnswer({ board, entries, column, tested }: Headline): string {
  const leaders = entries.filter(({ place }) => place === 1);
  if (leaders.length === 0) return 'No judge has been measured yet.';
  const lead = `${leadersHave(leaders)} ${bestNamed(column.direction, columnName(board, column))}`;
  if (!tested) return `${lead} (not tested).`;
  const others = entries.slice(leaders.length);
  const equals = others.filter(({ cell }) => cell.rank?.couldBeFirst).length;
  return `${lead}; ${equals === 0 ? 'none' : equals} of ${others.length} ${others.length === 1 ? 'other' : 'others'} may be as good.`;
}

/** The cases that cost a judge points under the column that ranks a benchmark. */
export interface FailedCases {
  readonly headline: Headline;
  /** The judge in the first place of the first computed board; its row's id is its run. */
  readonly first: HeadlineEntry;
  /** Address of the cases that it lost. */
  readonly href: string;
}

/** Says where the cases lie that the first judge of a benchmark lost; null where the benchmark has no cases. */
export function failedCasesOf(boards: readonly Board[], benchmark: string): FailedCases | null {
  for (const board of tablesOf(boards, benchmark).filter(isComputed)) {
    const headline = headlineOfBoard(board);
    const first = headline?.entries[0];
    if (headline === null || first === undefined) continue;
    const href = lostCasesHref(board, headline.column, first.row.id);
    if (href !== null) return { headline, first, href };
  }
  return null;
}
