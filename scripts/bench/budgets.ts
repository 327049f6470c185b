/** The middle one of some values; of an even number the later of the two, of none NaN. */
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

interface Figure {
  readonly value: number | null;
  readonly where: string;
}

/** Holds one budget against the largest of the figures. */
export function judge(budget: string, limit: number, unit: string, figures: readonly Figure[]): BudgetVerdict {
  const known = figures.flatMap(({ value, where }) => (value === null ? [] : [{ value, where }]));
  const [worst] = known.sort((a, b) => b.value - a.value);
  const kept = worst !== undefined && worst.value <= limit;
  return { budget, limit, unit, worst: worst?.value ?? null, where: worst?.where ?? 'not measured', kept };
}

/** Holds the budgets of docs/performance.md, each against the worst page. */
export function judgeBudgets({ pages, paints, build }: Measured): readonly BudgetVerdict[] {
  const ofPages = (pick: (page: PageFigures) => number | null): Figure[] =>
    pages.map((page) => ({ value: pick(page), where: page.path }));
  const ofPaints = (pick: (paint: PaintFigures) => number | null): Figure[] =>
    paints.map((paint) => ({ value: pick(paint), where: `${paint.path} (${paint.rows} × ${paint.columns})` }));
  const verdicts = [
    judge(
      'page before interaction',
      30_000,
      'B',
      ofPages((page) => page.bytes),
    ),
    judge(
      'requests before interaction',
      5,
      '',
      ofPages((page) => page.requests),
    ),
    judge(
      'scripts before interaction',
      4_000,
      'B',
      ofPages((page) => page.scriptBytes),
    ),
    judge(
      'engine or chart code before interaction',
      0,
      '',
      ofPages((page) => page.heavy.length),
    ),
    judge(
      'more after first interaction',
      110_000,
      'B',
      ofPages((page) => page.bytesAfter),
    ),
    judge(
      'layout shift',
      0.02,
      '',
      ofPages((page) => page.layoutShift),
    ),
    judge(
      'sort painted',
      100,
      'ms',
      ofPaints((paint) => paint.sort),
    ),
    judge(
      'filter painted',
      100,
      'ms',
      ofPaints((paint) => paint.filter),
    ),
  ];
  if (build === null) return verdicts;
  return [
    ...verdicts,
    judge('build of data and site', 60, 's', [{ value: build.data + build.site, where: 'from clean' }]),
  ];
}
