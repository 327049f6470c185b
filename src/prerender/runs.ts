import fs from 'node:fs/promises';
import path from 'node:path';
import Papa from 'papaparse';
import type { RunFacts } from '../case/facts.ts';
import type { Judge } from '../schema/judge.ts';
import type { Manifest } from '../schema/release.ts';

/** The runs of a benchmark with their judges' names, from the table `runs` of the release. Runs in the build. */
export async function readRuns(
  manifest: Manifest,
  benchmark: string,
  judges: readonly Judge[],
): Promise<readonly RunFacts[]> {
  const file = manifest.files.find((f) => f.path.startsWith(`${benchmark}/runs.`) && f.path.endsWith('.csv'));
  if (file === undefined) return [];
  const text = await fs.readFile(path.join(process.cwd(), 'public', 'data', file.path), 'utf8');
  const { data } = Papa.parse<Readonly<Record<string, string>>>(text, { header: true, skipEmptyLines: true });
  return data.map(({ run = '', judge = '', variant = '' }) => ({
    run,
    judge,
    name: judges.find((j) => j.id === judge)?.name ?? judge,
    variant,
  }));
}
