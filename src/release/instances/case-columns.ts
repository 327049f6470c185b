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

/** Where the columns of cases lie; those that are more than a page reads are left out, which the problems then say. */
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

/** The files before they are gzipped; `criteria`: null where no judgment names one. */
interface PlainColumns {
  readonly columns: Uint8Array<ArrayBuffer>;
  readonly details: Uint8Array<ArrayBuffer>;
  readonly criteria: Uint8Array<ArrayBuffer> | null;
}

/** Gives the columns of all cases of the current database, which holds the summary of its cases. */
export async function plainColumns(work: Pick<Work, 'row' | 'heavy'>, summarised: Summarised): Promise<PlainColumns> {
  const { n } = await work.row('SELECT count(*)::DOUBLE AS n FROM instances');
  const criteria = await writeCriterionColumns(work.heavy, summarised, Number(n));
  return { ...(await writeCaseColumns(work.heavy, summarised, Number(n))), criteria };
}

/** Stores the columns of cases. `scratch`: a folder to work in; `most`: bytes that a file may have before it is gzipped. */
export async function storeColumns(
  { columns, details, criteria: byCriterion }: PlainColumns,
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
  const take = async (bytes: Uint8Array, what: string, note: { title: string; about: string }): Promise<string> => {
    const file = path.join(scratch, `${what}.bin`);
    await fs.writeFile(file, bytes);
    const { path: stored } = await files.take(file, `${id}/${what}.*.bin`, {
      storage: 'gzip',
      note: { ...note, type: TYPE },
    });
    return stored;
  };
  const larger = [columns, details, byCriterion].flatMap((bytes) =>
    bytes === null || bytes.length <= most ? [] : [bytes.length],
  );
  const problems = larger.slice(0, 1).map((bytes) => tooLarge(benchmark, bytes, most));
  if (Math.max(columns.length, details.length) > most) return { problems };
  const cases = await take(columns, 'columns', {
    title: `${name}, columns of cases`,
    about:
      'Who was right and wrong on each case, its facets and sizes: what filters need, in the form of docs/release.md.',
  });
  const detailed = await take(details, 'details', {
    title: `${name}, details of cases`,
    about: 'The cluster of each case and the length of its prompt, in the form of docs/release.md.',
  });
  if (byCriterion === null || byCriterion.length > most)
    return { columns: { cases, details: detailed, criteria: null }, problems };
  const criteria = await take(byCriterion, 'criteria', {
    title: `${name}, columns per criterion`,
    about: 'Who was right and wrong on each case under each criterion, in the form of docs/release.md.',
  });
  return { columns: { cases, details: detailed, criteria }, problems };
}
