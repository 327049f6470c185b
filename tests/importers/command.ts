import fs from 'node:fs';
import path from 'node:path';
import { Command, CommanderError } from 'commander';
import { vi } from 'vitest';
import { registerImport } from '../../scripts/commands/import.ts';
import { registerScore } from '../../scripts/commands/score.ts';
import type { ScoreRow } from '../../src/scoring/score-rows.ts';
import { scratchFolder } from '../scratch.ts';

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

export type Row = Readonly<Record<string, unknown>>;
export const jsonl = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Imports files of a format into a new folder: what is told, the folder `out`, its files, and the records of a kind. */
export async function importFiles(
  format: string,
  files: Readonly<Record<string, string>>,
  more: readonly string[] = [],
) {
  const folder = scratchFolder();
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, 'in', name)), { recursive: true });
    fs.writeFileSync(path.join(folder, 'in', name), text);
  }
  const out = path.join(folder, 'run');
  const from = ['import', '--from', format, '--in', path.join(folder, 'in'), '--out', out];
  const ran = await run(registerImport, [...from, ...more]);
  const read = (name: string): string => {
    const file = path.join(out, name);
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '';
  };
  const records = (kind: string): readonly Row[] => {
    const text = read(`${kind}.jsonl`);
    return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as Row);
  };
  return { ...ran, folder: out, read, records };
}

/** What `judgeboard score --json` says of a run folder. */
export async function scoresOf(folder: string): Promise<readonly ScoreRow[]> {
  return (JSON.parse((await run(registerScore, ['score', folder, '--json'])).out) as { scores: ScoreRow[] }).scores;
}
