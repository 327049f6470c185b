import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Source } from '../records/source.ts';

const CHUNK = 2 ** 20;

/** A file on disk as a source, named as problems shall show it. Throws when there is no such file. */
export async function fileSource(file: string, name: string): Promise<Source> {
  const { size } = await fs.stat(file);
  return {
    name,
    size,
    stream: () =>
      Readable.toWeb(createReadStream(file, { highWaterMark: CHUNK })) as unknown as ReadableStream<Uint8Array>,
    slice: (start, end) => readPart(file, start, end),
  };
}

async function readPart(file: string, start: number, end: number): Promise<ArrayBuffer> {
  const handle = await fs.open(file);
  try {
    const bytes = new Uint8Array(Math.max(0, end - start));
    const { bytesRead } = await handle.read(bytes, 0, bytes.byteLength, start);
    return bytes.buffer.slice(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Every file under a folder as a source named relative to it, with `/`, in the order of names; a file stands for itself. */
export async function sourcesUnder(root: string): Promise<Source[]> {
  if ((await fs.stat(root)).isFile()) return [await fileSource(root, path.basename(root))];
  const entries = await fs.readdir(root, { recursive: true, withFileTypes: true });
  const sources: Source[] = [];
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    const isFile = entry.isFile() || (entry.isSymbolicLink() && (await fs.stat(file)).isFile());
    if (isFile) sources.push(await fileSource(file, path.relative(root, file).split(path.sep).join('/')));
  }
  return sources.sort((a, b) => (a.name < b.name ? -1 : 1));
}
