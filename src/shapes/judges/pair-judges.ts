import type { CheckReport } from '../check.ts';
import { costOf, type Defect, type DefectKind, deficit } from '../defect.ts';
import { draw } from '../random.ts';
import { defectRemarks } from '../remark.ts';
import { wordsInCommon } from './words.ts';

/** Two answers in the order shown. Only the oracles ask for labels; only judges that look ask for reports with the picture. */
export interface PairView {
  /** Unique per instance, criterion, order and repeat. */
  readonly key: string;
  readonly query: string;
  /** '' where the answers are compared as wholes. */
  readonly criterion: string;
  /** All criteria of the split, in order. */
  readonly criteria: readonly string[];
  /** Defects that count against the criterion. */
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

const noisy = (view: PairView, halo: number): PairChoice => {
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
export const mistakenFor = (criteria: readonly string[], criterion: string): string =>
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
  'noisy-checker': (view) => noisy(view, 0),
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

/** Answers like `noisy`, but lets its view of the whole colour each criterion, as a judge does that is asked for all at once. */
export const jointNoisy: PairJudge = (view) => noisy(view, 0.3);
