import type { CSSProperties } from 'react';
import type { BoardCell } from '../schema/board.ts';
import { better } from '../schema/metric.ts';
import { classNames } from '../ui/lists.ts';
import { fixed, signed, withMinus } from '../ui/number-words.ts';
import type { CellDelta, Deltas } from './delta.ts';
import type { PageBoard, PageColumn, PageReference, PageRow } from './page-board.ts';
import { barPercent, type ColumnScale, type ColumnScales, heatOf, soundValue } from './standings.ts';
import { isFlagged, statusWords } from './words.ts';

export interface CardCell {
  readonly place: HTMLElement;
  readonly byTouch: boolean;
  readonly row: PageRow;
  readonly column: PageColumn;
}

/** What all cells of a table share. It changes with the columns or the baseline, not with order or filters. */
export interface BoardFrame {
  readonly board: PageBoard;
  readonly columns: readonly PageColumn[];
  readonly left: number;
  readonly scales: ColumnScales;
  readonly deltas: Deltas | null;
  /** Columns whose values are shaded: those that the rows are sorted by, and the one that is reached. */
  readonly warm: ReadonlySet<string>;
  readonly heat: boolean;
  readonly pin: (row: string) => void;
  readonly showCard: (cell: CardCell) => void;
}

/** Names the custom property that holds how far from the left the nth column kept there stands; it is set once the columns' widths are known. */
export function keptProperty(index: number): `--${string}` {
  return `--kept-${index}`;
}

export function keptStyle(index: number): CSSProperties {
  const style: Record<`--${string}`, string> = { '--left': `var(${keptProperty(index)})` };
  return style;
}

export interface CellLook {
  readonly text: string;
  readonly className: string | undefined;
  readonly style: CSSProperties | undefined;
  /** What a value is of that is another quantity than the others, beside it: `4 of 9`. */
  readonly apart?: string;
  readonly aside: string;
}

export const PLAIN_LOOK: CellLook = {
  text: '',
  className: 'none',
  style: undefined,
  aside: '',
};

/** Custom properties of a cell: heat `--h` 0–1, interval `--a` and `--b` in percent, `--d` digits that the text lacks. */
type Properties = Record<`--${string}`, string | number>;

const POINT_WIDTH = 0.5;
const HEAT_DIGITS = 2;

/** Digits' widths to leave empty at the right, so that decimal points stand under one another: `12.5` in a column of three decimals → 2. */
function missingDigits(text: string, decimals: number): number {
  const point = text.indexOf('.');
  if (point === -1) return decimals === 0 ? 0 : decimals + POINT_WIDTH;
  return Math.max(0, decimals - (text.length - point - 1));
}

function barProperties(cell: BoardCell, scale: ColumnScale): Properties {
  if (cell.interval === null) return {};
  const a = barPercent(scale, cell.interval.lo);
  const b = barPercent(scale, cell.interval.hi);
  return a === null || b === null ? {} : { '--a': Math.round(a), '--b': Math.round(b) };
}

function cellStyle(share: number | null, bar: Properties, pad: number): CSSProperties | undefined {
  const properties: Properties = {
    ...(share === null ? {} : { '--h': Number(share.toFixed(HEAT_DIGITS)) }),
    ...bar,
    ...(pad > 0 ? { '--d': pad } : {}),
  };
  return Object.keys(properties).length === 0 ? undefined : (properties as CSSProperties);
}

export function valueLook(
  cell: BoardCell,
  column: PageColumn,
  { scale, heat }: { readonly scale: ColumnScale; readonly heat: boolean },
): CellLook {
  if (cell.status === 'not-applicable' || cell.status === 'not-scored')
    return { ...PLAIN_LOOK, text: '–', aside: statusWords(cell.status) };
  if (column.unit === 'text') return { ...PLAIN_LOOK, text: cell.printed, className: 'text' };
  const value = soundValue(cell);
  const share = value === null || !heat ? null : heatOf(scale, column.direction, value);
  const bar = value === null ? {} : barProperties(cell, scale);
  const pad = missingDigits(cell.printed, column.decimals);
  const isLike = (other: number | null): boolean =>
    value !== null && other !== null && better(column.direction, value, other) === 0;
  const best = isLike(scale.best);
  const small = [cell.apart, cell.was].filter((words) => words !== undefined).join('; ');
  return {
    text: withMinus(cell.printed),
    ...(small === '' ? {} : { apart: small }),
    className: classNames(
      best && 'best',
      isLike(scale.second) && 'second',
      '--a' in bar && (cell.interval?.kind === 'at most' ? 'ci most' : 'ci'),
      isFlagged(cell, column) && 'suspect',
    ),
    style: cellStyle(share, bar, pad),
    aside: best ? 'best' : '',
  };
}

export const deltaClass = ({ better: side, significant }: Pick<CellDelta, 'better' | 'significant'>) =>
  classNames('delta', side > 0 && 'up', side < 0 && 'down', significant === true && 'sure');

export function deltaLook(delta: CellDelta, column: PageColumn, heat: boolean): CellLook {
  const pad = missingDigits(signed(delta.value, column.decimals), column.decimals);
  return {
    text: signed(delta.value, column.decimals),
    className: deltaClass(delta),
    style: cellStyle(heat && delta.share > 0 ? delta.share : null, {}, pad),
    aside: delta.significant === true ? 'significant' : '',
  };
}

/** What a reference line shows in a column: nothing, a number, or two ends of a range; differences where a baseline is chosen and has a value. */
export function referenceTexts(deltas: Deltas | null, reference: PageReference, column: PageColumn): readonly string[] {
  const range = reference.values[column.key];
  if (range === undefined) return [];
  const base = deltas === null ? null : soundValue(deltas.base.cells[column.key]);
  const text = (x: number): string => (base === null ? fixed(x, column.decimals) : signed(x - base, column.decimals));
  return [...new Set([text(range.lo), text(range.hi)])];
}

export function referenceLook(
  { deltas }: Pick<BoardFrame, 'deltas'>,
  reference: PageReference,
  column: PageColumn,
): CellLook {
  const ends = referenceTexts(deltas, reference, column);
  return { ...PLAIN_LOOK, text: ends.join('–\u200b'), className: undefined };
}
