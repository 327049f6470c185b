import { strToU8 } from 'fflate';
import { ByteWriter, parquetWriteRows } from 'hyparquet-writer';
import { type Choices, downloadColumns, type FileColumn } from '../cases/choices.ts';
import { ANSWER_COLUMNS } from '../cases/long.ts';
import { type Provenance, zipWriter } from '../client/download.ts';
import { ClientFailure } from '../client/failure.ts';
import { LINES_NOT_READ, loadCases, loadLines } from '../client/packs.ts';
import { abortable } from '../client/shared.ts';
import { csvText } from '../schema/csv.ts';
import type { CaseText } from '../schema/release-paths.ts';
import { parseSlice } from '../schema/slice.ts';
import type { Case } from '../schema/stored-case.ts';
import type { QueryRow } from '../sql/query.ts';
import { saveFile } from '../ui/file-name.ts';
import { judgesAsked } from './asked.ts';
import { loadDetails } from './case-columns.ts';
import type { CaseSelection } from './selection.ts';
import type { AskedCases } from './state.ts';
import { facetValueWords, isScore, saidAnswer } from './words.ts';

export type CaseBatches = AsyncIterable<readonly QueryRow[]>;

type FileColumns = readonly FileColumn[];

export type CaseFileFormat = 'csv' | 'jsonl' | 'parquet' | 'arrow';

async function* csvParts(batches: CaseBatches, columns: FileColumns): AsyncGenerator<Uint8Array> {
  yield strToU8(
    csvText(
      columns.map(({ name }) => name),
      [],
    ),
  );
  for await (const rows of batches) {
    const [first = [], ...more] = rows.map((row) => columns.map(({ name }) => String(row[name] ?? '')));
    if (rows.length > 0) yield strToU8(csvText(first, more));
  }
}

async function* jsonParts(batches: CaseBatches): AsyncGenerator<Uint8Array> {
  for await (const rows of batches) yield strToU8(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

async function* rowsOf(batches: CaseBatches): AsyncGenerator<QueryRow> {
  for await (const rows of batches) yield* rows;
}

async function* parquetParts(batches: CaseBatches, columns: FileColumns): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter();
  await parquetWriteRows({ writer, rows: rowsOf(batches), columns: [...columns], rowGroupSize: 10_000 });
  yield writer.getBytes();
}

/** Writes one record batch for each batch of rows. A file without rows still names its columns. */
async function* arrowParts(batches: CaseBatches, columns: FileColumns): AsyncGenerator<Uint8Array> {
  const arrow = new (await import('../client/arrow.ts')).ArrowRows(columns);
  for await (const rows of batches) {
    const values = columns.map(({ name, type }) =>
      rows.map((row) => {
        const value = row[name] ?? null;
        if (type === 'STRING') return String(value ?? '');
        return typeof value === 'number' ? value : null;
      }),
    );
    arrow.add(values);
  }
  yield arrow.bytes('file');
}

const PARTS = { csv: csvParts, jsonl: jsonParts, parquet: parquetParts, arrow: arrowParts } as const;

export interface CaseFile {
  readonly format: CaseFileFormat;
  /** File name without its ending. */
  readonly name: string;
  readonly columns: FileColumns;
  readonly provenance: Omit<Provenance, 'rows' | 'columns' | 'downloaded'>;
}

/** Writes the rows in their order as one file. Throws what the batches throw. */
async function plainCases(batches: CaseBatches, { format, columns }: CaseFile): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of PARTS[format](batches, columns)) parts.push(new Uint8Array(part));
  return new Blob(parts);
}

/** Writes one zip of the rows in their order, batch by batch, and of where they come from. Throws what the batches throw. */
export async function zipOfCases(batches: CaseBatches, { format, name, columns, provenance }: CaseFile): Promise<Blob> {
  let rows = 0;
  async function* counted(): AsyncGenerator<readonly QueryRow[]> {
    for await (const batch of batches) {
      rows += batch.length;
      yield batch;
    }
  }
  const zip = zipWriter();
  const data = zip.add(`${name}.${format}`);
  for await (const part of PARTS[format](counted(), columns)) data.push(part);
  data.push(new Uint8Array(0), true);
  const sidecar: Provenance = { ...provenance, rows, columns: columns.length, downloaded: new Date().toISOString() };
  zip.add('provenance.json').push(strToU8(`${JSON.stringify(sidecar, null, 2)}\n`), true);
  return zip.end();
}

const columnOf = (run: string): string => `reason:${run}`;

/** Lists the columns that a download with texts has beside the others: the prompt, and what each run's judge wrote. */
export const textColumns = ({ runs }: Pick<Choices, 'runs'>) =>
  ['prompt', ...runs.map(({ run }) => columnOf(run))].map((name) => ({ name, type: 'STRING' as const }));

/** Says what tells an answer from a run's others to the same case: `criterion logic, order ba`. */
const partOf = ({ criterion, stage, condition, response, order, repeat }: Case['judgments'][number]): string =>
  [
    ...(stage === 'judge' ? [] : [stage]),
    ...(criterion === undefined ? [] : [criterion]),
    ...(response === undefined ? [] : [`response ${response}`]),
    ...(condition === 'base' ? [] : [condition]),
    ...(order === 'ab' ? [] : ['B first']),
    ...(repeat === 0 ? [] : [`repeat ${repeat}`]),
  ].join(', ');

/** Writes what a run wrote about a case; where it gave several answers, each stands under what it answers. */
export function reasonsOf({ judgments }: Pick<Case, 'judgments'>, run: string): string {
  const written = judgments.filter((one) => one.run === run && one.rationale !== '');
  if (written.length < 2) return written[0]?.rationale ?? '';
  return written.map((one) => `[${partOf(one)}] ${one.rationale}`).join('\n\n');
}

/** Adds the columns of `textColumns` to rows. Throws ClientFailure, or the signal's reason. */
async function withTexts(
  rows: readonly QueryRow[],
  { benchmark, runs }: Pick<Choices, 'benchmark' | 'runs'>,
  signal: AbortSignal,
): Promise<readonly QueryRow[]> {
  const ids = rows.map((row) => String(row['instance']));
  const cases = await loadCases(benchmark, ids, { signal });
  return rows.map((row) => {
    const found = cases.get(String(row['instance']));
    const said = runs.map(({ run }) => [columnOf(run), found === undefined ? '' : reasonsOf(found, run)]);
    return { ...row, prompt: found?.prompt ?? '', ...Object.fromEntries(said) };
  });
}

/** Lists the columns that a download with a row for each answer has beside the others: the prompt, and what the judge wrote there. */
const LONG_TEXT_COLUMNS = ['prompt', 'reason'].map((name) => ({ name, type: 'STRING' as const }));

/** Says what tells an answer from all others to its case, as a row of a long download and as a judgment have it. */
const answerKey = (row: Readonly<Record<string, unknown>>): string =>
  ['run', 'criterion', 'stage', 'condition', 'response', 'critique_judge', 'repeat', 'order']
    .map((name) => row[name] ?? '')
    .join('\0');

async function withLongTexts(
  rows: readonly QueryRow[],
  { benchmark }: Pick<Choices, 'benchmark'>,
  signal: AbortSignal,
): Promise<readonly QueryRow[]> {
  const cases = await loadCases(benchmark, [...new Set(rows.map((row) => String(row['instance'])))], { signal });
  const reasons = new Map(
    [...cases].map(([id, { judgments }]) => [id, new Map(judgments.map((one) => [answerKey(one), one.rationale]))]),
  );
  return rows.map((row) => {
    const id = String(row['instance']);
    return { ...row, prompt: cases.get(id)?.prompt ?? '', reason: reasons.get(id)?.get(answerKey(row)) ?? '' };
  });
}

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export interface CaseDownload extends Omit<CaseFile, 'columns'> {
  readonly choices: Choices;
  readonly state: AskedCases['state'];
  readonly cases: CaseSelection['cases'];
  /** A row for each case, or for each answer to it. */
  readonly form: 'wide' | 'long';
  /** Whether the file is put into a zip with its provenance, or saved as it is. */
  readonly zipped: boolean;
  readonly texts: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (rows: number) => void;
}

const BATCH = 2000;

type AskedList = Pick<CaseDownload, 'choices' | 'state'>;

const verdictColumn = (run: string): string => `verdict:${run}`;

/** Lists the runs whose verdicts are saved, with their places among all: those asked for; all where none is. */
function savedRuns({ choices, state }: AskedList): readonly (readonly [place: number, run: string])[] {
  const asked = judgesAsked(state);
  return choices.runs.flatMap(({ run }, place) => (asked.length === 0 || asked.includes(run) ? [[place, run]] : []));
}

type Lines = ReadonlyMap<number, CaseText>;

function saidColumns(list: AskedList, lines: Lines | null): FileColumns {
  if (lines === null) return [];
  const names = ['label', ...savedRuns(list).map(([, run]) => verdictColumn(run))];
  return names.map((name) => ({ name, type: 'STRING' as const }));
}

/** A label or verdict as the list writes it, scores exactly: `A better`; where none of several criteria is asked for, each is named: `Logic: A better; Style: B better`. */
function saidCell(
  { choices, state }: AskedList,
  said: readonly (readonly [criterion: string, value: string])[],
): string {
  const asked = state.criterion || (parseSlice(state.slice).get('criterion') ?? '');
  const isNamed = asked === '' && choices.criteria.length > 1;
  return said
    .filter(([criterion]) => asked === '' || criterion === '' || criterion === asked)
    .map(([criterion, value]) => {
      const words = isScore(value) ? value : saidAnswer(choices.labels, value);
      return isNamed && criterion !== '' ? `${facetValueWords(choices, 'criterion', criterion)}: ${words}` : words;
    })
    .join('; ');
}

/** What lists say of the cases at these places; null where a release has no lines, or where some did not come before the network went. Throws ClientFailure where they do not come. */
async function wholeLines({ choices }: AskedList, places: readonly number[]): Promise<Lines | null> {
  if (choices.lines === undefined) return null;
  const { texts, failure } = await loadLines(choices.benchmark, places);
  if (failure !== null) throw failure;
  if (places.every((place) => texts.has(place))) return texts;
  if (!navigator.onLine) return null;
  throw new ClientFailure('damaged', {
    ...LINES_NOT_READ,
    why: 'The release lacks the labels of some of these cases.',
  });
}

function saidOf(list: AskedList, line: CaseText): QueryRow {
  const verdicts = savedRuns(list).map(([place, run]) => {
    const own = line.said.flatMap(([of, criterion, value]) => (of === place ? [[criterion, value] as const] : []));
    return [verdictColumn(run), saidCell(list, own)];
  });
  return { label: saidCell(list, line.gold), ...Object.fromEntries(verdicts) };
}

async function* caseRows({ choices, state, cases, signal }: CaseDownload, lines: Lines | null): CaseBatches {
  const details = await abortable(loadDetails(choices.benchmark), signal);
  for (let from = 0; from < cases.places.length; from += BATCH) {
    const rows = cases.download(details, from, from + BATCH);
    yield rows.map((row, at) => {
      const line = lines?.get(cases.places[from + at] ?? -1);
      return line === undefined ? row : { ...row, ...saidOf({ choices, state }, line) };
    });
  }
}

async function* answerRows({ choices, state, cases, signal }: CaseDownload): CaseBatches {
  const { answersBySql } = await import('./by-sql.ts');
  const [run = '', ...others] = judgesAsked(state);
  yield* answersBySql(
    choices.benchmark,
    { scope: { ...state, run: others.length === 0 ? run : '' }, places: cases.places },
    signal,
  );
}

function formOf(
  { choices, state, form, texts }: Pick<CaseDownload, 'choices' | 'state' | 'form' | 'texts'>,
  lines: Lines | null,
) {
  if (form === 'wide') {
    const [instance, cluster, ...more] = downloadColumns(choices);
    const names = [instance, cluster].filter((column) => column !== undefined);
    const columns = [
      ...names,
      ...saidColumns({ choices, state }, lines),
      ...more,
      ...(texts ? textColumns(choices) : []),
    ];
    return { columns, complete: withTexts };
  }
  return { columns: [...ANSWER_COLUMNS, ...(texts ? LONG_TEXT_COLUMNS : [])], complete: withLongTexts };
}

export interface SavedCases {
  readonly rows: number;
  /** Whether labels and verdicts had to be left out, since the network is gone. */
  readonly isBare: boolean;
}

/** Saves every row of the selection, in its order, plain or as one zip with its provenance. Throws ClientFailure, or the signal's reason; then nothing is saved. */
export async function saveCases(download: CaseDownload): Promise<SavedCases> {
  const { choices, cases, form, zipped, texts, signal, onProgress, ...file } = download;
  const isWide = form === 'wide';
  // The plain CSV is for people, in words; the others are for programs, which have ids to join by.
  const isInWords = isWide && file.format === 'csv' && !zipped;
  const lines = isInWords ? await abortable(wholeLines(download, [...cases.places]), signal) : null;
  const { columns, complete } = formOf(download, lines);
  let rows = 0;
  async function* reported(): AsyncGenerator<readonly QueryRow[]> {
    for await (const batch of isWide ? caseRows(download, lines) : answerRows(download)) {
      yield texts ? await complete(batch, choices, signal) : batch;
      rows += batch.length;
      onProgress(rows);
      await breathe();
      signal.throwIfAborted();
    }
  }
  const named = { ...file, name: isWide ? file.name : `${file.name}-long`, columns };
  const made = zipped ? await zipOfCases(reported(), named) : await plainCases(reported(), named);
  signal.throwIfAborted();
  saveFile(zipped ? `${named.name}-${file.format}.zip` : `${named.name}.${file.format}`, made);
  return { rows, isBare: isInWords && lines === null && choices.lines !== undefined };
}
