import path from 'node:path';
import type { RunContext, RunReport } from '../../records/run-context.ts';
import { ProblemLog } from '../../records/tally.ts';
import type { EarlierRuns } from '../../scoring/load-runs.ts';
import type { RunFolder, RunsInput } from '../../scoring/run-folder.ts';
import type { LabelFields, Staging } from '../../scoring/staging.ts';
import { number, type QueryRow, text } from '../../sql/query.ts';
import { listedTable } from '../../sql/quote.ts';
import { type FileHashes, treeHash } from './inputs.ts';
import type { Gallery } from './media.ts';
import { type NamesAgain, namesAgain, plainFile, type RunPart, readRunPart } from './run-part.ts';
import { type FilePiece, piecesInFolder } from './run-pieces.ts';
import type { WorkDatabase } from './work.ts';

type Log = Pick<ProblemLog, 'kept' | 'errors' | 'warnings'>;

/** What is known of the records that runs share beside their rows. */
interface SharedBefore {
  readonly files: RunReport['files'];
  readonly log: Log;
  readonly attributes: readonly string[];
  /** Pictures, by their files within the folder of the records. */
  readonly pictures: readonly (readonly [file: string, name: string])[];
}

/** What is known of a run beside its rows. */
interface RunBefore {
  readonly label: string;
  /** Of the names and bytes of its files, and of all but the bytes of its judgments. */
  readonly hash: string;
  readonly beside: string;
  /** Its judgments in pieces; null where they are in several files, or in no lines. */
  readonly pieces: readonly FilePiece[] | null;
  readonly source: number;
  readonly report: Pick<RunReport, 'files' | 'coverage'>;
  readonly log: Log;
}

/** What is known of the records in a kept database. */
export interface ReadBefore {
  readonly shared: SharedBefore;
  readonly runs: readonly RunBefore[];
}

/** The instances of which changed runs say something else than before, texts included. */
export const JUDGED_OTHERWISE = 'temp.judged_otherwise';

/** Finds them: what changed runs say now, of some only on some instances, stands beside what they said. They are told apart by sums of hashes of their rows. */
function otherwiseSql({
  whole,
  inPart,
}: {
  readonly whole: readonly number[];
  readonly inPart: readonly number[];
}): string {
  const sums = (rows: string): string =>
    `(SELECT run, instance, sum(hash(rows)) AS first, sum(hash(rows, 1)) AS second FROM (SELECT * EXCLUDE (line) FROM ${rows}) AS rows GROUP BY run, instance)`;
  const before = `(FROM work.main.judgments WHERE run IN (${[-1, ...whole].join(', ')})
  OR (run IN (${[-1, ...inPart].join(', ')}) AND (run, instance) IN (SELECT run, instance FROM temp.judgments)))`;
  return `CREATE OR REPLACE TEMP TABLE judged_otherwise AS SELECT run, instance FROM ${sums('temp.judgments')} AS now
FULL JOIN ${sums(before)} AS old USING (run, instance)
WHERE now.first IS DISTINCT FROM old.first OR now.second IS DISTINCT FROM old.second`;
}

/** Tables whose rows are numbers for what judgments say. */
const NUMBERED = { labels: 'label', response_names: 'response' } as const;

/** Takes the fields of a row of the table `labels`: no judgment has an undefined one where that has a null. */
const fieldsOf = ({ label: _, lenient, ...row }: QueryRow): LabelFields =>
  // Written by this very code from records that were checked.
  ({ ...row, ...(lenient === null ? {} : { lenient }) }) as unknown as LabelFields;

const logOf = ({ kept, errors, warnings }: Log): Log => ({ kept, errors, warnings });

interface ReadWith {
  readonly input: RunsInput;
  /** The copy of the kept database, if there is one. */
  readonly work: WorkDatabase;
  readonly before: ReadBefore | null;
  /** Those of the benchmark's folder, as they were before anything was read. */
  readonly files: FileHashes;
  readonly gallery: Gallery;
}

/**
 * Finds what an earlier build read of the records that all runs share, and of each run whose bytes are as they were: its rows are in the
 * tables. Times of files are not believed: a copy, a checkout or a clock set back keeps them while bytes change, and hashing is as fast as
 * reading.
 */
export class RunsRead implements EarlierRuns {
  private readonly parts: ReadWith;
  /** Runs whose rows stay, by their labels, and what was known of the others. */
  private readonly same = new Map<string, RunBefore>();
  private readonly others = new Map<string, RunBefore>();
  private readonly runs: RunBefore[] = [];
  /** Runs that were read whole. */
  private readonly made = new Map<string, RunFolder>();
  /** Lines that were read of others, by the numbers of the runs. */
  private readonly inPart = new Map<number, RunPart['lines']>();
  private staging: Staging | null = null;
  private shared: SharedBefore | null = null;
  private names: { readonly labels: readonly QueryRow[]; readonly responses: readonly string[] } | null = null;
  /** Numbers of the runs whose rows changed; null where more did: a run came, went or was renumbered, or a name is not used any more. */
  changed: readonly number[] | null = null;

  private constructor(parts: ReadWith) {
    this.parts = parts;
  }

  static async open(parts: ReadWith): Promise<RunsRead> {
    const read = new RunsRead(parts);
    if (parts.before !== null) await read.reopen(parts.before);
    return read;
  }

  /** Removes the judgments of changed runs from the database, and renumbers the others. */
  private async reopen({ runs }: ReadBefore): Promise<void> {
    const { work, input } = this.parts;
    const labels = await work.query('SELECT * FROM labels ORDER BY label');
    const responses = await work.query('SELECT name FROM response_names ORDER BY response');
    this.names = { labels, responses: responses.map((row) => text(row, 'name')) };
    for (const table of ['runs', ...Object.keys(NUMBERED)]) await work.run(`DELETE FROM ${table}`);
    const now = new Map(input.runs.map((folder, source) => [folder.label, { source, hash: this.hashOf(folder) }]));
    for (const run of runs) (now.get(run.label)?.hash === run.hash ? this.same : this.others).set(run.label, run);
    const isInPlace =
      runs.length === input.runs.length && runs.every(({ label, source }) => now.get(label)?.source === source);
    if (isInPlace) {
      this.changed = runs.filter(({ label }) => !this.same.has(label)).map(({ source }) => source);
      // What is read goes into a table before the kept one, and from there only what is said otherwise.
      await work.run('CREATE TEMP TABLE judgments AS FROM work.main.judgments LIMIT 0');
      return;
    }
    const numbers = [...this.same.values()].map(({ label, source }) => [source, now.get(label)?.source ?? -1]);
    const table = listedTable('numbers', { was: 'INTEGER', now: 'INTEGER' }, [[-1, -1], ...numbers]);
    await work.run(`CREATE OR REPLACE TABLE judgments AS
SELECT now AS run, judgments.* EXCLUDE (run) FROM judgments JOIN ${table} ON run = was`);
  }

  /** Lists the files of a run's folder as they were before anything was read, by their names in it. */
  private filesOf({ folder }: RunFolder): [name: string, hash: string][] {
    const prefix = `runs/${path.basename(folder)}/`;
    return [...this.parts.files].flatMap(([name, hash]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), hash]] : [],
    );
  }

  private readonly hashOf = (folder: RunFolder): string => treeHash(this.filesOf(folder));

  private besideOf(folder: RunFolder): string {
    const judgments = plainFile(folder);
    return treeHash(this.filesOf(folder).map(([name, hash]) => [name, name === judgments ? '' : hash]));
  }

  readonly findShared: EarlierRuns['findShared'] = async (context, staging) => {
    const { before, input, gallery, work } = this.parts;
    if (before === null) return null;
    const { shared } = before;
    this.shared = shared;
    this.staging = staging;
    gallery.placeAgain(shared.pictures.map(([file, name]) => [path.join(input.folder, file), name]));
    for (const name of shared.attributes) staging.attributes.add(name);
    for (const row of this.names?.labels ?? [])
      if (staging.labelOf(fieldsOf(row)) !== number(row, 'label')) throw new Error('labels have other numbers');
    for (const name of this.names?.responses ?? []) staging.responseOf(name);
    const read = async (): Promise<NamesAgain> => {
      const again = await namesAgain(work, context, null);
      for (const [instance, at] of again.numbers) staging.placeInstance(instance, at);
      return again;
    };
    let against: Promise<NamesAgain> | null = null;
    return {
      files: shared.files,
      log: Object.assign(new ProblemLog(), shared.log),
      against: () => {
        against ??= read();
        return against;
      },
    };
  };

  readonly keepShared: EarlierRuns['keepShared'] = ({ files, log }, attributes) => {
    const { gallery, input } = this.parts;
    const pictures = [...gallery.placed].map(([file, name]) => [path.relative(input.folder, file), name] as const);
    this.shared = { files, log: logOf(log), attributes: [...attributes], pictures };
  };

  readonly find: EarlierRuns['find'] = async (folder, source, context) => {
    const same = this.same.get(folder.label);
    const found = same === undefined ? await this.findPart(folder, source, context) : { run: same, read: 0 };
    if (found === null) return null;
    const { run, read } = found;
    this.same.delete(folder.label);
    this.runs.push({ ...run, source });
    const log = Object.assign(new ProblemLog(), run.log);
    return { report: { ...run.report, folder: folder.label, run: folder.run, log }, read };
  };

  /** Reads what has changed of a run that is in its place; null where the run has to be read whole. */
  private async findPart(
    folder: RunFolder,
    source: number,
    context: RunContext,
  ): Promise<{ readonly run: RunBefore; readonly read: number } | null> {
    const { changed, names, staging, others } = this;
    const before = others.get(folder.label);
    if (changed === null || names === null || staging === null || before === undefined) return null;
    const { pieces, log, beside } = before;
    if (pieces === null || beside !== this.besideOf(folder)) return null;
    const { work, input } = this.parts;
    const hash = new Map(this.filesOf(folder)).get(plainFile(folder) ?? '');
    const part = await readRunPart(folder, { work, input, context, source, pieces, log, hash, names });
    if (part === null) return null;
    for (const [instance, at] of part.numbers) staging.placeInstance(instance, at);
    for (const { record, line } of part.judgments) staging.addJudgment(record, { run: source, line });
    this.inPart.set(source, part.lines);
    return {
      run: { ...before, hash: this.hashOf(folder), pieces: part.pieces.pieces },
      read: part.judgments.length,
    };
  }

  readonly keep: EarlierRuns['keep'] = (folder, source, { files, coverage, log }) => {
    const { label } = folder;
    this.made.set(label, folder);
    const [hash, beside] = [this.hashOf(folder), this.besideOf(folder)];
    this.runs.push({ label, hash, beside, pieces: null, source, report: { files, coverage }, log: logOf(log) });
  };

  /** Removes everything that no run refers to. All rows that were read are in the tables by then. */
  async finish(): Promise<void> {
    if (this.parts.before === null) return;
    if (this.changed !== null) await this.replace(this.changed);
    const refused = [...this.same.values()].map(({ label }) =>
      this.parts.input.runs.findIndex((run) => run.label === label),
    );
    if (refused.length > 0) await this.parts.work.run(`DELETE FROM judgments WHERE run IN (${refused.join(', ')})`);
    for (const [table, column] of Object.entries(NUMBERED)) await this.tighten(table, column);
  }

  /** Puts what changed runs say otherwise in the place of what they said. */
  private async replace(changed: readonly number[]): Promise<void> {
    const { work } = this.parts;
    const whole = changed.filter((run) => !this.inPart.has(run));
    // Other lines of the same instances say what they said.
    for (const [run, [first, last]] of this.inPart)
      await work.run(`INSERT INTO temp.judgments FROM work.main.judgments
WHERE run = ${run} AND line NOT BETWEEN ${first} AND ${last} AND instance IN (SELECT instance FROM temp.judgments WHERE run = ${run})`);
    await work.run(otherwiseSql({ whole, inPart: [...this.inPart.keys()] }));
    await work.run(
      `DELETE FROM work.main.judgments WHERE run IN (${[-1, ...changed].join(', ')}) AND (run, instance) IN (FROM ${JUDGED_OTHERWISE})`,
    );
    await work.run(
      `INSERT INTO work.main.judgments FROM temp.judgments SEMI JOIN ${JUDGED_OTHERWISE} AS others USING (run, instance)`,
    );
    await work.run(`UPDATE work.main.judgments AS old SET line = now.line FROM temp.judgments AS now
WHERE old.run IN (${[-1, ...changed].join(', ')}) AND old.run = now.run AND old.instance = now.instance
  AND old.response = now.response AND old.label = now.label AND old.line <> now.line`);
    await work.run('DROP TABLE temp.judgments');
  }

  /** Numbers the rows of a table anew that judgments name, and takes the others away. */
  private async tighten(table: string, column: string): Promise<void> {
    const { work } = this.parts;
    const unused = `${column} NOT IN (SELECT DISTINCT ${column} FROM judgments)`;
    const { n } = await work.row(`SELECT count(*)::DOUBLE AS n FROM ${table} WHERE ${unused}`);
    if (n === 0) return;
    this.changed = null;
    await work.run(`DELETE FROM ${table} WHERE ${unused}`);
    await work.run(`CREATE OR REPLACE TEMP TABLE numbers AS
SELECT ${column} AS was, (row_number() OVER (ORDER BY ${column}) - 1)::INTEGER AS now FROM ${table}`);
    for (const own of [table, 'judgments'])
      await work.run(`UPDATE ${own} SET ${column} = now FROM temp.numbers WHERE ${column} = was AND was <> now`);
    await work.run('DROP TABLE temp.numbers');
  }

  /**
   * Gives the facts about the records read, which are then all that the database holds; null where some depend on more than their bytes, or
   * changed while they were read.
   */
  async known(): Promise<ReadBefore | null> {
    const { shared } = this;
    if (shared === null || this.runs.length !== this.parts.input.runs.length) return null;
    const runs: RunBefore[] = [];
    for (const run of this.runs) {
      const folder = this.made.get(run.label);
      if (folder === undefined) runs.push(run);
      else {
        const { hash, pieces } = await piecesInFolder(folder.folder, plainFile(folder));
        if (hash !== run.hash) return null;
        runs.push({ ...run, pieces });
      }
    }
    return { shared, runs };
  }
}
