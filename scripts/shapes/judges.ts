import {
  costOf,
  type Defect,
  type DefectKind,
  type DefectPlan,
  deficit,
  paddingSentences,
  writeClosed,
  writeOpen,
} from './answer.ts';
import { verdictOf } from './cases.ts';
import {
  type CheckReport,
  checkAnswer,
  critiqueText,
  defectRemarks,
  readWording,
  reportScore,
  type SeenAnswer,
} from './check.ts';
import { draw, openTask, random, type Scene, type SceneItem, understand } from './scene.ts';

const words = (text: string): string[] => text.toLowerCase().match(/[a-z]{4,}|\d+/g) ?? [];

/** Lists the words of an answer (each time they occur) that the query holds too: four letters or more, or a number. */
function wordsInCommon(query: string, answer: string): string[] {
  const asked = new Set(words(query));
  return words(answer).filter((w) => asked.has(w));
}

function wordCoverage(query: string, answer: string): number {
  const asked = new Set(words(query));
  return asked.size === 0 ? 0 : new Set(wordsInCommon(query, answer)).size / asked.size;
}

/** Two answers in the order shown. Only the oracles ask for labels; only judges that look ask for reports with the picture. */
export interface PairView {
  /** Unique per instance, criterion, order and repeat. */
  readonly key: string;
  readonly query: string;
  /** '' where the answers are compared as wholes. */
  readonly criterion: string;
  readonly criteria: readonly string[];
  readonly kinds: readonly DefectKind[];
  readonly answers: readonly [string, string];
  report(which: 0 | 1, sight: 'picture' | 'blind'): CheckReport;
  /** Position of the answer that the label of a criterion names, or null without a label. */
  label(criterion: string): 0 | 1 | null;
  /** Position of `a`, so that an oracle's fallback does not depend on the order shown. */
  readonly positionOfA: 0 | 1;
}

export interface PairChoice {
  readonly choice: 0 | 1;
  readonly why: string;
}

export type PairJudge = (view: PairView) => PairChoice;

const other = (choice: 0 | 1): 0 | 1 => (choice === 0 ? 1 : 0);
const said = (view: PairView): string => (view.criterion === '' ? 'Overall' : `On ${view.criterion}`);

/** The lower number wins. Equal numbers go to the shorter answer, and then to the one first in the alphabet, but never to a place. */
function lower(view: PairView, [p, q]: readonly [number, number]): 0 | 1 {
  const [one, two] = view.answers;
  if (p !== q) return p < q ? 0 : 1;
  if (one.length !== two.length) return one.length < two.length ? 0 : 1;
  return one <= two ? 0 : 1;
}

const relevant = (view: PairView, defects: readonly Defect[]): Defect[] =>
  defects.filter((d) => view.criterion === '' || view.kinds.includes(d.kind));

/** Weighs what was found in each answer: by number for a criterion, by cost for wholes; all defects break a tie. */
function weigh(view: PairView, found: readonly [readonly Defect[], readonly Defect[]], halo: number): PairChoice {
  const burden = (defects: readonly Defect[]) => {
    const own = view.criterion === '' ? costOf(defects) : deficit(defects, view.kinds);
    return own + (halo + 0.001) * costOf(defects);
  };
  const choice = lower(view, [burden(found[0]), burden(found[1])]);
  const note = (defects: readonly Defect[]) => defectRemarks(relevant(view, defects)) || 'Nothing found against it.';
  return { choice, why: `${said(view)}. Response 1: ${note(found[0])} Response 2: ${note(found[1])}` };
}

/** Chance that a defect is missed, drawn anew for each answer. */
const MISS = 0.25;

const noisyPair = (view: PairView, halo: number): PairChoice => {
  const found = ([0, 1] as const).map((which) =>
    view.report(which, 'picture').defects.filter((_, i) => draw('miss', view.key, which, i) >= MISS),
  );
  return weigh(view, [found[0] ?? [], found[1] ?? []], halo);
};

const fallback = (view: PairView): 0 | 1 => (draw('fallback', view.key) < 0.5 ? 0 : 1);

/** Gives the side that most labels of the instance name; where they are half and half, the side of the first label. */
function majority(view: PairView): 0 | 1 {
  const sides = view.criteria.map((c) => view.label(c)).filter((s) => s !== null);
  const first = sides.filter((s) => s === 0).length;
  if (2 * first === sides.length) return sides[0] ?? view.positionOfA;
  return 2 * first > sides.length ? 0 : 1;
}

/** Gives the criterion that this one is mistaken for: the next of the split. */
const mistakenFor = (criteria: readonly string[], criterion: string): string =>
  criteria[(criteria.indexOf(criterion) + 1) % Math.max(1, criteria.length)] ?? '';

const wordCount = (text: string): number => text.split(/\s+/).length;

export const PAIR_JUDGES = {
  'coin-flip': (view) => ({ choice: fallback(view), why: 'A coin was tossed; neither answer was read.' }),
  'always-first': (view) => ({
    choice: 0,
    why: `${said(view)}, what comes first is taken; it has ${wordCount(view.answers[0])} words.`,
  }),
  'one-verdict-oracle': (view) => ({
    choice: majority(view),
    why: `Most labels of this pair name one answer; it is taken for ${view.criterion || 'the whole'} as for all else.`,
  }),
  'criterion-swapped': (view) => {
    const taken = mistakenFor(view.criteria, view.criterion);
    return {
      choice: view.label(taken) ?? fallback(view),
      why: `${said(view)}, the answer better on ${taken || 'the whole'} is named.`,
    };
  },
  contrarian: (view) => ({
    choice: other(view.label(view.criterion) ?? view.positionOfA),
    why: `${said(view)}, the answer that people did not prefer is named.`,
  }),
  'full-checker': (view) => weigh(view, [view.report(0, 'picture').defects, view.report(1, 'picture').defects], 0),
  'image-blind': (view) => weigh(view, [view.report(0, 'blind').defects, view.report(1, 'blind').defects], 0),
  'noisy-checker': (view) => noisyPair(view, 0),
  longest: (view) => {
    const [p, q] = view.answers.map((a) => a.length) as [number, number];
    return { choice: lower(view, [-p, -q]), why: `Response 1 has ${p} characters, response 2 has ${q}.` };
  },
  'keyword-overlap': (view) => {
    const [p, q] = view.answers.map((a) => wordsInCommon(view.query, a).length) as [number, number];
    return {
      choice: lower(view, [-p, -q]),
      why: `Words shared with the question: ${p} in response 1, ${q} in response 2.`,
    };
  },
} as const satisfies Readonly<Record<string, PairJudge>>;

/** Answers like the noisy checker, but lets its view of the whole colour each criterion, as a judge does that is asked for all at once. */
export const jointNoisy: PairJudge = (view) => noisyPair(view, 0.3);

export interface ScoreView {
  /** Unique per instance, condition and repeat. */
  readonly key: string;
  readonly seen: Required<SeenAnswer>;
  /** Whether query or picture differs from what it was before. Only a judge with a memory asks. */
  readonly changed: boolean;
  /** The report of a look: a `patient` judge holds the picture as it fits best, a `hasty` one takes it as it comes. */
  report(sight: 'patient' | 'hasty' | 'no-picture' | 'no-query', when: 'now' | 'before'): CheckReport;
}

export interface ScoreGiven {
  /** null: N/A. */
  readonly score: number | null;
  readonly why: string;
}
export type ScoreJudge = (view: ScoreView) => ScoreGiven;

const clamp = (score: number, low = 1, high = 10): number => Math.min(high, Math.max(low, score));

function reasons(report: CheckReport): string {
  const head: string[] = [];
  if (report.onTopic === false) head.push('This does not answer what is asked.');
  if (report.supported !== null && report.supported < 0.5)
    head.push('Most of what it claims is not to be seen in the picture.');
  return [...head, defectRemarks(report.defects)].join(' ').trim() || 'Nothing found against it.';
}

const judged = (report: CheckReport): ScoreGiven => ({ score: reportScore(report), why: reasons(report) });

/** Says whether something is missing without which the answer cannot be assessed: the question, or the picture that it speaks of. */
function lacking(view: ScoreView): boolean {
  const { claims, vague } = readWording(view.seen.answer);
  const blank = view.seen.picture?.length === 0 && claims.length + vague.length > 0;
  return view.seen.query === '' || blank;
}

/** Misses a defect with chance 0.25, a wrong topic or picture with chance 0.3, and is out by one in two of five cases. */
function noisyScore(view: ScoreView): ScoreGiven {
  const full = view.report('hasty', 'now');
  const misses = (what: string, chance: number) => draw('miss', view.key, what) < chance;
  const report: CheckReport = {
    defects: full.defects.filter((_, i) => !misses(String(i), 0.25)),
    onTopic: misses('topic', 0.3) ? null : full.onTopic,
    supported: misses('support', 0.3) ? null : full.supported,
  };
  const nudge = draw('nudge', view.key);
  const shift = nudge < 0.2 ? -1 : nudge < 0.4 ? 1 : 0;
  return { score: clamp(reportScore(report) + shift), why: reasons(report) };
}

export const SCORE_JUDGES = {
  'full-checker': (view) => judged(view.report('patient', 'now')),
  'noisy-checker': noisyScore,
  'image-blind': (view) => judged(view.report('no-picture', 'now')),
  'query-blind': (view) => judged(view.report('no-query', 'now')),
  longest: (view) => {
    const { length } = view.seen.answer;
    return { score: clamp(Math.floor(length / 80)), why: `The answer has ${length} characters.` };
  },
  'keyword-overlap': (view) => {
    const share = wordCoverage(view.seen.query ?? '', view.seen.answer);
    return {
      score: 1 + Math.round(9 * share),
      why: `The answer takes up ${Math.round(100 * share)} in 100 words of the question.`,
    };
  },
  constant: () => ({ score: 5, why: 'Every answer gets the middle of the scale.' }),
  'always-lowest': () => ({ score: 1, why: 'No answer gets more than the least.' }),
  volatile: (view) =>
    view.changed ? { score: 1, why: 'Something is not as it was.' } : judged(view.report('patient', 'before')),
  abstainer: (view) =>
    lacking(view)
      ? { score: null, why: 'The question or the picture that this answer speaks of is missing.' }
      : judged(view.report('patient', 'now')),
  'run-noisy': (view) => {
    const report = view.report('patient', 'now');
    const shift = Math.floor(3 * draw('run', view.key)) - 1;
    return {
      score: clamp(reportScore(report), 2, 9) + shift,
      why: `${reasons(report)} Costs ${costOf(report.defects)}, and the mood of the day ${shift}.`,
    };
  },
} as const satisfies Readonly<Record<string, ScoreJudge>>;

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
