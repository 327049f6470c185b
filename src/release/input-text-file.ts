import { createWriteStream, type WriteStream } from 'node:fs';

const BUFFER = 2 ** 18;

/** A text file that is written in large pieces; errors come from `write` and `close`. */
export class TextFile {
  private readonly stream: WriteStream;
  private buffer = '';
  private failure: Error | null = null;

  constructor(file: string) {
    this.stream = createWriteStream(file);
    this.stream.on('error', (error) => {
      this.failure = error;
    });
  }

  async write(text: string): Promise<void> {
    this.buffer += text;
    if (this.buffer.length >= BUFFER) await this.flush();
  }

  private async flush(): Promise<void> {
    const { buffer } = this;
    this.buffer = '';
    await new Promise<void>((resolve, reject) => {
      if (this.failure !== null) return reject(this.failure);
      this.stream.write(buffer, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    if (this.buffer !== '') await this.flush();
    await new Promise<void>((resolve, reject) => {
      this.stream.on('error', reject);
      this.stream.end(() => resolve());
    });
  }

  /** Closes the file as it stands, and leaves it there for its owner to remove. */
  async abandon(): Promise<void> {
    if (this.stream.closed) return;
    await new Promise<void>((resolve) => {
      this.stream.once('close', () => resolve());
      this.stream.destroy();
    });
  }
}
