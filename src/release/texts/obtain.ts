import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Problem } from '../../schema/problem.ts';
import type { SourceFile } from '../../schema/release.ts';
import { hashOfFile } from '../writer.ts';

/** Why one file could not be had. `fatal`: the others cannot be had either; `passing`: asking again may help. */
export class FetchError extends Error {
  readonly more: Pick<Problem, 'found' | 'expected' | 'hint'> & { readonly fatal?: true; readonly passing?: boolean };

  constructor(message: string, more: FetchError['more']) {
    super(message);
    this.more = more;
  }
}

/** Says whether a pinned file is there, and still what was pinned. */
export function isPinned(file: string, { sha256 }: Pick<SourceFile, 'sha256'>): boolean {
  return fs.existsSync(file) && hashOfFile(file) === sha256;
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
  const [found, expected] = [bytes, file.bytes].map((n) => `${n} bytes`);
  if (bytes < file.bytes)
    throw new FetchError('the file is shorter than it should be', { found, expected, hint: AGAIN, passing: true });
  if (bytes > file.bytes)
    throw new FetchError('the file is longer than it should be', { found, expected, hint: AGAIN });
  const hashes = { found: sha256, expected: file.sha256, hint: AGAIN };
  throw new FetchError('the file is another one: its hash differs', hashes);
}

/** Where a file comes to, and a folder beside it that no other process writes in. */
export interface FilePlace {
  readonly target: string;
  readonly scratch: string;
}

/**
 * Writes bytes into the scratch folder, and moves them to their place once they are those that were pinned. Nothing half-written stays. The stream is
 * opened only when somebody listens, because one that breaks off before would end the program.
 */
export async function storePinned(
  open: () => Readable,
  file: SourceFile,
  { target, scratch }: FilePlace,
): Promise<void> {
  const partial = path.join(scratch, randomUUID());
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
  await fs.promises.mkdir(path.dirname(target), { recursive: true });
  try {
    await pipeline(open(), meter, fs.createWriteStream(partial));
    checkBytes(file, { bytes, sha256: hash.digest('hex'), head });
    await fs.promises.rename(partial, target);
  } finally {
    await fs.promises.rm(partial, { force: true });
  }
}

const TIMEOUT_MS = 60_000;
const NO_NETWORK = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
]);

const OTHERWISE = 'fetch with --from a folder, an archive or another address';

function networkError(error: unknown, address: string): FetchError {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  const { host } = new URL(address);
  const hint = `check the connection, or ${OTHERWISE}`;
  if (name === 'TimeoutError') return new FetchError(`${host} does not answer in time`, { hint, passing: true });
  const found = cause?.code ?? cause?.message ?? message;
  if (NO_NETWORK.has(found)) return new FetchError(`no connection to ${host}`, { found, hint, fatal: true });
  return new FetchError(`the connection to ${host} broke off`, { found, hint, passing: true });
}

const MOST_REDIRECTS = 5;

/** An address that is asked for, and after a redirect the one that it led to: the one that an error is about. */
interface Asked {
  address: string;
}

async function ask(asked: Asked, signal: AbortSignal): Promise<Response> {
  for (let led = 0; ; led++) {
    const response = await fetch(asked.address, { signal, redirect: 'manual' });
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (location === null) return response;
    await response.body?.cancel();
    const { host } = new URL(asked.address);
    const more = { found: location, hint: `has the source moved? ${OTHERWISE}` };
    if (led === MOST_REDIRECTS) throw new FetchError(`${host} leads from one address to the next without end`, more);
    const next = URL.canParse(location, asked.address) ? new URL(location, asked.address) : null;
    if (next === null || !/^https?:$/.test(next.protocol))
      throw new FetchError(`${host} leads to what is no address of the web`, more);
    asked.address = next.href;
  }
}

export async function downloadText(
  file: SourceFile,
  stop: AbortSignal,
  { base, place }: { readonly base: string; readonly place: FilePlace },
): Promise<void> {
  const asked: Asked = { address: new URL(file.path.split('/').map(encodeURIComponent).join('/'), base).href };
  const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const response = await ask(asked, signal);
    if (!response.ok || response.body === null) {
      const gone = response.status === 404 || response.status === 410;
      const hint = gone ? `has the source moved? ${OTHERWISE}` : 'try again later, or fetch with --from';
      const passing = response.status >= 500 || response.status === 429;
      const message = gone ? 'the address is gone' : 'the server does not give the file';
      throw new FetchError(message, { found: `${response.status} at ${asked.address}`, hint, passing });
    }
    const { body } = response;
    await storePinned(() => Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), file, place);
  } catch (error) {
    const isSystem = /^E(?:NOSPC|DQUOT|ACCES|ROFS|PERM|IO|FBIG)$/.test((error as NodeJS.ErrnoException).code ?? '');
    throw error instanceof FetchError || isSystem ? error : networkError(error, asked.address);
  }
}
