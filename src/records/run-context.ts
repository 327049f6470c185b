import type { Benchmark, Protocol } from '../schema/benchmark.ts';
import type { Judge } from '../schema/judge.ts';
import type { Problem } from '../schema/problem.ts';
import type { ImportReport, Run } from '../schema/records.ts';
import type { RecordKind } from './kinds.ts';
import type { SoundBatch } from './read.ts';
import type { Limits, Source } from './source.ts';
import type { ProblemLog, RowCount } from './tally.ts';

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
