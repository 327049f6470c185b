import path from 'node:path';
import { BOM } from '../../records/lines.ts';
import type { RunContext, RunReport } from '../../records/run-context.ts';
import { textSource } from '../../records/source.ts';
import type { ProblemLog } from '../../records/tally.ts';
import { isUnread } from '../../records/unread-answers.ts';
import { type CheckedAgainst, checkedAgain, validateRun } from '../../records/validate-run.ts';
import type { Judgment } from '../../schema/records.ts';
import { inputOf, type RunFolder, type RunsInput } from '../../scoring/run-folder.ts';
import type { LabelFields } from '../../scoring/staging.ts';
import { number, type QueryRow, text } from '../../sql/query.ts';
import {
  bytesOfPart,
  type ChangedPart,
  changedPart,
  type FilePiece,
  type FilePieces,
  piecesOfFile,
} from './run-pieces.ts';
import type { WorkDatabase } from './work.ts';

const INSTANCES = `SELECT instance AS number, id, split, coalesce(value, '') AS subset FROM instances
LEFT JOIN (SELECT instance, value FROM attributes WHERE name = 'subset') USING (instance)`;
const RESPONSES = 'SELECT id, response, condition FROM responses JOIN instances USING (instance)';
const GOLD = 'SELECT DISTINCT id, criterion FROM gold JOIN instances USING (instance)';

/** Names of sound records that were read before, and what judgments are checked against by them. */
export interface NamesAgain extends CheckedAgainst {
  readonly numbers: readonly (readonly [instance: string, number: number])[];
}

/** Reads the names of records that are in the tables; of some instances, or of all where `only` is null. */
export async function namesAgain(
  { query }: WorkDatabase,
  context: RunContext,
  only: ReadonlySet<number> | null,
): Promise<NamesAgain> {
  const own = only === null ? '' : ` WHERE instance IN (${[-1, ...only].join(', ')})`;
  const found = await query(`${INSTANCES}${own} ORDER BY instance`);
  const instances = found.map((row) => ({
    instance: text(row, 'id'),
    split: text(row, 'split'),
    attributes: { subset: text(row, 'subset') },
  }));
  const responses = (await query(`${RESPONSES}${own}`)).map((row) => ({
    instance: text(row, 'id'),
    response: text(row, 'response'),
    condition: text(row, 'condition'),
  }));
  const gold = (await query(`${GOLD}${own}`)).map((row) => ({
    instance: text(row, 'id'),
    criterion: text(row, 'criterion'),
  }));
  const numbers = found.map((row) => [text(row, 'id'), number(row, 'number')] as const);
  return { ...checkedAgain({ instances, responses, gold }, context), numbers };
}

/** Gives the name of a run's file of judgments, where it has only this one and its lines can be told apart. */
export function plainFile({ files }: RunFolder): string | null {
  const [only, ...others] = files.judgments ?? [];
  const name = only === undefined ? '' : path.posix.basename(only.name);
  return others.length === 0 && name.endsWith('.jsonl') ? name : null;
}

type KeyFields = Omit<LabelFields, 'verdict' | 'parse' | 'lenient'>;

/** Gives by what two judgments of a run are told apart. */
function keyOf(instance: string, response: string, j: KeyFields): string {
  const { criterion = '', stage, condition, critique_judge: critic = '', repeat, order } = j;
  return JSON.stringify([instance, response, criterion, stage, condition, critic, repeat, order]);
}

/** Says that nothing in a run's file was remarked on, so that no problem depends on what its other lines say. */
const isSilent = ({ kept, errors, warnings }: Pick<ProblemLog, 'kept' | 'errors' | 'warnings'>): boolean =>
  errors === 0 && warnings === kept.length && kept.every(({ line, lead }) => line === undefined && !lead);

const MARK = Buffer.from(BOM);

/** Says that a part begins with a byte order mark, which readers take off where a file begins, while it is a fault within a file. */
const isMarkedWithin = (bytes: Buffer, { at }: ChangedPart): boolean =>
  at > 0 && bytes.subarray(0, MARK.length).equals(MARK);

/** What was read anew of a run. */
export interface RunPart {
  readonly pieces: FilePieces;
  readonly lines: ChangedPart['lines'];
  readonly judgments: readonly { readonly record: Judgment; readonly line: number }[];
  /** Numbers of the instances that they are about. */
  readonly numbers: NamesAgain['numbers'];
}

interface PartWith {
  readonly work: WorkDatabase;
  readonly input: RunsInput;
  readonly context: RunContext;
  /** The run's number, and what was known of it. */
  readonly source: number;
  readonly pieces: readonly FilePiece[];
  readonly log: Pick<ProblemLog, 'kept' | 'errors' | 'warnings'>;
  /** SHA-256 of the file as it was when the build began. */
  readonly hash: string | undefined;
  /** Names of responses and labels by their numbers, as judgments in the tables call them. */
  readonly names: { readonly labels: readonly QueryRow[]; readonly responses: readonly string[] };
}

interface RowsBefore {
  readonly keys: ReadonlySet<string>;
  readonly instances: ReadonlySet<number>;
}

/** Reads which judgments stood in some lines of a run's file. */
async function rowsBefore({ work, source, names }: PartWith, [first, last]: ChangedPart['lines']): Promise<RowsBefore> {
  const labels = new Map(names.labels.map((row) => [number(row, 'label'), row as unknown as KeyFields]));
  const rows = await work.query(`SELECT instance, id, response, label
FROM work.main.judgments JOIN instances USING (instance) WHERE run = ${source} AND line BETWEEN ${first} AND ${last}`);
  const keys = rows.map((row) => {
    const fields = labels.get(number(row, 'label'));
    if (fields === undefined) throw new Error('a judgment without a label');
    return keyOf(text(row, 'id'), names.responses[number(row, 'response')] ?? '', fields);
  });
  return { keys: new Set(keys), instances: new Set(rows.map((row) => number(row, 'instance'))) };
}

/** Reads the judgments in some lines, checked as all others; null where anything is to be remarked on. */
async function judgmentsOf(
  { input, context }: PartWith,
  folder: RunFolder,
  part: { readonly bytes: Buffer<ArrayBuffer>; readonly first: number; readonly against: CheckedAgainst },
): Promise<RunPart['judgments'] | null> {
  const { bytes, first, against } = part;
  const [file] = folder.files.judgments ?? [];
  if (file === undefined) return null;
  const judgments: { record: Judgment; line: number }[] = [];
  const whole = inputOf(input, folder);
  const alone = { ...whole, files: { ...whole.files, judgments: [textSource(file.name, bytes)] } };
  const report: RunReport = await validateRun(alone, context, {
    against,
    sink: (_, { records, lines }) => {
      for (const [i, record] of (records as readonly Judgment[]).entries())
        judgments.push({ record, line: first - 1 + (lines[i] ?? 0) });
    },
  });
  // How many answers cannot be read is counted over the whole file.
  if (judgments.some(({ record }) => isUnread(record))) return null;
  return isSilent(report.log) && against.known.names.odd === 0 ? judgments : null;
}

/**
 * Reads the lines of a run's file that are not as they were, where the file says about the same things as before and only says something else of
 * them. What was found of the run as a whole then holds: how many rows there are, what they are about, and that none is a second one.
 * Null where that is not so, or not known.
 */
export async function readRunPart(folder: RunFolder, given: PartWith): Promise<RunPart | null> {
  const name = plainFile(folder);
  if (name === null || !isSilent(given.log)) return null;
  const file = path.join(folder.folder, name);
  const now = piecesOfFile(file);
  if (now === null || now.hash !== given.hash) return null;
  const part = changedPart(given.pieces, now.pieces);
  const bytes = part === null ? null : bytesOfPart(file, part);
  if (part === null || bytes === null || isMarkedWithin(bytes, part)) return null;
  const { keys, instances } = await rowsBefore(given, part.lines);
  const { numbers, ...against } = await namesAgain(given.work, given.context, instances);
  const judgments = await judgmentsOf(given, folder, { bytes, first: part.lines[0], against });
  if (judgments === null || judgments.length !== keys.size) return null;
  const isKnown = ({ record }: { record: Judgment }): boolean =>
    keys.has(keyOf(record.instance, record.response ?? '', record));
  return judgments.every(isKnown) ? { pieces: now, lines: part.lines, judgments, numbers } : null;
}
