import type { Run } from '../schema/records.ts';
import { CRITICS } from './judges/critics.ts';
import { jointNoisy, PAIR_JUDGES, type PairJudge } from './judges/pair-judges.ts';
import { SCORE_JUDGES, type ScoreJudge } from './judges/score-judges.ts';
import { SHAPES_BENCHMARK } from './options.ts';

const SOURCE = 'judgeboard shapes';

export interface RunOf<J> {
  readonly run: Run;
  readonly judge: J;
}

const run = (
  judge: string,
  protocol: Run['protocol'],
  { repeats, variant = '' }: { readonly repeats: number; readonly variant?: string | undefined },
): Run => ({
  run: [judge, protocol, variant].filter((part) => part !== '').join('-'),
  benchmark: SHAPES_BENCHMARK,
  judge,
  protocol,
  variant,
  repeats,
  source: SOURCE,
});

const entries = <J>(judges: Readonly<Record<string, J>>): [string, J][] => Object.entries(judges);

/** One run per pairwise judge; the noisy one is asked five times, and once more for all criteria at once. */
export const PAIR_RUNS: readonly RunOf<PairJudge>[] = [
  ...entries<PairJudge>(PAIR_JUDGES).map(([id, judge]) => ({
    run: run(id, 'pairwise', { repeats: id === 'noisy-checker' ? 5 : 1 }),
    judge,
  })),
  { run: run('noisy-checker', 'pairwise', { repeats: 1, variant: 'joint' }), judge: jointNoisy },
];

/** Three repeats each; the abstainer may answer N/A. */
export const SCORE_RUNS: readonly RunOf<ScoreJudge>[] = entries<ScoreJudge>(SCORE_JUDGES).map(([id, judge]) => ({
  run: run(id, 'perturbation', { repeats: 3, variant: id === 'abstainer' ? 'na-allowed' : '' }),
  judge,
}));

export const CRITIC_RUNS = Object.entries(CRITICS).map(([id, judge]) => ({
  run: run(id, 'critique', { repeats: 1 }),
  judge,
}));

export const ALL_RUNS: readonly Run[] = [...PAIR_RUNS, ...SCORE_RUNS, ...CRITIC_RUNS].map((r) => r.run);
