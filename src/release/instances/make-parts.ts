import { getCompileCacheDir } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { makePart, type PartInput, type PartResult } from './part.ts';
import type { PartMessage } from './part-thread.ts';
import type { Progress } from './progress.ts';

/** Each part takes memory of its own, up to half a gigabyte for ten million judgments. */
const MOST_THREADS = 4;

/** Where this process keeps compiled code, its threads do, too: that is half of what it takes to begin one. They learn of it by the environment alone. */
function threadEnv(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  return folder === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: path.dirname(folder) };
}

/** Has a part made by a thread. What the thread throws is thrown here. */
function madeBy(thread: Worker, input: PartInput, tell: (message: PartMessage) => void): Promise<PartResult> {
  return new Promise((resolve, reject) => {
    thread.removeAllListeners();
    thread.on('message', (message: PartMessage) => {
      if (message.kind === 'result') resolve(message.result);
      else tell(message);
    });
    thread.on('error', reject);
    thread.on('exit', () => reject(new Error(`the thread that made ${input.benchmark.id} has ended`)));
    thread.postMessage(input);
  });
}

/** Steps of several parts at a time as one line of progress: counts are those of the part that began the last step. */
function oneLine(progress: Progress): (input: PartInput) => (message: PartMessage) => void {
  let speaker: PartInput | null = null;
  return (input) => (message) => {
    if (message.kind === 'step') {
      speaker = input;
      progress.step(message.name);
    } else if (message.kind === 'count' && speaker === input) progress.count(message.done, message.unit, message.total);
  };
}

/**
 * Makes parts side by side, as many as there are processors, in the order given. A single one is made here, since a thread takes most of a
 * second to begin. Where one fails no more are begun; those under way are finished, and cached for the next build, before the error is thrown.
 */
export async function makeParts(inputs: readonly PartInput[], progress: Progress): Promise<readonly PartResult[]> {
  const [first, second] = inputs;
  if (first === undefined) return [];
  if (second === undefined) return [await makePart(first, progress)];
  const tellerOf = oneLine(progress);
  const made: Promise<PartResult>[] = [];
  const waiting = [...inputs.entries()];
  const work = async (): Promise<void> => {
    const thread = new Worker(new URL('./part-thread.ts', import.meta.url), { env: threadEnv() });
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [place, input] = next;
        const making = madeBy(thread, input, tellerOf(input));
        made[place] = making;
        await making;
      }
    } catch (error) {
      waiting.length = 0;
      throw error;
    } finally {
      await thread.terminate();
    }
  };
  const threads = Math.min(inputs.length, os.availableParallelism(), MOST_THREADS);
  const ended = await Promise.allSettled(Array.from({ length: threads }, work));
  const parts = await Promise.all(made);
  // A thread that could not start reports nothing itself.
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return parts;
}
