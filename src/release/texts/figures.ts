import path from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { importCanonical } from '../../importers/canonical.ts';
import { FORMATS } from '../../importers/index.ts';
import type { Source } from '../../records/bytes.ts';
import { fieldsOfKind, type RecordKind, type RecordOf, requiredOf } from '../../records/issues.ts';
import { readRecords } from '../../records/read.ts';
import type { Instance, Judgment } from '../../schema/records.ts';
import { characters } from '../../schema/words.ts';
import { writeWhole } from '../folders.ts';
import { saveParquet } from '../input-export.ts';
import { recordFiles, sourcesUnder } from '../input-run.ts';
import type { Progress } from '../progress.ts';
import { isPinned } from './obtain.ts';
import type { PinnedSource } from './source.ts';

/** Compresses as much as possible, because the files are written once and lie in the repository. */
const zstd = (bytes: Uint8Array): Uint8Array =>
  zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 19 } });

/** Writes figures as Parquet (zstd), with a column for every field that some record has. */
async function writeFile<K extends RecordKind>(file: string, kind: K, records: readonly RecordOf<K>[]): Promise<void> {
  const figures = records.map((record) => figureOfRecord(kind, record));
  const required = requiredOf(kind);
  const fields = fieldsOfKind(kind).filter(
    (name) => required.includes(name) || figures.some((figure) => name in figure),
  );
  const options = { codec: 'ZSTD', compressors: { ZSTD: zstd }, statistics: false } as const;
  await saveParquet(file, { fields, batches: [figures] }, options);
}

/**
 * Writes what the fetched files say, without what others wrote, to `folder` (`data/<benchmark>`): instances, responses and gold of
 * the first run of every importer, and the judgments of each. Other files in it stay.
 */
export async function writeFigures(pinned: PinnedSource, folder: string, progress: Progress): Promise<void> {
  const runs = Object.keys(pinned.source.runs);
  const first = new Map([...firstRuns(pinned)].map(([format, run]) => [run, format]));
  for (const [i, run] of runs.entries()) {
    const records = await recordsOfRun(pinned, run);
    const format = first.get(run);
    if (format !== undefined) {
      const suffix = format === pinned.source.format ? '' : `-${format}`;
      for (const kind of ['instances', 'responses', 'gold'] as const) {
        const name = path.join(folder, `${kind}${suffix}.parquet`);
        if (records[kind].length > 0) await writeWhole(name, (file) => writeFile(file, kind, records[kind]));
      }
    }
    const file = path.join(folder, 'runs', run, 'judgments.parquet');
    await writeWhole(file, (partial) => writeFile(partial, 'judgments', records.judgments));
    progress.count(i + 1, 'runs', runs.length);
  }
}

export interface FigureDifference {
  /** Below `data/<benchmark>`. */
  readonly file: string;
  readonly record: string;
  readonly field: string;
  /** The record as the repository has it, and as the texts give it; '' where there is none. */
  readonly figure: string;
  readonly text: string;
}

type FigureFields = Readonly<Record<string, unknown>>;

const KEYS: Readonly<Record<RecordKind, readonly string[]>> = {
  instances: ['instance'],
  responses: ['instance', 'response', 'condition'],
  gold: ['instance', 'response', 'criterion', 'kind', 'annotator'],
  judgments: ['instance', 'response', 'criterion', 'stage', 'condition', 'critique_judge', 'repeat', 'order'],
};

const named = (kind: RecordKind, figure: FigureFields): string =>
  KEYS[kind].flatMap((key) => (figure[key] === undefined ? [] : String(figure[key]))).join(', ');

/** Reads the figures of a folder. Those that cannot be read are left out, and so reported as differences. */
async function committed<K extends RecordKind>(folder: string, kind: K): Promise<Map<string, FigureFields>> {
  const figures = new Map<string, FigureFields>();
  for (const source of (await recordFiles(folder, ''))[kind] ?? []) {
    for await (const { records } of readRecords(kind, source)) {
      for (const record of records) {
        const figure = figureOfRecord(kind, record as RecordOf<K>);
        figures.set(named(kind, figure), figure);
      }
    }
  }
  return figures;
}

const shown = (value: unknown): string =>
  value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);

function compare(
  file: string,
  kind: RecordKind,
  {
    before,
    now,
  }: { readonly before: ReadonlyMap<string, FigureFields>; readonly now: ReadonlyMap<string, FigureFields> },
): FigureDifference[] {
  const found: FigureDifference[] = [];
  for (const [record, figure] of before) {
    const other = now.get(record);
    if (other === undefined) {
      found.push({ file, record, field: '', figure: 'a record', text: '' });
      continue;
    }
    for (const field of new Set([...Object.keys(figure), ...Object.keys(other)])) {
      const [a, b] = [shown(figure[field]), shown(other[field])];
      if (a !== b) found.push({ file, record, field, figure: a, text: b });
    }
  }
  for (const record of now.keys())
    if (!before.has(record))
      found.push({ file, record, field: '', figure: '', text: `${kind} of a case that is not in the figures` });
  return found;
}

const SHARED = ['instances', 'responses', 'gold'] as const;

/** Lists the files that are not, or no longer, those that were pinned. */
export const changedFiles = ({ source, folder }: PinnedSource): string[] =>
  source.files.filter((file) => !isPinned(path.join(folder, file.path), file)).map((file) => file.path);

/** Reads the fetched texts again and says where they do not give the committed figures of `data/<benchmark>`. */
export async function checkFigures(
  pinned: PinnedSource,
  folder: string,
  progress: Progress,
): Promise<FigureDifference[]> {
  const runs = Object.keys(pinned.source.runs);
  const found: FigureDifference[] = [];
  const first = new Set(firstRuns(pinned).values());
  const shared = { instances: new Map(), responses: new Map(), gold: new Map() } as const;
  for (const [i, run] of runs.entries()) {
    const records = await recordsOfRun(pinned, run);
    const figures = <K extends RecordKind>(kind: K): Map<string, FigureFields> =>
      new Map(
        records[kind].map((record) => figureOfRecord(kind, record as RecordOf<K>)).map((f) => [named(kind, f), f]),
      );
    if (first.has(run))
      for (const kind of SHARED) for (const [name, figure] of figures(kind)) shared[kind].set(name, figure);
    const own = await committed(path.join(folder, 'runs', run), 'judgments');
    found.push(...compare(`runs/${run}/judgments`, 'judgments', { before: own, now: figures('judgments') }));
    progress.count(i + 1, 'runs', runs.length);
  }
  for (const kind of SHARED)
    found.push(...compare(kind, kind, { before: await committed(folder, kind), now: shared[kind] }));
  return found;
}

/** Longer votes are texts and not figures. */
const LONGEST_VOTE = 40;

export type TextRecords = { readonly [K in RecordKind]: RecordOf<K>[] };

/** Gives the first run of every importer that a source names: its instances, responses and gold are those of the others. */
function firstRuns({ source }: PinnedSource): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const [run, { format = source.format }] of Object.entries(source.runs)) {
    if (!first.has(format)) first.set(format, run);
  }
  return first;
}

/** Gives the records of one run as the fetched files give them, with their texts. */
async function recordsOfRun({ source, folder }: PinnedSource, run: string): Promise<TextRecords> {
  const options = source.runs[run];
  const format = FORMATS.find((f) => f.id === (options?.format ?? source.format));
  if (format === undefined || options === undefined) throw new Error(`no run ${run}`);
  const records: TextRecords = { instances: [], responses: [], gold: [], judgments: [] };
  const own: readonly Source[] = await sourcesUnder(folder);
  // The kind says what the record is; the compiler cannot see it.
  for await (const items of importCanonical(format, own, { ...options, run }))
    for (const item of items)
      if ('record' in item && item.kind in records) (Reflect.get(records, item.kind) as unknown[]).push(item.record);
  return records;
}

/** Gives the raw answer, if it is a figure: scores, or a vote that is no sentence. */
function rawFigure({ raw }: Judgment): string | undefined {
  if (raw === undefined) return undefined;
  const isScores = /^[{}[\]",:.\-\dabnul]*$/.test(raw);
  return isScores || (raw.length <= LONGEST_VOTE && !raw.includes('\n')) ? raw : undefined;
}

/** Gives a record without what somebody else wrote: texts are replaced by their length. Fields that say nothing are left out. */
function figureOfRecord<K extends RecordKind>(kind: K, record: RecordOf<K>): Readonly<Record<string, unknown>> {
  const all: Record<string, unknown> = { ...record };
  if (kind === 'instances') {
    const { prompt, prompt_length } = record as RecordOf<'instances'>;
    Object.assign(all, { prompt: '', prompt_length: prompt_length ?? characters(prompt) });
  } else if (kind === 'judgments') {
    const judgment = record as Judgment;
    const length = judgment.rationale_length ?? characters(judgment.rationale);
    Object.assign(all, { rationale: '', rationale_length: length, raw: rawFigure(judgment) });
  }
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => !isDefault(name, value)));
}

const DEFAULTS: Readonly<Record<string, unknown>> = {
  stage: 'judge',
  condition: 'base',
  repeat: 0,
  order: 'ab',
  rationale: '',
  model: '',
  split: '',
};

/** Says whether a field is absent or has its default, which comes back when the record is read. */
function isDefault(name: string, value: unknown): boolean {
  if (value === undefined || value === null || value === DEFAULTS[name]) return true;
  if (name === 'media') return Array.isArray(value) && value.length === 0;
  return name === 'attributes' && Object.keys(value as object).length === 0;
}

/** Gives the fields that name a judgment within its run. */
const judgmentKey = ({ instance, response, criterion, stage, condition, order, repeat }: Judgment): string =>
  [instance, response, criterion, stage, condition, order, repeat].join('\u0000');

/**
 * Fetched texts beside the figures: they bring prompts and rationales and change nothing else. A text that is not as long as its
 * figure says is not used. One run's texts are in memory at a time.
 */
export class TextOverlay {
  private readonly pinned: PinnedSource;
  private last: { readonly run: string; readonly records: Promise<TextRecords> } | null = null;
  /** Texts that do not fit their figures. */
  unfit = 0;

  constructor(pinned: PinnedSource) {
    this.pinned = pinned;
  }

  private records(run: string): Promise<TextRecords> {
    if (this.last?.run !== run) this.last = { run, records: recordsOfRun(this.pinned, run) };
    return this.last.records;
  }

  private fits(text: string, length: number | undefined): boolean {
    if (length === undefined || text === '') return false;
    const fits = characters(text) === length;
    if (!fits) this.unfit++;
    return fits;
  }

  /** Adds prompts to instances that the benchmark's runs share. */
  async instances(): Promise<(record: Instance) => Instance> {
    const prompts = new Map<string, string>();
    for (const run of firstRuns(this.pinned).values())
      for (const { instance, prompt } of (await this.records(run)).instances) prompts.set(instance, prompt);
    return (record) => {
      const prompt = record.prompt === '' ? (prompts.get(record.instance) ?? '') : '';
      return this.fits(prompt, record.prompt_length) ? { ...record, prompt } : record;
    };
  }

  /** Adds rationales to the judgments of a run; null where the source has no such run. */
  async judgments(run: string): Promise<((record: Judgment) => Judgment) | null> {
    if (!Object.hasOwn(this.pinned.source.runs, run)) return null;
    const texts = new Map((await this.records(run)).judgments.map((j) => [judgmentKey(j), j]));
    return (record) => {
      const text = record.rationale === '' ? texts.get(judgmentKey(record)) : undefined;
      if (text === undefined || !this.fits(text.rationale, record.rationale_length)) return record;
      return { ...record, rationale: text.rationale, raw: record.raw ?? text.raw };
    };
  }
}
