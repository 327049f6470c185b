import path from 'node:path';
import type { RecordKind, RecordOf } from '../../records/kinds.ts';
import { readRecords } from '../../records/read.ts';
import { recordFiles } from '../input-run.ts';
import type { Progress } from '../instances/progress.ts';
import { figureOfRecord, firstRuns, recordsOfRun } from './figures.ts';
import { hashOfFile } from './obtain.ts';
import type { PinnedSource } from './source.ts';

/** One record that texts and figures do not agree on. */
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

/** What names a record. */
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

/** Kinds of records that runs share. */
const SHARED = ['instances', 'responses', 'gold'] as const;

/** Lists the files that are not, or no longer, those that were pinned. */
export async function changedFiles({ source, folder }: PinnedSource): Promise<string[]> {
  const changed: string[] = [];
  for (const { path: name, sha256 } of source.files) {
    if ((await hashOfFile(path.join(folder, name))) !== sha256) changed.push(name);
  }
  return changed;
}

/** Reads the fetched texts again and says where they do not give the committed figures of `data/<benchmark>`. */
export async function checkFigures(
  pinned: PinnedSource,
  folder: string,
  progress: Progress,
): Promise<FigureDifference[]> {
  const runs = Object.keys(pinned.source.runs);
  const found: FigureDifference[] = [];
  const first = new Set(firstRuns(pinned).values());
  const shared = {
    instances: new Map<string, FigureFields>(),
    responses: new Map<string, FigureFields>(),
    gold: new Map<string, FigureFields>(),
  };
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
