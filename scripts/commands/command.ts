import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { systemMessage } from '../../src/release/input-writer.ts';

/** Takes the path of a place to write to. An empty one, which a variable without a value leaves, would be the folder one is in. */
export function writablePath(text: string): string {
  if (text === '') throw new InvalidArgumentError('a path is needed');
  return text;
}

/** Takes whole numbers from `least` to `most`; anything else is wrong usage. */
export const wholeFrom =
  (least: number, most = Number.MAX_SAFE_INTEGER, needed = `a whole number from ${least} is needed`) =>
  (text: string): number => {
    const n = Number(text);
    if (!Number.isSafeInteger(n) || n < least || n > most) throw new InvalidArgumentError(needed);
    return n;
  };

function rootFolder(given: string): string {
  const data = join(given, 'data');
  if (statSync(data, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new InvalidArgumentError(`there is no folder ${data}`);
  return given;
}

interface OptionRules {
  /** Reads the text given; throws where it is wrong usage. */
  readonly read?: (text: string, before: unknown) => unknown;
  readonly usual?: unknown;
  readonly choices?: readonly string[];
  readonly needed?: true;
}

export function option(flags: string, about: string, { read, usual, choices, needed }: OptionRules = {}): Option {
  const made = new Option(flags, about).default(usual).makeOptionMandatory(needed === true);
  if (read !== undefined) made.argParser(read);
  return choices === undefined ? made : made.choices(choices);
}

/** The folder that holds data/: one without it is wrong usage. */
export const ROOT_OPTION = () =>
  option('--root <dir>', 'the folder that holds data/', { usual: '.', read: rootFolder });
export const LIMIT_OPTION = (about = 'how many problems to print') =>
  option('--limit <n>', about, { usual: 50, read: wholeFrom(0) });

/** Wrong usage, which ends a command with exit code 2. */
export class UsageError extends Error {}

/** Refuses a path that is no folder. */
export function assertFolder(folder: string): void {
  let isFolder = false;
  try {
    isFolder = statSync(folder).isDirectory();
  } catch {}
  if (!isFolder) throw new UsageError(`${folder} is no folder`);
}

/** Names the benchmark in whose `runs` a folder of `root`/data lies; null where it lies elsewhere. */
export function benchmarkOfRun(folder: string, root: string): string | null {
  const runs = dirname(resolve(folder));
  const isInData = basename(runs) === 'runs' && dirname(dirname(runs)) === resolve(root, 'data');
  return isInData ? basename(dirname(runs)) : null;
}

/** Says what a failure of the machine means to a command that moves its output into place at its end. */
export function nothingWritten(error: unknown): string | null {
  const message = systemMessage(error);
  return message === null ? null : `${message} Nothing was written.`;
}

interface CommandRules<O, A extends string | string[]> {
  readonly name: string;
  readonly about: string;
  readonly argument?: readonly [flags: string, about: string];
  readonly options: readonly Option[];
  /** What its help ends with. */
  readonly help?: string;
  /** False for exit code 1. */
  readonly run: (options: O, argument: A) => Promise<boolean>;
  /** Says what a failure means that is no fault of ours, for exit code 1; null for any other, which is thrown. */
  readonly explain: (error: unknown, options: O) => string | null;
}

/** Makes the function that adds a command to a program. Exit code 0: done, 1: not, or not all of it; 2: wrong usage. */
export const commandOf =
  <O, A extends string | string[] = string>({
    name,
    about,
    argument,
    options,
    help = '',
    run,
    explain,
  }: CommandRules<O, A>) =>
  (program: Command): void => {
    const command = program.command(name).description(about).addHelpText('after', help);
    if (argument !== undefined) command.argument(...argument);
    for (const one of options) command.addOption(one);
    command.action(async (argument: A) => {
      const given = command.opts() as O;
      try {
        if (!(await run(given, argument))) process.exitCode = 1;
      } catch (error) {
        if (error instanceof UsageError) command.error(`error: ${error.message}`, { exitCode: 2 });
        const message = explain(error, given);
        if (message === null) throw error;
        console.error(message);
        process.exitCode = 1;
      }
    });
  };
