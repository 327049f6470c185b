import { expect, test } from 'vitest';
import { caseRunLabel } from '../../src/case/facts.ts';
import { earnedOf, earnedText, perturbationMetric, ratio } from '../../src/case/matrix.ts';
import { ofJudges } from '../../src/case/parts.ts';
import { mediaOf, responsesOf, sidePrompt } from '../../src/case/sides.ts';
import { conflictCount } from '../../src/cases/gold.ts';
import { FACTS, made } from './made.ts';

const row = (run: string, metric: string, num: number, den: number, lost: number, rows = 1) => ({
  run,
  metric,
  num,
  den,
  lost,
  rows,
});

test('metrics that can be lost, in their order, with who lost and the value over all', () => {
  const data = made({
    contributions: [
      row('one-joint', 'bc', 0.4, 1, 1),
      row('two', 'bc', 1, 1, 0),
      row('one-joint', 'inter_run_variance', 2, 1, 0),
      row('one-joint', 'pacc', 3, 5, 2, 5),
      row('two', 'unknown_metric', 1, 1, 0),
    ],
  });
  const earned = earnedOf(data, FACTS);
  expect(earned.map(({ metric, losers, value, runs }) => [metric.label, losers.length, value, runs.length])).toEqual([
    ['PAcc', 1, 0.6, 1],
    ['BC', 1, 0.7, 2],
  ]);
  expect(perturbationMetric(data, FACTS, 'blur')?.metric.id).toBe('bc');
  expect(perturbationMetric(data, FACTS, 'other-picture')).toBeNull();
  expect(ratio({ num: 0, den: 0 })).toBeNull();
  expect([earnedText(null, 'ratio'), earnedText(0.666, 'ratio'), earnedText(6.66, 'score')]).toEqual([
    '–',
    '0.67',
    '6.7',
  ]);
});

test('a run is called by its judge and variant, an unknown one by its id', () => {
  expect(['one-joint', 'two', 'three-x'].map((run) => caseRunLabel(FACTS, run))).toEqual([
    'Judge One, joint',
    'Judge Two',
    'three-x',
  ]);
});

test('conflicts are pairs of criteria with different labels; ties and single annotators make none', () => {
  const label = (criterion: string, value: string) => ({ criterion, kind: 'preference' as const, value });
  const { gold } = made({
    gold: [
      label('a1', 'a'),
      label('a2', 'a'),
      label('b1', 'b'),
      label('t', 'tie'),
      { ...label('a1', 'b'), annotator: 'x' },
    ],
  });
  expect(conflictCount(gold)).toBe(2);
});

test('the sides of a perturbation: what it does not change belongs to both', () => {
  const data = made({
    prompt: 'Before?',
    perturbed_prompts: { blur: 'After?' },
    media: [
      { src: 'always.png', alt: '' },
      { src: 'clear.png', alt: '', condition: 'base' },
      { src: 'blurred.png', alt: '', condition: 'blur' },
      { src: 'other.png', alt: '', condition: 'other-picture' },
    ],
    responses: [
      { response: 'b', text: 'same' },
      { response: 'a', text: 'short' },
      { response: 'a', text: 'padded', condition: 'blur' },
    ],
  });
  expect(mediaOf(data, 'before', 'blur').map(({ src }) => src)).toEqual(['always.png', 'clear.png']);
  expect(mediaOf(data, 'after', 'blur').map(({ src }) => src)).toEqual(['always.png', 'blurred.png']);
  expect(sidePrompt(data, 'after', 'blur')).toBe('After?');
  expect(sidePrompt(data, 'after', 'other-picture')).toBe('Before?');
  expect(responsesOf(data, 'before', 'blur').map(({ text }) => text)).toEqual(['short', 'same']);
  expect(responsesOf(data, 'after', 'blur').map(({ text }) => text)).toEqual(['padded', 'same']);
});

test('a run that is a line on boards answers no case, earns nothing there, and leaves the rest as it is', () => {
  const data = made({ contributions: [row('one-joint', 'pacc', 1, 2, 1), row('two', 'pacc', 2, 2, 0)] });
  const left = ofJudges(data, { lines: ['two'] });
  expect(earnedOf(left, FACTS).map(({ runs }) => runs.map(({ run }) => run))).toEqual([['one-joint']]);
  expect({ ...left, contributions: [] }).toEqual({ ...data, contributions: [] });
  expect(ofJudges(data, { lines: [] })).toBe(data);
});
