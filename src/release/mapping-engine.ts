import os from 'node:os';
import type { MappingEngine } from '../importers/importer.ts';
import { WorkDatabase } from './duckdb.ts';
import { withScratch } from './folders.ts';

/** How long a SELECT of a mapping may take, in ms. */
const LONGEST = 300_000;
const MEMORY = 2048;

/** Opens a database in which SQL of others may run: it spills into a folder that goes with it, and reaches no other file, no network and no setting. */
export const withMappingEngine = <T>(use: (engine: MappingEngine) => Promise<T>, longest = LONGEST): Promise<T> =>
  withScratch(os.tmpdir(), 'judgeboard-mapping-', async (folder) => {
    const work = await WorkDatabase.open(folder, MEMORY, longest);
    try {
      return await use(work);
    } finally {
      work.close();
    }
  });
