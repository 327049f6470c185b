import fs from 'node:fs/promises';
import path from 'node:path';
import type { RunContext } from '../../records/run-context.ts';
import { ProblemLog } from '../../records/tally.ts';
import { type CommonRecords, commonAgain, type SoundRecords } from '../../records/validate-run.ts';
import { SHARED, type Staging } from '../../scoring/staging.ts';
import { text } from '../../sql/query.ts';
import { literal } from '../../sql/quote.ts';
import type { KeptResults } from './kept.ts';
import { decodeFiles, encodeFiles } from './kept-files.ts';
import type { Gallery } from './media.ts';
import type { WorkDatabase } from './work.ts';

/** Tables of the working database that shared records are in. */
const TABLES = ['instances', 'attributes', 'responses', 'gold'] as const;

/** What is known of shared records beside their rows. */
interface AboutShared {
  readonly files: CommonRecords['files'];
  readonly log: Pick<ProblemLog, 'kept' | 'errors' | 'warnings'>;
  readonly attributes: readonly string[];
  /** Pictures, by their files within the folder of the records. */
  readonly pictures: readonly (readonly [file: string, name: string])[];
}

const INSTANCES = `SELECT id, split, coalesce(value, '') AS subset FROM instances
LEFT JOIN (SELECT instance, value FROM attributes WHERE name = 'subset') USING (instance) ORDER BY instance`;
const RESPONSES = 'SELECT id, response, condition FROM responses JOIN instances USING (instance)';
const GOLD = 'SELECT id, criterion FROM gold JOIN instances USING (instance)';

/** What reading the records that runs share is kept with. */
export interface SharedParts {
  readonly work: WorkDatabase;
  readonly kept: KeptResults;
  /** A folder to work in. */
  readonly scratch: string;
  readonly gallery: Gallery;
  /** The folder of the records. */
  readonly folder: string;
  /** Stands for the bytes of the records and pictures, and for what they are checked against. */
  readonly key: string;
}

/** What an earlier build read of the records that runs share: their rows, and their pictures. */
export class SharedRead {
  private readonly parts: SharedParts;
  private made: AboutShared | null = null;

  constructor(parts: SharedParts) {
    this.parts = parts;
  }

  /** Adds the rows to the tables, which must be empty, and copies the pictures; null where nothing was kept. */
  async find(context: RunContext, staging: Staging): Promise<CommonRecords | null> {
    const { work, kept, key, folder, gallery } = this.parts;
    const bytes = kept.find('shared', key);
    if (bytes === null) return null;
    const { about, files } = decodeFiles<AboutShared>(bytes);
    for (const [i, table] of TABLES.entries()) {
      const file = path.join(this.parts.scratch, `${table}.parquet`);
      await fs.writeFile(file, files[i]?.bytes ?? '');
      await work.run(`INSERT INTO ${table} FROM read_parquet(${literal(file)})`);
      await fs.rm(file);
    }
    gallery.placeAgain(about.pictures.map(([file, name]) => [path.join(folder, file), name]));
    for (const name of about.attributes) staging.attributes.add(name);
    const log = Object.assign(new ProblemLog(), about.log);
    return commonAgain(await this.records(staging), context, { files: about.files, log });
  }

  private async records(staging: Staging): Promise<SoundRecords> {
    const { query } = this.parts.work;
    const instances = (await query(INSTANCES)).map((row) => ({
      instance: text(row, 'id'),
      split: text(row, 'split'),
      attributes: { subset: text(row, 'subset') },
    }));
    for (const { instance } of instances) staging.instanceOf(instance);
    const responses = (await query(RESPONSES)).map((row) => ({
      instance: text(row, 'id'),
      response: text(row, 'response'),
      condition: text(row, 'condition'),
    }));
    const gold = (await query(GOLD)).map((row) => ({ instance: text(row, 'id'), criterion: text(row, 'criterion') }));
    return { instances, responses, gold };
  }

  /** Is told of what was read; pictures are those that were copied so far. */
  keep({ files, log }: CommonRecords, attributes: Iterable<string>): void {
    const { folder, gallery } = this.parts;
    const pictures = [...gallery.placed].map(([file, name]) => [path.relative(folder, file), name] as const);
    const { kept, errors, warnings } = log;
    this.made = { files, log: { kept, errors, warnings }, attributes: [...attributes], pictures };
  }

  /** Keeps what was read, whose rows are all in the tables by now. */
  async store(): Promise<void> {
    if (this.made === null) return;
    const { work, kept, key, scratch } = this.parts;
    const files: { readonly hash: string; readonly bytes: Uint8Array }[] = [];
    for (const table of TABLES) {
      const file = path.join(scratch, `${table}.parquet`);
      // DuckDB lets the few rows of a filtered chunk wait until the end, so the order is asked for.
      await work.run(`COPY (SELECT * FROM ${table} WHERE source = ${SHARED} ORDER BY rowid)
TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`);
      files.push({ hash: '', bytes: await fs.readFile(file) });
      await fs.rm(file);
    }
    await kept.keep('shared', key, encodeFiles({ about: this.made, files }));
  }
}
