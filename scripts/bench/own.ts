import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '../browser.ts';
import { serve } from '../serve.ts';
import { type BudgetVerdict, judge, median } from './budgets.ts';
import { writeOwnRun } from './own-data.ts';
import { type CancelFigures, type DropFigures, measureCancels, measureDrop, measureWarm } from './own-visit.ts';

export interface OwnBenchFigures {
  readonly judgments: number;
  readonly bytes: number;
  readonly drop: DropFigures;
  /** The same with 1 000 judgments: mostly what the engine takes. */
  readonly small: DropFigures;
  /** Requests for the engine before there are files. */
  readonly early: number;
  readonly cancels: readonly CancelFigures[];
  /** Seconds from the drop of 1 000 judgments to the board, the engine running. */
  readonly warm: readonly number[];
  readonly chromium: string;
}

const SMALL = 1000;

/** Checks the targets for one's own results. */
export function judgeOwn(figures: OwnBenchFigures): readonly BudgetVerdict[] {
  const { judgments, bytes, drop, small, early, cancels, warm } = figures;
  const size = `${judgments} judgments, ${(bytes / 1e6).toFixed(0)} MB`;
  const ratio = drop.memory === null ? null : drop.memory / bytes;
  const beyond = drop.memory === null || small.memory === null ? null : (drop.memory - small.memory) / bytes;
  const only = (value: number | null, where: string) => [{ value, where }];
  return [
    judge(only(drop.clock, size), { budget: 'drop to board', limit: 10, unit: 's' }),
    judge(only(drop.processor, size), { budget: 'drop to board: processor time', limit: 20, unit: 's' }),
    judge(only(drop.work, size), { budget: 'page held by one task', limit: 100, unit: 'ms' }),
    judge(only(ratio, size), { budget: 'memory to size, engine included', limit: 4, unit: '×' }),
    judge(only(beyond, size), { budget: 'memory to size, beyond the engine', limit: 4, unit: '×' }),
    judge(
      cancels.map(({ stage, painted }) => ({ value: painted, where: stage })),
      { budget: 'cancel', limit: 100, unit: 'ms' },
    ),
    judge(only(median(warm), `${SMALL} judgments`), { budget: 'drop to board, engine warm', limit: 1, unit: 's' }),
    judge(only(early, 'before files'), { budget: 'requests for the engine', limit: 0, unit: '' }),
  ];
}

/** Drops a made-up run of `judgments` judgments on the page of a built site. */
export async function measureOwn(judgments: number, dist: string): Promise<OwnBenchFigures> {
  const scratch = await mkdtemp(join(tmpdir(), 'judgeboard-own-'));
  const site = await serve({ folder: dist, port: 0, base: process.env['SITE_BASE'] ?? '/' });
  const browser = await launchBrowser();
  try {
    const files = await writeOwnRun(join(scratch, 'large'), judgments);
    const small = await writeOwnRun(join(scratch, 'small'), SMALL);
    const sizes = await Promise.all(files.map((file) => stat(file)));
    const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
    const visit = { browser, visitor: await browser.newContext(), address: site.address };
    // The first visit fetches the engine, which the browser keeps.
    const warm = await measureWarm(visit, small);
    const { drop: engine } = await measureDrop(visit, small);
    const { drop, early } = await measureDrop(visit, files);
    const cancels = await measureCancels(visit, files);
    return { judgments, bytes, drop, small: engine, early, cancels, warm, chromium: browser.version() };
  } finally {
    await browser.close();
    await site.close();
    await rm(scratch, { recursive: true, force: true });
  }
}
