import { metricById } from '../metrics/index.ts';
import {
  type Board,
  type BoardCell,
  type BoardColumn,
  type BoardRow,
  isComputed,
  judgesAmong,
} from '../schema/board.ts';
import { bestNamed, better } from '../schema/metric.ts';
import { lowerFirst } from '../schema/words.ts';
import { countOf } from '../ui/number-words.ts';
import { lostCasesHref } from './loss.ts';
import { type ColumnScale, columnScales, soundValue } from './standings.ts';
import { tablesOf } from './tables-of.ts';
import { columnName } from './words.ts';

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

/** Names an entry's setting where the benchmark has several of its judge: whether it was thinking, if they differ in that. Empty for the usual and an only one. */
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

export function headlineOf(boards: readonly Board[], benchmark: string): Headline | null {
  const board = tablesOf(boards, benchmark).find(({ kind }) => kind === 'leaderboard');
  return board === undefined ? null : headlineOfBoard(board);
}

const MOST_NAMED = 2;

/** Says who has the best value: `o4-mini has`, `A and B have`, `3 judges have`; two settings of one judge are that judge. */
function leadersHave(leaders: readonly HeadlineEntry[]): string {
  const names = [...new Set(leaders.map(({ row }) => row.name))];
  if (names.length === 1) return `${names[0]} has`;
  return `${names.length > MOST_NAMED ? `${names.length} judges` : names.join(' and ')} have`;
}

/** Says whether one judge leads: it is tested, and so are all others, of whom none can be as good. */
export function leadsAlone({ entries }: Headline): boolean {
  const [first, ...others] = entries;
  const isBehind = ({ cell, place }: HeadlineEntry): boolean =>
    place > 1 && cell.rank !== null && !cell.rank.couldBeFirst;
  return first !== undefined && first.cell.rank !== null && others.length > 0 && others.every(isBehind);
}

const isTested = ({ cell }: HeadlineEntry): boolean => cell.rank !== null;

/** Says who of the others could be first as well: `14 of 24 others cannot be told apart from the best, 1 not tested`. */
function othersWords(others: readonly HeadlineEntry[]): string {
  const known = others.filter(isTested);
  const untested = others.length - known.length;
  if (others.length === 0) return 'no other judge has a value';
  if (known.length === 0) return 'no other judge is tested';
  const equals = known.filter(({ cell }) => cell.rank?.couldBeFirst).length;
  const among = `of ${countOf(known.length, 'other')}`;
  const words = equals === 0 ? `none ${among} could be first` : `${equals} ${among} cannot be told apart from the best`;
  return untested === 0 ? words : `${words}, ${untested} not tested`;
}

/** Names a column where a page speaks of it first, with what its label does not say: `PAcc (pluralistic accuracy: every criterion right)`. */
export function spelledName(board: Board, column: BoardColumn): string {
  const name = columnName(board, column);
  const metric = column.metric === null ? undefined : metricById(column.metric);
  if (metric === undefined || name !== metric.label) return name;
  const spelled = metric.name === metric.label ? [] : [lowerFirst(metric.name)];
  const words = [...spelled, ...(metric.gist === undefined ? [] : [metric.gist])].join(': ');
  return words === '' ? name : `${name} (${words})`;
}

/** `o4-mini has the highest PAcc (pluralistic accuracy: every criterion right); 14 of 24 others cannot be told apart from the best.` */
export function headlineAnswer({ board, entries, column, tested }: Headline): string {
  const leaders = entries.filter(({ place }) => place === 1);
  if (leaders.length === 0) return 'No judge has been measured yet.';
  const lead = `${leadersHave(leaders)} ${bestNamed(column.direction, spelledName(board, column))}`;
  if (!tested) return `${lead} (not tested).`;
  const mark = leaders.every(isTested) ? '' : ' (not tested)';
  return `${lead}${mark}; ${othersWords(entries.slice(leaders.length))}.`;
}

/** Says how few labels stand between the first place and its sharing; '' where that is not known. */
export function flipWords({ flips, rows }: Pick<Board, 'flips' | 'rows'>): string {
  if (flips === undefined) return '';
  const name = rows.find(({ id }) => id === flips.run)?.name ?? flips.run;
  return `With ${flips.cases} of ${countOf(flips.of, 'case')} labelled otherwise, ${name} would draw level.`;
}

/** Says the headline with the table that it is about, where a page tells of the whole benchmark: `Open-ended answers: o4-mini has …`. */
export const tableAnswer = (headline: Headline): string => `${headline.board.title}: ${headlineAnswer(headline)}`;

/** Says in how many of a benchmark's tasks its first judge leads alone; '' where its tables are not of several tasks, or several judges are first. */
export function tasksAnswer(boards: readonly Board[], { board, column, entries }: Headline): string {
  const tasks = tablesOf(boards, board.benchmark).flatMap((other) => {
    const headline = other.kind === 'leaderboard' ? headlineOfBoard(other) : null;
    const isTask = headline?.column.metric === column.metric && headline.column.slice['split'] !== undefined;
    return isTask && isComputed(other) === isComputed(board) ? [headline] : [];
  });
  const several = new Set(tasks.map((task) => task.column.slice['split'])).size === tasks.length && tasks.length > 1;
  const [first, second] = entries;
  if (!several || first === undefined || second?.place === 1) return '';
  const led = tasks.filter((task) => leadsAlone(task) && task.entries[0]?.row.judge === first.row.judge).length;
  return `${first.row.name} leads alone in ${led === 0 ? 'none' : led} of ${tasks.length} tasks.`;
}

export interface FailedCases {
  readonly headline: Headline;
  /** The judge in the first place of the first computed board; its row's id is its run. */
  readonly first: HeadlineEntry;
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
