import type { Source } from '../records/source.ts';

const EVERY_MS = 250;

/** Bytes read so far of all sources, for a rate and the remaining time. */
export class Progress {
  private readonly started = performance.now();
  private shown = 0;
  private bytes = 0;
  private total = 0;

  /** The same sources, counted as they are read; nothing is counted when nobody watches. */
  watch(sources: readonly Source[]): readonly Source[] {
    if (!process.stderr.isTTY) return sources;
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

  /** Overwrites one line on a terminal, at most four times a second; silent when piped. */
  show(records: number): void {
    const now = performance.now();
    if (!process.stderr.isTTY || now - this.shown < EVERY_MS) return;
    this.shown = now;
    const seconds = Math.max(0.001, (now - this.started) / 1000);
    const share = this.total === 0 ? 1 : Math.min(1, this.bytes / this.total);
    const left = share === 0 ? '' : `, about ${Math.ceil((seconds * (1 - share)) / share)} s left`;
    process.stderr.write(
      `\r\u001b[K${records} records, ${Math.round(records / seconds)} a second, ${Math.round(100 * share)} %${left}`,
    );
  }

  clear(): void {
    if (process.stderr.isTTY && this.shown > 0) process.stderr.write('\r\u001b[K');
  }
}
