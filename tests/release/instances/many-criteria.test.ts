import path from 'node:path';
import { expect, test } from 'vitest';
import { registerScore } from '../../../scripts/commands/score.ts';
import { registerValidate } from '../../../scripts/commands/validate.ts';
import { run } from '../../importers/command.ts';
import { benchmarkText } from '../benchmark-text.ts';
import { build, built, lines, project } from './project.ts';

/** A project whose first run judged under so many criteria, of which people labelled as many as there are. */
const projectWith = (count: number): Promise<string> => {
  const criteria = Array.from({ length: count }, (_, i) => `c${i}`);
  const gold = criteria.map((criterion) => ({ instance: 'i0', criterion, kind: 'preference', value: 'a' }));
  const judged = criteria.map((criterion) => ({ instance: 'i0', criterion, verdict: 'a', parse: 'ok' }));
  return project({
    'data/mini/benchmark.yaml': benchmarkText('mini', 'splits:\n  - { id: easy, label: Easy }\n'),
    'data/mini/gold.jsonl': lines(gold),
    'data/mini/runs/one/judgments.jsonl': lines(judged),
    'data/mini/runs/two/judgments.jsonl': lines(judged),
  });
};

test('62 criteria are scored; one more is a problem of the data that validate, score and build say in words', async () => {
  const most = await projectWith(62);
  const one = path.join('data/mini/runs/one');
  const scored = await run(registerScore, ['score', path.join(most, one), '--root', most, '--json']);
  const { scores } = JSON.parse(scored.out) as { scores: { metric: string; value: number | null; den: number }[] };
  expect(scores.find(({ metric }) => metric === 'overall_accuracy')).toMatchObject({ value: 1, den: 62 });
  const root = await projectWith(63);
  const words = /criterion: too many criteria.*found "63 criteria.*at most 62/;
  expect(await run(registerValidate, ['validate', '--root', root])).toMatchObject({
    code: 1,
    err: expect.stringMatching(words),
  });
  expect(await run(registerScore, ['score', path.join(root, one), '--root', root])).toMatchObject({
    code: 1,
    err: expect.stringMatching(words),
  });
  expect((await build(root)) as string[]).toEqual(expect.arrayContaining([expect.stringMatching(words)]));
  expect((await built(root, 'keep-going')).manifest.benchmarks).toHaveLength(1);
});
