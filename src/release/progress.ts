import type { Source } from '../records/bytes.ts';
import type { ProblemLog } from '../records/issues.ts';
import { formatProblem, problemsInOrder } from '../schema/problem.ts';

/** Receives the progress of long work: `done` of `total`, in `unit`s; total 0 when unknown. */
export interface Progress {
  step(name: string): void;
  count(done: number, unit: string, total?: number): void;
}

export const SILENT: Progress = { step: () => undefined, count: () => undefined };

const EVERY_MS = 250;
const PIPED_EVERY_MS = 5000;

/**
 * Tells how far a command has come: on a terminal in one line that is overwritten (step, count, rate, remaining time), when piped in plain
 * lines, one per step, and its count every five seconds.
 */
export function terminalProgress(out: NodeJS.WriteStream): Progress & { clear(): void } {
  let name = '';
  let started = performance.now();
  let shown = started;
  const clear = (): void => {
    if (out.isTTY) out.write('\r\u001b[K');
  };
  return {
    step: (next) => {
      name = next;
      started = performance.now();
      shown = out.isTTY ? 0 : started;
      out.write(out.isTTY ? `\r\u001b[K${name} …` : `${name}\n`);
    },
    count: (done, unit, total = 0) => {
      const now = performance.now();
      if (now - shown < (out.isTTY ? EVERY_MS : PIPED_EVERY_MS)) return;
      shown = now;
      const seconds = Math.max(0.001, (now - started) / 1000);
      const left = total > done && done > 0 ? `, about ${Math.ceil((seconds * (total - done)) / done)} s left` : '';
      const of = total === 0 ? '' : ` of ${total}`;
      const line = `${name === '' ? '' : `${name}: `}${done}${of} ${unit}, ${Math.round(done / seconds)} a second${left}`;
      out.write(out.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    clear,
  };
}

/** Gives sources that tell how many of their megabytes were read. */
export function watched(sources: readonly Source[], progress: Progress): readonly Source[] {
  const megabytes = (bytes: number): number => Math.ceil(bytes / 10 ** 6);
  const total = megabytes(sources.reduce((sum, { size }) => sum + size, 0));
  let bytes = 0;
  const transform = (chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void => {
    bytes += chunk.byteLength;
    progress.count(megabytes(bytes), 'MB', total);
    controller.enqueue(chunk);
  };
  return sources.map((source) => ({
    ...source,
    stream: () => source.stream().pipeThrough(new TransformStream({ transform })),
  }));
}

/** Says every five seconds that work goes on whose end is unknown. */
export async function withSigns<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const timer = setInterval(() => {
    console.error(`${name}: ${Math.round((performance.now() - started) / 1000)} s so far`);
  }, PIPED_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

export const plural = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** Writes problems as lines of text, in their order, at most `limit` of them, and how many there are in all. */
export function problemLines(log: Pick<ProblemLog, 'kept' | 'errors' | 'warnings'>, limit: number): string[] {
  const lines = problemsInOrder(log.kept).map((p) => formatProblem(p) + (p.severity === 'warning' ? ' [warning]' : ''));
  const total = log.errors + log.warnings;
  const shown = lines.slice(0, limit);
  if (total === 0) return [];
  const rest = total > shown.length ? `; ${shown.length} are shown` : '';
  return [...shown, `${plural(log.errors, 'problem')}, ${plural(log.warnings, 'warning')}${rest}`];
}
