import { RECORD_KINDS, type RecordKind } from '../records/kinds.ts';
import type { RunInput } from '../records/run-context.ts';
import type { Source } from '../records/source.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { ImportReport } from '../schema/import.ts';
import type { Judge } from '../schema/judge.ts';
import type { Problem } from '../schema/problem.ts';
import type { Run } from '../schema/records.ts';

type Files = Readonly<Partial<Record<RecordKind, readonly Source[]>>>;

/** What lies in a run folder; its records are not read yet. */
export interface RunFolder {
  readonly folder: string;
  /** How problems name it. */
  readonly label: string;
  /** Null when run.yaml is missing or unusable. */
  readonly run: Run | null;
  readonly problems: readonly Problem[];
  readonly files: Files;
  /** How it was imported, where that is known. */
  readonly imported?: ImportReport | null;
}

/** Runs of one benchmark with what they share and are checked against; no records are read yet. */
export interface RunsInput {
  /** Null where data/ does not describe it; nothing is checked against it then. */
  readonly benchmark: Benchmark | null;
  /** By id; left out where there is no list at all, and no judge is checked then. */
  readonly judges?: ReadonlyMap<string, Judge>;
  /** Folder of the shared records and their pictures, and how problems name it. */
  readonly folder: string;
  readonly label: string;
  readonly shared: Files;
  readonly runs: readonly RunFolder[];
}

/** The records of a run: a file of instances, responses or gold in its folder stands in for the shared files of that kind. */
export function inputOf({ shared }: Pick<RunsInput, 'shared'>, opened: RunFolder): RunInput {
  const { label, run, problems, files: own, imported = null } = opened;
  const files = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, own[kind] ?? shared[kind] ?? []]));
  return { folder: label, run, problems, imported, files: { ...files, judgments: own.judgments ?? [] } };
}
