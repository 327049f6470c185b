import { meanOf } from './mean.ts';

type Cells = readonly (readonly (number | null)[])[];

const SWEEPS = 1000;
const SETTLED = 1e-12;

/**
 * Gives what is left of a matrix (rows × columns) after its row and column effects: x_jg − x_j· − x_·g + x_·· . Self-enhancement
 * (judge × generator) and the bias fingerprint (judge × bias type). With missing cells (null, kept) the least-squares fit of
 * row + column effects takes the means' place; for a complete matrix they are the same.
 */
export function doublyCentred(matrix: Cells): (number | null)[][] {
  let rest = matrix.map((row) => [...row]);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const swept = transposed(withoutRowMeans(transposed(withoutRowMeans(rest))));
    const moved = change(rest, swept);
    rest = swept;
    if (moved < SETTLED) break;
  }
  return rest;
}

function withoutRowMeans(matrix: Cells): (number | null)[][] {
  return matrix.map((row) => {
    const present = row.filter((x) => x !== null);
    const mean = meanOf(present);
    return row.map((x) => (x === null ? null : x - mean));
  });
}

function transposed(matrix: Cells): (number | null)[][] {
  return (matrix[0] ?? []).map((_, column) => matrix.map((row) => row[column] ?? null));
}

function change(before: Cells, after: Cells): number {
  const moves = before.flatMap((row, i) => row.map((x, j) => Math.abs((x ?? 0) - (after[i]?.[j] ?? 0))));
  return moves.reduce((most, move) => Math.max(most, move), 0);
}
