import { Command, CommanderError } from 'commander';
import { vi } from 'vitest';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command as the command line would: what it prints, and its exit code. */
export async function run(register: (program: Command) => void, args: readonly string[]): Promise<Ran> {
  const program = new Command('judgeboard');
  let [out, err] = ['', ''];
  program.configureOutput({
    writeErr: (text) => {
      err += text;
    },
    writeOut: (text) => {
      out += text;
    },
  });
  program.exitOverride();
  register(program);
  for (const command of program.commands) command.copyInheritedSettings(program);
  const log = vi.spyOn(console, 'log').mockImplementation((text: unknown) => {
    out += `${String(text)}\n`;
  });
  const error = vi.spyOn(console, 'error').mockImplementation((text: unknown) => {
    err += `${String(text)}\n`;
  });
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    await program.parseAsync([...args], { from: 'user' });
    return { code: Number(process.exitCode), out, err };
  } catch (thrown) {
    // `scripts/cli.ts` turns every CommanderError but help into exit code 2.
    if (thrown instanceof CommanderError) return { code: thrown.exitCode === 0 ? 0 : 2, out, err };
    throw thrown;
  } finally {
    process.exitCode = before;
    log.mockRestore();
    error.mockRestore();
  }
}
