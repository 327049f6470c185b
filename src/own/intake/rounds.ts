import type { RunFiles } from './run-files.ts';
import type { OwnScores } from './score-runs.ts';

/** Runs that were scored together. */
export interface Round {
  readonly runs: readonly RunFiles[];
  readonly scored: OwnScores;
}

/** Names by which every run is told from the others: of equal ones the later get a number. */
export function distinctLabels(runs: readonly RunFiles[]): RunFiles[] {
  const taken = new Map<string, number>();
  return runs.map((run) => {
    const n = (taken.get(run.label) ?? 0) + 1;
    taken.set(run.label, n);
    return n === 1 ? run : { ...run, label: `${run.label} (${n})` };
  });
}

/**
 * Scores runs together. A run that cannot stand beside the others, such as one whose cases say otherwise than theirs, is left out there and
 * scored by itself in a further round, as the command line scores each by itself. A round in which nothing can be scored adds nothing to
 * what the one before says of its runs. Labels must be distinct.
 */
export async function scoreInRounds(
  runs: readonly RunFiles[],
  score: (runs: readonly RunFiles[]) => Promise<OwnScores>,
): Promise<readonly Round[]> {
  const rounds: Round[] = [];
  for (let left = runs; left.length > 0; ) {
    const scored = await score(left);
    if (rounds.length > 0 && scored.runs.length === 0) break;
    rounds.push({ runs: left, scored });
    const out = new Set(scored.ingest.runs.flatMap(({ folder, used }) => (used ? [] : [folder])));
    const apart = left.filter(({ label }) => out.has(label));
    left = apart.length < left.length ? apart : [];
  }
  return rounds;
}
