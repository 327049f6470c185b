import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SHAPES_DEFAULTS } from '../../src/shapes/options.ts';
import { writeShapes } from '../../src/shapes/write.ts';
import { PROJECT } from '../run-script.ts';

/** Shapes under a name of its own, so that its records are read as stored ones are. */
const STORED_SHAPES = 'shapes-stored';

async function replaceIn(file: string, from: RegExp, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const changed = text.replace(from, () => to);
  if (changed === text) throw new Error(`${file}: there is nothing to replace`);
  await writeFile(file, changed);
}

/** Makes a project with nothing but Shapes of this size below `root`, as a benchmark whose records are stored. Gives the benchmark's folder. */
export async function writeStoredShapes(root: string, size: number): Promise<string> {
  const folder = path.join(root, 'data', STORED_SHAPES);
  await mkdir(folder, { recursive: true });
  await writeShapes(folder, { ...SHAPES_DEFAULTS, size });
  await cp(path.join(PROJECT, 'data', 'judges.yaml'), path.join(root, 'data', 'judges.yaml'));
  await cp(path.join(PROJECT, 'data', 'shapes'), folder, { recursive: true });
  await replaceIn(path.join(folder, 'benchmark.yaml'), /^id: shapes$/m, `id: ${STORED_SHAPES}`);
  for (const run of await readdir(path.join(folder, 'runs')))
    await replaceIn(path.join(folder, 'runs', run, 'run.yaml'), /^benchmark: shapes$/m, `benchmark: ${STORED_SHAPES}`);
  return folder;
}

/** Turns the verdict of the judgment in the middle of a run's file from `a` to `b`, or back. */
export async function turnVerdict(folder: string, run: string): Promise<void> {
  const file = path.join(folder, 'runs', run, 'judgments.jsonl');
  const text = await readFile(file, 'utf8');
  const verdict = '"verdict":"';
  const at = text.indexOf(verdict, text.length / 2) + verdict.length;
  await writeFile(file, text.slice(0, at) + (text[at] === 'a' ? 'b' : 'a') + text.slice(at + 1));
}
