import type { BoardColumn } from '../schema/board.ts';
import type { SlimBoard } from './slim.ts';

interface NamedColumns extends Pick<SlimBoard, 'source'> {
  readonly columns: readonly Pick<BoardColumn, 'label' | 'group'>[];
}

/**
 * Names a column in running text. A board of runs groups columns by their metric, which comes first: `Rank correlation (Semantic consistency)`;
 * of a printed one the group is said where the label alone stands for several: `Accuracy (Core)`.
 */
export function columnName({ columns, source }: NamedColumns, { label, group }: Pick<BoardColumn, 'label' | 'group'>) {
  if (group === '') return label;
  if (source === 'computed') return `${group} (${label})`;
  return columns.filter((other) => other.label === label).length > 1 ? `${label} (${group})` : label;
}
