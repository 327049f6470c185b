import { statSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';

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
