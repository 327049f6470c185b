import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Driver, SystemBrowser } from './driver.ts';
import { freePort, programOf, startProgram, until } from './programs.ts';

const program = (): string | null =>
  programOf('FIREFOX_PATH', [
    'firefox',
    'firefox-esr',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ]);

type Send = (method: string, params: object) => Promise<Record<string, unknown>>;

function opened(address: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    socket.addEventListener('open', () => resolve(socket), { once: true });
    socket.addEventListener('error', () => reject(new Error('Firefox does not answer yet')), { once: true });
  });
}

/** Commands over a socket of WebDriver BiDi; each answer carries the number of its command. */
function sender(socket: WebSocket): Send {
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  let count = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, message } = JSON.parse(String(data)) as Record<string, unknown>;
    const own = waiting.get(Number(id));
    waiting.delete(Number(id));
    if (type === 'error') own?.reject(new Error(String(message)));
    else own?.resolve(result as Record<string, unknown>);
  });
  socket.addEventListener('close', () => {
    for (const own of waiting.values()) own.reject(new Error('Firefox has ended'));
  });
  return (method, params) => {
    count += 1;
    const own = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(count, own);
    socket.send(JSON.stringify({ id: count, method, params }));
    return own.promise;
  };
}

async function driverOf(send: Send, close: Driver['close']): Promise<Driver> {
  const { capabilities } = (await send('session.new', { capabilities: {} })) as {
    readonly capabilities: { readonly browserVersion: string };
  };
  const { contexts } = (await send('browsingContext.getTree', {})) as {
    readonly contexts: readonly { readonly context: string }[];
  };
  const context = contexts[0]?.context;
  if (context === undefined) throw new Error('Firefox opened no window');
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    run: async (body) => {
      const answer = (await send('script.callFunction', {
        functionDeclaration: `async () => JSON.stringify(await (async () => { ${body} })() ?? null)`,
        target: { context },
        awaitPromise: true,
      })) as {
        readonly result?: { readonly value: string };
        readonly exceptionDetails?: { readonly text: string };
      };
      if (answer.result === undefined) throw new Error(answer.exceptionDetails?.text ?? 'The page threw something.');
      return JSON.parse(answer.result.value) as unknown;
    },
    act: async (actions) => void (await send('input.performActions', { context, actions })),
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    close,
  };
}

/** Firefox, by its own WebDriver BiDi: no program stands between. */
export const FIREFOX: SystemBrowser = {
  id: 'firefox',
  title: 'Firefox',
  missing: () =>
    program() === null
      ? [
          'Firefox: `apt-get install firefox-esr` (Debian), `snap install firefox` (Ubuntu), or name its program in FIREFOX_PATH',
        ]
      : [],
  start: async () => {
    const [port, profile] = [await freePort(), await mkdtemp(join(tmpdir(), 'judgeboard-firefox-'))];
    const { stop } = startProgram(program() ?? 'firefox', [
      '--headless',
      '--no-remote',
      '--profile',
      profile,
      '--remote-debugging-port',
      String(port),
    ]);
    const close = async (): Promise<void> => {
      await stop();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    };
    try {
      const socket = await until('Firefox starts', () => opened(`ws://127.0.0.1:${port}/session`));
      return await driverOf(sender(socket), close);
    } catch (error) {
      await close();
      throw error;
    }
  },
};
