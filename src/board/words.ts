import type { BoardCell, BoardColumn, RankInterval } from '../schema/board.ts';
import type { DatedValue } from '../schema/dated-release.ts';
import { endsWords, numberWords, withMinus } from '../ui/number-words.ts';
import type { PageBoard, PageColumn, PageRow } from './page-board.ts';

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

/** A mark that few fonts hold: drawn, not printed. */
export const TICK_MARK = '✓';

const FLAGGED: ReadonlySet<BoardCell['status']> = new Set(['suspect', 'rejected', 'recomputed-differs']);

/** Says whether a cell is in doubt, or the judgments give another value, so that the page shows the reason. A text without a number is not. */
export function isFlagged(cell: BoardCell | undefined, column: Pick<PageColumn, 'unit'>): boolean {
  if (cell === undefined || !FLAGGED.has(cell.status)) return false;
  return cell.printed !== '' && (column.unit !== 'text' || cell.note !== '');
}

function cellIntervalWords(cell: BoardCell, column: PageColumn): string {
  const { interval } = cell;
  if (interval === null) return cell.noInterval === '' ? '' : `no interval: ${cell.noInterval}`;
  const range = endsWords(interval.lo, interval.hi, column.decimals);
  return `${interval.kind === 'wilson' ? '' : 'conservative '}95 % interval ${range}`;
}

/** Says how many samples a value is of: `n = 2 257 of 2 284`; of printed values only a bound is known: `n ≤ 2 257 of 2 284`. */
function samplesWords({ n, status }: BoardCell, column: PageColumn, exact: boolean): string {
  if (n === null) return '';
  const sign = status === 'coverage' && !exact ? '≤' : '=';
  return `n ${sign} ${numberWords(n)}${column.n === null || column.n === n ? '' : ` of ${numberWords(column.n)}`}`;
}

/** Writes a value with its rank: `48.5 (2–5)`. */
const valueWords = (printed: string, rank: string): string =>
  withMinus(printed).concat(rank === '' ? '' : ` (${rank})`);

/** Writes a value as it stood in a dated release. */
export const datedWords = ({ shown, rank }: Pick<DatedValue, 'shown' | 'rank'>): string =>
  valueWords(shown, rank.replace('-', '–'));

/** Says all that can be said of a cell, a sentence each. `exact`: whether its n is known, as on boards of runs. */
export function cellSentences(cell: BoardCell, column: PageColumn, exact: boolean): readonly string[] {
  const rank = cell.rank === null ? '' : `rank ${rankWords(cell.rank)}`;
  const now = valueWords(cell.printed, cell.rank === null ? '' : rankWords(cell.rank));
  const said = [
    cell.was === undefined ? '' : `${cell.was}, now ${now}`,
    cellIntervalWords(cell, column),
    samplesWords(cell, column, exact),
    rank,
    statusWords(cell.status),
    cell.note,
  ];
  return said.filter((part) => part !== '');
}

/** `82 % scored`: of a row's least covered value; '' where all were. Printed values tell no more than a bound. */
export function coverageWords(row: PageRow, columns: readonly PageColumn[], exact: boolean): string {
  const shares = columns.flatMap(({ key, n: all }) => {
    const { status, n = null } = row.cells[key] ?? {};
    return status === 'coverage' && n !== null && all !== null && all > 0 ? [n / all] : [];
  });
  if (shares.length === 0) return '';
  const percent = Math.min(99.9, 100 * Math.min(...shares));
  return `${exact ? '' : '≤\u202f'}${percent >= 99 ? percent.toFixed(1) : Math.round(percent)}\u202f% scored`;
}

export const totalName = ({ row, group }: PageRow): string => (group === '' ? row : `${row}, ${group}`);

/** `1–15`, or `3` where the interval is one place. */
export function rankWords({ best, worst }: Pick<RankInterval, 'best' | 'worst'>): string {
  return best === worst ? String(best) : `${best}–${worst}`;
}

interface NamedColumns extends Pick<PageBoard, 'source'> {
  readonly columns: readonly Pick<BoardColumn, 'label' | 'group'>[];
}

/** A column in running text: `Rank correlation (Semantic consistency)` on boards of runs; `Accuracy (Core)` on printed ones, where several have that label. */
export function columnName({ columns, source }: NamedColumns, { label, group }: Pick<BoardColumn, 'label' | 'group'>) {
  if (group === '') return label;
  if (source === 'computed') return `${group} (${label})`;
  return columns.filter((other) => other.label === label).length > 1 ? `${label} (${group})` : label;
}

/** Names the id of an explanation that stands as a native popover beside the table: of a column by its key, else of a row, or of a row and a column joined by a dot. */
export const explanationId = (kind: 'about' | 'flag' | 'part' | 'figures' | 'constant', of: string): string =>
  `${kind}-${of}`;
