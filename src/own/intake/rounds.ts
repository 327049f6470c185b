import type { RunFiles } from './run-files.ts';
import type { OwnScores } from './score-runs.ts';

/** Runs that were scored together. */
export interface ScoredRound {
  readonly runs: readonly RunFiles[];
  readonly scored: OwnScores;
}

/** Gives names that are all different: of equal ones the later get a number, as `numbered` writes it. */
export function numberedNames(
  names: readonly string[],
  numbered: (name: string, n: number) => string,
): readonly string[] {
  const taken = new Set<string>();
  return names.map((plain) => {
    let name = plain;
    for (let n = 2; taken.has(name); n++) name = numbered(plain, n);
    taken.add(name);
    return name;
  });
}

/** Gives runs under labels by which each is told from the others: `a`, `a` → `a`, `a (2)`. */
export function distinctLabels(runs: readonly RunFiles[]): RunFiles[] {
  const labels = numberedNames(
    runs.map(({ label }) => label),
    (label, n) => `${label} (${n})`,
  );
  return runs.map((run, i) => ({ ...run, label: labels[i] ?? run.label }));
}

/**
 * Scores runs together. A run that contradicts the others, for example on a case, is left out and scored by itself in a further round, as
 * the command line scores every run. A round in which nothing can be scored adds nothing to what the one before reports. Labels must be
 * distinct.
 */
export async function scoreInRounds(
  runs: readonly RunFiles[],
  score: (runs: readonly RunFiles[]) => Promise<OwnScores>,
): Promise<readonly ScoredRound[]> {
  const rounds: ScoredRound[] = [];
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
