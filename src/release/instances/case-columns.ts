import fs from 'node:fs/promises';
import path from 'node:path';
import { amendCaseSummary, storeCaseSummary, summarisedBy } from '../../cases/case-summary.ts';
import {
  amendCaseColumns,
  amendCriterionColumns,
  writeCaseColumns,
  writeCriterionColumns,
} from '../../cases/columns/write.ts';
import type { Summarised } from '../../cases/scope.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { Problem } from '../../schema/problem.ts';
import type { InstanceData } from '../../schema/release.ts';
import { MOST_READ } from '../../schema/release-paths.ts';
import { shownSql } from '../../scoring/coded.ts';
import type { Work } from '../../scoring/work.ts';
import { literals } from '../../sql/quote.ts';
import type { RecordDigests } from './digests.ts';
import { digestOfKey, type KeptResults } from './kept.ts';
import { decodeFiles, encodeFiles } from './kept-files.ts';
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

/** Cases from which on columns are made anew. */
const MANY = 1000;

/** The summary of the cases, and their columns. */
interface CasesSummarised {
  readonly summarised: Summarised;
  readonly plain: PlainColumns;
}

/** What stands for the records that columns are made of. */
const keyOf = ({ shared, runs }: RecordDigests, summarised: Summarised): string =>
  digestOfKey([shared, runs, summarised]);

function plainBefore(kept: KeptResults, key: string): PlainColumns | null {
  const bytes = kept.find('columns', key);
  if (bytes === null) return null;
  const [columns, details, criteria] = decodeFiles<null>(bytes).files.map((file) => new Uint8Array(file.bytes));
  return columns === undefined || details === undefined ? null : { columns, details, criteria: criteria ?? null };
}

/** Shows `use` judgments and contributions of the cases at some places alone under their plain names. */
async function withCasesAlone<T>(
  work: Pick<Work, 'run'>,
  places: readonly number[],
  use: () => Promise<T>,
): Promise<T> {
  const tables = ['judgments', 'contributions'] as const;
  for (const table of tables) {
    const rows = `(SELECT * FROM final.stored.${table} WHERE instance IN (${literals(places)}))`;
    await work.run(`CREATE OR REPLACE TEMP TABLE ${table} AS ${shownSql(table, rows, 'final.main.instances')}`);
  }
  try {
    return await use();
  } finally {
    for (const table of tables) await work.run(`DROP TABLE temp.${table}`);
  }
}

/** Updates the summary and the columns of an earlier build where cases differ; false where more has changed. */
async function amendSummarised(
  work: Pick<Work, 'run' | 'heavy'>,
  { summarised, plain }: CasesSummarised,
  changed: readonly number[],
): Promise<boolean> {
  if (changed.length === 0) return true;
  return withCasesAlone(work, changed, async () => {
    if (!(await amendCaseSummary(work.heavy, summarised, changed))) return false;
    await amendCaseColumns(work.heavy, summarised, { files: plain, changed });
    if (plain.criteria !== null) await amendCriterionColumns(work.heavy, summarised, { file: plain.criteria, changed });
    return true;
  });
}

/**
 * Adds the summary of cases to the current database, and gives their columns. Those of an earlier build are changed where that is known: `since`, what its
 * tables were made of, and the places of the cases that differ.
 */
export async function summariseStored(
  work: Pick<Work, 'run' | 'row' | 'heavy'>,
  { kept, digests }: { readonly kept: KeptResults; readonly digests: RecordDigests },
  since: { readonly cases: readonly number[]; readonly digests: RecordDigests } | null,
): Promise<CasesSummarised> {
  const summarised = await summarisedBy(work.heavy);
  const few = since !== null && since.cases.length <= MANY;
  const before = few ? plainBefore(kept, keyOf(since.digests, summarised)) : null;
  const isAmended = few && before !== null && (await amendSummarised(work, { summarised, plain: before }, since.cases));
  if (!isAmended) await storeCaseSummary(work.heavy, summarised);
  const plain = isAmended ? before : await plainColumns(work, summarised);
  const files = [plain.columns, plain.details, ...(plain.criteria === null ? [] : [plain.criteria])];
  if (files.every(({ length }) => length <= MOST_READ))
    await kept.bytes('columns', keyOf(digests, summarised), async () =>
      encodeFiles({ about: null, files: files.map((bytes) => ({ hash: '', bytes })) }),
    );
  return { summarised, plain };
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
