import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { viescore } from '../../src/importers/viescore.ts';
import { unpackArchive } from '../../src/release/texts/fetch.ts';
import { nightly } from '../drawn.ts';
import { scratchFolder } from '../scratch.ts';
import { describeShared, sharedData } from '../shared-data.ts';
import { CONFLICTS_BY_TASK } from '../viescore-conflicts.ts';
import { importedOnce, importRun } from './imported.ts';

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

/** Runs that were not made for all generators, or not under both criteria: what is not there was not asked. */
const PARTIAL = ['blip2 1', 'fuyu 0'];

const root = scratchFolder();

const imported = importedOnce(viescore, root);

const bySplit = (ids: Iterable<string>): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const id of ids) {
    const split = id.slice(0, id.indexOf('/'));
    counts[split] = (counts[split] ?? 0) + 1;
  }
  return counts;
};

// By day a part of the archive is imported (viescore.test.ts), and the committed figures of all of it are read (tests/data/real-figures.test.ts).
nightly(describeShared)('viescore.tar.gz', 'all of VIEScore', () => {
  beforeAll(() => unpackArchive(ARCHIVE, (name) => path.join(root, name)));

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

  test.each(Object.keys(ANSWERS))('%s shot: all answers, malformed ones kept', async (name) => {
    const [judge = '', shot = ''] = name.split(' ');
    const all = await importRun(viescore, root, { judge, shot });
    const answers = all.counts.filter(({ file }) => file.endsWith('.json'));
    expect(answers.reduce((n, { read }) => n + read, 0)).toBe(ANSWERS[name]);
    const malformed = answers.reduce((n, { rejected }) => n + rejected, 0);
    expect(all.judgments.some((j) => j.parse === 'error') || malformed === 0).toBe(true);
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
