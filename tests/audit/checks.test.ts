import { describe, expect, test } from 'vitest';
import { auditTables, flagged, flagsOf, published, type TableInput } from './fixture.ts';

const score = { metric: 'critique_score' };
const accuracy = { metric: 'critique_accuracy' };
const reliability = { metric: 'reliability' };

describe('single cells', () => {
  test('two decimal points are rejected without a value, and the average says what was meant', () => {
    const outcome = auditTables({
      'table-1': {
        columns: {
          a: reliability,
          b: reliability,
          mean: { ...reliability, parts: { columns: ['a', 'b'], weights: 'equal' } },
        },
        rows: [['Alpha', '0.4.1', '0.21', '0.31']],
      },
    });
    expect(flagged(outcome, 'not-a-number')).toEqual(['table-1 Alpha/a: rejected']);
    expect(flagsOf(outcome, 'average-of-parts').map((f) => [f.column, f.status, f.expected])).toEqual([
      ['a', 'ok', 'about 0.4'],
    ]);
    expect(published(outcome, 'a')).toEqual([[null, 'rejected', null]]);
  });

  test('a score above 10 and a negative share are rejected, their bounds are not', () => {
    const outcome = auditTables({
      'table-1': {
        columns: { s: score, a: accuracy },
        rows: [
          ['Alpha', '80.84', '-0.429'],
          ['Beta', '10', '1.0'],
          ['Gamma', '0', '0.0'],
        ],
      },
    });
    expect(flagsOf(outcome, 'out-of-range').map((f) => [f.row, f.column, f.expected, f.reason])).toEqual([
      ['Alpha', 's', '0 to 10', 'a score cannot be above 10'],
      ['Alpha', 'a', '0 to 1', 'a ratio cannot be negative'],
    ]);
  });

  test('a share that no whole number gives is suspect; one of fewer samples names them; a cut one is remarked', () => {
    const outcome = auditTables({
      'table-1': {
        columns: { a: { ...accuracy, n: 12 } },
        rows: [
          ['Alpha', '0.500'],
          ['Beta', '0.429'],
          ['Gamma', '0.416'],
          ['Delta', '0.999'],
        ],
      },
    });
    expect(published(outcome, 'a')).toEqual([
      [0.5, 'ok', 12],
      [0.429, 'coverage', 7],
      [0.416, 'ok', 12],
      [0.999, 'suspect', null],
    ]);
    expect(flagsOf(outcome, 'whole-count').find((f) => f.row === 'Gamma')?.reason).toContain(
      'cut off after the last digit',
    );
  });

  test('a mean score is whole points over samples', () => {
    const outcome = auditTables({
      'table-1': {
        columns: { s: { ...score, n: 7 } },
        rows: [
          ['Alpha', '8.857'],
          ['Beta', '7.418'],
          ['Gamma', '8.667'],
        ],
      },
    });
    expect(published(outcome, 's')).toEqual([
      [8.857, 'ok', 7],
      [7.418, 'suspect', null],
      [8.667, 'coverage', 6],
    ]);
  });

  test('a dash means "none such" where the whole column has none, else "not scored"', () => {
    const outcome = auditTables({
      'table-1': {
        columns: { math: accuracy, coding: { ...accuracy, n: 12 } },
        rows: [
          ['Alpha', '-', '0.500'],
          ['Beta', '-', '–'],
        ],
      },
      'table-2': {
        kind: 'statistics',
        columns: { n: { unit: 'count' } },
        rows: [
          ['Maths', '-'],
          ['Coding', '1,204'],
        ],
      },
    });
    expect(outcome.cells.map((c) => [c.column, c.value, c.status])).toEqual([
      ['math', null, 'not-applicable'],
      ['coding', 0.5, 'ok'],
      ['math', null, 'not-applicable'],
      ['coding', null, 'not-scored'],
      ['n', null, 'not-applicable'],
      ['n', 1204, 'ok'],
    ]);
  });

  test('bold on a value that is not the best of its column, group or judge; underlining beyond the second', () => {
    const outcome = auditTables({
      'table-1': {
        columns: { a: reliability },
        rows: [
          ['Alpha', '**0.900**'],
          ['Beta', '**0.500**'],
          ['Gamma', '__0.700__'],
          ['Delta', '__0.600__'],
        ],
      },
    });
    expect(flagged(outcome, 'emphasis')).toEqual(['table-1 Beta/a: ok', 'table-1 Delta/a: ok']);
  });
});

describe('averages', () => {
  const three = { a: reliability, b: reliability, c: reliability };
  const mean = (weights: unknown) => ({ ...reliability, parts: { columns: ['a', 'b', 'c'], weights } });

  test('a plain mean may be off by rounding, not by more', () => {
    const rows = [
      ['Alpha', '0.10', '0.20', '0.40', '0.23'],
      ['Beta', '0.10', '0.20', '0.40', '0.24'],
      ['Gamma', '0.10', '0.20', '0.40', '0.25'],
    ] as const;
    const outcome = auditTables({ 'table-1': { columns: { ...three, mean: mean('equal') }, rows } });
    expect(flagged(outcome, 'average-of-parts')).toEqual(['table-1 Gamma/mean: suspect']);
  });

  test('given weights', () => {
    const outcome = auditTables({
      'table-1': {
        columns: { ...three, mean: mean([3, 2, 4]) },
        rows: [
          ['Alpha', '0.100', '0.200', '0.400', '0.256'],
          ['Beta', '0.100', '0.200', '0.400', '0.233'],
        ],
      },
    });
    expect(flagged(outcome, 'average-of-parts')).toEqual(['table-1 Beta/mean: suspect']);
  });

  test('samples as weights', () => {
    const columns = {
      a: { ...reliability, n: 10 },
      b: { ...reliability, n: 30 },
      all: { ...reliability, parts: { columns: ['a', 'b'], weights: 'samples' } },
    };
    const outcome = auditTables({
      'table-1': {
        columns,
        rows: [
          ['Alpha', '0.100', '0.500', '0.400'],
          ['Beta', '0.100', '0.500', '0.300'],
        ],
      },
    });
    expect(flagged(outcome, 'average-of-parts')).toEqual(['table-1 Beta/all: suspect']);
  });

  const scored: TableInput['columns'] = {
    a: { ...accuracy, slice: { subset: 'a' }, n: 1000 },
    b: { ...accuracy, slice: { subset: 'b' }, n: 1000 },
    all: { ...accuracy, n: 2000, parts: { columns: ['a', 'b'], weights: 'scored' } },
  };

  test('unscored samples explain a small gap: coverage, with the most samples that can have been scored', () => {
    const outcome = auditTables({
      'table-1': {
        columns: scored,
        rows: [
          ['Alpha', '0.800', '0.600', '0.700'],
          ['Beta', '0.800', '0.600', '0.705'],
        ],
      },
    });
    expect(flagged(outcome, 'average-of-parts')).toEqual([]);
    const [full, partial] = published(outcome, 'all');
    expect(full).toEqual([0.7, 'ok', 2000]);
    expect(partial?.[1]).toBe('coverage');
    // 0.8 a + 0.6 b = 0.7045 (a + b) with a = 1000, the parts at their upper halves: b ≈ 923
    expect(partial?.[2]).toBeGreaterThan(1910);
    expect(partial?.[2]).toBeLessThan(1930);
  });

  test('no weights explain an average outside its parts, nor one that would need most samples gone', () => {
    const outcome = auditTables({
      'table-1': {
        columns: scored,
        rows: [
          ['Alpha', '0.800', '0.600', '0.850'],
          ['Beta', '0.800', '0.600', '0.780'],
        ],
      },
    });
    expect(flagsOf(outcome, 'average-of-parts').map((f) => [f.row, f.status, f.reason.split(' if ')[0]])).toEqual([
      ['Alpha', 'suspect', 'the average lies outside its parts'],
      ['Beta', 'suspect', 'its parts give this only'],
    ]);
  });

  test('a judge whose small cells show few scored samples gets more room', () => {
    const columns = { ...scored, small: { ...accuracy, slice: { subset: 'c' }, n: 10 } };
    const strict = auditTables({ 'table-1': { columns, rows: [['Alpha', '0.800', '0.600', '0.720', '0.500']] } });
    const lenient = auditTables({ 'table-1': { columns, rows: [['Alpha', '0.800', '0.600', '0.720', '0.667']] } });
    expect(flagged(strict, 'average-of-parts')).toEqual(['table-1 Alpha/all: suspect']);
    expect(flagged(lenient, 'average-of-parts')).toEqual([]);
  });

  test('with unknown weights only the span of the parts counts', () => {
    const outcome = auditTables({
      'table-1': {
        columns: { ...three, mean: mean('unknown') },
        rows: [
          ['Alpha', '0.1', '0.2', '0.3', '0.3'],
          ['Beta', '0.1', '0.2', '0.3', '0.5'],
        ],
      },
    });
    expect(flagged(outcome, 'average-of-parts')).toEqual(['table-1 Beta/mean: suspect']);
  });

  test('sums along rows, totals and means down columns', () => {
    const count = { unit: 'count' };
    const outcome = auditTables({
      'table-1': {
        kind: 'statistics',
        columns: {
          a: count,
          b: count,
          all: { ...count, parts: { columns: ['a', 'b'], weights: 'sum' } },
          share: { unit: 'text' },
        },
        rows: [
          ['One', '1', '2', '3', '4 (40%)'],
          ['Two', '-', '2', '3', '6 (60%)'],
          ['Total', '1', '5', '6', '10 (100%)'],
        ],
      },
      'table-2': {
        columns: { r: reliability },
        rows: [
          ['Alpha', '0.10'],
          ['Beta', '0.30'],
          ['Avg', '0.25'],
        ],
      },
    });
    expect(flagged(outcome, 'average-of-parts')).toEqual(['table-1 Two/all: suspect']);
    expect(flagged(outcome, 'totals')).toEqual(['table-1 Total/b: suspect', 'table-2 Avg/r: suspect']);
  });

  test('printed differences', () => {
    const outcome = auditTables(
      {
        'table-1': {
          kind: 'comparison',
          columns: { a: reliability, b: reliability },
          rows: [
            ['Alpha', '0.30', '0.50'],
            ['+ Joint|joint|alpha', '0.40', '0.45'],
          ],
        },
      },
      {
        differences: [
          ['table-1', 'alpha', 'joint', 'a', '+0.10'],
          ['table-1', 'alpha', 'joint', 'b', '+0.05'],
        ],
      },
    );
    expect(flagsOf(outcome, 'printed-difference').map((f) => [f.row, f.column, f.expected])).toEqual([
      ['+ Joint', 'b', '+0.05'],
      ['Alpha', 'b', '+0.05'],
    ]);
  });
});

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
