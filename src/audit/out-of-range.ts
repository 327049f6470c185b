import { auditedCells, type Check, flag, rangeOf, unitOf } from './context.ts';
import { isNumberCell, isNumeric } from './view.ts';

const id = 'out-of-range';

/** Finds values that the unit does not allow, such as a score of 80 on a scale of 10 or a negative share. */
export const outOfRange: Check = {
  id,
  label: 'Out of range',
  about:
    'Shares lie between 0 and 1 (or 100 %), scores between 0 and 10, counts and variances are not negative. A value outside cannot be what was measured.',
  run: ({ data, tables }) => {
    const cells = auditedCells(tables)
      .filter((c) => isNumeric(c.spec))
      .filter(isNumberCell);
    const flags = cells.flatMap((cell) => {
      const [lo, hi] = rangeOf(data, cell.spec);
      if (cell.text.value >= lo && cell.text.value <= hi) return [];
      const side = cell.text.value < lo ? 'negative' : `above ${hi}`;
      const expected = hi === Number.POSITIVE_INFINITY ? `${lo} or more` : `${lo} to ${hi}`;
      return [
        flag(cell, id, { expected, status: 'rejected', reason: `a ${unitOf(data, cell.spec)} cannot be ${side}` }),
      ];
    });
    return { examined: cells.length, flags };
  },
};
