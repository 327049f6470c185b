import { describe, expect, test } from 'vitest';
import { auditTables, flagged, flagsOf, published, type TableInput } from './fixture.ts';

const accuracy = { metric: 'critique_accuracy' };

describe('across tables', () => {
  const core = { ...accuracy, slice: { subset: 'core' } };
  const open = { ...accuracy, slice: { subset: 'open' } };

  test('one quantity with two values is suspect in both places; the last digit is a remark', () => {
    const outcome = auditTables({
      'table-1': {
        columns: { core, open },
        rows: [
          ['Alpha', '0.839', '0.803'],
          ['Beta', '0.703', '0.500'],
        ],
      },
      'table-2': {
        columns: { x: core, y: open },
        rows: [
          ['Alpha', '0.824', '0.8'],
          ['Beta', '0.704', '0.500'],
        ],
      },
    });
    expect(flagged(outcome, 'printed-twice')).toEqual([
      'table-1 Alpha/core: suspect',
      'table-2 Alpha/x: suspect',
      'table-1 Beta/core: ok',
      'table-2 Beta/x: ok',
    ]);
  });

  test('between two rounds of judging only a large difference is suspect', () => {
    const outcome = auditTables({
      'table-1': { columns: { core, open }, rows: [['Alpha', '0.500', '0.600']] },
      'table-2': { outputs: 'again', columns: { core, open }, rows: [['Alpha', '0.510', '0.640']] },
    });
    expect(flagsOf(outcome, 'printed-twice').map((f) => [f.column, f.status])).toEqual([
      ['core', 'ok'],
      ['core', 'ok'],
      ['open', 'suspect'],
      ['open', 'suspect'],
    ]);
  });

  test('a variant that is the usual setting is the same quantity as the plain row, unless both are printed', () => {
    const usual = { standard_variants: ['think'], columns: { core } };
    const plain: TableInput = { columns: { core }, rows: [['Alpha', '0.500']] };
    const one = auditTables({ 'table-1': { ...usual, rows: [['Alpha|think', '0.700']] }, 'table-2': plain });
    expect(flagsOf(one, 'printed-twice')).toHaveLength(2);
    const two = auditTables({
      'table-1': {
        ...usual,
        rows: [
          ['Alpha|think', '0.700'],
          ['Alpha', '0.500'],
        ],
      },
      'table-2': plain,
    });
    expect(flagsOf(two, 'printed-twice')).toEqual([]);
  });

  test('two columns swapped between two tables, with the means that hold one of them', () => {
    const columns = { core, open, third: { ...accuracy, slice: { subset: 'third' } } };
    const pair = { ...accuracy, slice: { dimension: 'pair' }, parts: { columns: ['core', 'third'], weights: 'equal' } };
    const outcome = auditTables({
      'table-1': { columns, rows: [['Alpha', '0.210', '0.529', '0.300']] },
      'table-2': {
        columns: { ...columns, pair },
        outputs: 'again',
        rows: [['Alpha', '0.541', '0.214', '0.302', '0.422']],
      },
      'table-3': {
        columns: { pair: { ...accuracy, slice: { dimension: 'pair' } } },
        outputs: 'again',
        rows: [['Alpha', '0.422']],
      },
    });
    expect(flagged(outcome, 'swapped-columns').toSorted()).toEqual([
      'table-1 Alpha/core: suspect',
      'table-1 Alpha/open: suspect',
      'table-2 Alpha/core: suspect',
      'table-2 Alpha/open: suspect',
      'table-2 Alpha/pair: suspect',
      'table-3 Alpha/pair: suspect',
    ]);
  });

  test('two columns whose values differ in both tables, and do not cross, are not swapped', () => {
    const outcome = auditTables({
      'table-1': { columns: { core, open }, rows: [['Alpha', '0.210', '0.529']] },
      'table-2': { columns: { core, open }, outputs: 'again', rows: [['Alpha', '0.310', '0.429']] },
    });
    expect(flagged(outcome, 'swapped-columns')).toEqual([]);
  });

  const tasks = (metric: string, subset: string) =>
    Object.fromEntries(['w', 'x', 'y', 'z'].map((task) => [task, { metric, slice: { subset, task_type: task } }]));
  const mean = (metric: string, subset: string) => ({ mean: { metric, slice: { subset } } });

  test('a row that holds another table’s values is rejected where a third table contradicts it', () => {
    const outcome = auditTables({
      'table-1': {
        columns: mean('critique_score', 'core'),
        rows: [
          ['Alpha', '5.289'],
          ['Beta', '6.001'],
        ],
      },
      'table-2': {
        columns: { ...tasks('critique_score', 'core'), ...mean('critique_score', 'core') },
        rows: [
          ['Alpha', '0.657', '0.833', '0.668', '0.621', '0.687'],
          ['Beta', '6.1', '6.2', '5.9', '6.0', '6.001'],
        ],
      },
      'table-3': {
        columns: { ...tasks('critique_accuracy', 'core'), ...mean('critique_accuracy', 'core') },
        rows: [['Alpha', '0.657', '0.833', '0.668', '0.621', '0.687']],
      },
    });
    const flags = flagsOf(outcome, 'copied-values');
    expect(flags.map((f) => [f.table, f.row, f.column, f.status])).toEqual(
      ['w', 'x', 'y', 'z', 'mean'].map((c) => ['table-2', 'Alpha', c, 'rejected']),
    );
    expect(flags[0]?.reason).toBe(
      '5 cells of this row are those of Alpha in table 3; another table contradicts them for this judge',
    );
    // The true value of table 1 is not put in doubt by a copy.
    expect(published(outcome, 'mean')[0]).toEqual([5.289, 'ok', null]);
  });

  test('identical rows of two judges are both suspect where nothing tells whose they are', () => {
    const row = ['0.657', '0.833', '0.668', '0.621'] as const;
    const outcome = auditTables({
      'table-1': {
        columns: tasks('critique_accuracy', 'core'),
        rows: [
          ['Alpha', ...row],
          ['Beta', ...row],
        ],
      },
    });
    expect(outcome.report.statuses.mini).toEqual({ suspect: 8 });
  });

  test('three equal cells are chance', () => {
    const outcome = auditTables({
      'table-1': {
        columns: tasks('critique_accuracy', 'core'),
        rows: [
          ['Alpha', '0.657', '0.833', '0.668', '0.621'],
          ['Beta', '0.657', '0.833', '0.668', '0.622'],
        ],
      },
    });
    expect(flagsOf(outcome, 'copied-values')).toEqual([]);
  });

  test('a judge that one of several tables over the same judges has', () => {
    const judges = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Omega'];
    const table = (names: readonly string[], column: Record<string, unknown>): TableInput => ({
      columns: column as TableInput['columns'],
      rows: names.map((n, i) => [n, `0.${i + 1}11`] as const),
    });
    const outcome = auditTables({
      'table-1': table(judges, { core }),
      'table-2': table(judges, { open }),
      'table-3': table(['Alpha', 'Beta', 'Gamma', 'Delta', 'Stranger'], { core, extra: { unit: 'text' } }),
    });
    const [flag, ...rest] = flagsOf(outcome, 'lone-judge');
    expect(rest).toEqual([]);
    expect(flag).toMatchObject({
      table: 'table-3',
      row: 'Stranger',
      column: 'core',
      status: 'suspect',
      expected: 'omega',
    });
    expect(flag?.reason).toContain('omega, which the other tables have, is missing here');
  });

  test('a side study with few judges does not make the others strangers', () => {
    const outcome = auditTables({
      'table-1': {
        columns: { core },
        rows: [
          ['Alpha', '0.1'],
          ['Beta', '0.2'],
          ['Gamma', '0.3'],
        ],
      },
      'table-2': { columns: { open }, rows: [['Alpha', '0.1']] },
    });
    expect(flagsOf(outcome, 'lone-judge')).toEqual([]);
  });
});
