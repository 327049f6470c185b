import type { Source } from '../records/source.ts';

const EVERY_MS = 250;
const PIPED_EVERY_MS = 5000;

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

  /** Gives the same sources, counted as they are read. */
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

/** Says every five seconds that work goes on whose end cannot be told. */
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
