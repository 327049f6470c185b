import type { Source } from '../records/source.ts';
import type { ProblemLog } from '../records/tally.ts';
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
  let shown = 0;
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
      const line = `${name}: ${done}${of} ${unit}, ${Math.round(done / seconds)} a second${left}`;
      out.write(out.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    clear,
  };
}

/** Bytes read so far of all sources, for a rate and the remaining time. */
export class ByteProgress {
  private readonly started = performance.now();
  private readonly out: NodeJS.WriteStream;
  private shown = performance.now();
  private drawn = false;
  private bytes = 0;
  private total = 0;

  constructor(out: NodeJS.WriteStream = process.stderr) {
    this.out = out;
  }

  watch(sources: readonly Source[]): readonly Source[] {
    this.total += sources.reduce((n, s) => n + s.size, 0);
    return sources.map((source) => ({
      ...source,
      stream: () =>
        source.stream().pipeThrough(
          new TransformStream<Uint8Array, Uint8Array>({
            transform: (chunk, controller) => {
              this.bytes += chunk.byteLength;
              controller.enqueue(chunk);
            },
          }),
        ),
    }));
  }

  /** On a terminal overwrites one line, at most four times a second; when piped a plain line, at most every five seconds. */
  show(records: number): void {
    const now = performance.now();
    if (now - this.shown < (this.out.isTTY ? EVERY_MS : PIPED_EVERY_MS)) return;
    this.shown = now;
    const seconds = Math.max(0.001, (now - this.started) / 1000);
    const share = this.total === 0 ? 1 : Math.min(1, this.bytes / this.total);
    const left = share === 0 ? '' : `, about ${Math.ceil((seconds * (1 - share)) / share)} s left`;
    const line = `${records} records, ${Math.round(records / seconds)} a second, ${Math.round(100 * share)} %${left}`;
    this.drawn = this.out.isTTY;
    this.out.write(this.out.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
  }

  clear(): void {
    if (this.drawn) this.out.write('\r\u001b[K');
    this.drawn = false;
  }
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
