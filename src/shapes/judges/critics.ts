import { type CheckReport, checkAnswer } from '../check.ts';
import { verdictOf } from '../critique.ts';
import { costOf, type Defect, type DefectPlan } from '../defect.ts';
import { paddingSentences } from '../phrases.ts';
import { openTask, understand } from '../question.ts';
import { draw, random } from '../random.ts';
import { critiqueText } from '../remark.ts';
import type { Scene, SceneItem } from '../scene.ts';
import { writeClosed } from '../write-closed.ts';
import { writeOpen } from '../write-open.ts';

/** One response to be criticised and rewritten, with what is to be seen. */
export interface CriticView {
  readonly key: string;
  readonly query: string;
  readonly items: readonly SceneItem[];
  readonly answer: string;
}

export interface Critic {
  critique(view: CriticView): string;
  correct(view: CriticView): string;
  /** How bad an answer is: of two answers the one with less is better, of equal ones the first. */
  burden(view: CriticView): number;
}

const look = (view: CriticView): CheckReport =>
  checkAnswer({ query: view.query, picture: view.items, answer: view.answer });
const closed = (view: CriticView): boolean => openTask(view.query) === null;

const written = (view: CriticView, defects: readonly Defect[]): string =>
  critiqueText(verdictOf(defects, closed(view)), defects);

/** Answers the question anew from what is to be seen. */
function rewrite(view: CriticView, plan: DefectPlan): string {
  const scene: Scene = {
    id: '',
    kind: view.items.some((i) => i.noun === 'bar') ? 'chart' : 'shapes',
    style: 'strict',
    ground: 'white',
    items: view.items,
  };
  const r = random('rewrite', view.key);
  const task = openTask(view.query);
  const solved = understand(view.query, view.items);
  if (task !== null) return writeOpen(r, { scene, task, plan }).text;
  return solved === null ? view.answer : writeClosed(r, { scene, question: solved, plan }).text;
}

const noticed = (view: CriticView): Defect[] => look(view).defects.filter((_, i) => draw('miss', view.key, i) >= 0.25);

const unfixed = (defects: readonly Defect[]): Defect[] => defects.map((d) => ({ ...d, fix: '' }));

/** Gives the critique of a full checker that names no remedies, and then up to fourteen empty sentences. */
function padding(view: CriticView): string {
  const r = random('padder', view.key);
  return [written(view, unfixed(look(view).defects)), ...paddingSentences(r, r.int(15))].join(' ');
}

const full: Critic = {
  critique: (view) => written(view, look(view).defects),
  correct: (view) => rewrite(view, {}),
  burden: (view) => costOf(look(view).defects),
};

const blindly = (view: CriticView): CheckReport =>
  checkAnswer({ query: view.query, picture: null, answer: view.answer });

export const CRITICS = {
  'full-checker': full,
  'noisy-checker': {
    critique: (view) => written(view, noticed(view)),
    correct: (view) => rewrite(view, draw('slip', view.key) < 0.4 ? { wrong: 1, vague: 1, 'wrong-answer': 1 } : {}),
    burden: (view) => costOf(noticed(view)),
  },
  'image-blind': {
    critique: (view) => {
      const { defects } = blindly(view);
      const suspect = defects.some((d) => d.kind === 'contradiction' || d.kind === 'vague');
      return critiqueText(suspect ? 'error' : 'correct', defects);
    },
    correct: (view) => view.answer,
    burden: (view) => costOf(blindly(view).defects),
  },
  'coin-flip': {
    critique: (view) => {
      const r = random('verdict', view.key);
      const tosses = Array.from({ length: 1 + r.int(5) }, () => (r.chance(0.5) ? 'Heads.' : 'Tails.'));
      return [critiqueText(r.chance(0.5) ? 'error' : 'correct', []), ...tosses].join(' ');
    },
    correct: (view) => view.answer,
    burden: (view) => draw('burden', view.key),
  },
  'always-error': {
    critique: () => critiqueText('error', [{ kind: 'invented', about: 'much of what it says', fix: '' }]),
    correct: (view) => view.answer,
    burden: () => 0,
  },
  'detects-but-cannot-correct': { ...full, correct: (view) => view.answer },
  padder: { ...full, critique: padding, correct: (view) => `${rewrite(view, { 'no-check': 2, flat: 2, padding: 3 })}` },
} as const satisfies Readonly<Record<string, Critic>>;
