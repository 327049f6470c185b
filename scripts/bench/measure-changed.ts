/** changed.ts runs this as a process of its own: builds the release of a project and says what it cost. */

import path from 'node:path';
import { buildRelease } from '../../src/release/build.ts';
import { formatProblem } from '../../src/schema/problem.ts';
import type { BuildCost } from './changed.ts';

const MICROSECONDS = 1e6;

const [root = ''] = process.argv.slice(2);
const { problems, release } = await buildRelease(root, path.join(root, 'public', 'data'));
if (release === null) throw new Error(problems.map(formatProblem).join('\n'));
const { user, system } = process.cpuUsage();
const judgments = release.manifest.benchmarks.reduce((n, { instances }) => n + (instances?.judgments ?? 0), 0);
const cost: BuildCost = { judgments, seconds: process.uptime(), processor: (user + system) / MICROSECONDS };
process.send?.(cost);
