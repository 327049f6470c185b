import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { viescore } from '../../src/importers/viescore.ts';
import type { Instance } from '../../src/schema/records.ts';
import { describeShared, sharedData } from '../shared-data.ts';
import { type Imported, importedOnce } from './imported.ts';

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
