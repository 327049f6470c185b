import fs from 'node:fs/promises';
import path from 'node:path';
import { writeCaseColumns, writeCriterionColumns } from '../../cases/columns/write.ts';
import type { Summarised } from '../../cases/scope.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { Problem } from '../../schema/problem.ts';
import type { InstanceData } from '../../schema/release.ts';
import { MOST_READ } from '../../schema/release-paths.ts';
import type { Work } from '../../scoring/work.ts';
import type { PartFiles } from './part-files.ts';

const TYPE = 'application/octet-stream';

/** Says where the columns of cases lie; those that are more than a page reads are left out, which the problems then say. */
interface StoredColumns {
  readonly columns?: NonNullable<InstanceData['columns']>;
  readonly problems: readonly Problem[];
}

function tooLarge({ id }: Benchmark, bytes: number, most: number): Problem {
  return {
    severity: 'warning',
    file: `data/${id}`,
    message:
      'more cases, runs, facets or criteria than a file of columns holds; the query engine answers filters instead',
    found: `${bytes} bytes`,
    expected: `at most ${most}`,
    hint: 'pages work as before, but the first filter waits for the engine; fewer instances or runs would mend it',
  };
}

/**
 * Writes the columns of cases from the current database, which holds the summary of its cases. `scratch`: a folder to work in; `most`: bytes
 * that a file may have before it is gzipped.
 */
export async function storeColumns(
  work: Pick<Work, 'row' | 'heavy'>,
  summarised: Summarised,
  {
    files,
    benchmark,
    scratch,
    most = MOST_READ,
  }: {
    readonly files: PartFiles;
    readonly benchmark: Benchmark;
    readonly scratch: string;
    readonly most?: number | undefined;
  },
): Promise<StoredColumns> {
  const { id, name } = benchmark;
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
  const byCriterion = await writeCriterionColumns(work.heavy, summarised, Number(n));
  const larger = [written.columns, written.details, byCriterion].flatMap((bytes) =>
    bytes === null || bytes.length <= most ? [] : [bytes.length],
  );
  const problems = larger.slice(0, 1).map((bytes) => tooLarge(benchmark, bytes, most));
  if (Math.max(written.columns.length, written.details.length) > most) return { problems };
  const cases = await take(written.columns, 'columns', {
    title: `${name}, columns of cases`,
    about:
      'Who was right and wrong on each case, its facets and sizes: what filters need, in the form of docs/release.md.',
  });
  const details = await take(written.details, 'details', {
    title: `${name}, details of cases`,
    about: 'The cluster of each case and the length of its prompt, in the form of docs/release.md.',
  });
  if (byCriterion === null || byCriterion.length > most)
    return { columns: { cases, details, criteria: null }, problems };
  const criteria = await take(byCriterion, 'criteria', {
    title: `${name}, columns per criterion`,
    about: 'Who was right and wrong on each case under each criterion, in the form of docs/release.md.',
  });
  return { columns: { cases, details, criteria }, problems };
}
