import { importCanonical } from '../../src/importers/canonical.ts';
import type { ImportOptions } from '../../src/importers/importer.ts';
import type { ImportFormat } from '../../src/importers/ledger.ts';
import type { RowCount } from '../../src/records/issues.ts';
import { sourcesUnder } from '../../src/release/input-run.ts';
import type { Problem } from '../../src/schema/problem.ts';
import type { Gold, Instance, Judgment, Run } from '../../src/schema/records.ts';

export interface Imported {
  readonly runs: Run[];
  readonly instances: Instance[];
  readonly gold: Gold[];
  readonly judgments: Judgment[];
  readonly problems: Problem[];
  readonly counts: RowCount[];
}

/** Everything that an import of a folder gives, but for responses. */
export async function importRun(format: ImportFormat, folder: string, options: ImportOptions): Promise<Imported> {
  const all: Imported = { runs: [], instances: [], gold: [], judgments: [], problems: [], counts: [] };
  for await (const items of importCanonical(format, await sourcesUnder(folder), options)) {
    for (const item of items) {
      if (item.kind === 'run') all.runs.push(item.record);
      else if (item.kind === 'instances') all.instances.push(item.record);
      else if (item.kind === 'gold') all.gold.push(item.record);
      else if (item.kind === 'judgments') all.judgments.push(item.record);
      else if (item.kind === 'problem') all.problems.push(item.problem);
      else if (item.kind === 'count') all.counts.push(item.count);
    }
  }
  return all;
}

/** The same, of each judge and number of examples once. */
export function importedOnce(format: ImportFormat, folder: string) {
  const known = new Map<string, Promise<Imported>>();
  return (judge: string, shot = '0'): Promise<Imported> => {
    const own = known.get(`${judge} ${shot}`) ?? importRun(format, folder, { judge, shot });
    known.set(`${judge} ${shot}`, own);
    return own;
  };
}
