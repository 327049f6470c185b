import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { viescore } from '../../src/importers/viescore.ts';
import { unpackArchive } from '../../src/release/texts/fetch.ts';
import type { Instance } from '../../src/schema/records.ts';
import { nightly } from '../drawn.ts';
import { scratchFolder } from '../scratch.ts';
import { describeShared, sharedData } from '../shared-data.ts';
import { CONFLICTS_BY_TASK } from '../viescore-conflicts.ts';
import { type Imported, importedOnce, importRun } from './imported.ts';

const OFFICIAL_CASES = path.join(import.meta.dirname, '../fixtures/official/cases.json');

const imported = importedOnce(viescore, sharedData('viescore'));

/** The five generators of which this part of the archive holds answers. */
const HELD = new Set(['InstructPix2Pix', 'MagicBrush', 'Pix2PixZero', 'Prompt2prompt', 'SDEdit']);
const shownPairs = (instances: readonly Instance[]): readonly Instance[] =>
  instances.filter(
    ({ attributes }) => HELD.has(`${attributes['generator_a']}`) && HELD.has(`${attributes['generator_b']}`),
  );

/** PAcc, TOS, CMR and accuracies in percent, written from the formulas: an oracle that shares no code with the metrics. */
function figures({ instances, gold, judgments }: Imported) {
  const shown = new Set(shownPairs(instances).map((i) => i.instance));
  const verdicts = new Map(judgments.map((j) => [`${j.instance}|${j.criterion}`, j.verdict]));
  const sheets = new Map<string, { y: string; v: string | null; c: string }[]>();
  for (const g of gold.filter((x) => x.annotator === undefined && shown.has(x.instance))) {
    const v = verdicts.get(`${g.instance}|${g.criterion}`) ?? null;
    sheets.set(g.instance, [...(sheets.get(g.instance) ?? []), { y: g.value, v, c: g.criterion ?? '' }]);
  }
  const all = [...sheets.values()];
  const right = (s: { y: string; v: string | null }): boolean => s.y === s.v;
  const conflicts = all.filter((s) => s.length === 2 && s[0]?.y !== s[1]?.y);
  const valid = (v: string | null): boolean => v === 'a' || v === 'b';
  const detected = conflicts.filter((s) => s.every((x) => valid(x.v)) && s[0]?.v !== s[1]?.v);
  const percent = (k: number, n: number): number => Math.round((10_000 * k) / n) / 100;
  const accuracy = (c: string): number => {
    const rows = all.flat().filter((x) => x.c === c);
    return percent(rows.filter(right).length, rows.length);
  };
  return {
    prompts: all.length,
    rows: all.flat().length,
    conflicts: conflicts.length,
    pacc: percent(all.filter((s) => s.every(right)).length, all.length),
    tos: percent(detected.length, conflicts.length),
    cmr: percent(conflicts.filter((s) => s.every(right)).length, conflicts.length),
    criteria: { SC: accuracy('sc'), PQ: accuracy('pq') },
    ties: judgments.filter((j) => j.verdict === 'tie').length,
    errors: judgments.filter((j) => j.parse === 'error').length,
  };
}

describeShared('viescore', 'VIEScore', () => {
  test.each(['gpt4o', 'gemini', 'cogvlm'])('%s: the figures of the official aggregator', async (judge) => {
    const golden = JSON.parse(fs.readFileSync(OFFICIAL_CASES, 'utf8')) as {
      viescore: Record<string, Record<string, unknown>>;
    };
    const expected = golden.viescore[judge];
    expect(figures(await imported(judge))).toMatchObject({
      prompts: expected?.prompts,
      rows: expected?.rows,
      conflicts: expected?.conflict_total,
      pacc: expected?.pluralistic_acc,
      tos: expected?.tradeoff_sensitivity,
      cmr: expected?.conflict_matching,
      criteria: expected?.criterion_acc,
      ties: expected?.judge_tie,
      errors: expected?.judge_missing,
    });
  });

  test.each([
    ['gpt4o', 3, 0],
    ['gemini', 1, 0],
    ['cogvlm', 1201, 5],
    ['gpt4v', 0, 5],
    ['llava', 24, 1],
    ['qwenvl', 58, 4],
  ])('%s: %i scores that are no pair, %i files with gaps', async (judge, odd, gaps) => {
    const all = await imported(judge);
    expect(all.judgments).toHaveLength(2375);
    expect(all.problems.filter((p) => p.message.startsWith('not two sub-scores'))).toHaveLength(odd);
    expect(all.problems.filter((p) => p.message.startsWith('pictures without'))).toHaveLength(gaps);
    for (const c of all.counts) expect(c.read).toBe(c.accepted + c.rejected);
  });

  test('instances are pairs of editors, clustered by picture, with both sub-scores kept', async () => {
    const { instances, judgments, gold } = await imported('gpt4o');
    expect(new Set(instances.map((i) => i.cluster)).size).toBeLessThanOrEqual(179);
    expect(shownPairs(instances)).toHaveLength(1601);
    expect(instances[0]?.prompt).not.toBe('');
    const first = judgments.find((j) => j.criterion === 'sc' && j.parse === 'ok');
    expect(first?.rationale).toMatch(/^A \(\w+\), sub-scores \d+ and \d+: .+\n\nB \(\w+\), sub-scores/s);
    expect(JSON.parse(first?.raw ?? '')).toEqual({
      a: [expect.any(Number), expect.any(Number)],
      b: [expect.any(Number), expect.any(Number)],
    });
    expect(new Set(gold.map((g) => g.annotator))).toEqual(new Set([undefined, 'rater-1', 'rater-2', 'rater-3']));
  });

  test('a list of four numbers cannot be read and is reported', async () => {
    const { problems } = await imported('llava', '1');
    expect(problems.filter((p) => p.severity === undefined)).toMatchObject([
      { message: expect.stringContaining('malformed'), found: expect.stringMatching(/^\[.*,.*,.*,.*\]$/) },
    ]);
  });

  test('an unknown judge gets the list of those there are', async () => {
    const { problems } = await imported('gpt5');
    expect(problems).toMatchObject([{ found: 'gpt5 (0 shot)', expected: expect.stringContaining('gpt4o (0 shot)') }]);
  });
});

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

const importedOfAll = importedOnce(viescore, root);

const bySplit = (ids: Iterable<string>): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const id of ids) {
    const split = id.slice(0, id.indexOf('/'));
    counts[split] = (counts[split] ?? 0) + 1;
  }
  return counts;
};

// By day a part of the archive is imported, and the committed figures of all of it are read (tests/data/real-figures.test.ts).
nightly(describeShared)('viescore.tar.gz', 'all of VIEScore', () => {
  beforeAll(() => unpackArchive(ARCHIVE, (name) => path.join(root, name)));

  test('10 463 pairs with gold, 4 854 under both criteria, 1 697 in conflict, by task', async () => {
    const { instances, gold } = await importedOfAll('gpt4o', '0');
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
    const { judgments } = await importedOfAll('gpt4o', '0');
    const read = judgments.filter((j) => j.criterion === 'sc' && j.parse === 'ok').map((j) => j.instance);
    expect(bySplit(read)['text-guided-ig']).toBeGreaterThan(1000);
    const { judgments: single } = await importedOfAll('openflamingo', '0');
    expect(new Set(single.filter((j) => j.parse === 'ok').map((j) => j.instance.split('/')[0]))).toEqual(
      new Set(['text-guided-ig']),
    );
  });

  test('with an example in the prompt the pictures are those of the case', async () => {
    const [zero, one] = await Promise.all([importedOfAll('gpt4o', '0'), importedOfAll('gpt4o', '1')]);
    const media = new Map(one.instances.map((i) => [i.instance, JSON.stringify(i.media)]));
    const other = zero.instances.filter((i) => media.get(i.instance) !== JSON.stringify(i.media));
    expect(other.map((i) => [i.instance, i.media, media.get(i.instance)])).toEqual([]);
  });
});
