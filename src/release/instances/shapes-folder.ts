import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { SHAPES_BENCHMARK, type ShapesOptions } from '../../shapes/options.ts';
import { sourceHash } from './inputs.ts';
import type { Progress } from './progress.ts';

/** Says whether a benchmark's records are generated when they are needed instead of stored, as the demonstration benchmark's are. */
export const isGenerated = (benchmark: string): boolean => benchmark === SHAPES_BENCHMARK;

/** The generator's output depends on these parts of the source, beside the options. */
const GENERATOR = ['shapes', 'importers/score.ts', 'importers/verdict.ts'];

/** Records that are generated and not stored: where, and from what. */
export interface GeneratedRecords {
  readonly folder: string;
  readonly options: ShapesOptions;
}

/** Finds the generated records below `cache`; the folder's name says what is in it. */
export async function generatedRecords(cache: string, options: ShapesOptions): Promise<GeneratedRecords> {
  return { folder: path.join(cache, `shapes-${options.size}-${options.seed}-${await sourceHash(GENERATOR)}`), options };
}

/** Makes the folder unless an earlier build left it. */
export async function generateRecords({ folder, options }: GeneratedRecords, progress: Progress): Promise<void> {
  if (await exists(folder)) return;
  progress.step('Generating the demonstration benchmark');
  // Most builds generate nothing, and the generator brings a library of pictures with it.
  const { writeShapes } = await import('../../shapes/write.ts');
  const partial = `${folder}.${randomUUID().slice(0, 8)}`;
  try {
    await fs.mkdir(partial, { recursive: true });
    await writeShapes(partial, options, (judgments) => progress.count(judgments, 'judgments'));
    // Another build may have been faster; a folder of the final name is whole.
    await fs.rename(partial, folder).catch(async (error: unknown) => {
      if (!(await exists(folder))) throw error;
    });
  } finally {
    await fs.rm(partial, { recursive: true, force: true });
  }
}

function exists(file: string): Promise<boolean> {
  return fs.stat(file).then(
    () => true,
    () => false,
  );
}
