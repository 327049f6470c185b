import fs from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { filesOfSet } from '../../../src/schema/packs.ts';
import type { CaseText } from '../../../src/schema/release-paths.ts';
import { type BuiltRelease, built, instances, judgments, lines, project, query, runYaml } from './project.ts';

/** Every line of the list, in order, as anybody reads its packs. */
async function linesOf({ out, manifest }: BuiltRelease): Promise<readonly CaseText[]> {
  const set = manifest.benchmarks[0]?.instances?.lines;
  const packs = set === undefined ? [] : filesOfSet(set).filter((name) => name.endsWith('.gz'));
  const texts = await Promise.all(packs.map(async (name) => gunzipSync(await fs.readFile(path.join(out, name)))));
  return texts.flatMap((text) => text.toString().trimEnd().split('\n')).map((line) => JSON.parse(line) as CaseText);
}

let plain: BuiltRelease;
beforeAll(async () => {
  plain = await built(await project({}, 500));
});

test('every case has its line, in the order of the instances, with label, answers and first words', async () => {
  const release = plain;
  const all = await linesOf(release);
  const holds = release.manifest.benchmarks[0]?.instances?.lines?.holds;
  const ids = await query(release, 'SELECT instance FROM instances ORDER BY rowid');
  expect(all).toHaveLength(500);
  for (const [at, { instance }] of ids.entries()) {
    const i = Number(String(instance).slice(1));
    expect(all[at]).toMatchObject({
      prompt: `Prompt ${i}`,
      gold: [
        ['logic', 'a'],
        ['style', i % 3 === 0 ? 'b' : 'a'],
      ],
      said: [
        [0, 'logic', 'a', `First reason ${i} on logic`],
        [0, 'style', 'a', `First reason ${i} on style`],
        [1, 'logic', 'a', `Second reason ${i} on logic`],
        [1, 'style', 'a', `Second reason ${i} on style`],
      ],
    });
  }
  expect(holds).toEqual(['gold', 'prompt', 'reason', 'thumb']);
});

test('of critics the list has verdicts and choices, beside what is right: no rating, and no score of a critique judge', async () => {
  const rated = (instance: string, response: string, value: string) => ({ instance, response, kind: 'quality', value });
  const critique = {
    stage: 'critique',
    response: 'a',
    verdict: 'error',
    parse: 'ok',
    rationale: 'It misreads the sign.',
  };
  const release = await built(
    await project({
      'data/mini/gold.jsonl': lines([
        { instance: 'i0', response: 'a', kind: 'correct', value: 'correct' },
        rated('i0', 'a', '3'),
        rated('i1', 'a', '9'),
        rated('i1', 'b', '2'),
        rated('i2', 'a', '5'),
        rated('i2', 'b', '5'),
      ]),
      'data/mini/runs/one/run.yaml': 'run: one\nbenchmark: mini\njudge: alpha\nprotocol: critique\n',
      'data/mini/runs/one/judgments.jsonl': lines([
        { instance: 'i0', ...critique, critique_judge: 'alpha', score: 7 },
        { instance: 'i0', ...critique, critique_judge: 'beta', score: 2 },
        ...['i1', 'i2'].map((instance) => {
          return { instance, stage: 'preference', verdict: 'b', parse: 'ok', rationale: 'B reads better.' };
        }),
      ]),
    }),
  );
  const all = await linesOf(release);
  const one = (at: number) => ({ gold: all[at]?.gold, said: all[at]?.said.filter(([run]) => run === 0) });
  expect(one(0)).toEqual({ gold: [['', 'correct']], said: [[0, '', 'error', 'It misreads the sign.']] });
  expect(one(1)).toEqual({ gold: [['', 'a']], said: [[0, '', 'b', 'B reads better.']] });
  // Equal ratings say of neither that it is better.
  expect(one(2)).toEqual({ gold: [], said: [[0, '', 'b', 'B reads better.']] });
});

test('of several critiques of a case the list has that of the first response, and of the first critique judge, in whatever order they are', async () => {
  const critique = (response: string, judge: string, verdict: string) => ({
    ...{ instance: 'i0', stage: 'critique', response, critique_judge: judge, verdict, parse: 'ok' },
    rationale: `${judge} on ${response}`,
  });
  const rows = [critique('a', 'alpha', 'error'), critique('a', 'beta', 'correct'), critique('b', 'alpha', 'correct')];
  const release = await built(
    await project({
      'data/mini/runs/one/run.yaml': runYaml('one', 'alpha').replace('pairwise', 'critique'),
      'data/mini/runs/two/run.yaml': runYaml('two', 'beta').replace('pairwise', 'critique'),
      'data/mini/runs/one/judgments.jsonl': lines(rows),
      'data/mini/runs/two/judgments.jsonl': lines(rows.toReversed()),
    }),
  );
  expect((await linesOf(release))[0]?.said).toEqual([0, 1].map((run) => [run, '', 'error', 'alpha on a']));
});

test('lines are no larger for long texts', async () => {
  const long = instances(150).map((row) => ({ ...row, prompt: `${'long '.repeat(2000)}${row['prompt']}` }));
  const release = await built(await project({ 'data/mini/instances.jsonl': lines(long) }, 150));
  // In any order a screen shows some fifteen cases, which may lie far from each other.
  for (const one of [plain, release])
    for (const line of await linesOf(one)) expect(gzipSync(JSON.stringify(line)).byteLength).toBeLessThan(100_000 / 16);
});

test('a large picture has a small one of at most 4 kB, a small one is its own; a prompt is the first line that says something, a reason the sentence that decides, without raw output', async () => {
  const noise = Buffer.from(Array.from({ length: 600 * 400 * 3 }, (_, i) => (i * 7919) % 251));
  const large = await sharp(noise, { raw: { width: 600, height: 400, channels: 3 } })
    .png()
    .toBuffer();
  const rationale = `### Evaluation of 😀\n\nThe wheel of A is **missing**. Therefore:\n\n[[B>A]]`;
  const release = await built(
    await project({
      'data/mini/media/dot.png': large,
      'data/mini/instances.jsonl': lines(
        instances(40).map((row) => ({ ...row, prompt: '\n  A  short\tline \nand more' })),
      ),
      'data/mini/runs/one/judgments.jsonl': lines(
        judgments(40, '').map((row, i) => ({
          ...row,
          rationale: i % 2 === 0 ? rationale : `${'Filler. '.repeat(900)}${rationale}`,
          raw: 'Raw and better.',
        })),
      ),
    }),
  );
  const all = await linesOf(release);
  for (const { prompt, said } of all) {
    expect(prompt).toBe('A short line');
    expect(new Set(said.flatMap(([run, , , reason]) => (run === 0 ? [reason] : [])))).toEqual(
      new Set(['The wheel of A is missing.']),
    );
  }
  const { thumb = '' } = all.find((line) => line.thumb !== '') ?? {};
  expect(thumb).toMatch(/^mini\/thumbs\/[0-9a-f]{12}\.webp$/);
  const bytes = await fs.readFile(path.join(release.out, thumb));
  expect(bytes.byteLength).toBeLessThanOrEqual(4096);
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  expect(width / height).toBeCloseTo(1.5, 1);
  expect((await linesOf(plain))[0]?.thumb).toMatch(/^mini\/media\//);
});
