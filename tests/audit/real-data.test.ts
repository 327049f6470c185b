import { beforeAll, describe, expect, test } from 'vitest';
import { type AuditedClaims, auditWithClaims } from '../../src/release/claims.ts';
import { loadData } from '../../src/release/load.ts';
import { formatProblem } from '../../src/schema/problem.ts';
import type { PublishedCell } from '../../src/schema/published.ts';

let outcome: AuditedClaims;

beforeAll(async () => {
  const { value, problems } = await loadData('.');
  expect(problems.map(formatProblem)).toEqual([]);
  outcome = await auditWithClaims(value);
});

/** The cells of one printed row. */
function row(benchmark: string, table: string, name: string, variant = ''): PublishedCell[] {
  return outcome.cells.filter(
    (c) => c.benchmark === benchmark && c.table === table && c.row === name && c.variant === variant,
  );
}

function cell(benchmark: string, table: string, name: string, column: string, variant = ''): PublishedCell {
  const found = row(benchmark, table, name, variant).find((c) => c.column === column);
  if (found === undefined) throw new Error(`no cell ${benchmark} ${table} ${name} ${column}`);
  return found;
}

const statuses = (cells: readonly PublishedCell[]): string[] => [...new Set(cells.map((c) => c.status))].sort();

describe('the slips of the published tables', () => {
  test('two decimal points in one value', () => {
    expect(cell('multi-crit', 'table-4', 'UnifiedReward-7B (Qwen2.5-VL)', 'grounding')).toMatchObject({
      printed: '64.2.0',
      value: null,
      status: 'rejected',
      note: "the number has more than one decimal point; the row's average, 59.50, asks for about 64.2 here",
    });
  });

  test('a critique score of 80.84 on a scale of 10', () => {
    expect(cell('mm-critic', 'table-11', 'o4-mini', 'coding')).toMatchObject({
      printed: '80.84',
      value: null,
      status: 'rejected',
      note: "a score cannot be above 10; the row's average, 7.924, asks for about 8.1 here",
    });
  });

  test('a negative accuracy', () => {
    expect(cell('mm-critic', 'table-17', 'GPT-4o-mini', 'metric')).toMatchObject({
      printed: '-0.429',
      value: null,
      status: 'rejected',
    });
  });

  test.each([
    ['table-12', 'Pixtral-12b', 'Pixtral-12b in table 16'],
    ['table-13', 'Qwen2.5-vl-7b', 'Qwen2.5-vl-7b in table 17'],
    ['table-14', 'GPT-4o-mini', 'GPT-4o-mini in table 18'],
    ['table-12', 'Qwen2.5-vl-7b', 'Llama-3.2-11b-vision in table 12'],
  ])('%s, %s holds the values of %s', (table, name, source) => {
    const cells = row('mm-critic', table, name).filter((c) => c.status !== 'not-applicable');
    expect(statuses(cells)).toEqual(['rejected']);
    for (const c of cells) expect(c.note).toContain(`cells of this row are those of ${source}`);
  });

  test('the rows they were copied from are not put in doubt', () => {
    expect(statuses(row('mm-critic', 'table-12', 'Llama-3.2-11b-vision'))).toEqual(['coverage', 'ok']);
    expect(statuses(row('mm-critic', 'table-16', 'Pixtral-12b'))).toEqual(['coverage', 'ok']);
  });

  test('four accuracies of GPT-4o-mini in table 19 are those of o4-mini', () => {
    const cells = row('mm-critic', 'table-19', 'GPT-4o-mini', 'gemini-2-5-flash/gpt-4-1').filter(
      (c) => c.status === 'rejected',
    );
    expect(cells.map((c) => c.printed)).toEqual(['0.896', '0.897', '0.906', '0.856']);
  });

  test('averages that their parts contradict', () => {
    const contradicted = outcome.report.flags.filter((f) => f.check === 'average-of-parts' && f.status === 'suspect');
    expect(contradicted.map((f) => `${f.table} ${f.row} ${f.column} ${f.printed}`)).toEqual([
      'table-2 o4-mini average-accuracy 0.900',
      'table-15 GPT-4o-mini average 0.833',
      'table-19 o4-mini average-accuracy 0.900',
      'table-19 o4-mini average-accuracy 0.900',
      'table-19 o4-mini average-accuracy 0.900',
    ]);
  });

  test('image dominance and image misalignment of Qwen3-VL swapped between table 2 and tables 14 and 16', () => {
    for (const [table, name, variant] of [
      ['table-2', 'Qwen3-VL-8B-Thinking', 'think'],
      ['table-14', 'Qwen3-VL', ''],
      ['table-16', 'Qwen3-VL', ''],
    ] as const) {
      for (const column of ['image-dominance', 'image-misalignment']) {
        const c = cell('mm-judgebias', table, name, column, variant);
        expect(c.status).toBe('suspect');
        expect(c.note).toContain('image-dominance and image-misalignment stand the other way round in table');
      }
    }
    // The means of one of the two columns go with them, also where table 3 repeats them.
    expect(
      statuses(row('mm-judgebias', 'table-3', 'Qwen3-VL').filter((c) => ['integrity', 'congruity'].includes(c.column))),
    ).toEqual(['suspect']);
  });

  test.each([
    ['core-accuracy', 'table-15', '0.839', '0.824'],
    ['core-single-image-score', 'table-12', '6.817', '7.157'],
    ['open-score', 'table-13', '7.089', '6.974'],
    ['open-single-image-score', 'table-14', '7.133', '6.992'],
  ])('%s of Qwen2.5-vl-72b is printed differently in tables 2 and %s', (column, table, here, there) => {
    const main = cell('mm-critic', 'table-2', 'Qwen2.5-vl-72b-instruct', column);
    const detail = cell('mm-critic', table, 'Qwen2.5-vl-72b', 'average');
    expect([main.printed, main.status, detail.printed, detail.status]).toEqual([here, 'suspect', there, 'suspect']);
  });

  test('a judge that only table 18 has, in the place of Gemma-3-4b', () => {
    const cells = row('mm-critic', 'table-18', 'Qwen2.5-vl-3b').filter((c) => c.status !== 'not-applicable');
    expect(statuses(cells)).toEqual(['suspect']);
    expect(cells[0]?.note).toContain('gemma-3-4b, which the other tables have, is missing here');
    expect(outcome.report.flags.filter((f) => f.check === 'lone-judge' && f.row !== 'Qwen2.5-vl-3b')).toEqual([]);
  });

  test('a mean score that no number of samples gives', () => {
    expect(cell('mm-critic', 'table-12', 'GPT-4o', 'metric')).toMatchObject({
      printed: '7.418',
      value: 7.418,
      status: 'suspect',
    });
  });

  test('bold on a value that is not the best', () => {
    const flags = outcome.report.flags.filter((f) => f.check === 'emphasis');
    expect(flags.map((f) => [f.table, f.row, f.variant, f.column, f.status])).toEqual([
      ['table-16', 'GPT-5 mini', 'constraints', 'image-dominance', 'ok'],
    ]);
  });
});

describe('what is no slip', () => {
  test('every printed difference of Multi-Crit recomputes', () => {
    expect(outcome.report.checks.find((c) => c.id === 'printed-difference')).toMatchObject({
      examined: 64,
      flagged: 0,
    });
  });

  test('every total adds up', () => {
    expect(outcome.report.checks.find((c) => c.id === 'totals')).toMatchObject({ flagged: 0 });
  });

  test('lower n is coverage: MM-Critic keeps its values', () => {
    expect(cell('mm-critic', 'table-17', 'Gemma-3-27b', 'information-extraction')).toMatchObject({
      value: 0.444,
      status: 'coverage',
      n: 45,
    });
    expect(cell('mm-critic', 'table-17', 'o4-mini', 'coding')).toMatchObject({ value: 1, status: 'ok', n: 12 });
  });

  test('26 of the 400 count cells of Multi-Crit tables 3 and 4 fit only fewer samples than the full set', () => {
    const counts = outcome.cells.filter(
      (c) => c.benchmark === 'multi-crit' && ['table-3', 'table-4'].includes(c.table) && c.column !== 'average',
    );
    expect(counts).toHaveLength(400);
    expect(counts.filter((c) => c.status === 'coverage')).toHaveLength(26);
    expect(counts.filter((c) => c.status === 'ok')).toHaveLength(373);
  });

  test('a dash has two meanings', () => {
    expect(cell('mm-critic', 'table-13', 'Gemma-3-12b', 'planning').status).toBe('not-scored');
    expect(cell('mm-critic', 'table-13', 'Gemma-3-12b', 'mathematics').status).toBe('not-applicable');
    expect(cell('mm-critic', 'table-5', 'Mathematics', 'open').status).toBe('not-applicable');
    expect(cell('mm-judgebias', 'table-3', 'Qwen3-VL', 'abstention-ratio').status).toBe('not-applicable');
  });

  test('most cells are sound', () => {
    const doubtful = outcome.cells.filter((c) => c.status === 'suspect' || c.status === 'rejected');
    // 3 284 of three papers and 54 of an official board.
    expect(outcome.cells).toHaveLength(3338);
    expect(doubtful.length).toBeLessThan(0.03 * outcome.cells.length);
    for (const c of doubtful) expect(c.note).not.toBe('');
    for (const c of outcome.cells) if (c.status === 'coverage') expect(c.n).toBeGreaterThan(0);
  });
});

test('every flagged cell is the one of the golden list', async () => {
  const quote = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = outcome.report.flags.map((f) =>
    [f.benchmark, f.table, f.row, f.variant, f.column, f.printed, f.check, f.status, f.n ?? '']
      .map((x) => quote(String(x)))
      .join(','),
  );
  const text = `benchmark,table,row,variant,column,printed,check,status,n\n${lines.join('\n')}\n`;
  await expect(text).toMatchFileSnapshot('../fixtures/audit/flags.csv');
});

test('every claim of the papers has the outcome of the golden list', async () => {
  const text = outcome.findings.map((f) => `${f.benchmark},${f.id},${f.outcome}\n`).join('');
  await expect(`benchmark,finding,outcome\n${text}`).toMatchFileSnapshot('../fixtures/audit/findings.csv');
  for (const f of outcome.findings) expect(f.detail, f.id).not.toBe('');
});
