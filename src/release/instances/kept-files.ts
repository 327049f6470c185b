import type { HashedFile } from './hashed-pages.ts';

/** Files of the release with what else is known of them, as they are kept. */
export interface FilesKept<About> {
  readonly about: About;
  readonly files: readonly HashedFile[];
}

const NEWLINE = 10;

/** Writes one line of JSON, and then the bytes of the files. */
export function encodeFiles<About>({ about, files }: FilesKept<About>): Uint8Array {
  const sizes = files.map(({ hash, bytes }) => [hash, bytes.byteLength]);
  return Buffer.concat([Buffer.from(`${JSON.stringify([about, sizes])}\n`), ...files.map(({ bytes }) => bytes)]);
}

/** Reads what `encodeFiles` of this very code wrote. */
export function decodeFiles<About>(kept: Buffer): FilesKept<About> {
  let at = kept.indexOf(NEWLINE) + 1;
  const [about, sizes] = JSON.parse(kept.toString('utf8', 0, at)) as [About, (readonly [string, number])[]];
  const files = sizes.map(([hash, size]) => {
    at += size;
    return { hash, bytes: kept.subarray(at - size, at) };
  });
  return { about, files };
}
