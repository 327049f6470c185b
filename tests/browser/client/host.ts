import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { build } from 'vite';
import { writeEngine } from '../../../scripts/site-build.ts';
import { copyEngine } from '../build-pages.ts';
import { browser } from '../page.ts';
import { writeRelease } from './release.ts';

/** Waits until the page's engine works at a query: between two parts of it, the page asks for the next one. */
export async function polled(page: Page): Promise<void> {
  await page.workers()[0]?.evaluate(
    () =>
      new Promise<void>((done) => {
        addEventListener('message', function look({ data }) {
          if (data.type !== 'POLL_PENDING_QUERY') return;
          removeEventListener('message', look);
          done();
        });
      }),
  );
}

/** As astro.config.mjs has it. */
export const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self' blob:",
  'worker-src blob:',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

const BASE = '/sub/';
const ENTRY = fileURLToPath(new URL('entry.ts', import.meta.url));

export interface Host {
  readonly origin: string;
  /** Folder of the release's files. */
  readonly data: string;
  /** `METHOD /path`, one for each request below `data/` and `engine/`, in order. */
  readonly requests: string[];
  readonly close: () => void;
}

/** How a host differs from one that serves files plainly. Paths are below the base. */
export interface Habits {
  /** Answers data with `Content-Encoding: gzip` (a `.gz` file as it lies there). */
  readonly encoding?: 'always';
  /** Sent with every file, such as a policy. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Takes the place of the file: what to answer for a path, or undefined for the file itself. */
  readonly fault?: (path: string, response: ServerResponse) => true | undefined;
}

type Answer = NonNullable<Habits['fault']>;

/** Answers the matching paths in its own way until it is told to stop. */
export function faulty(pattern: RegExp, reply: (path: string, response: Parameters<Answer>[1]) => void) {
  const state = { mended: false };
  const fault: Answer = (path, response) => {
    if (state.mended || !pattern.test(path)) return undefined;
    reply(path, response);
    return true;
  };
  return { fault, mend: () => (state.mended = true) };
}

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', json: 'application/json' };

/** A gzip file is passed on as it lies there and only labelled; anything else is compressed. */
function sendEncoded(response: ServerResponse, bytes: Buffer): void {
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b ? bytes : gzipSync(bytes, { level: 1 });
  response.setHeader('content-encoding', 'gzip');
  response.setHeader('content-length', packed.byteLength);
  response.end(packed);
}

function answer(folder: string, habits: Habits, request: IncomingMessage, response: ServerResponse): void {
  const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname).slice(BASE.length);
  if (habits.fault?.(path, response)) return;
  const file = join(folder, path === '' ? 'index.html' : path);
  for (const [name, value] of Object.entries(habits.headers ?? {})) response.setHeader(name, value);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    response.writeHead(404).end('no such file');
    return;
  }
  const bytes = readFileSync(file);
  response.setHeader('content-type', TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream');
  if (/^(?:data|engine)\//.test(path) && habits.encoding === 'always') sendEncoded(response, bytes);
  else if (request.headers.range === undefined) response.setHeader('content-length', bytes.byteLength).end(bytes);
  else sendPart(response, bytes, request.headers.range);
}

function sendPart(response: ServerResponse, bytes: Buffer, range: string): void {
  const [from = 0, last = 0] = (range.match(/\d+/g) ?? []).map(Number);
  const headers = { 'content-range': `bytes ${from}-${last}/${bytes.byteLength}`, 'content-length': last + 1 - from };
  // Browsers keep parts of a file only where they can tell that it is the same one.
  response.writeHead(206, { ...headers, etag: `"${bytes.byteLength}"` }).end(bytes.subarray(from, last + 1));
}

let site: Promise<{ readonly folder: string }> | undefined;

/** The client, a page under the site's policy, the engine and a release in a folder: built once for the files that follow each other in a process. */
export function buildSite(): Promise<{ readonly folder: string }> {
  site ??= builtSite();
  return site;
}

async function builtSite(): Promise<{ readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'judgeboard-client-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'warn',
    base: BASE,
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: { input: ENTRY, output: { entryFileNames: 'client.js' } },
    },
  });
  const page = (policy: string): string =>
    `<!doctype html><html lang="en"><head><title>Client</title>${policy}<link rel="icon" href="data:,"></head>
<body><script type="module" src="client.js"></script></body></html>`;
  writeFileSync(
    join(folder, 'index.html'),
    page(`<meta http-equiv="Content-Security-Policy" content="${POLICY}; img-src data:">`),
  );
  writeFileSync(join(folder, 'open.html'), page(''));
  copyEngine(folder);
  await writeEngine(folder);
  await writeRelease(join(folder, 'data'));
  return { folder };
}

/** Serves the folder with a host's habits on a port of its own. */
export async function host(folder: string, habits: Habits = {}): Promise<Host> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { url = '/', method } = request;
    if (/\/(?:data|engine)\//.test(url)) {
      requests.push(`${method} ${url.slice(BASE.length - 1)}`);
    }
    answer(folder, habits, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    data: join(folder, 'data'),
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export interface Visit {
  readonly page: Page;
  /** Console errors, page errors, violations of the policy and requests to other origins. */
  readonly faults: string[];
  readonly close: () => Promise<void>;
}

export interface VisitOptions {
  readonly path?: string;
  readonly context?: BrowserContextOptions;
  /** Script to run in the page before any other. */
  readonly before?: string;
  /** The visitor of the visits before: hosts differ in their port, so none of them has what another one stored. */
  readonly again?: BrowserContext;
}

/** Opens the page as on a first visit and waits for the client. */
export async function visit({ origin }: Host, options: VisitOptions = {}): Promise<Visit> {
  const { path = '', context, before, again } = options;
  const opened = again ?? (await (await browser()).newContext(context));
  const page = await opened.newPage();
  if (before !== undefined) await page.addInitScript(before);
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(?:blob|data):/.test(request.url())) faults.push(request.url());
  });
  await page.goto(`${origin}${BASE}${path}`);
  await page.waitForFunction(() => 'client' in window);
  return { page, faults, close: () => (again === undefined ? opened.close() : page.close()) };
}
