import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROJECT } from '../run-script.ts';

/**
 * The Chromium that the npm package `@sparticuz/chromium` carries, for machines without a browser. It is unpacked once
 * into a folder of the project, with the libraries (NSS, expat) and the font that a bare system lacks.
 */
export interface Browser {
  readonly executablePath: string;
  /** Its environment, only for the browser's own process. */
  readonly env: Readonly<Record<string, string>>;
}

const UNPACK = fileURLToPath(new URL('./unpack.ts', import.meta.url));

/** The package's own font configuration names folders of a cloud host and would leave the text blank. */
function fontsConfiguration(folder: string): string {
  const escaped = folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escaped}/fonts</dir>
  <cachedir>${escaped}/fonts-cache</cachedir>
</fontconfig>
`;
}

/** Unpacks in a process of its own: the package writes to the system's temporary folder, which is set for that process. */
function unpack(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [UNPACK], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`The bundled Chromium could not be unpacked.\n${errors.trim()}`)),
    );
  });
}

function bundledVersion(): string | null {
  try {
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
    const about: unknown = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8'));
    const version = typeof about === 'object' && about !== null && 'version' in about ? about.version : null;
    return typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
}

/**
 * Gives path and environment of the bundled Chromium, unpacked first if need be (about 6 s, once).
 * Null where the package is not installed or has no build for this system (it has one for Linux on x64).
 */
export async function bundledBrowser(cache = join(PROJECT, '.cache')): Promise<Browser | null> {
  const version = bundledVersion();
  if (version === null || process.platform !== 'linux' || process.arch !== 'x64') return null;
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true });
    const partial = await mkdtemp(join(cache, 'chromium-partial-'));
    try {
      await unpack(partial);
      await writeFile(join(partial, 'fonts.conf'), fontsConfiguration(folder));
      // Renaming is atomic, so a folder with the final name is complete; another process may have been faster.
      await rename(partial, folder).catch((error: unknown) => {
        if (!existsSync(folder)) throw error;
      });
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  }
  const libraries = join(folder, 'al2023', 'lib');
  const inherited = process.env['LD_LIBRARY_PATH'];
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: inherited ? `${libraries}:${inherited}` : libraries,
      FONTCONFIG_PATH: folder,
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}
