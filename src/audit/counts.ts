import type { AuditFlag, PrintedCell } from '../schema/published.ts';
import { numberWords } from '../schema/words.ts';
import { EPSILON, halfDigit, largestShare, type PrintedShare, printedShareOf } from '../stats/published.ts';
import {
  type AuditContext,
  auditedCells,
  type Check,
  flag,
  type NumberCell,
  type PrintedRow,
  unitOf,
  usableCell,
} from './context.ts';

/** How many samples a printed value can rest on at most, or why none fits. */
export interface ScoredSamples {
  /** Null where no number of samples up to the full set gives the value. */
  readonly n: number | null;
  readonly full: number;
  readonly rounding: PrintedShare['rounding'];
  readonly basis: 'digits' | 'parts' | 'twin';
}

const TOP_SCORE = 10;

/** Finds the largest n ≤ full for which a value is a whole number of hits (or of points of 0–10) over n, to its printed digits. */
function largestFit(context: AuditContext, cell: NumberCell, full: number): PrintedShare | undefined {
  const unit = unitOf(context.data, cell.spec);
  if (unit !== 'score') return largestShare(cell.printed, unit === 'percent' ? 100 : 1, full);
  let cut: PrintedShare | undefined;
  for (let n = full; n >= 1; n--) {
    const share = printedShareOf(cell.printed, TOP_SCORE, TOP_SCORE * n);
    if (share?.rounding === 'rounded') return { ...share, n };
    cut ??= share && { ...share, n };
  }
  return cut;
}

interface Part {
  readonly value: number;
  readonly half: number;
  readonly n: number;
}

/** The most samples ≤ n, at least one per part, whose weighted mean prints as `value` ± `half`: all, else without those furthest on the wrong side. Null: none. */
export function mostScored(parts: readonly Part[], value: number, half: number): number | null {
  const full = parts.reduce((sum, p) => sum + p.n, 0);
  const excess = (sign: 1 | -1): number[] => parts.map((p) => sign * (p.value - value) - p.half - half);
  for (const sign of [1, -1] as const) {
    const off = excess(sign);
    let surplus = parts.reduce((sum, p, i) => sum + p.n * (off[i] ?? 0), 0);
    if (surplus <= EPSILON) continue;
    if (Math.min(...off) > EPSILON) return null;
    let left = full;
    for (const i of parts.map((_, k) => k).sort((a, b) => (off[b] ?? 0) - (off[a] ?? 0))) {
      const worst = off[i] ?? 0;
      if (worst <= 0 || surplus <= EPSILON) break;
      const removed = Math.min(Math.ceil(surplus / worst - EPSILON), (parts[i]?.n ?? 1) - 1);
      surplus -= removed * worst;
      left -= removed;
    }
    return surplus <= EPSILON ? left : null;
  }
  return full;
}

/** Gives the parts of a mean over scored samples with the most samples each can rest on; null where one is missing or unusable. */
function partsOf(
  context: AuditContext,
  row: PrintedRow,
  { columns, known }: { readonly columns: readonly string[]; readonly known: ReadonlyMap<string, ScoredSamples> },
): Part[] | null {
  const parts: Part[] = [];
  for (const column of columns) {
    const cell = row.cells[column];
    if (cell === undefined || cell.text.kind === 'dash') continue;
    const n = cell.spec.n === undefined ? undefined : (known.get(cell.key)?.n ?? cell.spec.n);
    if (!usableCell(context, cell) || n === undefined) return null;
    parts.push({ value: cell.text.value, half: halfDigit(cell.text.decimals), n });
  }
  return parts.length > 0 ? parts : null;
}

function scoredOf(
  context: AuditContext,
  row: PrintedRow,
  { cell, known }: { readonly cell: NumberCell; readonly known: ReadonlyMap<string, ScoredSamples> },
): ScoredSamples | null {
  const full = cell.spec.n;
  if (full === undefined) return null;
  const { parts: spec } = cell.spec;
  const parts = spec?.weights === 'scored' ? partsOf(context, row, { columns: spec.columns, known }) : null;
  const most = parts === null ? null : mostScored(parts, cell.text.value, halfDigit(cell.text.decimals));
  const bound = Math.min(most ?? full, full);
  const share = largestFit(context, cell, bound);
  return {
    n: share?.n ?? null,
    full,
    rounding: share?.rounding ?? 'rounded',
    basis: bound < full ? 'parts' : 'digits',
  };
}

/** Cells that print one quantity alike rest on the same samples: the smallest of their numbers holds for all. */
function shareAmongTwins(context: AuditContext, scored: Map<string, ScoredSamples>): void {
  for (const group of new Set(context.twins.values())) {
    for (const cell of group) {
      const own = scored.get(cell.key);
      if (own === undefined || own.n === null) continue;
      const alike = group
        .filter((c) => c.printed === cell.printed)
        .map((c) => scored.get(c.key)?.n ?? own.n ?? own.full);
      const least = Math.min(...alike);
      if (least < own.n) scored.set(cell.key, { ...own, n: least, basis: 'twin' });
    }
  }
}

/** For each usable cell of a counted metric with a known full set: the most samples it can rest on (docs/metrics.md "Published values"), less if parts or a twin say so. */
export function scoredSamples(context: AuditContext): ReadonlyMap<string, ScoredSamples> {
  const counted = new Set(context.data.benchmark.metrics.filter((m) => m.denominator === 'counted').map((m) => m.id));
  const scored = new Map<string, ScoredSamples>();
  const pass = (wanted: (cell: NumberCell) => boolean): void => {
    for (const row of context.tables.flatMap((t) => t.rows)) {
      for (const cell of Object.values(row.cells)) {
        if (!usableCell(context, cell) || !counted.has(cell.spec.metric ?? '') || !wanted(cell)) continue;
        const found = scoredOf(context, row, { cell, known: scored });
        if (found !== null) scored.set(cell.key, found);
      }
    }
    shareAmongTwins(context, scored);
  };
  // An average may be a part of another one (subsets of task types): the second round over averages sees the first's numbers.
  pass((c) => c.spec.parts === undefined);
  pass((c) => c.spec.parts !== undefined);
  pass((c) => c.spec.parts !== undefined);
  return scored;
}

const WHOLE_COUNT = 'whole-count';

const BASIS: Readonly<Record<ScoredSamples['basis'], string>> = {
  digits: 'no whole number over more samples gives these digits',
  parts: 'the samples of its parts add up to no more',
  twin: 'another table, with the same value, allows no more',
};

function verdict(cell: PrintedCell, { n, full, rounding, basis }: ScoredSamples, unit: string): AuditFlag[] {
  const what = unit === 'score' ? 'points' : 'hits';
  if (n === null) {
    const reason = `no whole number of ${what} over ${numberWords(full)} samples or fewer gives these digits`;
    return [
      flag(cell, WHOLE_COUNT, {
        expected: `a whole number of ${what} over n ≤ ${numberWords(full)}`,
        status: 'suspect',
        reason,
      }),
    ];
  }
  const flags: AuditFlag[] = [];
  if (rounding === 'truncated') {
    flags.push(
      flag(cell, WHOLE_COUNT, {
        expected: 'a rounded value',
        status: 'ok',
        reason: `cut off after the last digit, not rounded (n = ${numberWords(n)})`,
        n,
      }),
    );
  }
  if (n < full) {
    const reason = `at most ${numberWords(n)} of ${numberWords(full)} samples scored: ${BASIS[basis]}`;
    flags.push(flag(cell, WHOLE_COUNT, { expected: `n = ${numberWords(full)}`, status: 'coverage', reason, n }));
  }
  return flags;
}

export const wholeCount: Check = {
  id: WHOLE_COUNT,
  label: 'Whole counts',
  about:
    'A share is hits over samples, a mean score is points over samples, both whole numbers. The most samples that give the printed digits are worked out: fewer than the full set means that some were not scored; none at all means that the value is wrong. Values cut off instead of rounded are remarked.',
  run: (context) => {
    const scored = scoredSamples(context);
    const flags: AuditFlag[] = [];
    for (const cell of auditedCells(context.tables)) {
      const found = scored.get(cell.key);
      if (found !== undefined && usableCell(context, cell))
        flags.push(...verdict(cell, found, unitOf(context.data, cell.spec)));
    }
    return { examined: scored.size, flags };
  },
};
