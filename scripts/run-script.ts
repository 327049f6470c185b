import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The project's folder, with a slash at its end. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** Where a script's output goes: `inherit` – to ours as it comes; `collect` – nowhere until it is told with the exit code. */
type Output = 'inherit' | 'collect';

export interface ScriptResult {
  /** 1 if a signal ended it. */
  readonly code: number;
  /** What it printed, '' unless it was collected. */
  readonly printed: string;
}

/**
 * Runs a script of package.json (of another copy of the project: `project`) with this Node; nothing can be typed into it.
 * Rejects if it cannot be started.
 */
export function scriptResult(
  name: string,
  { args = [], project = PROJECT, output = 'inherit', priority = 'usual' }: ScriptOptions = {},
): Promise<ScriptResult> {
  return new Promise((resolve, reject) => {
    const words = ['--run', name, ...(args.length > 0 ? ['--', ...args] : [])];
    const out = output === 'inherit' ? 'inherit' : 'pipe';
    const child = spawn(process.execPath, words, { cwd: project, stdio: ['ignore', out, out] });
    // What it starts has its priority.
    if (priority === 'low' && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => printed.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, printed: Buffer.concat(printed).toString() }));
  });
}

interface ScriptOptions {
  readonly args?: readonly string[];
  readonly project?: string;
  readonly output?: Output;
  /** `low`: other processes go first where processors are few. */
  readonly priority?: 'usual' | 'low';
}

/** Runs a script, its output going to ours. Gives its exit code. */
export async function runScript(name: string, args: readonly string[] = [], project = PROJECT): Promise<number> {
  return (await scriptResult(name, { args, project })).code;
}
