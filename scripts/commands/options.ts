import { statSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';

/** Takes the path of a place to write to. An empty one, which a variable without a value leaves, would be the folder one is in. */
export function writablePath(text: string): string {
  if (text === '') throw new InvalidArgumentError('a path is needed');
  return text;
}

/** Takes whole numbers from `least` on; anything else is wrong usage. */
export const wholeFrom =
  (least: number) =>
  (text: string): number => {
    const n = Number(text);
    if (!Number.isSafeInteger(n) || n < least) throw new InvalidArgumentError(`a whole number from ${least} is needed`);
    return n;
  };

function rootFolder(given: string): string {
  const data = join(given, 'data');
  if (statSync(data, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new InvalidArgumentError(`there is no folder ${data}`);
  return given;
}

/** Makes `--root`, the folder that holds data/: one without it is wrong usage. */
export const rootOption = (): Option =>
  new Option('--root <dir>', 'the folder that holds data/').default('.').argParser(rootFolder);
