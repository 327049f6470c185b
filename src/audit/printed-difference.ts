import type { AuditFlag } from '../schema/published.ts';
import { EPSILON, halfDigit } from '../stats/published.ts';
import { type Check, flag } from './context.ts';
import { isNumberCell } from './view.ts';

const id = 'printed-difference';

/** Checks printed rows of differences (Δ) against the two rows above them: the minuend stands directly above, the subtrahend above that. */
export const printedDifference: Check = {
  id,
  label: 'Printed differences',
  about:
    'A printed difference of two rows must be their difference, within rounding. If it is not, one of the three is wrong, and both values are in doubt.',
  run: ({ data, tables }) => {
    const flags = data.differences.flatMap((delta): AuditFlag[] => {
      const rows = tables.find((t) => t.id === delta.table)?.rows ?? [];
      const at = rows.findIndex((r) => r.judge === delta.judge && r.variant === delta.variant);
      const minuend = rows[at]?.cells[delta.column];
      const subtrahend = rows[at - 1]?.cells[delta.column];
      const printed = delta.text;
      if (!isNumberCell(minuend) || !isNumberCell(subtrahend) || printed.kind !== 'number') return [];
      const computed = minuend.text.value - subtrahend.text.value;
      const slack =
        halfDigit(printed.decimals) + halfDigit(minuend.text.decimals) + halfDigit(subtrahend.text.decimals);
      if (Math.abs(computed - printed.value) <= slack - EPSILON) return [];
      const reason = `the printed difference ${delta.printed} is not that of the two rows, ${computed.toFixed(printed.decimals)}`;
      return [minuend, subtrahend].map((cell) =>
        flag(cell, id, { expected: delta.printed, status: 'suspect', reason }),
      );
    });
    return { examined: data.differences.length, flags };
  },
};
