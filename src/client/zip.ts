import { Zip, ZipDeflate } from 'fflate';

/** How many bytes are packed at once: a few milliseconds. */
const STEP = 2 ** 17;

/** An archive that grows file by file. */
export interface ZipWriter {
  /** Begins a file; the one before must have had its last part. */
  readonly add: (name: string) => ZipDeflate;
  readonly end: () => Blob;
}

/** Throws where a file is added that cannot be packed. */
export function zipWriter(): ZipWriter {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(new Uint8Array(part));
  });
  return {
    add: (name) => {
      const entry = new ZipDeflate(name, { level: 6 });
      zip.add(entry);
      return entry;
    },
    end: () => {
      zip.end();
      return new Blob(parts, { type: 'application/zip' });
    },
  };
}

/**
 * Packs files under their names as one archive. They are read and packed part by part, so that a page answers in between. Rejects where one
 * cannot be read.
 */
export async function zipOfFiles(files: Iterable<readonly [name: string, file: Blob]>): Promise<Blob> {
  const zip = zipWriter();
  for (const [name, file] of files) {
    const entry = zip.add(name);
    for (let at = 0; at < file.size; at += STEP) {
      entry.push(new Uint8Array(await file.slice(at, at + STEP).arrayBuffer()));
    }
    entry.push(new Uint8Array(), true);
  }
  return zip.end();
}
