import { type ImportItem, type ImportOptions, isRow, type PublishedValue, type Row, slug, textOf } from './importer.ts';
import { Ledger } from './ledger.ts';
import { storedScore } from './score.ts';

export function isReport(value: unknown): value is Row {
  return isRow(value) && isRow(value.per_bias) && 'overall_avg' in value;
}

/** The evaluation code's report as published values: nine bias types, dimension means, overall mean. */
export async function* importReport(file: string, report: Row, options: ImportOptions): AsyncGenerator<readonly ImportItem[]> {
  const ledger = new Ledger();
  const row = textOf(report.model_key);
  const judge = slug(options.judge ?? row);
  const benchmark = options.benchmark ?? 'mm-judgebias';
  const add = (column: string, value: unknown, n: number | null, empty: string): void => {
    const read = storedScore(value);
    if (read.parse !== 'ok' && read.parse !== 'missing') {
      ledger.reject({ file, field: column, found: textOf(value), message: 'not a number; left out' });
      return;
    }
    const record: PublishedValue = { benchmark, row, judge, variant: '', column, value: read.score, n, note: read.score === null ? empty : '' };
    ledger.add({ kind: 'published', record });
    ledger.used(file);
  };
  for (const [type, entry] of Object.entries(isRow(report.per_bias) ? report.per_bias : {})) {
    const cell = isRow(entry) ? entry : {};
    const pairs = storedScore(cell.samples).score;
    add(slug(type), cell.value, pairs, 'no parsed pair');
    if (cell.value === 0 && textOf(cell.metric) === 'bd') {
      ledger.warn({ file, field: `per_bias.${type}.value`, found: '0', message: 'the official code also writes 0 when no pair was eligible' });
    }
  }
  for (const [dimension, value] of Object.entries(isRow(report.category_avg) ? report.category_avg : {})) {
    add(slug(dimension) === 'integrality' ? 'integrity' : slug(dimension), value, null, 'no parsed pair');
  }
  add('overall', report.overall_avg, null, 'no parsed pair');
  yield ledger.close();
}
