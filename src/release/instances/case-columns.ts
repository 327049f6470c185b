import fs from 'node:fs/promises';
import path from 'node:path';
import { writeCaseColumns, writeCriterionColumns } from '../../cases/columns/write.ts';
import type { Summarised } from '../../cases/scope.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { InstanceData } from '../../schema/release.ts';
import type { PartFiles } from './part-files.ts';
import type { WorkDatabase } from './work.ts';

const TYPE = 'application/octet-stream';

/** Writes the columns of cases from the current database, which holds the summary of its cases. `scratch`: a folder to work in. */
export async function storeColumns(
  work: WorkDatabase,
  summarised: Summarised,
  {
    files,
    benchmark: { id, name },
    scratch,
  }: { readonly files: PartFiles; readonly benchmark: Benchmark; readonly scratch: string },
): Promise<NonNullable<InstanceData['columns']>> {
  const { n } = await work.row('SELECT count(*)::DOUBLE AS n FROM instances');
  const take = async (bytes: Uint8Array, what: string, note: { title: string; about: string }): Promise<string> => {
    const file = path.join(scratch, `${what}.bin`);
    await fs.writeFile(file, bytes);
    const { path: stored } = await files.take(file, `${id}/${what}.*.bin`, {
      storage: 'gzip',
      note: { ...note, type: TYPE },
    });
    return stored;
  };
  const written = await writeCaseColumns(work.heavy, summarised, Number(n));
  const cases = await take(written.columns, 'columns', {
    title: `${name}, columns of cases`,
    about:
      'Who was right and wrong on each case, its facets and sizes: what filters need, in the form of docs/release.md.',
  });
  const details = await take(written.details, 'details', {
    title: `${name}, details of cases`,
    about: 'The cluster of each case and the length of its prompt, in the form of docs/release.md.',
  });
  const bytes = await writeCriterionColumns(work.heavy, summarised, Number(n));
  if (bytes === null) return { cases, details, criteria: null };
  const criteria = await take(bytes, 'criteria', {
    title: `${name}, columns per criterion`,
    about: 'Who was right and wrong on each case under each criterion, in the form of docs/release.md.',
  });
  return { cases, details, criteria };
}
