import type { Problem, ToldProblems } from '../schema/problem.ts';
import type { ScoreRow } from '../scoring/score-rows.ts';
import type { LinesAsk, OwnCases, OwnCaseTexts, OwnLine } from './intake/own-cases.ts';
import type { Attempt, Previewed } from './intake/preview.ts';
import type { ChosenReadings, Recognised } from './intake/recognise.ts';
import type { ScoreAsk, ValuesAsk } from './intake/result-tables.ts';
import type { RunFiles } from './intake/run-files.ts';
import type { OwnScores } from './intake/score-runs.ts';

export interface DroppedFile {
  readonly name: string;
  /** Null: it could not be opened. */
  readonly blob: Blob | null;
}

export interface FoundSet {
  readonly format: string;
  readonly about: string;
  readonly reason: string;
  readonly folder: string;
  readonly judges: readonly string[];
  readonly unmapped: boolean;
  readonly readings: Recognised['readings'];
  readonly chosen: string | undefined;
  readonly asks: boolean;
  readonly files: readonly string[];
}

export interface LookAsk {
  readonly files: readonly DroppedFile[];
  readonly chosen: ChosenReadings;
}

export interface LookedFiles {
  readonly found: readonly FoundSet[];
  readonly problems: readonly Problem[];
}

export interface ImportChoice {
  readonly set: number;
  readonly mapping?: string;
}

export interface ImportedRuns {
  readonly runs: readonly RunFiles[];
  readonly told: ToldProblems;
}

export interface Jobs {
  readonly look: { readonly ask: LookAsk; readonly answer: LookedFiles };
  readonly import: { readonly ask: ImportChoice; readonly answer: ImportedRuns };
  readonly preview: { readonly ask: { readonly set: number; readonly path?: string }; readonly answer: Previewed };
  readonly attempt: {
    readonly ask: { readonly set: number; readonly mapping: string };
    readonly answer: Attempt | null;
  };
  readonly score: { readonly ask: ScoreAsk; readonly answer: OwnScores };
  readonly values: { readonly ask: ValuesAsk; readonly answer: readonly ScoreRow[] };
  /** Shows the cases of a result as a database; what follows rests on it. */
  readonly show: { readonly ask: ScoreAsk; readonly answer: null };
  readonly cases: {
    readonly ask: OwnCases & { readonly ids: readonly string[] };
    readonly answer: readonly OwnCaseTexts[];
  };
  readonly lines: { readonly ask: LinesAsk; readonly answer: ReadonlyMap<number, OwnLine> };
  readonly bucket: {
    readonly ask: { readonly result: number; readonly bucket: number };
    readonly answer: Readonly<Record<string, readonly number[]>>;
  };
}

export type JobName = keyof Jobs;

export type AskMessage = {
  readonly [J in JobName]: { readonly id: number; readonly job: J; readonly ask: Jobs[J]['ask'] };
}[JobName];

export type EngineAsk =
  | { readonly sql: string; readonly params: readonly (string | number)[] }
  /** A statement that may never end: it is cancelled when its job is given up, and gives no rows. */
  | { readonly cancellable: string }
  | { readonly table: string; readonly stream: Uint8Array<ArrayBuffer> };

export type FromWorker =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly step: string }
  | { readonly engine: number /** The `id` of the job that asks. */; readonly of: number; readonly request: EngineAsk };

/** What the engine says to a request of the worker; `rows` is an Arrow stream. */
export type EngineAnswer =
  | { readonly engine: number; readonly rows: Uint8Array }
  | { readonly engine: number; readonly error: string };
