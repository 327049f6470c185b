import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

/** Finds the program that a variable of the environment names, else the first of the names that lies on the PATH or is a path; null for none. */
export function programOf(variable: string, names: readonly string[]): string | null {
  const own = process.env[variable];
  if (own) return existsSync(own) ? own : null;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const places = names.flatMap((name) => (name.includes('/') ? [name] : folders.map((folder) => join(folder, name))));
  return places.find((place) => existsSync(place)) ?? null;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** A program that runs beside us, and what ends it. */
export interface Running {
  readonly child: ChildProcess;
  readonly stop: () => Promise<void>;
}

/** Starts a program in a group of its own, so that what it starts ends with it. */
export function startProgram(program: string, args: readonly string[], options: SpawnOptions = {}): Running {
  const child = spawn(program, args, { stdio: 'ignore', detached: process.platform !== 'win32', ...options });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const stop = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      if (process.platform === 'win32') child.kill();
      else process.kill(-child.pid, 'SIGTERM');
    }
    await ended;
  };
  return { child, stop };
}

const PATIENCE_MS = 60_000;
const STEP_MS = 100;

/** Asks until there is an answer that is not null. Throws, saying what was waited for, after a minute. */
export async function until<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  let last: unknown = null;
  while (Date.now() < end) {
    const answer = await ask().catch((error: unknown) => {
      last = error;
      return null;
    });
    if (answer !== null) return answer;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  throw new Error(`${what}: not within a minute${last instanceof Error ? ` (${last.message})` : ''}`);
}
