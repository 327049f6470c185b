import { type ImportOptions, isRow, type RawRow, textOf } from './importer.ts';
import type { ImportItems, PublishedValue } from './item.ts';
import type { JsonFile } from './json-file.ts';
import { Ledger } from './ledger.ts';
import { NameBook, plainId, wordsId } from './names.ts';
import { storedScore } from './score.ts';

/** Reads a model's key in the files, `name(reasoning)`, as judge and variant. */
export function splitKey(key: string): { readonly judge: string; readonly variant: string } {
  const variant = ['reasoning', 'think'].find((v) => key.endsWith(`(${v})`)) ?? '';
  return { judge: plainId(variant === '' ? key : key.slice(0, -variant.length - 2)), variant };
}

/** Gives a dimension's id: `integrality`, the code's word, is what the paper calls integrity. */
export function dimensionId(name: string): string {
  const id = wordsId(name);
  return id === 'integrality' ? 'integrity' : id;
}

/** Says whether a value read from a file is a report of the official code. */
export function isReport(value: unknown): value is RawRow {
  return isRow(value) && isRow(value.per_bias) && 'overall_avg' in value;
}

interface Cell {
  readonly path: string;
  /** What the file calls the column. */
  readonly name: string;
  readonly column: string;
  readonly value: unknown;
  readonly n: number | null;
}

function cellsOf(report: RawRow): Cell[] {
  const types = Object.entries(isRow(report.per_bias) ? report.per_bias : {}).map(([type, entry]): Cell => {
    const { value, samples } = isRow(entry) ? entry : ({} as RawRow);
    return { path: `per_bias.${type}.value`, name: type, column: wordsId(type), value, n: storedScore(samples).score };
  });
  const means = Object.entries(isRow(report.category_avg) ? report.category_avg : {}).map(
    ([name, value]): Cell => ({ path: `category_avg.${name}`, name, column: dimensionId(name), value, n: null }),
  );
  return [
    ...types,
    ...means,
    { path: 'overall_avg', name: 'overall', column: 'overall', value: report.overall_avg, n: null },
  ];
}

/** Reads the evaluation code's report as published values: nine bias types, dimension means, overall mean. */
export async function* publishedReport(
  file: string,
  json: JsonFile,
  { report, options }: { readonly report: RawRow; readonly options: ImportOptions },
): ImportItems {
  const ledger = new Ledger();
  const names = new NameBook();
  for (const problem of json.problems) ledger.fail(problem);
  const row = textOf(report.model_key);
  const { judge, variant } = splitKey(options.judge ?? row);
  const benchmark = options.benchmark ?? 'mm-judgebias';
  for (const { path, name, column, value, n } of cellsOf(report)) {
    const at = { file, line: json.line(path), field: path };
    const read = storedScore(value);
    if (read.parse !== 'ok' && read.parse !== 'missing') {
      ledger.reject({ ...at, found: textOf(value) || undefined, message: 'not a finite number; left out' });
      continue;
    }
    const rival = names.rivalOf(at, name, column);
    if (rival !== null) {
      ledger.reject({ ...rival, field: path });
      continue;
    }
    const note = read.score === null ? 'no parsed pair' : '';
    const record: PublishedValue = { benchmark, row, judge, variant, column, value: read.score, n, note };
    ledger.add({ kind: 'published', record });
    ledger.used(file);
    if (read.score === 0 && n !== null) {
      const message = 'the official code also writes 0 when no pair was eligible';
      ledger.warn({ ...at, found: '0', message });
    }
  }
  yield ledger.close();
}
