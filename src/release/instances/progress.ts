/** Receives the progress of long work: `done` of `total`, in `unit`s; total 0 when unknown. */
export interface Progress {
  /** A new step begins. */
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
