import type { AuditFlag } from '../../src/schema/published.ts';

/** A flag of the demonstration benchmark; what is not given stands for a value out of range. */
export const flag = (more: Partial<AuditFlag> = {}): AuditFlag => ({
  benchmark: 'demo',
  table: 'table-1',
  row: 'a',
  rowIndex: 0,
  judge: 'a',
  variant: '',
  column: 'x',
  check: 'out-of-range',
  printed: '101',
  expected: '0 to 100',
  status: 'rejected',
  reason: 'too much',
  ...more,
});
