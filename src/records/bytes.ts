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

/** Gives the end of a file's name that says what is inside, after `.gz` is taken off: `a.CSV.gz` → `.csv`. */
export function extension(name: string): string {
  const plain = name.toLowerCase().replace(/\.gz$/, '');
  return plain.slice(plain.lastIndexOf('.') + 1);
}

const beginsAsGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

const isGzipFile = async (source: Source): Promise<boolean> => beginsAsGzip(new Uint8Array(await source.slice(0, 2)));

/** Gives every chunk of a stream; cancels the stream when the consumer stops early. */
async function* streamChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

export const NOT_AFTER = 'nothing after this point was read';

export const inflatesTooFar = (inflated: number, packed: number, limits: Limits): boolean =>
  inflated > limits.inflated || (inflated > limits.ratioFrom && inflated > limits.ratio * packed);

function tooLarge(source: Source, inflated: number, limits: Limits): UnreadableError | null {
  if (!inflatesTooFar(inflated, source.size, limits)) return null;
  return new UnreadableError({
    file: source.name,
    message: `the archive inflates to more than is accepted; ${NOT_AFTER}`,
    found: `${inflated} bytes and more from ${source.size}`,
    expected: `at most ${limits.inflated} bytes and ${limits.ratio} times the compressed size`,
    hint: 'inflate it yourself and check what is inside, or split it',
  });
}

/** Bytes that an inflater gets at a time. It makes up to a thousand times as many of them, and browsers give two million at a time. */
const FED = 2 ** 14;

/** Gives the bytes of a stream in small chunks, each once the one before was taken. */
function fed(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const small = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      for (let at = 0; at < chunk.byteLength; at += FED) controller.enqueue(chunk.subarray(at, at + FED));
    },
  });
  return stream.pipeThrough(small);
}

/** Inflates the first member of a gzip file, which is what a browser can do. */
function gunzipped(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  return fed(stream).pipeThrough(
    new DecompressionStream('gzip') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>,
  );
}

/** Says where the members of a gzip file begin; only the first where what follows it is none. */
async function membersOf(source: Source): Promise<readonly number[]> {
  const { Gunzip } = await import('fflate');
  const starts: number[] = [0];
  const gunzip = new Gunzip(() => undefined);
  gunzip.onmember = (at) => starts.push(at);
  try {
    for await (const chunk of streamChunks(fed(source.stream()))) gunzip.push(chunk);
    return [...new Set(starts)];
  } catch {
    return [0];
  }
}

/** Inflates all members of a gzip file: almost every file has one, so that others are looked for only after what a browser takes for damage. */
async function* allGunzipped(source: Source): AsyncGenerator<Uint8Array> {
  let given = 0;
  try {
    for await (const chunk of streamChunks(gunzipped(source.stream()))) {
      given += chunk.byteLength;
      yield chunk;
    }
  } catch (error) {
    const starts = await membersOf(source);
    if (starts.length === 1 || source.failure?.(error) != null) throw error;
    for (const [i, start] of starts.entries()) {
      const member = new Blob([await source.slice(start, starts[i + 1] ?? source.size)]);
      for await (const chunk of streamChunks(gunzipped(member.stream()))) {
        const known = Math.min(given, chunk.byteLength);
        given -= known;
        if (known < chunk.byteLength) yield chunk.subarray(known);
      }
    }
  }
}

async function* inflated(source: Source, limits: Limits): AsyncGenerator<Uint8Array> {
  let total = 0;
  try {
    const inflating = source.inflated === undefined ? allGunzipped(source) : streamChunks(source.inflated());
    for await (const chunk of inflating) {
      total += chunk.byteLength;
      const problem = tooLarge(source, total, limits);
      if (problem !== null) throw problem;
      yield chunk;
    }
  } catch (error) {
    const known = error instanceof UnreadableError ? error : source.failure?.(error);
    if (known != null) throw known;
    throw new UnreadableError({
      file: source.name,
      message: `the gzip data is damaged or cut off; ${NOT_AFTER}`,
      found: `${total} bytes that could be inflated`,
      hint: 'copy or download the file again and test it with gzip -t',
    });
  }
}

/**
 * Reads the bytes of a file, inflated when they begin with gzip's signature, whatever the name says.
 * Throws `UnreadableError` for a file that cannot be opened, and for a truncated, damaged or exploding archive, after all sound bytes.
 */
export async function* readBytes(source: Source, limits: Limits = LIMITS): AsyncGenerator<Uint8Array> {
  try {
    yield* (await isGzipFile(source)) ? inflated(source, limits) : streamChunks(source.stream());
  } catch (error) {
    throw source.failure?.(error) ?? error;
  }
}

/** Gives the first bytes of a file, inflated where it is gzipped; as far as they can be read. */
export async function headOfSource(source: Source, most = 2 ** 16): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for await (const chunk of readBytes(source)) {
      parts.push(chunk.slice());
      size += chunk.byteLength;
      if (size >= most) break;
    }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
  }
  return new Uint8Array(await new Blob(parts).slice(0, most).arrayBuffer());
}
