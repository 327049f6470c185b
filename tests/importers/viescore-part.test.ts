import path from 'node:path';
import { expect, test } from 'vitest';
import { registerImport } from '../../scripts/commands/import.ts';
import { registerScore } from '../../scripts/commands/score.ts';
import { importCanonical } from '../../src/importers/canonical.ts';
import { viescore } from '../../src/importers/viescore.ts';
import { sourcesUnder } from '../../src/release/input-run.ts';
import { nightly } from '../drawn.ts';
import { scratchFolder } from '../scratch.ts';
import { describeShared, sharedData } from '../shared-data.ts';
import { run } from './command.ts';

const INPUT = path.join(import.meta.dirname, '../fixtures/importers/viescore/input');

/** Attributes of the cases of an import, by case. */
async function attributes(without: RegExp): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const sources = (await sourcesUnder(INPUT)).filter(({ name }) => !without.test(name));
  for await (const items of importCanonical(viescore, sources, { judge: 'tiny' }))
    for (const item of items)
      if (item.kind === 'instances') found.set(item.record.instance, JSON.stringify(item.record.attributes));
  return found;
}

test('attributes of a case do not depend on which other files of answers lie beside', async () => {
  const whole = await attributes(/^$/);
  expect(whole.size).toBeGreaterThan(20);
  expect(await attributes(/\/Ed2\/[^/]*\.json$/)).toEqual(whole);
});

nightly(describeShared)('viescore', 'a part of the archive of VIEScore, beside the cases of the benchmark', () => {
  const ALL = [
    ['gpt4o', 52.22, 60.62, 59.07],
    ['gpt4v', 38.1, 39, 35.52],
  ] as const;
  test.each(ALL)('%s is scored, with a warning of a judge that the list lacks', async (judge, ...expected) => {
    const out = path.join(scratchFolder(), judge);
    const from = ['import', '--from', 'viescore', '--in', sharedData('viescore'), '--judge', judge, '--out', out];
    expect((await run(registerImport, from)).code).toBe(0);
    const { code, out: json } = await run(registerScore, ['score', out, '--json']);
    expect(code).toBe(0);
    const { scores, problems } = JSON.parse(json) as {
      readonly scores: readonly { readonly metric: string; readonly slice: string; readonly value: number }[];
      readonly problems: readonly { readonly field?: string; readonly message: string; readonly severity?: string }[];
    };
    const percent = (metric: string) =>
      Number(
        (100 * (scores.find((s) => s.metric === metric && s.slice === 'split=text-guided-ie')?.value ?? 0)).toFixed(2),
      );
    expect(['pacc', 'tos', 'cmr'].map(percent)).toEqual(expected);
    expect(problems.map(({ severity }) => severity)).toEqual(problems.map(() => 'warning'));
    expect(problems.find(({ field }) => field === 'judge')?.message).toContain('not in data/judges.yaml');
  });
});
