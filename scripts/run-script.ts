import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a script of package.json (of another copy of the project: `project`) with this Node, its output going to ours; nothing can be
 * typed into it.
 * Gives its exit code (1 if a signal ended it). Rejects if it cannot be started.
 */
export function runScript(name: string, args: readonly string[] = [], project = PROJECT): Promise<number> {
  return new Promise((resolve, reject) => {
    const words = ['--run', name, ...(args.length > 0 ? ['--', ...args] : [])];
    const child = spawn(process.execPath, words, { cwd: project, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
