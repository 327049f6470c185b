import { type CanonicalItem, importCanonical } from '../../importers/canonical.ts';
import { FORMATS } from '../../importers/index.ts';
import { RECORD_KINDS, type RecordKind, type RecordOf } from '../../records/kinds.ts';
import type { Source } from '../../records/source.ts';
import { characters } from '../../schema/characters.ts';
import type { Judgment } from '../../schema/records.ts';
import { sourcesUnder } from '../input-files.ts';
import type { PinnedSource } from './source.ts';

/** Longer votes are texts and not figures. */
const LONGEST_VOTE = 40;

export type TextRecords = { readonly [K in RecordKind]: RecordOf<K>[] };

/** Gives the first run of every importer that a source names: its instances, responses and gold are those of the others. */
export function firstRuns({ source }: PinnedSource): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const [run, { format = source.format }] of Object.entries(source.runs)) {
    if (!first.has(format)) first.set(format, run);
  }
  return first;
}

/** Gives the records of one run as the fetched files give them, with their texts. */
export async function recordsOfRun({ source, folder }: PinnedSource, run: string): Promise<TextRecords> {
  const options = source.runs[run];
  const format = FORMATS.find((f) => f.id === (options?.format ?? source.format));
  if (format === undefined || options === undefined) throw new Error(`no run ${run}`);
  const records: TextRecords = { instances: [], responses: [], gold: [], judgments: [] };
  const own: readonly Source[] = await sourcesUnder(folder);
  for await (const items of importCanonical(format, own, { ...options, run }))
    for (const item of items) keep(records, item);
  return records;
}

function keep(records: TextRecords, item: CanonicalItem): void {
  for (const kind of RECORD_KINDS) {
    // The kind says what the record is; the compiler cannot see it.
    if (item.kind === kind) (records[kind] as unknown[]).push(item.record);
  }
}

/** Gives the raw answer, if it is a figure: scores, or a vote that is no sentence. */
function rawFigure({ raw }: Judgment): string | undefined {
  if (raw === undefined) return undefined;
  const isScores = /^[{}[\]",:.\-\dabnul]*$/.test(raw);
  return isScores || (raw.length <= LONGEST_VOTE && !raw.includes('\n')) ? raw : undefined;
}

/** Gives a record without what somebody else wrote: texts are replaced by their length. Fields that say nothing are left out. */
export function figureOfRecord<K extends RecordKind>(kind: K, record: RecordOf<K>): Readonly<Record<string, unknown>> {
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
