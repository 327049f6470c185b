import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import compression from 'compression';
import send from 'send';
import { siteLacking } from './built-site.ts';
import { headersFor, isTextType, parseHeaderRules } from './serve/headers.ts';
import { answerOwnFile } from './serve/own-files.ts';

export interface ServeOptions {
  readonly folder: string;
  /** The path under which the site lives, with or without slashes at its ends; by default the root. */
  readonly base?: string;
  readonly host?: string;
  /** The first port to try; the next free one is taken. 0 leaves the choice to the system. */
  readonly port?: number;
  /** Files of this machine for the page of one's own results, by the names that it shows; none by default. */
  readonly own?: ReadonlyMap<string, string>;
  /** What an address must hold to be given one of these files. */
  readonly token?: string;
}

export interface RunningSite {
  /** For example `http://127.0.0.1:4321`. */
  readonly origin: string;
  /** The origin and the base path, with a slash at the end. */
  readonly address: string;
  readonly close: () => Promise<void>;
}

const PORTS_TO_TRY = 50;
const DEFAULT_PORT = 4321;

/** Writes the base path with a slash at either end. */
function normalBase(base: string): string {
  const inner = base.replace(/^\/+|\/+$/g, '');
  return inner === '' ? '/' : `/${inner}/`;
}

/**
 * Gives the path of an address, read; null where it is not written as this site's own links are: with `//` or `\\`, which lead a browser to
 * another host, with a coded slash, with a hidden file (`.x`, also coded), or as another name of a file (`x.`, `x:y`, where a system takes these).
 */
function plainPath(address: string): string | null {
  if (/%(?:2f|5c)/i.test(address)) return null;
  try {
    const path = decodeURIComponent(address);
    return /^\/(?!\/)/.test(path) && !/[\\:\p{Cc}]|\/\/|\/\.|[. ](?:\/|$)/u.test(path) ? path : null;
  } catch {
    return null;
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

function fileHandler({ folder, base = '/', own = new Map(), token = '' }: ServeOptions): Handler {
  const root = normalBase(base);
  const rulesFile = join(folder, '_headers');
  const rules = existsSync(rulesFile) ? parseHeaderRules(readFileSync(rulesFile, 'utf8')) : [];

  function redirect(response: ServerResponse, location: string): void {
    response.writeHead(302, { location }).end();
  }

  function notFound(request: IncomingMessage, response: ServerResponse): void {
    response.statusCode = 404;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    // What is not there now may be there tomorrow, whatever its name.
    response.setHeader('cache-control', 'no-cache');
    response.removeHeader('etag');
    const page = join(folder, '404.html');
    const body = existsSync(page) ? readFileSync(page) : 'This page does not exist.';
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  return (request, response) => {
    const [address = '/', query] = (request.url ?? '/').split('?', 2);
    // Every answer has the headers of its address, also where nothing lies there, as hosts give them; the type of a file comes on top.
    for (const [name, value] of headersFor(`/${address.slice(root.length)}`, rules)) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    const suffix = query === undefined ? '' : `?${query}`;
    if (`${address}/` === root || (address === '/' && root !== '/')) {
      redirect(response, root + suffix);
      return;
    }
    const plain = plainPath(address);
    if (plain === null || !address.startsWith(root) || /\/_headers\/?$/i.test(plain)) {
      notFound(request, response);
      return;
    }
    const path = `/${address.slice(root.length)}`;
    if (answerOwnFile(request, response, { path, own, token })) return;
    send(request, path, { root: folder, dotfiles: 'ignore', cacheControl: false })
      .on('headers', () => {
        for (const [name, value] of headersFor(path, rules)) response.setHeader(name, value);
      })
      .on('directory', () => redirect(response, `${address}/${suffix}`))
      .on('error', (error: Error & { status?: number; headers?: Record<string, string> }) => {
        if (error.status === 404) return notFound(request, response);
        response.writeHead(error.status ?? 500, { ...error.headers, 'content-type': 'text/plain; charset=utf-8' });
        response.end(`${error.message}\n`);
      })
      .pipe(response);
  };
}

/** Compresses text on its way out, but never a range: its bytes are counted in the plain file. */
const compressed = compression({
  filter: (request, response) => !request.headers.range && isTextType(String(response.getHeader('content-type'))),
});

/** Listens on the port, or on the next that is free. */
async function listen(server: Server, host: string, first: number): Promise<number> {
  for (let port = first; port < first + PORTS_TO_TRY; port += 1) {
    const taken = await new Promise<boolean>((resolve, reject) => {
      const failed = (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(true) : reject(error));
      server.once('error', failed);
      server.listen(port, host, () => {
        server.off('error', failed);
        resolve(false);
      });
    });
    if (taken) continue;
    const address = server.address();
    if (address !== null && typeof address === 'object') return address.port;
  }
  throw new Error(`No free port from ${first} to ${first + PORTS_TO_TRY - 1}. Choose another with --port.`);
}

/** Serves a built site as a static host would. Throws if the folder holds no site or no port is free. */
export async function serve(options: ServeOptions): Promise<RunningSite> {
  const { folder, base = '/', host = '127.0.0.1', port = DEFAULT_PORT } = options;
  const lacking = siteLacking(folder);
  if (lacking !== null) throw new Error(lacking);
  const handler = fileHandler(options);
  const server = createServer((request, response) => compressed(request, response, () => handler(request, response)));
  const actualPort = await listen(server, host, port);
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const origin = `http://${shown.includes(':') ? `[${shown}]` : shown}:${actualPort}`;
  return {
    origin,
    address: origin + normalBase(base),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Reads the options from the environment: PORT, HOST, SITE_BASE. */
function optionsFromEnvironment(port: string | undefined): Pick<ServeOptions, 'base' | 'host' | 'port'> {
  const chosen = port ?? process.env['PORT'];
  const number = chosen ? Number(chosen) : DEFAULT_PORT;
  if (!Number.isInteger(number) || number < 0 || number > 65_535) throw new Error(`Not a port: ${chosen}`);
  const host = process.env['HOST'];
  return { base: process.env['SITE_BASE'] ?? '/', port: number, ...(host ? { host } : {}) };
}

/** Serves until Ctrl-C, printing the address. */
export async function serveUntilStopped(folder: string, port: string | undefined): Promise<void> {
  const site = await serve({ folder, ...optionsFromEnvironment(port) });
  console.log(`\nThe site is at ${site.address}\nStop it with Ctrl-C.`);
  const stop = () => {
    void site.close().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

if (import.meta.main) {
  try {
    const { values } = parseArgs({
      options: { port: { type: 'string' }, folder: { type: 'string', default: 'dist' } },
    });
    await serveUntilStopped(values.folder, values.port);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
