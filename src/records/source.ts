import type { Problem } from '../schema/problem.ts';

/** A file to read, in Node or in the browser: its bytes as a stream, and any part of it. */
export interface Source {
  /** As shown in problems: relative to the folder given, with `/`. */
  readonly name: string;
  readonly size: number;
  stream(): ReadableStream<Uint8Array>;
  slice(start: number, end: number): Promise<ArrayBuffer>;
  /** The bytes as the browser has them, on the visitor's disk or in memory; left out in Node. */
  readonly blob?: Blob;
  /** The bytes of a gzip file inflated, all members of it: browsers' own inflater takes one member only. */
  inflated?(): ReadableStream<Uint8Array>;
  /** What an error of `stream` or `slice` means when it is the file's fault; null for every other error. */
  failure?(error: unknown): UnreadableError | null;
}

/** What is refused rather than read; sizes in bytes. */
export interface Limits {
  /** Longest line of JSONL or record of CSV. */
  readonly line: number;
  /** Largest inflated size of a gzip file. */
  readonly inflated: number;
  /** Largest inflated : compressed ratio, tested above `ratioFrom` inflated bytes. */
  readonly ratio: number;
  readonly ratioFrom: number;
  /** Largest JSON document that has to be held as a whole. */
  readonly document: number;
}

const MiB = 2 ** 20;

export const LIMITS: Limits = {
  line: 16 * MiB,
  inflated: 16 * 1024 * MiB,
  ratio: 300,
  ratioFrom: 64 * MiB,
  document: 256 * MiB,
};

/** A file that cannot be read to its end; the readers turn it into a problem. */
export class UnreadableError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.name = 'UnreadableError';
    this.problem = problem;
  }
}

/** Says what keeps a browser from reading a file that it was given. */
export const goneMeanwhile = (file: string, why: string): UnreadableError =>
  new UnreadableError({
    file,
    message: 'could not be read; it may have changed or gone meanwhile',
    found: why,
    hint: 'drop it again',
  });

/** What a browser throws where a file on disk is no longer the one that was chosen. */
const GONE: ReadonlySet<string> = new Set(['NotReadableError', 'NotFoundError']);

export function blobSource(name: string, blob: Blob): Source {
  const failure = (error: unknown): UnreadableError | null =>
    error instanceof Error && GONE.has(error.name) ? goneMeanwhile(name, error.message) : null;
  return {
    name,
    size: blob.size,
    blob,
    stream: () => blob.stream(),
    slice: async (start, end) => {
      try {
        return await blob.slice(start, end).arrayBuffer();
      } catch (error) {
        throw failure(error) ?? error;
      }
    },
    failure,
  };
}

export function textSource(name: string, text: string | Uint8Array<ArrayBuffer>): Source {
  return blobSource(name, new Blob([text]));
}

/** Rows of a table-like file as plain values, each with the line on which it begins (Parquet: row number from 1). */
export interface RowBatch {
  readonly rows: readonly unknown[];
  readonly lines: readonly number[];
  /** One per row that could not be read; a problem without a line concerns the whole file. */
  readonly problems: readonly Problem[];
  /** Names of the columns, where the format has a header: the same in every batch, and there even when no row is. */
  readonly columns?: readonly string[];
  /** Bytes read so far, inflated; for progress. */
  readonly bytes: number;
}
