import { type ByteRange, hexDigits } from '../schema/packs.ts';
import { MOST_READ } from '../schema/release-paths.ts';
import { type Attention, attended, type Came } from './awaited.ts';
import { rangeHeader, takeEarly } from './early-requests.ts';
import { ClientFailure, damaged, reasonOf, truncated } from './failure.ts';
import { recent } from './shared.ts';

/** Writes the absolute address of a file of this site, by its path below the base that the site is served from. */
export function siteAddress(path: string): string {
  const base = import.meta.env.BASE_URL.replace(/\/?$/, '/');
  return new URL(base + path, location.origin).href;
}

/** What is known of a file before it is fetched. */
export interface ExpectedFile {
  /** The first digits, or all, of the SHA-256 of the inflated bytes, hex. */
  readonly sha256?: string | undefined;
  readonly inflated?: number | undefined;
  /** Bytes that no sound file exceeds once inflated; 64 MB by default. */
  readonly cap?: number | undefined;
}

export interface FetchOptions extends ExpectedFile {
  /** `immutable`: any copy will do, since the name carries a hash; `current`: the server is asked, and the browser's copy serves only without a network. */
  readonly freshness: 'immutable' | 'current';
  /** The bytes that are wanted, as they lie, where it is not the whole file; `check` throws where they are not sound. */
  readonly part?: { readonly range: ByteRange; readonly check: (bytes: Bytes) => Promise<void> } | undefined;
  /** Without a network nothing is asked for that did not come to this page before. */
  readonly onlyAtHand?: boolean | undefined;
}

/** Addresses of what came, with the bytes that were asked for: the browser has a copy of each. */
const come = new Set<string>();

/** Notes that a file came which the page itself asked for, such as a picture. */
export const noteCome = (url: string): void => void come.add(url);

/** Says whether a file can be had: without a network only what came before, so that nothing is asked for that can only fail. */
export const isAtHand = (url: string): boolean => navigator.onLine || come.has(url);

/** Gives the failure of a request that got no answer at all. */
function networkFailure(url: string, error: unknown, isPart = false): ClientFailure {
  const why = reasonOf(error);
  if (!navigator.onLine) {
    const todo = 'Connect and try again; what is on the page already keeps working.';
    return new ClientFailure(
      'offline',
      { what: 'You are offline.', why: 'The network is gone.', todo },
      { url, cause: error },
    );
  }
  // A browser does not say why it refuses an answer: most often nothing came, and of a part also that it is labelled as packed.
  const orElse = isPart ? '; if it stays so, the server sends parts of files in a way that browsers refuse' : '';
  const todo = `Check the connection and try again${orElse}.`;
  return new ClientFailure('unreachable', { what: 'The server cannot be reached.', why, todo }, { url, cause: error });
}

/** Gives the failure of a request whose answer is something else than the file, such as a 404 or a page. */
function statusFailure(url: string, { status, statusText }: Pick<Response, 'status' | 'statusText'>): ClientFailure {
  const why = `The server answered ${status} ${statusText}`.trimEnd().concat(` for ${new URL(url).pathname}.`);
  if (status === 416) return truncated(url, why);
  if (status === 404 || status === 410) {
    const todo = 'Try again, or reload the page.';
    return new ClientFailure('not-found', { what: 'A data file is missing.', why, todo }, { url });
  }
  const todo = 'Try again in a while.';
  return new ClientFailure('server-error', { what: 'The server could not give a data file.', why, todo }, { url });
}

/** Sends one request to this site's own origin; a redirect elsewhere fails. Throws ClientFailure unless the status is 2xx. */
export async function request(url: string, init: RequestInit = {}): Promise<Response> {
  const early = takeEarly(url, init);
  const response = await (early ?? fetch(url, { ...init, mode: 'same-origin' })).catch((error: unknown) => {
    throw networkFailure(url, error, init.headers !== undefined);
  });
  if (!response.ok) throw statusFailure(url, response);
  // No file of a release is an HTML page: this host answers missing files with one.
  if (response.headers.get('content-type')?.startsWith('text/html'))
    throw damaged(url, `${new URL(url).pathname} is no file but a page of the server (text/html).`);
  return response;
}

export type Bytes = Uint8Array<ArrayBuffer>;

/** Makes one array of all, `size` bytes together. */
export function joinedBytes(chunks: readonly Bytes[], size: number): Bytes {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return only;
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

type Heard = (came: Came) => void;

/** Gives the stream once more from its start, and its first two bytes (fewer if there are no more). `of`: how long it is said to be. */
async function peek(
  body: ReadableStream<Bytes>,
  of: number,
  heard: Heard,
): Promise<{ head: Bytes; whole: ReadableStream<Bytes> }> {
  const reader = body.getReader();
  const first: Bytes[] = [];
  let bytes = 0;
  const next = async (): Promise<Bytes | undefined> => {
    const { value } = await reader.read();
    bytes += value?.byteLength ?? 0;
    heard({ bytes, of });
    return value;
  };
  while (bytes < 2) {
    const chunk = await next();
    if (chunk === undefined) break;
    first.push(chunk);
  }
  const head = joinedBytes(first, bytes);
  const whole = new ReadableStream<Bytes>({
    start: (controller) => controller.enqueue(head),
    pull: async (controller) => {
      const chunk = await next();
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { head, whole };
}

const isGzip = ([first, second]: Bytes): boolean => first === 0x1f && second === 0x8b;

/** How a file is read; `heard` is called whenever something of it has come. */
type FileReading = FetchOptions & Pick<Attention, 'heard'>;

async function readAll(stream: ReadableStream<Bytes>, url: string, options: FileReading): Promise<Bytes> {
  const cap = options.cap ?? MOST_READ;
  const chunks: Bytes[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joinedBytes(chunks, size);
    options.heard();
    chunks.push(value);
    size += value.byteLength;
    if (size > cap) {
      await reader.cancel();
      throw damaged(url, `It is larger than ${cap} bytes once inflated.`);
    }
  }
}

/** Says what went wrong while reading: the connection (network errors are TypeErrors, too) or the compressed data. */
function readFailure(url: string, error: unknown, gzip: boolean): ClientFailure {
  if (error instanceof ClientFailure) return error;
  if (!navigator.onLine) return networkFailure(url, error);
  const why = reasonOf(error);
  const cut = !gzip || /network|truncated|unexpected end|load failed/i.test(why);
  return cut ? truncated(url, `${why}.`, error) : damaged(url, `It cannot be inflated: ${why}.`, error);
}

/** Computes the hex SHA-256, or null where the page is not in a secure context and the browser offers none. */
async function digest(bytes: Bytes): Promise<string | null> {
  const { subtle }: { readonly subtle?: SubtleCrypto } = crypto;
  if (subtle === undefined) return null;
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return hexDigits(hash);
}

/** Throws ClientFailure (`truncated`, `damaged`) unless the bytes are those that the release names. */
export async function verify(bytes: Bytes, url: string, { inflated, sha256 }: ExpectedFile): Promise<void> {
  if (inflated !== undefined && bytes.byteLength !== inflated) {
    const why = `It has ${bytes.byteLength} bytes where the release has ${inflated}.`;
    throw bytes.byteLength < inflated ? truncated(url, why) : damaged(url, why);
  }
  if (sha256 === undefined) return;
  const found = await digest(bytes);
  if (found !== null && !found.startsWith(sha256)) {
    throw damaged(url, `Its SHA-256 begins with ${found.slice(0, 12)}, not with ${sha256.slice(0, 12)}.`);
  }
}

/** A body as it comes, inflated if it is gzip (some servers have inflated a `.gz` already); an error while it is read, as a failure. */
export interface Inflated {
  readonly stream: ReadableStream<Bytes>;
  readonly failureOf: (error: unknown) => ClientFailure;
}

export async function inflatedBody({ body, headers }: Response, url: string, heard: Heard): Promise<Inflated> {
  if (body === null) throw truncated(url, 'The answer is empty.');
  // The length of a coded body is not that of its bytes.
  const of = headers.has('content-encoding') ? 0 : Number(headers.get('content-length'));
  const { head, whole } = await peek(body, of, heard).catch((error: unknown) => {
    throw readFailure(url, error, false);
  });
  const gzip = isGzip(head);
  return {
    stream: gzip ? whole.pipeThrough(new DecompressionStream('gzip')) : whole,
    failureOf: (error) => readFailure(url, error, gzip),
  };
}

/** The whole of files that hosts gave where a part was asked for, the last of them. */
const wholes = recent<Bytes>(4);

type PartReading = FileReading & { readonly part: NonNullable<FetchOptions['part']> };

/** Cuts what was asked for out of a whole file. */
async function cutPart(whole: Bytes, url: string, { range: [from, to], check }: PartReading['part']): Promise<Bytes> {
  const bytes = whole.subarray(from, to);
  if (bytes.byteLength < to - from)
    throw truncated(url, `It ends after ${whole.byteLength} bytes, before byte ${to - 1}, which was asked for.`);
  await check(bytes);
  return bytes;
}

/** Reads a part of a file as it lies; a host that gives none gives the whole file. */
async function readPart(response: Response, url: string, options: PartReading): Promise<Bytes> {
  const { part } = options;
  const [from, to] = part.range;
  const coding = response.headers.get('content-encoding');
  const given = response.headers.get('content-range') ?? 'bytes without saying which';
  const isPart = response.status === 206;
  if (isPart && !given.startsWith(`bytes ${from}-${to - 1}/`))
    throw damaged(url, `The server sent ${given} where bytes ${from}-${to - 1} were asked for.`);
  if (response.body === null) throw truncated(url, 'The answer is empty.');
  try {
    const bytes = await readAll(response.body, url, options);
    if (isPart) return await cutPart(bytes, url, { ...part, range: [0, to - from] });
    const cut = await cutPart(bytes, url, part);
    wholes.set(url, bytes);
    return cut;
  } catch (error) {
    if (coding === null || coding === 'identity') throw error;
    const why = `The server labels it as packed (Content-Encoding: ${coding}), so that its bytes cannot be counted.`;
    throw damaged(url, why, error);
  }
}

async function readBody(response: Response, url: string, options: FileReading): Promise<Bytes> {
  const { part } = options;
  if (part !== undefined)
    return readPart(response, url, { ...options, part }).catch((error: unknown) => {
      throw readFailure(url, error, false);
    });
  const { stream, failureOf } = await inflatedBody(response, url, options.heard);
  try {
    const bytes = await readAll(stream, url, options);
    await verify(bytes, url, options);
    return bytes;
  } catch (error) {
    throw failureOf(error);
  }
}

/** Says which copy to ask for next after a failure; null if there is no other. */
function otherCopy(freshness: FetchOptions['freshness'], error: unknown): RequestCache | null {
  if (!(error instanceof ClientFailure)) return null;
  const isUnreached = error.kind === 'offline' || error.kind === 'unreachable';
  // The browser's own copy may be the one that is damaged, or an old 404.
  if (freshness === 'immutable') return isUnreached ? null : 'reload';
  return isUnreached ? 'force-cache' : null;
}

/** Says whether the copy in the browser's cache may have been the faulty one, so that asking the server may help. */
export const isWorthAsking = (error: unknown): boolean => otherCopy('immutable', error) !== null;

/** Fetches a file of this site from the first copy that is sound: inflated, capped, verified. Throws ClientFailure, or as its signal makes it. */
export async function readSiteFile(
  url: string,
  options: FetchOptions,
  { signal, heard }: Pick<Attention, 'signal' | 'heard'>,
): Promise<Bytes> {
  const { freshness, part } = options;
  const range = part === undefined ? undefined : rangeHeader(part.range);
  const address = `${url} ${range ?? ''}`.trimEnd();
  if (options.onlyAtHand && !isAtHand(address)) throw networkFailure(url, 'It did not come before.');
  const known = part === undefined ? undefined : wholes.get(url);
  if (part !== undefined && known !== undefined) return cutPart(known, url, part);
  const read = async (cache: RequestCache): Promise<Bytes> => {
    const response = await request(url, { cache, signal, ...(range === undefined ? {} : { headers: { range } }) });
    heard();
    const bytes = await readBody(response, url, { ...options, heard });
    come.add(address);
    return bytes;
  };
  try {
    // Without a network there is nobody to ask: take the browser's own copy, without a request that can only fail.
    return await read(freshness === 'immutable' || !navigator.onLine ? 'force-cache' : 'no-cache');
  } catch (error) {
    const cache = signal.aborted ? null : otherCopy(freshness, error);
    if (cache === null) throw error;
    return read(cache).catch(() => {
      throw error;
    });
  }
}

/** Fetches a file of this site: inflated, capped, verified; a silence of the server is told. Throws ClientFailure. */
export const fetchBytes = (url: string, options: FetchOptions): Promise<Bytes> =>
  attended(url, (attention) => readSiteFile(url, options, attention));

/** Inflates a part of a pack; what is no gzip file by itself is the bare stream in one. Throws ClientFailure. */
export async function inflatedPart(bytes: Bytes, url: string): Promise<string> {
  const stream = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream(isGzip(bytes) ? 'gzip' : 'deflate-raw'));
  try {
    return await new Response(stream).text();
  } catch (error) {
    throw readFailure(url, error, true);
  }
}

export async function fetchJson(url: string, options: FetchOptions): Promise<unknown> {
  const bytes = await fetchBytes(url, options);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw damaged(url, `It is not JSON: ${reasonOf(error)}.`, error);
  }
}
