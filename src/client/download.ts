import { strToU8, Zip, ZipDeflate } from 'fflate';

export interface Provenance {
  readonly title: string;
  readonly source: string;
  readonly release: string;
  readonly address: string;
  readonly shown: string;
  readonly rows: number;
  readonly columns: number;
  readonly licence: string;
  /** Whose prompts and reasons belong to the data, their licence and source; left out where nobody else's do. */
  readonly texts?: string;
  /** ISO 8601. */
  readonly downloaded: string;
}

/** How many bytes are packed at once: a few milliseconds. */
const STEP = 2 ** 17;

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

/** Reads and packs part by part, so that a page answers in between. Rejects where a file cannot be read. */
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

export function zipWithProvenance(name: string, text: string, provenance: Provenance): Blob {
  const zip = zipWriter();
  zip.add(name).push(strToU8(text), true);
  zip.add('provenance.json').push(strToU8(`${JSON.stringify(provenance, null, 2)}\n`), true);
  return zip.end();
}
