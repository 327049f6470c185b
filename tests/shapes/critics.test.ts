import { describe, expect, it } from 'vitest';
import { qualityWithDefects } from '../../scripts/shapes/answer.ts';
import { makeCritique, makePreference, QUALITY_GROUPS, scoreBand } from '../../scripts/shapes/cases.ts';
import { pointsOf, scoreCorrection, scoreCritique } from '../../scripts/shapes/check.ts';
import { makePool } from '../../scripts/shapes/task.ts';
import { attributesOf, makeWorld, mean, type Row } from './world.ts';

const world = makeWorld(300, 13);
const gold = world.batches.flatMap((b) => b.shared.gold);
const correct = new Map(gold.filter((g) => g.kind === 'correct').map((g) => [g.instance, g.value]));
const rows = (critic: string, stage: string, judge?: string) =>
  world
    .rows(`${critic}-critique`)
    .filter((r) => r.stage === stage && (judge === undefined || r.critique_judge === judge));
const average = (found: readonly Row[]) => mean(found.flatMap((r) => (r.score == null ? [] : [r.score])));

/** Least squares slope of score on log length, and its standard error. */
function slope(found: readonly Row[]): { value: number; error: number } {
  const points = found.flatMap((r) =>
    r.score == null ? [] : [[Math.log((r.rationale ?? '').length), r.score] as const],
  );
  const mx = mean(points.map(([x]) => x));
  const my = mean(points.map(([, y]) => y));
  const sxx = points.reduce((s, [x]) => s + (x - mx) ** 2, 0);
  const value = points.reduce((s, [x, y]) => s + (x - mx) * (y - my), 0) / sxx;
  const rest = points.reduce((s, [x, y]) => s + (y - my - value * (x - mx)) ** 2, 0) / (points.length - 2);
  return { value, error: Math.sqrt(rest / sxx) };
}

describe('critics', () => {
  it('who calls everything wrong is right as often as responses are wrong', () => {
    const accuracy = mean(
      rows('always-error', 'critique', 'rubric-neutral').map((r) => Number(r.verdict === correct.get(r.instance))),
    );
    const base = mean([...correct.values()].map((v) => Number(v === 'error')));
    expect(accuracy).toBe(base);
    expect(base).toBeGreaterThan(0.2);
    expect(base).toBeLessThan(0.8);
  });

  it('who detects but cannot correct criticises like the full checker and mends nothing', () => {
    const [detects, full] = ['detects-but-cannot-correct', 'full-checker'];
    expect(average(rows(detects, 'critique', 'rubric-neutral'))).toBe(
      average(rows(full, 'critique', 'rubric-neutral')),
    );
    expect(average(rows(full, 'correction', 'rubric-neutral'))).toBeGreaterThan(8);
    expect(average(rows(detects, 'correction', 'rubric-neutral'))).toBeLessThan(4);
  });

  it('padding pays under the rubric that loves length, and only there', () => {
    const loving = slope(rows('padder', 'critique', 'rubric-length'));
    const neutral = slope(rows('padder', 'critique', 'rubric-neutral'));
    expect(loving.value).toBeGreaterThan(4 * loving.error);
    expect(neutral.value).toBeLessThan(2 * neutral.error);
  });

  it('both rubrics judge the same critiques and see the same verdicts', () => {
    const [one, two] = ['rubric-neutral', 'rubric-length'].map((j) =>
      rows('noisy-checker', 'critique', j).map((r) => `${r.instance} ${r.verdict} ${r.rationale}`),
    );
    expect(one).toEqual(two);
  });

  it('corrections are asked for where the label is error', () => {
    const wrong = [...correct].filter(([, v]) => v === 'error').map(([i]) => i);
    expect(rows('full-checker', 'correction', 'rubric-neutral').map((r) => r.instance)).toEqual(wrong);
  });

  it('the full checker always prefers the better response; a fixed choice is right half the time', () => {
    const better = new Map(gold.filter((g) => g.kind === 'preference').map((g) => [g.instance, g.value]));
    const right = (critic: string) =>
      mean(rows(critic, 'preference').map((r) => Number(r.verdict === better.get(r.instance))));
    expect(right('full-checker')).toBeGreaterThan(0.97);
    expect(Math.abs(right('always-error') - 0.5)).toBeLessThan(0.2);
  });
});

describe('labels of responses', () => {
  const pool = makePool(13, 300);

  it('bands follow from quality, all three occur, and clusters are questions', () => {
    const attributes = attributesOf(world);
    const bands = new Map<string, number>();
    for (const g of gold.filter((x) => x.kind === 'quality' && correct.has(x.instance))) {
      const band = scoreBand(Number(g.value));
      expect(attributes.get(g.instance)?.band).toBe(band);
      bands.set(band, (bands.get(band) ?? 0) + 1);
    }
    for (const band of ['low', 'medium', 'high']) expect(bands.get(band)).toBeGreaterThan(50);
    expect(makeCritique(pool, 6).instance.cluster).toBe(makeCritique(pool, 7).instance.cluster);
    expect(makeCritique(pool, 6).instance.prompt).toBe(makeCritique(pool, 7).instance.prompt);
  });

  it('pairs hold one response of each band of their group', () => {
    for (let i = 0; i < 60; i++) {
      const pair = makePreference(pool, i);
      const bands = [pair.a, pair.b].map((w) => scoreBand(qualityWithDefects(w.defects))).sort();
      expect(bands).toEqual([...QUALITY_GROUPS[pair.instance.attributes.pair_group as 'g1']].sort());
    }
  });
});

describe('rubrics', () => {
  const pool = makePool(13, 300);
  const cases = Array.from({ length: 80 }, (_, i) => makeCritique(pool, i));

  it('the reference stands for 8 under both', () => {
    for (const { reference, answer } of cases)
      for (const judge of ['rubric-neutral', 'rubric-length'] as const)
        expect(scoreCritique(judge, { critique: reference, reference, planted: answer.defects })).toBe(8);
  });

  it('a reference correction stands for 8 too', () => {
    const text =
      'We count the stars to get their number. I see a small red star at the centre. That makes 1 for the stars. Answer: 1.';
    for (const judge of ['rubric-neutral', 'rubric-length'] as const)
      expect(scoreCorrection(judge, text, text)).toBe(8);
    expect(scoreCorrection('rubric-neutral', text.replaceAll('1', '2'), text)).toBeLessThan(5);
  });

  it('a wrong verdict and a false point cost, a missed point costs, an empty critique gets nothing', () => {
    const rich = cases.find((c) => pointsOf(c.reference).length > 3);
    if (rich === undefined) throw new Error('no case with several defects');
    const { reference } = rich;
    const score = (text: string) =>
      scoreCritique('rubric-neutral', { critique: text, reference, planted: rich.answer.defects });
    const sentences = reference.split(/(?<=\.)\s+/);
    expect(score(sentences.slice(0, -1).join(' '))).toBeLessThan(8);
    expect(score(reference.replace(/^The response is [a-z ]+\./, 'The response is nothing.'))).toBeLessThan(8);
    expect(score('Nothing to say.')).toBe(0);
  });
});
