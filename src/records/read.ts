import type { Benchmark, Protocol } from '../schema/benchmark.ts';
import type { Judge } from '../schema/judge.ts';
import { nearestWord, type Problem } from '../schema/problem.ts';
import type { ImportReport, Run } from '../schema/records.ts';
import { extension, type Limits, type Source } from './bytes.ts';
import {
  assertComplete,
  checkRecord,
  fieldsOfKind,
  isProblems,
  newCount,
  type ProblemLog,
  type RecordKind,
  type RecordOf,
  type RowCount,
  requiredOf,
  valueAtPath,
} from './issues.ts';
import { type RowOptions, readRows } from './rows.ts';

/** What is known of a run's surroundings. What is left out here is not checked. */
export interface RunContext {
  /** The benchmark named in run.yaml; null when there is none of this name. */
  readonly benchmark: Benchmark | null;
  /** data/judges.yaml by id. */
  readonly judges?: ReadonlyMap<string, Judge>;
  /** Given for a run that is scored by itself: it may be anybody's, so judges that the list lacks are remarked on and no fault. */
  readonly alone?: true;
  /** Finds out what an image path of an instance leads to; remote addresses are never asked for. */
  readonly media?: (src: string) => MediaFact | Promise<MediaFact>;
  /** Given among the runs of a benchmark, where a judge whose answers nobody can read is a finding; else that is an error. */
  readonly unread?: 'warning';
}

/** Says whether a picture lies elsewhere: it is then named and never fetched. */
export const isWebAddress = (src: string): boolean => /^https?:/i.test(src);

export type MediaFact = 'picture' | 'missing' | 'svg' | 'other' | 'outside';

/** A run folder: `run.yaml`, read, and its files of records together with the benchmark's own. */
export interface RunInput {
  readonly folder: string;
  /** null when run.yaml is missing or unusable; its problems are then given. */
  readonly run: Run | null;
  readonly problems: readonly Problem[];
  /** Sources of each kind, the benchmark's shared files before the run's. */
  readonly files: Readonly<Partial<Record<RecordKind, readonly Source[]>>>;
  readonly limits?: Limits;
  /** How the folder was imported, where that is known. */
  readonly imported?: ImportReport | null;
}

export type RecordSink = <K extends RecordKind>(kind: K, batch: SoundBatch<K>) => void | Promise<void>;

export interface RunCoverage {
  /** Instances in the splits and subsets that the run touched. */
  readonly expected: number;
  readonly judged: number;
  /** Pairs of instance and criterion that were judged, but have no gold. */
  readonly withoutGold: number;
}

export interface RunReport {
  readonly folder: string;
  readonly run: Run | null;
  readonly files: readonly (RowCount & { readonly kind: RecordKind })[];
  readonly log: ProblemLog;
  readonly coverage: RunCoverage;
}

/**
 * Gives the lowest and highest score that a protocol allows; null where scores are free. Where it is `hard`, a score beyond it is an error, else a
 * warning.
 */
export function scoreScale(
  protocol: Protocol,
): { readonly min: number; readonly max: number; readonly hard: boolean } | null {
  if (protocol === 'critique') return { min: 0, max: 10, hard: true };
  if (protocol === 'pairwise') return null;
  return { min: protocol === 'pointwise' ? 0 : 1, max: 10, hard: false };
}

const ATTRIBUTE = 'attributes.';

/** Unknown columns that are reported one by one. */
const MANY = 20;

function namelessProblems(file: string, nameless: number, columns: number): Problem[] {
  if (nameless === 0) return [];
  const message = 'a column without a name; no row was read';
  const hint = 'name it, or remove it; a separator at the end of the header makes one';
  return [{ file, message, found: `${nameless} of ${columns}`, hint }];
}

/** Gives problems with columns that do not fit the records, reported once and not for each row. If there are none, the rows can be read. */
function columnProblems(kind: RecordKind, file: string, columns: readonly string[]): Problem[] {
  const fields = fieldsOfKind(kind);
  const unread = 'no row was read';
  const absent = requiredOf(kind).filter((field) => !columns.includes(field));
  const unknown = columns.filter(
    (column) => column !== '' && !fields.includes(column) && !column.startsWith(ATTRIBUTE),
  );
  const nameless = columns.filter((column) => column === '').length;
  return [
    ...absent.map((field) => ({
      file,
      field,
      message: `no such column; ${unread}`,
      found: columns.join(', '),
      expected: `at least ${requiredOf(kind).join(', ')}`,
      hint: 'add the column, or name it in the header',
    })),
    ...namelessProblems(file, nameless, columns.length),
    ...unknown.slice(0, MANY).map((field) => {
      const near = nearestWord(field, fields);
      const hint = near === undefined ? 'remove it, or import the file as a table' : `is ${near} meant?`;
      return { file, field, message: `unknown column; ${unread}`, expected: fields.join(', '), hint };
    }),
    ...(unknown.length > MANY
      ? [
          {
            file,
            message: `more unknown columns; ${unread}`,
            found: unknown.slice(MANY).join(', '),
            hint: 'import the file as a table',
          },
        ]
      : []),
  ];
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Fields that are numbers, and fields that hold JSON, in a table of text. */
const NUMBERS: Readonly<Record<RecordKind, readonly string[]>> = {
  instances: ['prompt_length'],
  responses: [],
  gold: [],
  judgments: ['repeat', 'score', 'rationale_length', 'cost', 'tokens'],
};
const JSON_FIELDS: readonly string[] = ['media', 'attributes', 'perturbed_prompts'];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Gives a row of CSV as a record to be checked: an empty cell is an absent field, numbers and JSON are read, and a column
 * `attributes.task` is the attribute `task`. What cannot be read stays text, for the schema to name.
 */
function fromTable(kind: RecordKind, row: unknown): unknown {
  const out: Record<string, unknown> = {};
  const attributes: [name: string, value: string][] = [];
  for (const [key, cell] of Object.entries(row as Record<string, string>)) {
    if (key.startsWith('attributes.')) {
      if (cell !== '') attributes.push([key.slice('attributes.'.length), cell]);
    } else if (cell === '') {
      if (key === 'prompt' || key === 'text') out[key] = cell;
    } else if (NUMBERS[kind].includes(key)) out[key] = NUMBER.test(cell) ? Number(cell) : cell;
    else out[key] = JSON_FIELDS.includes(key) ? parsed(cell) : cell;
  }
  if (attributes.length > 0)
    out.attributes = { ...(out.attributes as object | undefined), ...Object.fromEntries(attributes) };
  return out;
}

/** Sound records of one kind, with what was wrong in between. Batches come in the file's order. */
export interface RecordBatch<K extends RecordKind> {
  readonly records: readonly RecordOf<K>[];
  readonly lines: readonly number[];
  readonly problems: readonly Problem[];
  /** Instances that rows name which their schema refuses. */
  readonly refused: readonly string[];
  /** Counts of the file so far; every batch has the same object. */
  readonly count: RowCount;
  readonly bytes: number;
}

/** Records of a batch that passed every check, and the counts of their file so far. */
export type SoundBatch<K extends RecordKind> = Pick<RecordBatch<K>, 'records' | 'count'>;

const isLostRow = (problem: Problem): boolean => problem.line !== undefined && problem.severity === undefined;

/**
 * Reads a file of canonical records: any format of `readRows`, every row against its schema. A row is either in `records` or
 * has at least one problem with its line; `count` says how many of each, and is checked at the end of the file.
 */
export async function* readRecords<K extends RecordKind>(
  kind: K,
  source: Source,
  options: RowOptions = {},
): AsyncGenerator<RecordBatch<K>> {
  const count = newCount(source.name);
  const isTable = ['csv', 'tsv'].includes(extension(source.name));
  for await (const batch of readRows(source, options)) {
    const records: RecordOf<K>[] = [];
    const lines: number[] = [];
    const refused: string[] = [];
    const unfit = batch.columns === undefined ? [] : columnProblems(kind, source.name, batch.columns);
    const problems: Problem[] = [...batch.problems, ...unfit];
    if (unfit.length > 0) {
      yield { records, lines, problems: problems.filter((p) => !isLostRow(p)), refused, count, bytes: batch.bytes };
      return;
    }
    const unread = batch.problems.filter(isLostRow).length;
    count.read += batch.rows.length + unread;
    count.rejected += unread;
    for (let i = 0; i < batch.rows.length; i++) {
      const line = batch.lines[i] ?? 0;
      const row = isTable ? fromTable(kind, batch.rows[i]) : batch.rows[i];
      const checked = checkRecord(kind, { file: source.name, line, row });
      if (isProblems(checked)) {
        problems.push(...checked);
        const id = valueAtPath(row, ['instance']);
        if (typeof id === 'string') refused.push(id);
        count.rejected++;
      } else {
        records.push(checked);
        lines.push(line);
      }
    }
    count.accepted += records.length;
    yield { records, lines, problems, refused, count, bytes: batch.bytes };
  }
  assertComplete(count);
}
