import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { lineAnswers, SAID_COLUMNS } from '../../scoring/case-texts.ts';
import { type LoadedRuns, mergeRuns, type ReadRuns, readRunFolders, type Share } from '../../scoring/load-runs.ts';
import { instanceRanges } from '../../scoring/narrow.ts';
import { SHARED_GOLD, Staging } from '../../scoring/staging.ts';
import { literal, literals } from '../../sql/quote.ts';
import { WorkDatabase } from '../duckdb.ts';
import { nullIfMissing } from '../folders.ts';
import type { Progress } from '../progress.ts';
import { ReleaseFiles } from '../writer.ts';
import { type BenchmarkInput, Gallery, picturesOfRecords } from './load-runs.ts';

/** What one machine read of a benchmark's runs: a folder of Parquet files and of pictures, `media`, and what became of the records. */
export interface ReadShare {
  readonly folder: string;
  readonly read: ReadRuns;
}

const LABEL_COLUMNS = 'criterion, stage, condition, critique_judge, repeat, "order", verdict, parse, lenient';

/** What is stored of the tables of `Staging`, by the file's name. Shared records are the first part's, whoever reads them. */
const STORED: Readonly<Record<string, (own: string) => string>> = {
  ids: () => 'SELECT DISTINCT instance, id FROM instances',
  instances: (own) => `SELECT * FROM instances WHERE ${own}`,
  attributes: (own) => `SELECT * FROM attributes WHERE ${own}`,
  responses: (own) => `SELECT * FROM responses WHERE ${own}`,
  gold: (own) => `SELECT * FROM gold WHERE ${own}`,
  judgments: () => 'SELECT * FROM judgments',
  labels: () => 'SELECT * FROM labels',
  response_names: () => 'SELECT * FROM response_names',
  said: () => 'SELECT * FROM said',
};

/** Judgments read at a time, each with the ends of its text. */
const ANSWERS_AT_ONCE = 2 ** 15;

/** Makes the table `said` of the judgments that were read. */
async function storeSaid(work: WorkDatabase): Promise<void> {
  const said = await work.appenderTo('said', SAID_COLUMNS);
  for (const [from, to] of await instanceRanges(work, 'judgments', ANSWERS_AT_ONCE))
    for (const row of await lineAnswers(work, `SELECT range AS instance FROM range(${from}, ${to})`)) said.add(row);
  said.close();
}

/** Reads a share of a benchmark's runs into `<folder>/<benchmark>`. */
export async function readShare(
  input: BenchmarkInput,
  share: Share,
  { folder: above, progress }: { readonly folder: string; readonly progress: Progress },
): Promise<ReadShare> {
  const { id, name } = input.benchmark;
  const folder = path.join(above, id);
  const scratch = path.join(folder, 'reading');
  const work = await WorkDatabase.open(scratch);
  try {
    progress.step(`Reading ${name}`);
    const read = await readRunFolders(input, work, {
      pictures: picturesOfRecords(input, new Gallery(new ReleaseFiles(above), id), share),
      count: (judgments) => progress.count(judgments, 'judgments'),
      share,
    });
    await storeSaid(work);
    const own = share.part === 1 ? 'true' : `source <> ${SHARED_GOLD}`;
    for (const [table, select] of Object.entries(STORED))
      await work.run(`COPY (SELECT ${share.part} AS part, * FROM (${select(own)}))
TO ${literal(path.join(folder, `${table}.parquet`))} (FORMAT parquet, COMPRESSION zstd)`);
    return { folder, read };
  } finally {
    work.close();
    await fs.rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Tables that give what each part numbered by itself one number for all. Instances are numbered as one machine would: by the first source
 * that has them, and by their order in it.
 */
const NUMBERS = (stored: (table: string) => string): readonly string[] => [
  `CREATE TEMP TABLE numbered AS
WITH places AS (SELECT id, min(source) AS source, arg_min(instance, source) AS place FROM ${stored('instances')} GROUP BY id),
  numbers AS (SELECT id, (row_number() OVER (ORDER BY source, place) - 1)::INTEGER AS number FROM places)
SELECT part, instance, number FROM ${stored('ids')} JOIN numbers USING (id)`,
  `CREATE TEMP TABLE labelled AS
SELECT *, (dense_rank() OVER (ORDER BY ${LABEL_COLUMNS}) - 1)::INTEGER AS number FROM ${stored('labels')}`,
  `CREATE TEMP TABLE responded AS
SELECT *, (dense_rank() OVER (ORDER BY name) - 1)::INTEGER AS number FROM ${stored('response_names')}`,
  `INSERT INTO labels SELECT DISTINCT number, ${LABEL_COLUMNS} FROM labelled ORDER BY number`,
  'INSERT INTO response_names SELECT DISTINCT number, name FROM responded ORDER BY number',
];

/** Fills the tables of `Staging` with what all parts read. */
async function loadShares(shares: readonly ReadShare[], work: WorkDatabase): Promise<void> {
  const stored = (table: string): string =>
    `read_parquet([${literals(shares.map(({ folder }) => path.join(folder, `${table}.parquet`)))}])`;
  await (await Staging.create(work, { voted: false })).close([]);
  for (const sql of NUMBERS(stored)) await work.run(sql);
  for (const table of ['instances', 'attributes', 'responses', 'gold'])
    await work.run(`INSERT INTO ${table} SELECT own.* EXCLUDE (part) REPLACE (number AS instance)
FROM ${stored(table)} AS own JOIN numbered USING (part, instance)`);
  await work.run(`INSERT INTO judgments
SELECT own.* EXCLUDE (part) REPLACE (numbered.number AS instance, labelled.number AS label, responded.number AS response)
FROM ${stored('judgments')} AS own JOIN numbered USING (part, instance)
  JOIN labelled USING (part, label) JOIN responded USING (part, response)`);
  await work.run(`CREATE TABLE said AS SELECT own.* EXCLUDE (part) REPLACE (number AS instance)
FROM ${stored('said')} AS own JOIN numbered USING (part, instance)`);
  for (const table of ['numbered', 'labelled', 'responded']) await work.run(`DROP TABLE temp.${table}`);
}

/** Makes one set of records of what all parts read, in the working database, with their pictures in `files`; see `mergeRuns`. */
export async function mergeShares(
  shares: readonly ReadShare[],
  input: BenchmarkInput,
  { work, files }: { readonly work: WorkDatabase; readonly files: ReleaseFiles },
): Promise<LoadedRuns> {
  await loadShares(shares, work);
  for (const { folder } of shares) {
    const media = path.join(folder, 'media');
    if ((await fs.stat(media).catch(nullIfMissing)) === null) continue;
    const to = path.join(files.out, input.benchmark.id, 'media');
    await fs.cp(media, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
  }
  const sources = shares.flatMap(({ read }) => read.sources);
  return mergeRuns(input, { sources, unfit: shares.reduce((n, { read }) => n + read.unfit, 0) }, work);
}
