import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeShared, sharedData } from '../shared-data.ts';
import { differenceOf, summarise } from './helpers.ts';
import type { ClusterSum } from './tables.ts';

/** docs/metrics.md "Worked check": instance = (image, editor pair), cluster = image. */
const ROOT = sharedData('viescore');
const TASK = 'ImagenHub_Text-Guided_IE';
const EDITORS = ['InstructPix2Pix', 'MagicBrush', 'Pix2PixZero', 'Prompt2prompt', 'SDEdit'] as const;
/** All images count as sampled, also those without a conflict. */
const IMAGES = 179;
const CRITERIA = ['SC', 'PQ'] as const;
type Criterion = (typeof CRITERIA)[number];
/** Image → editor → criterion → score. */
type Scores = Map<string, number>;
const key = (image: string, editor: string, criterion: Criterion) => `${image} ${editor} ${criterion}`;

function people(): { readonly images: readonly string[]; readonly totals: Scores } {
  const folder = `${ROOT}/_human_annotations/ImagenHub_human_eval_results/${TASK}`;
  const totals: Scores = new Map();
  const images = new Set<string>();
  for (const file of readdirSync(folder)) {
    const [header = '', ...lines] = readFileSync(`${folder}/${file}`, 'utf8').trim().split(/\r?\n/);
    const columns = header.split('\t');
    for (const line of lines) {
      const cells = line.split('\t');
      const image = cells[0] ?? '';
      images.add(image);
      for (const editor of EDITORS) {
        const scores: number[] = JSON.parse(cells[columns.indexOf(editor)] ?? '[]');
        for (const [c, criterion] of CRITERIA.entries()) {
          const at = key(image, editor, criterion);
          totals.set(at, (totals.get(at) ?? 0) + (scores[c] ?? 0));
        }
      }
    }
  }
  return { images: [...images], totals };
}

function judge(name: string): Scores {
  const scores: Scores = new Map();
  for (const editor of EDITORS) {
    for (const criterion of CRITERIA) {
      const path = `${ROOT}/_answers/results_${name}_0shot/${TASK}/${editor}/${criterion}.json`;
      const answers: Record<string, { score?: number | number[] }> = JSON.parse(readFileSync(path, 'utf8'));
      for (const [image, { score }] of Object.entries(answers)) {
        const given = typeof score === 'number' ? [score] : score;
        if (Array.isArray(given) && given.length > 0) scores.set(key(image, editor, criterion), Math.min(...given));
      }
    }
  }
  return scores;
}

/** 1 if the first is better, −1 if the second, 0 if equal; null where one is missing. */
function preference(
  scores: Scores,
  image: string,
  pair: readonly [string, string],
  criterion: Criterion,
): number | null {
  const [first, second] = pair.map((editor) => scores.get(key(image, editor, criterion)));
  return first === undefined || second === undefined ? null : Math.sign(first - second);
}

const PAIRS = EDITORS.flatMap((a, i) => EDITORS.slice(i + 1).map((b) => [a, b] as const));

interface Rows {
  readonly pacc: ClusterSum[];
  readonly tos: ClusterSum[];
  readonly cmr: ClusterSum[];
  readonly accuracy: ClusterSum[];
}

function contributions(name: string): Rows {
  const { images, totals } = people();
  const scores = judge(name);
  const rows: Rows = { pacc: [], tos: [], cmr: [], accuracy: [] };
  for (const cluster of images) {
    for (const pair of PAIRS) {
      const answers = CRITERIA.map((criterion) => ({
        slice: criterion,
        gold: preference(totals, cluster, pair, criterion),
        verdict: preference(scores, cluster, pair, criterion),
      })).filter(({ gold }) => gold === 1 || gold === -1);
      if (answers.length === 0) continue;
      const right = answers.map(({ gold, verdict }) => gold === verdict);
      const add = (to: ClusterSum[], slice: string, won: boolean) =>
        to.push({ cluster, slice, num: won ? 1 : 0, den: 1 });
      add(rows.pacc, '', right.every(Boolean));
      for (const [i, { slice }] of answers.entries()) add(rows.accuracy, slice, right[i] === true);
      const [sc, pq] = answers;
      if (sc === undefined || pq === undefined || sc.gold === pq.gold) continue;
      add(rows.cmr, '', right.every(Boolean));
      add(rows.tos, '', (sc.verdict ?? 0) * (pq.verdict ?? 0) === -1);
    }
  }
  return rows;
}

describeShared('viescore', 'VIEScore', () => {
  const percent = (rows: readonly ClusterSum[]) => {
    const { value, se, den } = summarise(rows, 'ratio', { range: [0, 1], sampled: IMAGES });
    return { value: (100 * (value ?? Number.NaN)).toFixed(2), se: (100 * (se ?? Number.NaN)).toFixed(2), den };
  };

  test('gpt4o: values of the official aggregator, SE by image', () => {
    const { pacc, tos, cmr, accuracy } = contributions('gpt4o');
    expect(percent(pacc)).toEqual({ value: '52.22', se: '1.76', den: 1601 });
    expect(percent(tos)).toEqual({ value: '60.62', se: '3.60', den: 259 });
    expect(percent(cmr)).toEqual({ value: '59.07', se: '3.54', den: 259 });
    expect(accuracy).toHaveLength(2375);
    expect(summarise(pacc, 'ratio', { range: [0, 1] }).clusters).toBe(IMAGES);
    expect(CRITERIA.map((c) => percent(accuracy.filter((r) => r.slice === c)).value)).toEqual(['80.53', '54.50']);
    expect(summarise(accuracy, 'macro', { range: [0, 1] }).value).toBeCloseTo((0.8053 + 0.545) / 2, 4);
  });

  test.each([
    ['gemini', ['36.41', '30.12', '27.80'], ['52.13', '44.56']],
    ['cogvlm', ['20.49', '12.74', '6.95'], ['11.56', '45.50']],
    // The official aggregator was not run on these; the values are those that the first importer's verdicts gave.
    ['gpt4v', ['38.10', '39.00', '35.52'], null],
    ['llava', ['20.61', '17.37', '12.36'], null],
    ['qwenvl', ['5.81', '3.47', '1.93'], null],
  ])('%s: values of the official aggregator', (name, values, accuracies) => {
    const { pacc, tos, cmr, accuracy } = contributions(name);
    expect([pacc, tos, cmr].map((rows) => percent(rows).value)).toEqual(values);
    if (accuracies !== null)
      expect(CRITERIA.map((c) => percent(accuracy.filter((r) => r.slice === c)).value)).toEqual(accuracies);
  });

  test('gpt4o against gemini: paired by image the difference is clear and its error below that of independent runs', () => {
    const [a, b] = [contributions('gpt4o').pacc, contributions('gemini').pacc];
    const found = differenceOf({ other: a, base: b });
    expect((found.value ?? 0) * 100).toBeCloseTo(52.22 - 36.41, 1);
    const [seA, seB] = [a, b].map((rows) => summarise(rows, 'ratio', { range: [0, 1] }).se ?? 0);
    expect(found.se).toBeLessThan(Math.hypot(seA ?? 0, seB ?? 0));
    expect(found.p).toBeLessThan(1e-6);
  });
});
