import path from 'node:path';
import type { Command } from 'commander';
import { buildRelease } from '../../src/release/build.ts';
import { formatProblem } from '../../src/schema/problem.ts';

/** `judgeboard build`: data/ → public/data. Exit code 1 when there are problems; the last good release then stays. */
export function registerBuild(program: Command): void {
  program
    .command('build')
    .description('data/ → public/data: validate everything, audit it, write the release')
    .option('--root <dir>', 'the folder that holds data/', '.')
    .option('--out <dir>', 'where the release goes', path.join('public', 'data'))
    .action(async (options: { root: string; out: string }) => {
      const started = performance.now();
      const { problems, manifest } = await buildRelease(options.root, options.out);
      for (const problem of problems) console.error(formatProblem(problem));
      if (manifest === null) {
        console.error(`${problems.length} problem${problems.length === 1 ? '' : 's'}; nothing was written.`);
        process.exitCode = 1;
        return;
      }
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`Release ${manifest.release}: ${manifest.files.length} files in ${options.out} (${seconds} s)`);
    });
}
