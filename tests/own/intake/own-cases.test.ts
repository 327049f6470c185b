import fs from 'node:fs';
import { expect, test } from 'vitest';
import { gatherList } from '../../../src/explore/gather-list.ts';
import { gatherPages } from '../../../src/figures/page/gather-figures.ts';
import { OWN_CATALOG, ownCaseTexts, showOwnCases } from '../../../src/own/intake/own-cases.ts';
import { scoreOwnRuns } from '../../../src/own/intake/score-runs.ts';
import { readYaml } from '../../../src/records/yaml.ts';
import { Benchmark } from '../../../src/schema/benchmark.ts';
import { openWasmWork } from './wasm-work.ts';

const lines = (rows: readonly object[]): Blob => new Blob(rows.map((row) => `${JSON.stringify(row)}\n`));

const benchmarkOf = (id: string): Benchmark => {
  const { value } = readYaml(`${id}.yaml`, fs.readFileSync(`data/${id}/benchmark.yaml`, 'utf8'), Benchmark);
  if (value === null) throw new Error(`no ${id}`);
  return value;
};

/** Six cases judged on one criterion, of which every third answer is not the label. */
function ownRun(run: string, wrong: number) {
  const ids = Array.from({ length: 6 }, (_, i) => `case-${i}`);
  return {
    label: run,
    files: {
      'run.yaml': new Blob([
        `run: ${run}\nbenchmark: multi-crit\njudge: my-judge\nvariant: ${run}\nprotocol: pairwise\n`,
      ]),
      'instances.jsonl': lines(
        ids.map((instance, i) => ({
          instance,
          split: 'open_ended',
          prompt: `What of ${instance}?`,
          media: [{ src: `secret-${i}.png`, alt: 'a picture' }],
          attributes: { task: i % 2 ? 'vqa' : 'ocr' },
        })),
      ),
      'gold.jsonl': lines(
        ids.map((instance) => ({ instance, criterion: 'completeness', kind: 'preference', value: 'a' })),
      ),
      'judgments.jsonl': lines(
        ids.map((instance, i) => ({
          instance,
          criterion: 'completeness',
          verdict: i % wrong === 0 ? 'b' : 'a',
          parse: 'ok',
          rationale: `since ${instance}`,
        })),
      ),
    },
  };
}

test('what was scored is a database that explorer, figures and cases read as they read the release', async () => {
  const work = await openWasmWork();
  const benchmark = benchmarkOf('multi-crit');
  const job = { benchmark, judges: [], shared: null, release: null, printed: [] };
  await scoreOwnRuns({ ...job, runs: [ownRun('first', 3), ownRun('second', 2)] }, work);
  await showOwnCases(work, { catalog: null, judges: [] });
  await work.run(`USE ${OWN_CATALOG}`);
  const named = { benchmark: 'your-results/#', name: 'Yours', licence: '', release: '', words: false };
  const { choices, first } = await gatherList(work.query, benchmark, named);
  expect(choices.runs).toEqual([
    { run: 'yours-first', label: 'my-judge (yours), pairwise, first', judge: 'my-judge (yours)' },
    { run: 'yours-second', label: 'my-judge (yours), pairwise, second', judge: 'my-judge (yours)' },
  ]);
  expect(choices.facets.map(({ name }) => name)).toContain('task');
  expect(first.map(({ instance, _right, _wrong }) => [instance, _right, _wrong])).toEqual([
    ['case-0', 0, 2],
    ['case-1', 2, 0],
    ['case-2', 1, 1],
    ['case-3', 1, 1],
    ['case-4', 1, 1],
    ['case-5', 2, 0],
  ]);
  const pages = [];
  for await (const page of gatherPages(work.query, benchmark, named)) pages.push(page);
  expect(pages.flatMap(({ data }) => Object.keys(data))).toContain('slices-pairwise');
  const [found] = await ownCaseTexts(work, ['case-3'], null);
  expect(found?.released).toBe(false);
  expect(found?.own).toMatchObject({
    instance: 'case-3',
    prompt: 'What of case-3?',
    // Its picture lies on the visitor's disk, and nothing may ask a server for its name.
    media: [{ src: null, alt: 'a picture' }],
    gold: [{ criterion: 'completeness', value: 'a' }],
    judgments: [
      { run: 'yours-first', verdict: 'b', rationale: 'since case-3' },
      { run: 'yours-second', verdict: 'a', rationale: 'since case-3' },
    ],
  });
  expect(found?.own.contributions?.map(({ run }) => run)).toContain('yours-first');
});
