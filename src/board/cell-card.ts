import { isComputed } from '../schema/board-name.ts';
import { deltaTitle } from './delta.ts';
import type { BoardFrame } from './frame.ts';
import type { SlimColumn, SlimRow } from './slim.ts';
import { cellSentences } from './words.ts';

/** What a card says of a value. */
interface CardWords {
  readonly title: string;
  readonly value: string;
  readonly sentences: readonly string[];
}

/** Of a value, or of its difference to the baseline where one is chosen; null where nothing is printed. */
export function cardWords({ board, deltas }: BoardFrame, row: SlimRow, column: SlimColumn): CardWords | null {
  const cell = row.cells[column.key];
  if (cell === undefined) return null;
  const delta = deltas?.of(row, column) ?? null;
  const sentences = cellSentences(cell, column, isComputed(board));
  const name = column.group === '' ? column.label : `${column.group}, ${column.label}`;
  return {
    title: `${row.name} · ${name}`,
    value: cell.printed,
    sentences: delta === null ? sentences : [deltaTitle(delta, column), ...sentences].filter((part) => part !== ''),
  };
}
