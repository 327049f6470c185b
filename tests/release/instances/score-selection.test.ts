import path from 'node:path';
import { expect, test } from 'vitest';
import { registerScore } from '../../../scripts/commands/score.ts';
import type { ScoreRow } from '../../../src/scoring/score-rows.ts';
import { run } from '../../importers/command.ts';
import { randomFrom } from '../../metrics/generate.ts';
import { drawn, kappaOf, type Rated, spearmanOf } from '../../metrics/rated.ts';
import { lines, project, runYaml } from './project.ts';

test('score --where works ρ and κ out from the selected cases alone, as score does of a run of these cases', async () => {
  const rows = drawn(randomFrom(8), 12, 0.5);
  const isChosen = (i: number): boolean => i % 3 !== 1;
  const root = await project({
    'data/mini/instances.jsonl': lines(
      rows.map((_, i) => ({
        instance: `i${i}`,
        split: 'easy',
        prompt: '',
        attributes: { task: isChosen(i) ? 'in' : 'out' },
      })),
    ),
    'data/mini/responses.jsonl': lines(rows.map((_, i) => ({ instance: `i${i}`, response: 'a', model: 'm' }))),
    'data/mini/gold.jsonl': lines(
      rows.map(({ y }, i) => ({ instance: `i${i}`, response: 'a', criterion: 'logic', kind: 'quality', value: y })),
    ),
    'data/mini/runs/one/run.yaml': runYaml('one', 'alpha').replace('pairwise', 'pointwise'),
    'data/mini/runs/one/judgments.jsonl': lines(
      rows.map(({ x }, i) => ({ instance: `i${i}`, response: 'a', criterion: 'logic', score: x, parse: 'ok' })),
    ),
  });
  const folder = path.join(root, 'data/mini/runs/one');
  const scored = async (...more: string[]) => {
    const { out } = await run(registerScore, ['score', folder, '--root', root, '--json', ...more]);
    const { scores } = JSON.parse(out) as { scores: readonly ScoreRow[] };
    return (metric: string) => scores.find((row) => row.metric === metric && row.slice === 'split=easy');
  };
  const expected = async (own: readonly Rated[], ...more: string[]) => {
    const of = await scored(...more);
    expect(of('rank_correlation')).toMatchObject({ n: own.length });
    expect(of('rank_correlation')?.value).toBeCloseTo(spearmanOf(own), 9);
    expect(of('rating_kappa')?.value).toBeCloseTo(kappaOf(own), 9);
  };
  await expected(rows);
  await expected(
    rows.filter((_, i) => isChosen(i)),
    '--where',
    "task = 'in'",
  );
});
