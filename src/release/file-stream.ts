import { createReadStream, type ReadStream } from 'node:fs';

/** Most bytes that are read at once. */
export const READ_AT_ONCE = 2 ** 20;

/**
 * Reads a file's bytes, up to a megabyte at a time. `size` is how many there are: a small file then takes no large buffer, and a
 * release of many small files is not held up by their collection.
 */
export const fileStream = (file: string, size: number): ReadStream =>
  createReadStream(file, { highWaterMark: Math.max(1, Math.min(size, READ_AT_ONCE)) });
