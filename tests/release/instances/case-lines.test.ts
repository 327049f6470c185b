import fs from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { membersOfKey } from '../../../src/release/read-packs.ts';
import type { CaseText } from '../../../src/schema/release-paths.ts';
import { built, instances, judgments, lines, project, query } from './project.ts';

async function linesOf(release: Awaited<ReturnType<typeof built>>): Promise<readonly CaseText[]> {
  const data = release.manifest.benchmarks[0]?.instances;
  const found = data?.lines;
  if (!data || found === undefined) throw new Error('no lines');
  const places = Array.from({ length: data.instances }, (_, place) => place);
  return (await Promise.all(places.map((place) => membersOfKey<CaseText>(release.out, found, place)))).flat();
}

test('every case has its line, in the order of the instances, with label, answers and first words', async () => {
  const release = await built(await project({}, 500));
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
  const saidOf = async (own: typeof rows) => {
    const release = await built(
      await project({
        'data/mini/runs/one/run.yaml': 'run: one\nbenchmark: mini\njudge: alpha\nprotocol: critique\n',
        'data/mini/runs/one/judgments.jsonl': lines(own),
      }),
    );
    return (await linesOf(release))[0]?.said.filter(([run]) => run === 0);
  };
  expect(await saidOf(rows)).toEqual([[0, '', 'error', 'alpha on a']]);
  expect(await saidOf(rows.toReversed())).toEqual([[0, '', 'error', 'alpha on a']]);
});

test('lines are no larger for four times the cases, nor for long texts', async () => {
  const sizes: number[] = [];
  for (const [count, word] of [
    [150, 'x'],
    [600, 'long '.repeat(2000)],
  ] as const) {
    const long = instances(count).map((row) => ({ ...row, prompt: `${word}${row['prompt']}` }));
    const release = await built(await project({ 'data/mini/instances.jsonl': lines(long) }, count));
    sizes.push(Math.max(...(await linesOf(release)).map((line) => gzipSync(JSON.stringify(line)).byteLength)));
  }
  // In any order a screen shows some fifteen cases, which may lie far from each other.
  for (const size of sizes) expect(size).toBeLessThan(100_000 / 16);
});

test('a large picture has a small one of at most 4 kB; a small one is its own', async () => {
  const noise = Buffer.from(Array.from({ length: 600 * 400 * 3 }, (_, i) => (i * 7919) % 251));
  const large = await sharp(noise, { raw: { width: 600, height: 400, channels: 3 } })
    .png()
    .toBuffer();
  const one = await built(await project({ 'data/mini/media/dot.png': large }));
  const { thumb = '' } = (await linesOf(one)).find((line) => line.thumb !== '') ?? {};
  expect(thumb).toMatch(/^mini\/thumbs\/[0-9a-f]{12}\.webp$/);
  const bytes = await fs.readFile(path.join(one.out, thumb));
  expect(bytes.byteLength).toBeLessThanOrEqual(4096);
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  expect(width / height).toBeCloseTo(1.5, 1);
  const small = await built(await project());
  expect((await linesOf(small))[0]?.thumb).toMatch(/^mini\/media\//);
});

test('a prompt is the first line that says something, a reason the sentence that decides, without raw output', async () => {
  const rationale = `### Evaluation of 😀\n\nThe wheel of A is **missing**. Therefore:\n\n[[B>A]]`;
  const release = await built(
    await project({
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
  for (const { prompt, said } of await linesOf(release)) {
    expect(prompt).toBe('A short line');
    expect(new Set(said.flatMap(([run, , , reason]) => (run === 0 ? [reason] : [])))).toEqual(
      new Set(['The wheel of A is missing.']),
    );
  }
});
