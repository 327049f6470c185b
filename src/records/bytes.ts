import { LIMITS, type Limits, type Source, UnreadableError } from './source.ts';

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
