import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { launchBrowser } from '../browser.ts';
import { serve } from '../serve.ts';
import { type BudgetVerdict, judge, median } from './budgets.ts';
import { chartsSite } from './charts-site.ts';
import { type DragFigures, type MountFigures, measureDrags, measureMounts } from './charts-visit.ts';

export interface ChartsFigures {
  /** Critiques in the figure of lengths and scores. */
  readonly points: number;
  /** The first while engine and critiques come. */
  readonly drags: readonly DragFigures[];
  /** With nothing loaded, and with the scripts there. */
  readonly cold: readonly MountFigures[];
  readonly warm: readonly MountFigures[];
  readonly chromium: string;
}

const DRAGS = 6;
const VISITS = 5;

/** Says whether a time was measured: it is NaN where nothing is known. */
const known = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Checks the targets for charts, each against the worst figure. */
export function judgeCharts({ points, drags, warm }: ChartsFigures): readonly BudgetVerdict[] {
  const brushed = drags.slice(1).filter(({ updates, frames }) => updates >= frames / 3);
  const mean = median(brushed.map((drag) => drag.mean));
  const p95 = median(brushed.map((drag) => drag.p95));
  const rate = `${(1000 / mean).toFixed(1)} frames a second, 95 % within ${p95.toFixed(1)} ms, ${points} points`;
  return [
    judge([{ value: known(mean), where: rate }], { budget: 'brush: time per frame', limit: 20, unit: 'ms' }),
    judge(
      drags.map(({ work }, i) => ({ value: known(work), where: i === 0 ? 'while critiques come' : 'dragging' })),
      { budget: 'brush: page held by one task', limit: 50, unit: 'ms' },
    ),
    judge(
      warm.map(({ total, chart }) => ({ value: total, where: chart })),
      { budget: 'chart mounted, its scripts there', limit: 200, unit: 'ms' },
    ),
  ];
}

async function measure(site: string, page: string) {
  const server = await serve({ folder: site, port: 0, base: process.env['SITE_BASE'] ?? '/' });
  const browser = await launchBrowser();
  try {
    const { cold, warm } = await measureMounts(browser, { address: server.address, page, rounds: VISITS });
    const drags = await measureDrags(browser, server.address + page, DRAGS);
    return {
      drags,
      cold,
      warm,
      chromium: browser.version(),
    };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Measures the charts, with `points` critiques to brush. `folder`: where the site is kept for the next run; without it it is removed. */
export async function measureCharts(points: number, folder?: string): Promise<ChartsFigures> {
  await mkdir('.cache', { recursive: true });
  const scratch = folder ?? (await mkdtemp(path.join('.cache', 'bench-charts-')));
  try {
    const { site, page } = await chartsSite(path.resolve(scratch), points);
    return { points, ...(await measure(site, page)) };
  } finally {
    if (folder === undefined) await rm(scratch, { recursive: true, force: true });
  }
}
