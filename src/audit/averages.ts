import type { AuditFlag, Column, PrintedCell } from '../schema/published.ts';
import { meanOf } from '../stats/intervals.ts';
import { EPSILON, halfDigit, leadingNumber } from '../stats/published.ts';
import {
  type AuditContext,
  type Check,
  flag,
  isNumberCell,
  type NumberCell,
  type PrintedRow,
  type TableView,
  unitOf,
  usableCell,
} from './context.ts';
import { mostScored, type ScoredSamples, scoredSamples } from './counts.ts';

const AVERAGE_OF_PARTS = 'average-of-parts';
/** The digits of a value over a full set of at most this size show whether all of it was scored. */
const SMALL_SET = 100;
/** An average may need this share of samples to be unscored, or three times what the judge's small cells show. */
const FREE_SHARE = 0.1;
const TIMES = 3;
/** The share of scored samples that is assumed for a judge without small cells. */
const DEFAULT_SHARE = 0.9;

type Parts = NonNullable<Column['parts']>;
interface Part {
  readonly cell: NumberCell;
  readonly weight: number;
}

/** Gives the weights, as the declaration gives them; where they are the samples scored, those of the full sets stand in. */
function weigh(parts: Parts, cells: readonly (PrintedCell | undefined)[]): number[] {
  const { weights } = parts;
  return cells.map((cell, i) => {
    if (typeof weights !== 'string') return weights[i] ?? 0;
    return weights === 'samples' || weights === 'scored' ? (cell?.spec.n ?? 0) : 1;
  });
}

/** Writes a number with no more decimals than its uncertainty leaves. */
const rough = (x: number, error: number): string => x.toFixed(Math.max(0, Math.floor(-Math.log10(2 * error))));

const digits = (x: number, like: NumberCell): string => x.toFixed(like.text.decimals + 1);

/** Gives the lowest and highest value that the printed parts allow for their weighted mean (or sum). */
function bounds(parts: readonly Part[], kind: Parts['weights']): readonly [number, number] {
  const of = (sign: 1 | -1) => parts.map((p) => p.cell.text.value + sign * halfDigit(p.cell.text.decimals));
  if (kind === 'unknown') return [Math.min(...of(-1)), Math.max(...of(1))];
  if (kind === 'sum') {
    const sum = parts.reduce((s, p) => s + p.cell.text.value, 0);
    return [sum, sum];
  }
  const total = parts.reduce((s, p) => s + p.weight, 0);
  const mean = (values: readonly number[]) => values.reduce((s, v, i) => s + v * (parts[i]?.weight ?? 0), 0) / total;
  return [mean(of(-1)), mean(of(1))];
}

/** Writes a remark on the one unusable part: the value that it would have to have. */
function impliedPart(
  average: NumberCell,
  { missing, row, parts }: { readonly missing: PrintedCell; readonly row: PrintedRow; readonly parts: Parts },
): AuditFlag[] {
  if (parts.weights === 'unknown' || parts.weights === 'sum') return [];
  const cells = parts.columns.map((c) => row.cells[c]);
  const weights = weigh(parts, cells);
  let total = 0;
  let known = 0;
  let error = 0;
  let own = 0;
  cells.forEach((cell, i) => {
    const weight = weights[i] ?? 0;
    if (cell === undefined || cell.text.kind === 'dash') return;
    total += weight;
    if (cell.key === missing.key) own = weight;
    else if (cell.text.kind === 'number') {
      known += weight * cell.text.value;
      error += weight * halfDigit(cell.text.decimals);
    }
  });
  if (own === 0) return [];
  error += total * halfDigit(average.text.decimals);
  const value = rough((average.text.value * total - known) / own, error / own);
  const reason = `the row's average, ${average.printed}, asks for about ${value} here`;
  return [flag(missing, AVERAGE_OF_PARTS, { expected: `about ${value}`, status: 'ok', reason })];
}

/** Gives the mean share of samples scored in a judge's small cells, where the digits show it; of several metrics the least share counts. */
function shownShares(context: AuditContext, scored: ReadonlyMap<string, ScoredSamples>): Map<string, number> {
  const shares = new Map<string, number[]>();
  for (const row of context.tables.flatMap((t) => t.rows)) {
    for (const cell of Object.values(row.cells)) {
      const found = scored.get(cell.key);
      if (found === undefined || found.n === null || found.full > SMALL_SET || cell.spec.parts !== undefined) continue;
      const key = JSON.stringify([row.judge, cell.spec.metric]);
      shares.set(key, [...(shares.get(key) ?? []), found.n / found.full]);
    }
  }
  const least = new Map<string, number>();
  for (const [key, list] of shares) {
    const [judge = ''] = JSON.parse(key) as string[];
    least.set(judge, Math.min(least.get(judge) ?? 1, meanOf(list)));
  }
  return least;
}

interface ScoredParts {
  readonly parts: readonly Part[];
  readonly scored: ReadonlyMap<string, ScoredSamples>;
  readonly shown: ReadonlyMap<string, number>;
}

/** One over scored samples is refuted when no weights give it, or only with far more unscored samples than the judge has. */
function checkScored(average: NumberCell, { parts, scored, shown }: ScoredParts): AuditFlag[] {
  const list = parts.map(({ cell, weight }) => ({
    value: cell.text.value,
    half: halfDigit(cell.text.decimals),
    n: scored.get(cell.key)?.n ?? weight,
  }));
  const full = list.reduce((s, p) => s + p.n, 0);
  const most = mostScored(list, average.text.value, halfDigit(average.text.decimals));
  const [lo, hi] = bounds(parts, 'scored');
  const expected = `${digits(lo, average)} to ${digits(hi, average)} if all samples were scored`;
  if (most === null) {
    return [
      flag(average, AVERAGE_OF_PARTS, { expected, status: 'suspect', reason: 'the average lies outside its parts' }),
    ];
  }
  const share = shown.get(average.judge) ?? DEFAULT_SHARE;
  const missing = 1 - most / full;
  if (missing <= Math.max(FREE_SHARE, TIMES * (1 - share))) return [];
  const reason = `its parts give this only if at least ${Math.ceil(100 * missing)} % of the samples were left out, against ${Math.round(100 * (1 - share))} % in this judge's small cells`;
  return [flag(average, AVERAGE_OF_PARTS, { expected, status: 'suspect', reason })];
}

function checkExact(average: NumberCell, parts: readonly Part[], kind: Parts['weights']): AuditFlag[] {
  const [lo, hi] = bounds(parts, kind);
  const half = kind === 'sum' ? 0 : halfDigit(average.text.decimals);
  if (average.text.value + half >= lo - EPSILON && average.text.value - half <= hi + EPSILON) return [];
  const range = lo === hi ? `${lo}` : `${digits(lo, average)} to ${digits(hi, average)}`;
  const reason =
    kind === 'sum' ? 'the parts of the row do not add up to it' : 'the average does not follow from its parts';
  return [flag(average, AVERAGE_OF_PARTS, { expected: range, status: 'suspect', reason })];
}

export const averageOfParts: Check = {
  id: AVERAGE_OF_PARTS,
  label: 'Average and its parts',
  about:
    'A mean must follow from the columns it is the mean of, within rounding. Where unscored samples were left out, their number is not printed: then some number that is plausible for the judge must give the mean. If one part is unusable, the check says what it should have been.',
  run: (context) => {
    const scored = scoredSamples(context);
    const shown = shownShares(context, scored);
    let examined = 0;
    const flags: AuditFlag[] = [];
    for (const row of context.tables.flatMap((t) => t.rows)) {
      for (const average of Object.values(row.cells)) {
        const { parts } = average.spec;
        if (parts === undefined || !usableCell(context, average)) continue;
        examined += 1;
        const cells = parts.columns.map((c) => row.cells[c]);
        const bad = cells.filter((c) => c !== undefined && c.text.kind !== 'dash' && !usableCell(context, c));
        if (bad.length > 0) {
          if (bad.length === 1 && bad[0] !== undefined)
            flags.push(...impliedPart(average, { missing: bad[0], row, parts }));
          continue;
        }
        const weights = weigh(parts, cells);
        const usableParts = cells.flatMap((cell, i) =>
          usableCell(context, cell) ? [{ cell, weight: weights[i] ?? 0 }] : [],
        );
        if (usableParts.length === 0) continue;
        flags.push(
          ...(parts.weights === 'scored'
            ? checkScored(average, { parts: usableParts, scored, shown })
            : checkExact(average, usableParts, parts.weights)),
        );
      }
    }
    return { examined, flags };
  },
};

const TOTALS = 'totals';

/** Finds the rows that a printed total stands for: those of its group, or all if it has none. */
function rowsUnder(view: TableView, total: PrintedRow): PrintedRow[] {
  return view.rows.filter((r) => r.kind !== 'total' && (total.group === '' || r.group === total.group));
}

function checkTotal(context: AuditContext, cell: PrintedCell, rows: readonly PrintedRow[]): AuditFlag[] {
  const printed = leadingNumber(cell.printed);
  const parts = rows.map((r) => leadingNumber(r.cells[cell.column]?.printed ?? '')).filter((p) => p !== null);
  if (printed === null || parts.length === 0) return [];
  const sum = parts.reduce((s, p) => s + p.value, 0);
  const unit = unitOf(context.data, cell.spec);
  const isSum = unit === 'count' || unit === 'text';
  const expected = isSum ? sum : sum / parts.length;
  const slack = isSum
    ? 0
    : halfDigit(printed.decimals) + parts.reduce((s, p) => s + halfDigit(p.decimals), 0) / parts.length;
  if (Math.abs(printed.value - expected) <= slack + EPSILON) return [];
  const shownValue = isSum ? `${expected}` : expected.toFixed(printed.decimals + 1);
  const reason = isSum ? 'the rows do not add up to this total' : 'the mean of the rows is another one';
  return [flag(cell, TOTALS, { expected: shownValue, status: 'suspect', reason })];
}

export const totals: Check = {
  id: TOTALS,
  label: 'Totals',
  about:
    'A total row must be the sum of the counts above it, a mean row the mean of the judges above it, within rounding.',
  run: (context) => {
    const results = context.tables.flatMap((view) =>
      view.rows
        .filter((r) => r.kind === 'total')
        .flatMap((total) =>
          Object.values(total.cells).map((cell) => checkTotal(context, cell, rowsUnder(view, total))),
        ),
    );
    return { examined: results.length, flags: results.flat() };
  },
};

const PRINTED_DIFFERENCE = 'printed-difference';

/** Checks printed rows of differences (Δ) against the two rows above them: the minuend stands directly above, the subtrahend above that. */
export const printedDifference: Check = {
  id: PRINTED_DIFFERENCE,
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
        flag(cell, PRINTED_DIFFERENCE, { expected: delta.printed, status: 'suspect', reason }),
      );
    });
    return { examined: data.differences.length, flags };
  },
};
