import type { Driver, SystemBrowser } from './driver.ts';
import { freePort, programOf, type Running, startProgram, until } from './programs.ts';

const driverProgram = (): string | null => programOf('WEBKIT_DRIVER_PATH', ['WebKitWebDriver']);
const screenProgram = (): string | null => programOf('XVFB_PATH', ['Xvfb']);

const hasScreen = (): boolean => Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);

/** Sends a command of the WebDriver protocol. Throws what the driver says. */
async function command(method: 'GET' | 'POST' | 'DELETE', address: string, body: object = {}): Promise<unknown> {
  const answer = await fetch(address, { method, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) });
  const { value } = (await answer.json()) as { readonly value: unknown };
  if (answer.ok) return value;
  const { message } = value as { readonly message?: string };
  throw new Error(message ?? `WebKitWebDriver answers ${answer.status}`);
}

/** Opens a browser behind a program that speaks WebDriver at `server`. */
async function webDriver(server: string, stop: Driver['close']): Promise<Driver> {
  const made = (await command('POST', `${server}/session`, { capabilities: {} })) as {
    readonly sessionId: string;
    readonly capabilities: { readonly browserName: string; readonly browserVersion: string };
  };
  const session = `${server}/session/${made.sessionId}`;
  const post = (path: string, body: object): Promise<unknown> => command('POST', `${session}/${path}`, body);
  const run: Driver['run'] = async (body) => {
    const script = `const done = arguments[0];
      (async () => { ${body} })().then((value) => done({ value: value ?? null }), (error) => done({ error: String(error) }));`;
    const { value, error } = (await post('execute/async', { script, args: [] })) as {
      readonly value: unknown;
      readonly error?: string;
    };
    if (error !== undefined) throw new Error(error);
    return value;
  };
  return {
    name: `${made.capabilities.browserName} ${made.capabilities.browserVersion}`,
    open: async (url) => void (await post('url', { url })),
    run,
    act: async (actions) => void (await post('actions', { actions })),
    resize: async (width, height) => {
      // The protocol knows the window's size alone: what stands around the page is added to it.
      await post('window/rect', { width, height });
      const [across, down] = (await run('return [outerWidth - innerWidth, outerHeight - innerHeight]')) as number[];
      await post('window/rect', { width: width + (across ?? 0), height: height + (down ?? 0) });
    },
    close: async () => {
      await command('DELETE', session).catch(() => {});
      await stop();
    },
  };
}

/** Starts a virtual screen where there is none. Gives the environment variable that names it. */
async function screen(): Promise<{ readonly running: Running | null; readonly env: Readonly<Record<string, string>> }> {
  if (hasScreen()) return { running: null, env: {} };
  const running = startProgram(screenProgram() ?? 'Xvfb', ['-displayfd', '1', '-screen', '0', '1800x1200x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  running.child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const display = await until('a screen for WebKit', () => Promise.resolve(/^\d+\n/.exec(said)?.[0].trim() ?? null));
  return { running, env: { DISPLAY: `:${display}` } };
}

/** WebKitGTK, by the WebDriver of its packages. */
export const WEBKIT: SystemBrowser = {
  id: 'webkit',
  title: 'WebKit',
  missing: () => [
    ...(driverProgram() === null
      ? ['WebKitGTK: `apt-get install webkit2gtk-driver`, or name its WebKitWebDriver in WEBKIT_DRIVER_PATH']
      : []),
    ...(hasScreen() || screenProgram() !== null ? [] : ['a screen for WebKit: `apt-get install xvfb`, or set DISPLAY']),
  ],
  start: async () => {
    const port = await freePort();
    const { running, env: display } = await screen();
    const driver = startProgram(driverProgram() ?? 'WebKitWebDriver', [`--port=${port}`], {
      env: { ...process.env, ...display },
    });
    const stop = async (): Promise<void> => {
      await driver.stop();
      await running?.stop();
    };
    try {
      const server = `http://127.0.0.1:${port}`;
      await until('WebKitWebDriver starts', () => command('GET', `${server}/status`));
      return await webDriver(server, stop);
    } catch (error) {
      await stop();
      throw error;
    }
  },
};
