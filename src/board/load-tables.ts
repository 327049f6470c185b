import { fetchHashedJson } from '../client/manifest.ts';
import { sharedByKey } from '../client/shared.ts';
import type { PageBoard } from './page-board.ts';
import { type BoardJson, boardOfPage } from './page-board.ts';

export interface ComparedTables {
  readonly boards: readonly BoardJson[];
}

const tables = sharedByKey<readonly PageBoard[]>(16);

/** Loads the tables of one benchmark from the file of this name beside that of the comparison. Throws ClientFailure. */
export function loadTables(address: string, name: string): Promise<readonly PageBoard[]> {
  const { href } = new URL(name, new URL(address, location.href));
  return tables(href, async () => {
    const { boards } = (await fetchHashedJson(href)) as ComparedTables;
    return boards.map(boardOfPage);
  });
}
