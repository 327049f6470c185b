import type { Command } from 'commander';
import { makeFolder } from '../../src/release/folders.ts';
import { machineMessage } from '../../src/release/instances/failure.ts';
import { SHAPES_DEFAULTS } from '../shapes/runs.ts';
import { writeShapes } from '../shapes/write.ts';
import { wholeFrom, writablePath } from './options.ts';

/** Keeps a line on a terminal that is overwritten as judgments come in; nothing when piped. */
function reporter(started: number): (judgments: number) => void {
  let shown = 0;
  return (judgments) => {
    const now = performance.now();
    if (!process.stderr.isTTY || now - shown < 200) return;
    shown = now;
    process.stderr.write(`\r${judgments} judgments, ${Math.round((1000 * judgments) / (now - started))} a second `);
  };
}

/** Says what went wrong and what to do; a refusal says so itself. */
function failureWords(error: unknown, out: string): string {
  const message = machineMessage(error);
  if (message === null) return error instanceof Error ? error.message : String(error);
  const mend = ` Free some space; the next run replaces what stands unfinished in ${out}.`;
  return message.startsWith('The disk is full') ? `${message}${mend}` : message;
}

/** Registers `judgeboard shapes`: writes the synthetic demonstration benchmark. */
export function registerShapes(program: Command): void {
  program
    .command('shapes')
    .description(
      'write the synthetic demonstration benchmark: scenes, answers, labels and the answers of programmatic judges',
    )
    .option('--size <n>', 'instances per protocol', wholeFrom(1), SHAPES_DEFAULTS.size)
    .option('--seed <n>', 'another seed gives another benchmark', wholeFrom(0), SHAPES_DEFAULTS.seed)
    .requiredOption('--out <dir>', 'an empty folder, or one that this command filled before', writablePath)
    .action(async (options: { size: number; seed: number; out: string }) => {
      const started = performance.now();
      try {
        await makeFolder(options.out);
        const made = await writeShapes(options.out, { size: options.size, seed: options.seed }, reporter(started));
        if (process.stderr.isTTY) process.stderr.write('\r');
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        console.log(
          `${made.instances} instances, ${made.judgments} judgments in ${made.runs} runs, ${made.pictures} pictures in ${options.out} (${seconds} s)`,
        );
      } catch (error) {
        console.error(failureWords(error, options.out));
        process.exitCode = 1;
      }
    });
}
