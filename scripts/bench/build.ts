import { cp, mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { generatorRanking, Samples } from '../../src/stats/ranks.ts';
import { PROJECT, runScript } from '../run-script.ts';

/** Seconds of `judgeboard build` and of `astro build`, nothing cached, and of `rankingTime`. */
export interface BuildTimes {
  readonly data: number;
  readonly pages: number;
  readonly ranking: number;
}

/** What a release and a site are made of. */
const PARTS = ['src', 'scripts', 'data', 'public', 'astro.config.mjs', 'tsconfig.json', 'package.json'];

async function timed(project: string, script: string, args: readonly string[]): Promise<number> {
  const started = performance.now();
  if ((await runScript(script, args, project)) !== 0) throw new Error(`${script} failed; the reason is above.`);
  return (performance.now() - started) / 1000;
}

/** Gives the seconds of processor time in which the rankings of made-up judges, of the size of VIEScore's, are drawn a thousand times. */
function rankingTime({ judges = 17, clusters = 1111, models = 5 } = {}): number {
  const generators = Array.from({ length: models }, (_, g) => `Generator ${g}`);
  const values = (step: number) =>
    Float64Array.from({ length: clusters * models }, (_, i) => ((i * step) % 11) + (i % models) / 4);
  const people = values(7919);
  const n = new Float64Array(people.length).fill(1);
  const samples = new Samples();
  const before = process.cpuUsage();
  for (let judge = 1; judge <= judges; judge += 1)
    generatorRanking({ generators, clusters, n, judge: values(104_729 + judge), people }, samples);
  return process.cpuUsage(before).user / 1e6;
}

/** Builds data and pages in a copy of the project in `folder`. `size`: instances per protocol of Shapes, if not those committed. Gives the site's folder. */
export async function buildCopy(
  folder: string,
  size?: number,
): Promise<{ readonly dist: string; readonly build: BuildTimes }> {
  // Takes away what an interrupted run left there.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const release = path.join(PROJECT, 'public', 'data');
  for (const part of PARTS) {
    await cp(path.join(PROJECT, part), path.join(folder, part), {
      recursive: true,
      filter: (source) => source !== release && !source.startsWith(release + path.sep),
    });
  }
  await symlink(path.join(PROJECT, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
  if (size !== undefined) await timed(folder, 'judgeboard', ['shapes', '--size', String(size), '--out', 'data/shapes']);
  const data = await timed(folder, 'judgeboard', ['build', '--offline']);
  const pages = await timed(folder, 'astro', ['build']);
  return { dist: path.join(folder, 'dist'), build: { data, pages, ranking: rankingTime() } };
}
