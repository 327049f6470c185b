import { makeFolder } from '../../src/release/folders.ts';
import { machineMessage } from '../../src/release/input-writer.ts';
import { terminalProgress } from '../../src/release/progress.ts';
import { SHAPES_DEFAULTS } from '../shapes/runs.ts';
import { writeShapes } from '../shapes/write.ts';
import { commandOf, option, wholeFrom, writablePath } from './command.ts';

/** Says what went wrong and what to do; a refusal says so itself. */
function failureWords(error: unknown, out: string): string {
  const message = machineMessage(error);
  if (message === null) return error instanceof Error ? error.message : String(error);
  const mend = ` Free some space; the next run replaces what stands unfinished in ${out}.`;
  return message.startsWith('The disk is full') ? `${message}${mend}` : message;
}

interface Options {
  readonly size: number;
  readonly seed: number;
  readonly out: string;
}

async function shapes({ size, seed, out }: Options): Promise<boolean> {
  const started = performance.now();
  await makeFolder(out);
  const progress = terminalProgress(process.stderr);
  const count = (judgments: number): void => progress.count(judgments, 'judgments');
  const { instances, judgments, runs, pictures } = await writeShapes(out, { size, seed }, count);
  progress.clear();
  const made = `${instances} instances, ${judgments} judgments in ${runs} runs, ${pictures} pictures`;
  console.log(`${made} in ${out} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return true;
}

export const registerShapes = commandOf<Options>({
  name: 'shapes',
  about: 'write the synthetic demonstration benchmark: scenes, answers, labels and the answers of programmatic judges',
  options: [
    option('--size <n>', 'instances per protocol', { usual: SHAPES_DEFAULTS.size, read: wholeFrom(1) }),
    option('--seed <n>', 'another seed gives another benchmark', { usual: SHAPES_DEFAULTS.seed, read: wholeFrom(0) }),
    option('--out <dir>', 'an empty folder, or one that this command filled before', {
      needed: true,
      read: writablePath,
    }),
  ],
  run: shapes,
  explain: (error, { out }) => failureWords(error, out),
});
