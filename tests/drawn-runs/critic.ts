import type { DataSet, JudgmentRow } from '../metrics/generate.ts';
import { type DrawnRun, NO_ANSWER, NO_FACETS, Throws } from './run.ts';

const SUBSETS = ['core', 'core-single-image', 'open', 'open-single-image'] as const;
const TASKS = ['perception', 'planning', 'knowledge', 'mathematics'] as const;

/** A run of critiques over subsets and task types, corrections and preferences: repeats, unread answers, scores that are missing, clusters. */
export function drawCritic(seed: number): DrawnRun {
  const die = new Throws(seed + 2000);
  const run = `critic-${seed}`;
  const [instances, gold]: [DataSet['instances'], DataSet['gold']] = [[], []];
  const judgments: JudgmentRow[] = [];
  const repeats = die.of(1, 1, 2);
  for (const i of Array(die.int(12, 30)).keys()) {
    const instance = `${run}-${i}`;
    const facets = { subset: die.of(...SUBSETS), task: die.of(...TASKS), band: die.of('low', 'medium', 'high') };
    const isPair = die.with(0.5);
    const pair_group = isPair ? die.of('g1', 'g2', 'g3') : '';
    instances.push({ ...NO_FACETS, ...facets, pair_group, instance, cluster: `${run}-q${i % 9}`, split: '' });
    const label = { instance, response: '', criterion: '', annotator: '', number: null };
    gold.push({ ...label, kind: 'correct', value: die.of('correct', 'error') });
    if (isPair) gold.push({ ...label, kind: 'preference', value: die.of('a', 'b') });
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      if (die.with(0.1)) continue;
      const row = { ...NO_ANSWER, run, instance, repeat, length: 6 };
      const read = die.with(0.85);
      const verdict = read ? die.of('correct', 'error') : null;
      const score = read && die.with(0.8) ? die.int(0, 10) : null;
      const parse = read ? 'ok' : 'failed';
      judgments.push({ ...row, stage: 'critique', critique_judge: 'gpt-4o', verdict, parse, score });
      if (die.with(0.7))
        judgments.push({ ...row, stage: 'correction', critique_judge: 'gpt-4o', score: die.int(0, 10) });
      if (isPair) judgments.push({ ...row, stage: 'preference', verdict: die.of('a', 'b', 'tie') });
    }
  }
  const runs = [{ run, judge: `judge-${run}`, protocol: 'critique' as const, repeats }];
  return { benchmark: 'mm-critic', run, data: { runs, instances, responses: [], gold, judgments } };
}
