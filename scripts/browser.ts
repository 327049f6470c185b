import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { type Browser, bundledBrowser } from './browser/bundled.ts';

/** Where Chrome, Chromium and Edge are usually installed. */
const SYSTEM_BROWSERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/opt/google/chrome/chrome',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/microsoft-edge',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((name) => {
    const folder = process.env[name];
    return folder
      ? [`${folder}\\Google\\Chrome\\Application\\chrome.exe`, `${folder}\\Microsoft\\Edge\\Application\\msedge.exe`]
      : [];
  }),
};

interface BrowserPlaces {
  readonly bundled?: () => Promise<Browser | null>;
  /** Programs of installed ones. */
  readonly paths?: readonly string[];
}

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Finds a Chromium to drive: the one CHROME_PATH or CHROMIUM_PATH names, else the bundled one, whose version is pinned, else an installed
 * one. Throws, saying what to do, if the named one does not exist or there is none at all.
 */
export async function findBrowser({
  bundled = bundledBrowser,
  paths = SYSTEM_BROWSERS[process.platform] ?? [],
}: BrowserPlaces = {}): Promise<Browser> {
  for (const name of ['CHROME_PATH', 'CHROMIUM_PATH']) {
    const named = process.env[name];
    if (!named) continue;
    if (existsSync(named)) return { executablePath: named, env: {} };
    throw new Error(`${name} names a browser that does not exist: ${named}`);
  }
  const own = await bundled();
  if (own) return own;
  const installed = paths.find((path) => existsSync(path));
  if (installed) return { executablePath: installed, env: {} };
  throw new Error('No browser found. Install Chrome or Chromium, or set CHROME_PATH to the program of one.');
}

/** Starts a headless browser with the web's own security in force. `more`: further arguments of its command line; `find`: which browser. */
export async function launchBrowser(more: readonly string[] = [], find: () => Promise<Browser> = findBrowser) {
  const { executablePath, env } = await find();
  return chromium.launch({ executablePath, args: [...ARGUMENTS, ...more], env: { ...process.env, ...env } });
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { 'print-path': { type: 'boolean' }, exports: { type: 'boolean' } } });
  const { executablePath, env } = await findBrowser();
  if (values.exports) {
    for (const [name, value] of Object.entries({ CHROME_PATH: executablePath, ...env })) {
      console.log(`export ${name}=${quoted(value)}`);
    }
  } else {
    console.log(executablePath);
  }
}
