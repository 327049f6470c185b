import fs from 'node:fs/promises';
import path from 'node:path';
import type { RunReport } from '../../records/run-context.ts';
import { ProblemLog } from '../../records/tally.ts';
import type { EarlierRuns } from '../../scoring/load-runs.ts';
import type { RunFolder, RunsInput } from '../../scoring/run-folder.ts';
import type { LabelFields, Staging } from '../../scoring/staging.ts';
import type { QueryRow } from '../../sql/query.ts';
import { literal } from '../../sql/quote.ts';
import { type FileHashes, hashFolder, treeHash } from './inputs.ts';
import { digestOfKey, type KeptResults } from './kept.ts';
import { decodeFiles, encodeFiles } from './kept-files.ts';
import { SharedRead } from './kept-shared.ts';
import type { Gallery } from './media.ts';
import type { WorkDatabase } from './work.ts';

/** What is known of a run beside its rows, which name labels and responses by the numbers of the build that read them. */
interface AboutRun {
  readonly report: Pick<RunReport, 'files' | 'coverage'>;
  readonly log: Pick<ProblemLog, 'kept' | 'errors' | 'warnings'>;
  readonly labels: readonly QueryRow[];
  readonly responses: readonly QueryRow[];
}

/** A run whose rows are to be added, with the numbers of labels and responses as they were and as they are. */
interface FoundRun {
  readonly source: number;
  /** A file of its rows. */
  readonly rows: string;
  readonly labels: readonly (readonly [was: number, is: number])[];
  readonly responses: readonly (readonly [was: number, is: number])[];
}

/** Fields of a row of the table `labels`: no judgment has an undefined one where that has a null. */
const fieldsOf = ({ label: _, lenient, ...row }: QueryRow): LabelFields =>
  // Written by this very code from records that were checked.
  ({ ...row, ...(lenient === null ? {} : { lenient }) }) as unknown as LabelFields;

/** What earlier builds' reading is kept with. */
interface ReadKept {
  readonly kept: KeptResults;
  /** A folder to work in. */
  readonly scratch: string;
  /** Those of the benchmark's folder, as they were before anything was read. */
  readonly files: FileHashes;
  readonly gallery: Gallery;
}

/**
 * What earlier builds read of the records that all runs share, and of each run, by the bytes of their folders and what they are checked against.
 * Times of files are not believed: a copy, a checkout or a clock set back keeps them while bytes change, and hashing is as fast as reading.
 */
export class RunsRead implements EarlierRuns {
  private readonly work: WorkDatabase;
  private readonly kept: KeptResults;
  private readonly scratch: string;
  private readonly shared: string;
  private readonly common: SharedRead;
  private readonly files: FileHashes;
  private readonly found: FoundRun[] = [];
  private readonly made: { readonly folder: RunFolder; readonly source: number; readonly report: RunReport }[] = [];

  constructor(
    { label, folder, benchmark, judges }: RunsInput,
    work: WorkDatabase,
    { kept, scratch, files, gallery }: ReadKept,
  ) {
    this.work = work;
    this.kept = kept;
    this.scratch = scratch;
    this.files = files;
    const records = treeHash([...files].filter(([name]) => !name.startsWith('runs/')));
    this.shared = digestOfKey([label, records, benchmark, judges]);
    this.common = new SharedRead({ work, kept, scratch, gallery, folder, key: this.shared });
  }

  readonly findShared: EarlierRuns['findShared'] = (context, staging) => this.common.find(context, staging);

  readonly keepShared: EarlierRuns['keepShared'] = (common, attributes) => this.common.keep(common, attributes);

  private keyOf = ({ label }: RunFolder, hash: string): string => JSON.stringify([this.shared, label, hash]);

  /** Hash of a run's folder as it was before anything was read. */
  private hashOf({ folder }: RunFolder): string {
    const prefix = `runs/${path.basename(folder)}/`;
    const own = [...this.files].filter(([name]) => name.startsWith(prefix));
    return treeHash(own.map(([name, hash]) => [name.slice(prefix.length), hash]));
  }

  readonly find: EarlierRuns['find'] = async (folder, source, staging) => {
    const bytes = this.kept.find('run', this.keyOf(folder, this.hashOf(folder)));
    if (bytes === null) return null;
    const { about, files } = decodeFiles<AboutRun>(bytes);
    const [file] = files;
    if (file === undefined) return null;
    const rows = path.join(this.scratch, `run-${source}.parquet`);
    await fs.writeFile(rows, file.bytes);
    this.found.push({ source, rows, ...numbersOf(about, staging) });
    const log = Object.assign(new ProblemLog(), about.log);
    return { ...about.report, folder: folder.label, run: folder.run, log };
  };

  readonly keep: EarlierRuns['keep'] = (folder, source, report) => {
    this.made.push({ folder, source, report });
  };

  /** Adds the rows of runs that were found, and keeps those of the others. All rows that were read are in the tables. */
  async finish(): Promise<void> {
    await this.common.store();
    for (const one of this.made) await this.store(one);
    for (const one of this.found) await this.add(one);
  }

  private async store({ folder, source, report }: (typeof this.made)[number]): Promise<void> {
    const { work } = this;
    const hash = this.hashOf(folder);
    // A file that was written while it was read may be neither what it was nor what it is.
    if (hash !== (await hashFolder(folder.folder))) return;
    const key = this.keyOf(folder, hash);
    const of = `(SELECT * FROM judgments WHERE run = ${source})`;
    const { files, coverage, log } = report;
    const about: AboutRun = {
      report: { files, coverage },
      log: { kept: log.kept, errors: log.errors, warnings: log.warnings },
      labels: await work.query(`SELECT * FROM labels WHERE label IN (SELECT label FROM ${of}) ORDER BY label`),
      responses: await work.query(
        `SELECT * FROM response_names WHERE response IN (SELECT response FROM ${of}) ORDER BY response`,
      ),
    };
    const file = path.join(this.scratch, 'run.parquet');
    await work.run(`COPY (SELECT * EXCLUDE (run) FROM ${of}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`);
    await this.kept.keep('run', key, encodeFiles({ about, files: [{ hash: '', bytes: await fs.readFile(file) }] }));
    await fs.rm(file);
  }

  private async add({ source, rows, labels, responses }: FoundRun): Promise<void> {
    const { work } = this;
    for (const [table, numbers] of Object.entries({ labels_are: labels, responses_are: responses })) {
      const appender = await work.appenderTo(table, 'was INTEGER, now INTEGER');
      for (const pair of numbers) appender.add(pair);
      appender.close();
    }
    await work.run(`INSERT INTO judgments
SELECT ${source} AS run, read.* REPLACE (responses_are.now AS response, labels_are.now AS label)
FROM read_parquet(${literal(rows)}) AS read
  JOIN responses_are ON responses_are.was = read.response JOIN labels_are ON labels_are.was = read.label`);
    for (const table of ['labels_are', 'responses_are']) await work.run(`DROP TABLE ${table}`);
    await fs.rm(rows);
  }
}

/** The numbers that labels and responses of a run have now. They must be taken while rows can be added. */
function numbersOf({ labels, responses }: AboutRun, staging: Staging): Pick<FoundRun, 'labels' | 'responses'> {
  return {
    labels: labels.map((row) => [Number(row['label']), staging.labelOf(fieldsOf(row))]),
    responses: responses.map((row) => [Number(row['response']), staging.responseOf(String(row['name']))]),
  };
}
