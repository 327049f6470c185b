import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The thousands of small files of a part that is being built, under names that stand for what is in them. */
export class SmallFiles {
  /** Stands for `public/data`. */
  readonly out: string;
  private readonly names = new Set<string>();
  private readonly folders = new Set<string>();

  constructor(out: string) {
    this.out = out;
  }

  pathOf(name: string): string {
    return path.join(this.out, name);
  }

  /** Writes a file, each name once. There are thousands: a promise for each costs more than writing it. */
  write(name: string, bytes: Uint8Array | string): void {
    if (this.names.has(name)) return;
    this.names.add(name);
    const file = this.pathOf(name);
    const folder = path.dirname(file);
    if (!this.folders.has(folder)) mkdirSync(folder, { recursive: true });
    this.folders.add(folder);
    writeFileSync(file, bytes);
  }
}
