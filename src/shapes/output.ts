import type { z } from 'zod';
import { parseScore } from '../importers/score.ts';
import { parseVerdict, unswapped } from '../importers/verdict.ts';
import type { Judgment } from '../schema/records.ts';
import { draw } from './random.ts';

/** A judgment as its schema takes it: defaults left out. */
export type JudgmentRow = z.input<typeof Judgment>;
type Answered = Pick<JudgmentRow, 'verdict' | 'score' | 'parse' | 'rationale' | 'raw'>;

/** Judges whose output now and then comes to grief, as a model's does. */
const FRAIL = 'noisy-checker';
const REFUSAL = 'I cannot help with judging these answers.';

/** What happens to one output: mostly nothing. Else it is never given, lost on the way, declined, or its last line is cut off. */
type Mishap = 'none' | 'missing' | 'lost' | 'declined' | 'cut';

/** Draws a mishap: 0.3 % missing, 0.3 % lost, 0.6 % declined, 1.3 % cut off, for the one judge that is frail. */
export function mishapOf(judge: string, key: string): Mishap {
  if (judge !== FRAIL) return 'none';
  const u = draw('mishap', key);
  if (u < 0.003) return 'missing';
  if (u < 0.006) return 'lost';
  if (u < 0.012) return 'declined';
  return u < 0.025 ? 'cut' : 'none';
}

/** Gives what arrives of the text that a judge wrote and of its concluding line. */
function arriving(mishap: Mishap, why: string, conclusion: string): string {
  if (mishap === 'lost') return '';
  if (mishap === 'declined') return REFUSAL;
  return mishap === 'cut' ? `${why}\nSo all in al` : `${why}\n${conclusion}`;
}

/** Status of a text without a result: it is empty, it declines, or it is unreadable. */
const without = (raw: string): Answered => ({
  verdict: null,
  parse: raw === '' ? 'error' : raw === REFUSAL ? 'refused' : 'failed',
  rationale: raw,
  raw,
});

/** Gives a pairwise answer: the verdict line is written out and read back by the official rule; null when no answer was given. */
export function pairAnswer(
  mishap: Mishap,
  why: string,
  { choice, order }: { readonly choice: 0 | 1; readonly order: 'ab' | 'ba' },
): Answered | null {
  if (mishap === 'missing') return null;
  const raw = arriving(mishap, why, `Response ${choice + 1} is better`);
  const named = parseVerdict(raw);
  return named === null ? without(raw) : { verdict: unswapped(named, order), parse: 'ok', rationale: why };
}

/**
 * Gives a pointwise answer, read back by the official rule; `score` null is N/A. A cut-off output has no score marker, only what numbers it
 * holds.
 */
export function scoreAnswer(mishap: Mishap, why: string, score: number | null): Answered | null {
  if (mishap === 'missing') return null;
  const raw = arriving(mishap, why, `### Score: ${score ?? 'N/A'}`);
  if (raw === '' || raw === REFUSAL) return without(raw);
  const read = parseScore(raw);
  const answered = { score: read.score, parse: read.parse, rationale: why };
  return read.parse === 'ok' ? answered : { ...answered, raw };
}
