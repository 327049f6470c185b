import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCanonical } from '../../src/importers/canonical.ts';
import { viescore } from '../../src/importers/viescore.ts';
import { sourcesUnder } from '../../src/release/input-run.ts';
import { unpackArchive } from '../../src/release/texts/fetch.ts';
import type { Gold, Instance, Judgment } from '../../src/schema/records.ts';
import { drawn } from '../drawn.ts';
import { describeShared, sharedData } from '../shared-data.ts';
import { CONFLICTS_BY_TASK } from '../viescore-conflicts.ts';
import { scratchFolder } from './scratch.ts';

const ARCHIVE = sharedData('viescore.tar.gz');

/** Answers that stand in the files of each run, counted by another program; pairs of the run with a verdict or an error. */
const ANSWERS: Readonly<Record<string, number>> = {
  'blip2 0': 9602,
  'blip2 1': 8262,
  'cogvlm 0': 6394,
  'fuyu 0': 4863,
  'gemini 0': 9600,
  'gemini 1': 9602,
  'gpt4o 0': 9602,
  'gpt4o 1': 9586,
  'gpt4v 0': 9284,
  'gpt4v 1': 7324,
  'gpt4v ih': 1963,
  'instructblip 0': 9602,
  'llava 0': 9566,
  'llava 1': 9477,
  'openflamingo 0': 9602,
  'qwenvl 0': 9295,
  'qwenvl 1': 9572,
};

/** Runs of each kind: whole, partial, with an example in the prompt, with help, of one number. */
const READ = drawn(Object.keys(ANSWERS), ['blip2 1', 'gpt4o 0', 'openflamingo 0']);

/** Runs that were not made for all generators, or not under both criteria: what is not there was not asked. */
const PARTIAL = ['blip2 1', 'fuyu 0'];

const root = scratchFolder('viescore');

interface Imported {
  readonly instances: Instance[];
  readonly gold: Gold[];
  readonly judgments: Judgment[];
  /** Rows of files of answers, and of those how many are malformed. */
  answers: number;
  malformed: number;
}

const known = new Map<string, Promise<Imported>>();

/** What is imported of a run; of those that several tests ask for once. */
function imported(judge: string, shot: string): Promise<Imported> {
  const name = `${judge} ${shot}`;
  if (!['gpt4o 0', 'gpt4o 1', 'openflamingo 0'].includes(name)) return importRun(judge, shot);
  const run = known.get(name) ?? importRun(judge, shot);
  known.set(name, run);
  return run;
}

async function importRun(judge: string, shot: string): Promise<Imported> {
  const all: Imported = { instances: [], gold: [], judgments: [], answers: 0, malformed: 0 };
  for await (const items of importCanonical(viescore, await sourcesUnder(root), { judge, shot })) {
    for (const item of items) {
      if (item.kind === 'instances') all.instances.push(item.record);
      else if (item.kind === 'gold') all.gold.push(item.record);
      else if (item.kind === 'judgments') all.judgments.push(item.record);
      else if (item.kind === 'count' && item.count.file.endsWith('.json')) {
        all.answers += item.count.read;
        all.malformed += item.count.rejected;
      }
    }
  }
  return all;
}

const bySplit = (ids: Iterable<string>): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const id of ids) {
    const split = id.slice(0, id.indexOf('/'));
    counts[split] = (counts[split] ?? 0) + 1;
  }
  return counts;
};

describeShared('viescore.tar.gz', 'all of VIEScore', () => {
  beforeAll(() => unpackArchive(ARCHIVE, (name) => path.join(root, name)));
  afterAll(() => {
    known.clear();
    fs.rmSync(root, { recursive: true, force: true });
  });

  test('10 463 pairs with gold, 4 854 under both criteria, 1 697 in conflict, by task', async () => {
    const { instances, gold } = await imported('gpt4o', '0');
    const labels = new Map<string, string[]>();
    for (const g of gold.filter((x) => x.annotator === undefined))
      labels.set(g.instance, [...(labels.get(g.instance) ?? []), g.value]);
    expect([instances.length, labels.size]).toEqual([10463, 10463]);
    const both = [...labels].filter(([, values]) => values.length === 2);
    expect(both).toHaveLength(4854);
    const conflicts = both.filter(([, [sc, pq]]) => sc !== pq).map(([id]) => id);
    expect(conflicts).toHaveLength(1697);
    expect(bySplit(conflicts)).toEqual(CONFLICTS_BY_TASK);
    expect(bySplit(instances.filter((i) => i.attributes['subset'] !== 'people-only').map((i) => i.instance))).toEqual({
      'control-guided-ig': 111,
      'mask-guided-ie': 958,
      'multi-concept-ic': 250,
      'subject-driven-ie': 407,
      'subject-driven-ig': 777,
      'text-guided-ie': 4467,
      'text-guided-ig': 1659,
    });
    expect(instances.filter((i) => i.prompt === '' || i.prompt.length > 400)).toEqual([]);
  });

  test.each(READ)('%s shot: all answers, malformed ones kept', async (name) => {
    const [judge = '', shot = ''] = name.split(' ');
    const all = await imported(judge, shot);
    expect(all.answers).toBe(ANSWERS[name]);
    expect(all.judgments.some((j) => j.parse === 'error') || all.malformed === 0).toBe(true);
    // Every pair of shown pictures with a label is judged or an error, and no other pair is.
    const shown = new Set(all.instances.filter((i) => i.attributes['subset'] === undefined).map((i) => i.instance));
    const labelled = all.gold.filter((g) => g.annotator === undefined && shown.has(g.instance));
    const asked = new Set(all.judgments.map((j) => `${j.instance}|${j.criterion}`));
    const expected = new Set(labelled.map((g) => `${g.instance}|${g.criterion}`));
    expect(all.judgments).toHaveLength(asked.size);
    if (PARTIAL.includes(name))
      expect([...asked].every((key) => expected.has(key)) && asked.size < expected.size).toBe(true);
    else expect(asked).toEqual(expected);
  });

  test('a list of one number is what was asked for in one task, and less than asked elsewhere', async () => {
    const { judgments } = await imported('gpt4o', '0');
    const read = judgments.filter((j) => j.criterion === 'sc' && j.parse === 'ok').map((j) => j.instance);
    expect(bySplit(read)['text-guided-ig']).toBeGreaterThan(1000);
    const { judgments: single } = await imported('openflamingo', '0');
    expect(new Set(single.filter((j) => j.parse === 'ok').map((j) => j.instance.split('/')[0]))).toEqual(
      new Set(['text-guided-ig']),
    );
  });

  test('with an example in the prompt the pictures are those of the case', async () => {
    const [zero, one] = await Promise.all([imported('gpt4o', '0'), imported('gpt4o', '1')]);
    const media = new Map(one.instances.map((i) => [i.instance, JSON.stringify(i.media)]));
    const other = zero.instances.filter((i) => media.get(i.instance) !== JSON.stringify(i.media));
    expect(other.map((i) => [i.instance, i.media, media.get(i.instance)])).toEqual([]);
  });
});
