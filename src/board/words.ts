import type { BoardCell } from '../schema/board.ts';
import { fixed } from '../ui/number-words.ts';
import { rankWords } from './rank-words.ts';
import type { SlimBoard, SlimColumn, SlimRow } from './slim.ts';

/** Numbers and states of a board in words: for tooltips, screen readers and downloads. */

const STATUS_WORDS: Readonly<Record<BoardCell['status'], string>> = {
  ok: '',
  'recomputed-equal': 'recomputed: equal',
  'recomputed-differs': 'recomputed: differs',
  coverage: 'fewer samples scored',
  'not-applicable': 'not applicable: no such task here',
  'not-scored': 'not scored: nothing to score was returned',
  suspect: 'suspect',
  rejected: 'rejected',
};

export function statusWords(status: BoardCell['status']): string {
  return STATUS_WORDS[status];
}

function rangeWords(lo: number, hi: number, decimals: number): string {
  return `${fixed(lo, decimals)} to ${fixed(hi, decimals)}`;
}

const ANSWER_WORDS: Readonly<Record<string, string>> = { a: 'A', b: 'B', both_bad: 'both bad' };

/** An answer as people say it: `a` → A. */
export const answerWords = (answer: string): string => ANSWER_WORDS[answer] ?? answer;

/** A mark that few fonts hold: drawn, not printed. */
export const TICK = '✓';

const FLAGGED: ReadonlySet<BoardCell['status']> = new Set(['suspect', 'rejected', 'recomputed-differs']);

/** Whether a cell is in doubt, or the judgments give another value, so that the page shows the reason. A text without a number is not. */
export function isFlagged(cell: BoardCell | undefined, column: Pick<SlimColumn, 'unit'>): boolean {
  if (cell === undefined || !FLAGGED.has(cell.status)) return false;
  return cell.printed !== '' && (column.unit !== 'text' || cell.note !== '');
}

/** The interval in words, or why there is none; empty where nothing is measured. */
function intervalWords(cell: BoardCell, column: SlimColumn): string {
  const { interval } = cell;
  if (interval === null) return cell.noInterval === '' ? '' : `no interval: ${cell.noInterval}`;
  const range = rangeWords(interval.lo, interval.hi, column.decimals);
  const kind = interval.kind === 'wilson' ? '95 % interval' : '95 % interval, at most this wide:';
  return `${kind} ${range}`;
}

/** How many samples a value is of: `n = 2257 of 2284`; of printed values only the most that there can be is known. */
function samplesWords({ n, status }: BoardCell, column: SlimColumn, exact: boolean): string {
  if (n === null) return '';
  const most = status === 'coverage' && !exact ? ' at most' : '';
  return `n = ${n}${most}${column.n === null || column.n === n ? '' : ` of ${column.n}`}`;
}

/** All that can be said of a cell, a sentence each. `exact`: whether its n is known, as on boards of runs. */
export function cellSentences(cell: BoardCell, column: SlimColumn, exact: boolean): readonly string[] {
  const rank = cell.rank === null ? '' : `rank ${rankWords(cell.rank)}`;
  const said = [
    intervalWords(cell, column),
    samplesWords(cell, column, exact),
    rank,
    statusWords(cell.status),
    cell.note,
  ];
  return said.filter((part) => part !== '');
}

/** Part of the samples that were scored for a row's least covered value: `82 % scored`; '' where all were. Printed values tell no more than a bound. */
export function coverageWords(row: SlimRow, columns: readonly SlimColumn[], exact: boolean): string {
  const shares = columns.flatMap(({ key, n: all }) => {
    const { status, n = null } = row.cells[key] ?? {};
    return status === 'coverage' && n !== null && all !== null && all > 0 ? [n / all] : [];
  });
  if (shares.length === 0) return '';
  const percent = Math.min(99.9, 100 * Math.min(...shares));
  return `${exact ? '' : '≤\u202f'}${percent >= 99 ? percent.toFixed(1) : Math.round(percent)}\u202f% scored`;
}

/** A name without what papers print differently: case, spaces and hyphens. */
function letters(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}

/** Name of a printed average or total, with what it is of. */
export const totalName = ({ row, group }: SlimRow): string => (group === '' ? row : `${row}, ${group}`);

/** Second line of a judge, in two parts. */
export interface ContextWords {
  /** What tells a row from others of its judge: it stands on a phone, too. */
  readonly apart: string;
  /** How it ran, and who made it. */
  readonly more: string;
}

type RowsOf = Pick<SlimBoard, 'kind' | 'settings' | 'rows'>;

/** What may tell two rows of a judge apart, the plainest first. */
function partsOf(row: SlimRow, { kind, settings = {} }: RowsOf): readonly [string, string, string, string] {
  const mode =
    row.thinking === true ? 'thinking' : row.thinking === false && /^no-/.test(row.variant) ? 'not thinking' : '';
  const printed = row.judge !== null && letters(row.row) !== letters(row.name) ? row.row : '';
  return [settings[row.variant] ?? '', kind === 'leaderboard' ? '' : row.group, mode, printed];
}

const joined = (words: readonly string[]): string => words.filter((word) => word !== '').join(' · ');

export function contextWords(row: SlimRow, board: RowsOf): ContextWords {
  const [setting, group, mode, printed] = partsOf(row, board);
  const same = board.rows.filter(({ kind, name }) => kind === row.kind && name === row.name);
  const told = same.map((one) => partsOf(one, board));
  // As few parts as tell all of them apart: none where the judge has one row.
  const needed = [0, 1, 2, 3, 4].find(
    (n) => new Set(told.map((parts) => joined(parts.slice(0, n)))).size === same.length,
  );
  const apart = [setting, group, mode, printed].slice(0, needed);
  const all =
    board.kind === 'leaderboard'
      ? [setting, row.organisation, mode, printed]
      : [setting, mode, printed, group, row.organisation];
  return { apart: joined(apart), more: joined(all.filter((part) => !apart.includes(part))) };
}
