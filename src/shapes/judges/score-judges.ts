import { type CheckReport, reportScore, type SeenAnswer } from '../check.ts';
import { costOf } from '../defect.ts';
import { draw } from '../random.ts';
import { readWording } from '../reading.ts';
import { defectRemarks } from '../remark.ts';
import { wordCoverage } from './words.ts';

/** One answer to be scored, before or after a perturbation. */
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

/** Says what was found, in words. */
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
function noisy(view: ScoreView): ScoreGiven {
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
  'noisy-checker': noisy,
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
