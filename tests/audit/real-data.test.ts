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
    // 3 372 of three papers and 54 of an official board.
    expect(outcome.cells).toHaveLength(3426);
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
