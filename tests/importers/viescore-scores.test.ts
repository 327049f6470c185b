import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { viescore, viescoreScores } from '../../src/importers/viescore.ts';
import { scratchFolder } from '../scratch.ts';
import { importRun } from './imported.ts';

const INPUT = path.join(import.meta.dirname, '../fixtures/importers/viescore/input');

const imported = (folder = INPUT) => importRun(viescoreScores, folder, { judge: 'tiny' });
const messages = async (folder = INPUT): Promise<readonly string[]> =>
  (await imported(folder)).problems.map(({ message }) => message);

test('scores of single pictures: people on the judge’s scale, the smallest sub-score, answers that are malformed or absent', async () => {
  const { runs, instances, gold, judgments } = await imported();
  expect(runs).toEqual([expect.objectContaining({ run: 'tiny-scores', judge: 'tiny', protocol: 'pointwise' })]);
  // Of three generators that people rated this judge was shown two; the third is a case of the benchmark all the same.
  expect(new Set(instances.map((i) => i.attributes['generator']))).toEqual(new Set(['Ed1', 'Ed2', 'Other']));
  expect(judgments.filter((j) => j.instance.endsWith('/Other'))).toEqual([]);
  const two = instances.find((i) => i.instance === 't/two/Ed1');
  expect([two?.cluster, two?.split, two?.media.length]).toEqual(['t/two.jpg', 't', 2]);

  const of = (criterion: string) => gold.filter((g) => g.instance === 't/two/Ed1' && g.criterion === criterion);
  // [1, 0.5], [0.5, 1] and [1, 0], times ten.
  expect(of('sc').map((g) => [g.annotator, Number(g.value)])).toEqual([
    ['rater-1', 10],
    ['rater-2', 5],
    ['rater-3', 10],
    [undefined, expect.closeTo(25 / 3, 12)],
  ]);
  expect(Number(of('pq').find((g) => g.annotator === undefined)?.value)).toBe(5);

  const answer = (picture: string, criterion: string) => {
    const found = judgments.find((j) => j.instance === `t/${picture}` && j.criterion === criterion);
    return [found?.score, found?.parse, found?.raw];
  };
  expect(answer('two/Ed1', 'sc')).toEqual([3, 'ok', '[4,3]']);
  expect(answer('one/Ed1', 'sc')).toEqual([7, 'fallback', '[7]']);
  expect(answer('four/Ed1', 'sc')).toEqual([null, 'error', '[1,2,3,4]']);
  expect(answer('one/Ed1', 'pq')).toEqual([null, 'missing', undefined]);
});

test.each<[string, (folder: string) => void, string]>([
  [
    'a file of answers that is a list',
    (folder) => fs.writeFileSync(path.join(folder, '_answers/results_tiny_0shot/T/Ed2/SC.json'), '[1, 2]'),
    'no answers by picture; nothing was read',
  ],
  [
    'a picture that one rater has twice',
    (folder) => {
      const file = path.join(folder, '_human_annotations/T/T_rater1.tsv');
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('two.jpg', 'one.jpg'));
    },
    'another row of this picture; the first was kept',
  ],
  [
    'a rater whose table is missing',
    (folder) => fs.rmSync(path.join(folder, '_human_annotations/T/T_rater2.tsv')),
    'the raters’ tables are not numbered from 1 on; people’s labels are those of the tables that are there',
  ],
])('%s is told', async (_, change, message) => {
  const folder = scratchFolder();
  fs.cpSync(INPUT, folder, { recursive: true });
  change(folder);
  expect(await messages(folder)).toContain(message);
  expect(await messages()).not.toContain(message);
});

test('attributes of a case do not depend on which other files of answers lie beside', async () => {
  const folder = scratchFolder();
  fs.cpSync(INPUT, folder, { recursive: true });
  const attributes = async () =>
    new Map(
      (await importRun(viescore, folder, { judge: 'tiny' })).instances.map((one) => [one.instance, one.attributes]),
    );
  const whole = await attributes();
  expect(whole.size).toBeGreaterThan(20);
  fs.rmSync(path.join(folder, '_answers/results_tiny_0shot/T/Ed2'), { recursive: true });
  expect(await attributes()).toEqual(whole);
});
