import { auditedCells, type Check, flag } from './context.ts';
import { isNumeric } from './view.ts';

const id = 'not-a-number';

/** Finds cells of a numeric column that are no number: several decimal points, or other text that a reviewer let pass. */
export const notANumber: Check = {
  id,
  label: 'Not a number',
  about:
    'A cell of a numeric column must hold one number or a dash. Digits with two decimal points cannot be read without guessing, so they are not used.',
  run: ({ data, tables }) => {
    const cells = auditedCells(tables).filter((c) => isNumeric(c.spec));
    const flags = cells
      .filter((c) => c.text.kind !== 'number' && c.text.kind !== 'dash')
      .map((cell) => {
        const reviewed = data.reviewed.texts.find(
          (t) => t.table === cell.table && t.row === cell.row && t.column === cell.column && t.printed === cell.printed,
        );
        const reason =
          reviewed?.reason ??
          (cell.text.kind === 'several points'
            ? 'the number has more than one decimal point'
            : 'the cell holds no number');
        return flag(cell, id, { expected: 'one number or a dash', status: 'rejected', reason });
      });
    return { examined: cells.length, flags };
  },
};
