import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SHAPES_DEFAULTS } from '../../src/shapes/options.ts';
import { statementThreads } from '../statement-threads.ts';
import { type BudgetVerdict, judge } from './budgets.ts';
import { turnVerdict, writeStoredShapes } from './stored-shapes.ts';

const CHILD = fileURLToPath(new URL('./measure-changed.ts', import.meta.url));
/** The run of which a judgment changes: the one with the most judgments. */
const RUN = 'noisy-checker-pairwise';

export interface BuildCost {
  readonly judgments: number;
  /** Seconds of the clock, and of all processors together. */
  readonly seconds: number;
  readonly processor: number;
}

export interface ChangedFigures {
  readonly clean: BuildCost;
  /** With one judgment changed. */
  readonly changed: BuildCost;
  /** With nothing changed. */
  readonly same: BuildCost;
}

/** Builds the project's release in a process of its own. */
function build(root: string): Promise<BuildCost> {
  return new Promise((resolve, reject) => {
    // As the command itself does.
    const child = fork(CHILD, [root], {
      env: { ...statementThreads(), NODE_COMPILE_CACHE: path.join(root, '.cache', 'node') },
    });
    let cost: BuildCost | undefined;
    child.on('message', (message) => {
      // `measure-changed.ts` wrote it.
      cost = message as BuildCost;
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (cost === undefined) reject(new Error(`the build ended with code ${code} and without a result`));
      else resolve(cost);
    });
  });
}

/** Builds Shapes, `times` its usual size, from clean, again with one judgment changed, and once more as it is. Leaves nothing behind. */
export async function measureChanged(times: number): Promise<ChangedFigures> {
  const root = await mkdtemp(path.join(tmpdir(), 'judgeboard-changed-'));
  try {
    const folder = await writeStoredShapes(root, times * SHAPES_DEFAULTS.size);
    const clean = await build(root);
    await turnVerdict(folder, RUN);
    return { clean, changed: await build(root), same: await build(root) };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Holds a changed judgment to seconds of one machine, and to a share of a clean build in the same run, which any machine can tell. */
export function judgeChanged({ clean, changed }: ChangedFigures): readonly BudgetVerdict[] {
  const where = `${changed.judgments} judgments`;
  return [
    judge([{ value: changed.processor, where }], {
      budget: 'one changed judgment, processor time',
      limit: 5,
      unit: 's',
    }),
    judge([{ value: (100 * changed.processor) / clean.processor, where }], {
      budget: 'one changed judgment, of a clean build',
      // As 5 s are of the 47 s that all of it took where the limit was set.
      limit: 10.6,
      unit: '%',
    }),
  ];
}
