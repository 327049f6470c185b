import type { Board, BoardColumn } from '../../schema/board.ts';
import { rowLabel } from '../../schema/row-words.ts';
import { doublyCentred } from '../../stats/matrix.ts';
import { countOf } from '../../ui/number-words.ts';
import { clusterOrder } from '../kit/cluster-order.ts';
import type { MatrixFigure } from '../kit/figure.ts';
import { completeRows, nameOfColumn, rowsOfJudges, sourceOfBoard, usableValue } from './rows.ts';
import { farthestWords } from './sentence.ts';

/** Shows what is particular to a judge: its values less its own mean and less the column's mean, similar judges side by side. */
export function fingerprint(board: Board, columns: readonly BoardColumn[]): MatrixFigure {
  const rows = completeRows(rowsOfJudges(board), columns);
  const centred = doublyCentred(rows.map((r) => columns.map((c) => usableValue(r, c.key)?.value ?? null)));
  const order = clusterOrder(centred.map((r) => r.map((v) => v ?? 0)));
  const ordered = order.map((i) => ({ row: rows[i], values: centred[i] ?? [] }));
  const lines = ordered.flatMap(({ row, values }) => {
    if (row === undefined) return [];
    return [{ label: rowLabel(row, board), judge: row.judge, values }];
  });
  const drawn = {
    columns: columns.map((c) => nameOfColumn(board, c)),
    rows: lines,
    decimals: 2,
    negative: 'falls for it more than expected',
    positive: 'resists it more than expected',
  };
  return {
    ...drawn,
    kind: 'matrix',
    id: `fingerprint-${board.table}`,
    title: 'Bias fingerprint: which biases each judge resists or falls for more than others',
    says: farthestWords(drawn),
    about: `Each value minus the judge’s own mean and minus the bias type’s mean over ${rows.length} judges (doubly centred), in the printed unit, to two decimals; similar judges stand side by side (average-linkage clustering). Blue: resists this bias more than expected; orange: less.`,
    n: countOf(rows.length, 'judge'),
    sources: [sourceOfBoard(board)],
  };
}
