/** A thread of `makeParts`: makes one part after the other and tells of progress and results. What fails ends the thread. */
import { parentPort } from 'node:worker_threads';
import { makePart, type PartInput, type PartResult } from './part.ts';

export type PartMessage =
  | { readonly kind: 'step'; readonly name: string }
  | { readonly kind: 'count'; readonly done: number; readonly unit: string; readonly total?: number }
  | { readonly kind: 'result'; readonly result: PartResult };

/** Milliseconds between two counts that are sent: each wakes the thread that shows them, and a terminal shows four a second. */
const EVERY_MS = 100;
let sent = 0;

const say = (message: PartMessage): void => parentPort?.postMessage(message);

parentPort?.on('message', async (input: PartInput) => {
  const result = await makePart(input, {
    step: (name) => say({ kind: 'step', name }),
    count: (done, unit, total = 0) => {
      if (performance.now() - sent < EVERY_MS) return;
      sent = performance.now();
      say({ kind: 'count', done, unit, total });
    },
  });
  say({ kind: 'result', result });
});
