import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SourceFile } from '../../schema/text-source.ts';

/** Why one file could not be had. `fatal`: the others cannot be had either. */
export class FetchError extends Error {
  readonly found: string | undefined;
  readonly expected: string | undefined;
  readonly hint: string;
  readonly fatal: boolean;
  /** Another attempt may succeed. */
  readonly passing: boolean;

  constructor(
    message: string,
    more: { found?: string; expected?: string; hint: string; fatal?: boolean; passing?: boolean },
  ) {
    super(message);
    this.name = 'FetchError';
    this.found = more.found;
    this.expected = more.expected;
    this.hint = more.hint;
    this.fatal = more.fatal ?? false;
    this.passing = more.passing ?? false;
  }
}

/** Computes the SHA-256 of a file's bytes, hex; null when it is not there. */
export async function hashOfFile(file: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file, { highWaterMark: 2 ** 20 }), hash);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return hash.digest('hex');
}

const AGAIN = 'fetch again; if it stays so, the source has changed and source.yaml must be looked at';

function checkBytes(
  file: SourceFile,
  { bytes, sha256, head }: { readonly bytes: number; readonly sha256: string; readonly head: string },
): void {
  if (bytes === file.bytes && sha256 === file.sha256) return;
  if (/^\s*<(?:!doctype html|html)/i.test(head)) {
    const hint = 'is a proxy or a sign-in page in between? open the address in a browser, or fetch with --from';
    throw new FetchError('a web page came instead of the file', { found: head.trim().slice(0, 40), hint });
  }
  if (bytes < file.bytes) {
    const message = 'the file is shorter than it should be';
    throw new FetchError(message, {
      found: `${bytes} bytes`,
      expected: `${file.bytes} bytes`,
      hint: AGAIN,
      passing: true,
    });
  }
  const message =
    bytes > file.bytes ? 'the file is longer than it should be' : 'the file is another one: its hash differs';
  const found = bytes > file.bytes ? `${bytes} bytes` : sha256;
  const expected = bytes > file.bytes ? `${file.bytes} bytes` : file.sha256;
  throw new FetchError(message, { found, expected, hint: AGAIN });
}

/**
 * Writes bytes beside their place, and moves them there once they are those that were pinned. Nothing half-written stays. The stream is
 * opened only when somebody listens, because one that breaks off before would end the program.
 */
export async function storePinned(open: () => Readable, file: SourceFile, target: string): Promise<void> {
  const partial = `${target}.part`;
  const hash = createHash('sha256');
  let bytes = 0;
  let head = '';
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (bytes === 0) head = chunk.subarray(0, 200).toString('utf8');
      bytes += chunk.byteLength;
      hash.update(chunk);
      // A file that is too long cannot be right; a little more of it is read to recognise it.
      done(
        bytes > file.bytes + 2 ** 20 ? new FetchError('the file is longer than it should be', { hint: AGAIN }) : null,
        chunk,
      );
    },
  });
  await fs.mkdir(path.dirname(target), { recursive: true });
  try {
    await pipeline(open(), meter, createWriteStream(partial));
    checkBytes(file, { bytes, sha256: hash.digest('hex'), head });
    await fs.rename(partial, target);
  } finally {
    await fs.rm(partial, { force: true });
  }
}

const TIMEOUT_MS = 60_000;
const NO_NETWORK = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'CERT_HAS_EXPIRED',
]);

function networkError(error: unknown, address: string): FetchError {
  const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  const { host } = new URL(address);
  const hint = 'check the connection, or fetch with --from a folder, an archive or another address';
  if (name === 'TimeoutError') return new FetchError(`${host} does not answer in time`, { hint, passing: true });
  const code = cause?.code ?? name;
  if (NO_NETWORK.has(code)) return new FetchError(`no connection to ${host}`, { found: code, hint, fatal: true });
  return new FetchError('the connection broke off', { found: code, hint, passing: true });
}

/** Fetches one file from below an address. */
export async function downloadText(
  file: SourceFile,
  stop: AbortSignal,
  { base, target }: { readonly base: string; readonly target: string },
): Promise<void> {
  const address = new URL(file.path.split('/').map(encodeURIComponent).join('/'), base).href;
  const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const response = await fetch(address, { signal });
    if (!response.ok || response.body === null) {
      const gone = response.status === 404 || response.status === 410;
      const hint = gone
        ? 'has the source moved? fetch with --from another address, a folder or an archive'
        : 'try again later, or fetch with --from';
      const passing = response.status >= 500 || response.status === 429;
      const message = gone ? 'the address is gone' : 'the server does not give the file';
      throw new FetchError(message, { found: `${response.status} at ${address}`, hint, passing });
    }
    const { body } = response;
    await storePinned(() => Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), file, target);
  } catch (error) {
    const isSystem = /^E(?:NOSPC|DQUOT|ACCES|ROFS|PERM|IO|FBIG)$/.test((error as NodeJS.ErrnoException).code ?? '');
    throw error instanceof FetchError || isSystem ? error : networkError(error, address);
  }
}
