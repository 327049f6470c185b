/** Gives the median of some values: of an even number the larger of the middle two, of none NaN. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** What was measured on one page. Bytes are gzipped unless a file is compressed by itself; null says that there was nothing to measure. */
export interface PageFigures {
  readonly path: string;
  readonly requests: number;
  readonly bytes: number;
  readonly scriptBytes: number;
  /** WebAssembly, the query engine or the chart library, loaded before anything was done. */
  readonly heavy: readonly string[];
  /** What the first click loaded on top. */
  readonly bytesAfter: number | null;
  /** Milliseconds from the first click on a page at rest to the sorted table, which include loading the island. */
  readonly firstSort: number | null;
  /** Sum of all layout shifts up to the end, the larger of 390 and 1440 px. */
  readonly layoutShift: number;
}

/** Median times in ms from the event to the painted change, on a table of the given size. */
export interface PaintFigures {
  readonly path: string;
  readonly rows: number;
  readonly columns: number;
  readonly sort: number | null;
  readonly filter: number | null;
}

export interface BuildFigures {
  /** Seconds of `judgeboard build` and of `astro build`, both into empty folders. */
  readonly data: number;
  readonly site: number;
}

export interface Measured {
  readonly pages: readonly PageFigures[];
  readonly paints: readonly PaintFigures[];
  readonly build: BuildFigures | null;
}

export interface BudgetVerdict {
  readonly budget: string;
  readonly limit: number;
  /** The worst figure, and where; null if nothing could be measured, which does not keep the budget. */
  readonly worst: number | null;
  readonly where: string;
  readonly unit: string;
  readonly kept: boolean;
}

interface BudgetLine {
  readonly value: number | null;
  readonly where: string;
}

/** Checks one budget against the largest of the figures. */
export function judge(
  figures: readonly BudgetLine[],
  { budget, limit, unit }: { readonly budget: string; readonly limit: number; readonly unit: string },
): BudgetVerdict {
  const known = figures.flatMap(({ value, where }) => (value === null ? [] : [{ value, where }]));
  const [worst] = known.sort((a, b) => b.value - a.value);
  const kept = worst !== undefined && worst.value <= limit;
  return { budget, limit, unit, worst: worst?.value ?? null, where: worst?.where ?? 'not measured', kept };
}

/** Checks the budgets of docs/performance.md, each against the worst page. */
export function judgeBudgets({ pages, paints, build }: Measured): readonly BudgetVerdict[] {
  const ofPages = (pick: (page: PageFigures) => number | null): BudgetLine[] =>
    pages.map((page) => ({ value: pick(page), where: page.path }));
  const ofPaints = (pick: (paint: PaintFigures) => number | null): BudgetLine[] =>
    paints.map((paint) => ({ value: pick(paint), where: `${paint.path} (${paint.rows} × ${paint.columns})` }));
  const verdicts = [
    judge(
      ofPages((page) => page.bytes),
      { budget: 'page before interaction', limit: 30_000, unit: 'B' },
    ),
    judge(
      ofPages((page) => page.requests),
      { budget: 'requests before interaction', limit: 5, unit: '' },
    ),
    judge(
      ofPages((page) => page.scriptBytes),
      { budget: 'scripts before interaction', limit: 4_000, unit: 'B' },
    ),
    judge(
      ofPages((page) => page.heavy.length),
      { budget: 'engine or chart code before interaction', limit: 0, unit: '' },
    ),
    judge(
      ofPages((page) => page.bytesAfter),
      { budget: 'more after first interaction', limit: 110_000, unit: 'B' },
    ),
    judge(
      ofPages((page) => page.layoutShift),
      { budget: 'layout shift', limit: 0.02, unit: '' },
    ),
    judge(
      ofPaints((paint) => paint.sort),
      { budget: 'sort painted', limit: 100, unit: 'ms' },
    ),
    judge(
      ofPaints((paint) => paint.filter),
      { budget: 'filter painted', limit: 100, unit: 'ms' },
    ),
  ];
  if (build === null) return verdicts;
  return [
    ...verdicts,
    judge([{ value: build.data + build.site, where: 'from clean' }], {
      budget: 'build of data and site',
      limit: 60,
      unit: 's',
    }),
  ];
}
