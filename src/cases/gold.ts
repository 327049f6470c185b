import type { Case } from '../schema/stored-case.ts';

export type GoldLabel = Case['gold'][number];

/** Gives the labels that a run is scored by: its own where it has some, else the benchmark's. */
export function labelsFor(data: Case, run: string): readonly GoldLabel[] {
  return data.own_gold.find((own) => own.run === run)?.labels ?? data.gold;
}

function aggregated(
  gold: readonly GoldLabel[],
  kind: GoldLabel['kind'],
  { criterion, response }: { readonly criterion?: string | undefined; readonly response?: string | undefined } = {},
): string | null {
  const found = gold.find(
    (label) =>
      label.kind === kind &&
      label.annotator === undefined &&
      label.criterion === criterion &&
      label.response === response,
  );
  return found?.value ?? null;
}

/** Names the response that people preferred: `a`, `b`, or null without a label. */
export function preferredResponse(gold: readonly GoldLabel[], criterion?: string): string | null {
  return aggregated(gold, 'preference', { criterion });
}

/** Names the response of higher quality, for pairs without a preference as a whole; null where both are equal or one has no quality. */
export function preferredByQuality(gold: readonly GoldLabel[]): string | null {
  const [a, b] = ['a', 'b'].map((response) => Number(aggregated(gold, 'quality', { response }) ?? Number.NaN));
  if (a === undefined || b === undefined || Number.isNaN(a - b) || a === b) return null;
  return a > b ? 'a' : 'b';
}

export function goldCorrectness(gold: readonly GoldLabel[], response?: string): string | null {
  return aggregated(gold, 'correct', { response });
}

export function quality(gold: readonly GoldLabel[], response?: string): string | null {
  return aggregated(gold, 'quality', { response });
}

export function reference(gold: readonly GoldLabel[], response?: string): string | null {
  return aggregated(gold, 'reference', { response });
}

/** Gives for each criterion the criteria whose label names the other response; labels that name no response conflict with nothing. */
export function conflicts(gold: readonly GoldLabel[]): ReadonlyMap<string, readonly string[]> {
  const labels = gold.flatMap(({ kind, annotator, criterion, value }) =>
    kind === 'preference' && annotator === undefined && criterion !== undefined && (value === 'a' || value === 'b')
      ? [{ criterion, value }]
      : [],
  );
  return new Map(
    labels.map(({ criterion, value }) => [
      criterion,
      labels.filter((other) => other.value !== value).map((other) => other.criterion),
    ]),
  );
}

export function conflictCount(gold: readonly GoldLabel[]): number {
  return [...conflicts(gold).values()].reduce((sum, others) => sum + others.length, 0) / 2;
}

export function annotators(gold: readonly GoldLabel[]): readonly string[] {
  return [...new Set(gold.flatMap(({ annotator }) => annotator ?? []))].sort();
}

export function labelBy(
  gold: readonly GoldLabel[],
  annotator: string,
  like: Omit<GoldLabel, 'annotator' | 'value'>,
): string | null {
  const found = gold.find(
    (label) =>
      label.annotator === annotator &&
      label.kind === like.kind &&
      label.criterion === like.criterion &&
      label.response === like.response,
  );
  return found?.value ?? null;
}
