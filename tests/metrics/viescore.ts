import { readFileSync } from 'node:fs';
import { sharedData } from '../shared-data.ts';
import type { Database } from './database.ts';

const ROOT = sharedData('viescore');
const TASK = 'ImagenHub_Text-Guided_IE';
const EDITORS = ['InstructPix2Pix', 'MagicBrush', 'Pix2PixZero', 'Prompt2prompt', 'SDEdit'];
const CRITERIA = ['SC', 'PQ'];

type Scores = Map<string, number>;

/** Mean of the three raters per image, editor and criterion. */
function humanMeans(): Scores {
  const sums: Scores = new Map();
  for (const rater of [1, 2, 3]) {
    const file = `${ROOT}/_human_annotations/ImagenHub_human_eval_results/${TASK}/Text-Guided_IE_rater${rater}.tsv`;
    const [head = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
    const editors = head.split('\t');
    for (const line of lines) {
      const cells = line.split('\t');
      for (const [i, cell] of cells.entries()) {
        if (i === 0) continue;
        const values: number[] = JSON.parse(cell);
        for (const [c, criterion] of CRITERIA.entries()) {
          const key = `${cells[0]} ${editors[i]} ${criterion}`;
          sums.set(key, (sums.get(key) ?? 0) + (values[c] ?? 0));
        }
      }
    }
  }
  return sums;
}

/** The judge's smallest sub-score; absent where it gave none. */
function judgeScores(judge: string): Scores {
  const scores: Scores = new Map();
  for (const editor of EDITORS) {
    for (const criterion of CRITERIA) {
      const file = `${ROOT}/_answers/results_${judge}_0shot/${TASK}/${editor}/${criterion}.json`;
      const answers: Record<string, { score?: unknown }> = JSON.parse(readFileSync(file, 'utf8'));
      for (const [image, { score }] of Object.entries(answers)) {
        const parts = Array.isArray(score) ? score : [score];
        if (parts.length > 0 && parts.every((p) => typeof p === 'number')) {
          scores.set(`${image} ${editor} ${criterion}`, Math.min(...parts));
        }
      }
    }
  }
  return scores;
}

const ordered = (a: number, b: number) => (a > b ? 'a' : a < b ? 'b' : 'tie');

/** Fills the narrow tables: instance = (image, pair of editors), cluster = image, gold from the raters' means. */
export async function loadViescore({ append }: Database, judges: readonly string[]): Promise<void> {
  const human = humanMeans();
  const images = [...new Set([...human.keys()].map((key) => key.split(' ')[0] ?? ''))];
  const gold: string[][] = [];
  for (const image of images) {
    for (const [i, one] of EDITORS.entries()) {
      for (const two of EDITORS.slice(i + 1)) {
        for (const criterion of CRITERIA) {
          const [a, b] = [human.get(`${image} ${one} ${criterion}`), human.get(`${image} ${two} ${criterion}`)];
          if (a !== undefined && b !== undefined && a !== b) gold.push([image, one, two, criterion, ordered(a, b)]);
        }
      }
    }
  }
  const instance = ([image, one, two]: readonly string[]) => `${image} ${one} ${two}`;
  const clusters = new Map(gold.map((row) => [instance(row), row[0] ?? '']));
  await append(
    'instances',
    [...clusters].map(([id, image]) => [id, image, '', 0]),
  );
  await append(
    'gold',
    gold.map((row) => [instance(row), '', row[3] ?? '', 'preference', row[4] ?? '', null, '']),
  );
  for (const judge of judges) {
    const scores = judgeScores(judge);
    await append('runs', [[judge, 'viescore', judge, 'pairwise', '', 1]]);
    const rows = gold.map((row) => {
      const [image, one, two, criterion = ''] = row;
      const [a, b] = [scores.get(`${image} ${one} ${criterion}`), scores.get(`${image} ${two} ${criterion}`)];
      const verdict = a === undefined || b === undefined ? null : ordered(a, b);
      const parse = verdict === null ? 'error' : 'ok';
      return [judge, instance(row), '', criterion, 'judge', 'base', '', 0, 'ab', verdict, null, parse, 0, null, null];
    });
    await append('judgments', rows);
  }
}
