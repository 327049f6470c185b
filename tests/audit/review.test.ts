import { describe, expect, test } from 'vitest';
import { auditTables, published, type TableInput } from './fixture.ts';

const accuracy = { metric: 'critique_accuracy' };

describe('review', () => {
  const tables: Record<string, TableInput> = {
    'table-1': { columns: { core: accuracy }, rows: [['Alpha', '0.839']] },
    'table-2': { columns: { core: accuracy }, rows: [['Alpha', '0.824']] },
  };
  const verdict = {
    table: 'table-1',
    row: 'Alpha',
    column: 'core',
    check: 'printed-twice',
    status: 'rejected',
    reason: 'the appendix repeats the other value',
  };

  test('a verdict settles a flag', () => {
    const outcome = auditTables(tables, {
      reviewed: { verdicts: [verdict, { ...verdict, table: 'table-2', status: 'ok' }] },
    });
    expect(outcome.problems).toEqual([]);
    expect(published(outcome, 'core')).toEqual([
      [null, 'rejected', null],
      [0.824, 'ok', null],
    ]);
    expect(outcome.cells[0]?.note).toContain('reviewed: the appendix repeats the other value');
  });

  test('a verdict or text that matches nothing any more is a problem', () => {
    const texts = [{ table: 'table-1', row: 'Alpha', column: 'core', printed: 'n/a', reason: 'r' }];
    const outcome = auditTables(tables, { reviewed: { verdicts: [{ ...verdict, check: 'emphasis' }], texts } });
    expect(outcome.problems.map((p) => [p.field, p.message])).toEqual([
      ['verdicts.0', 'no flag of the audit matches this verdict'],
      ['texts.0', 'no cell holds this text'],
    ]);
  });

  test('a reviewed text is no problem and has no value', () => {
    const texts = [{ table: 'table-1', row: 'Alpha', column: 'core', printed: 'n/a', reason: 'the paper prints so' }];
    const outcome = auditTables(
      { 'table-1': { columns: { core: accuracy }, rows: [['Alpha', 'n/a']] } },
      { reviewed: { texts } },
    );
    expect(outcome.cells[0]).toMatchObject({ value: null, status: 'rejected', note: 'the paper prints so' });
  });
});
