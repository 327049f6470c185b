import type { Defect } from './defect.ts';
import { readWording } from './reading.ts';
import { type CritiquePoint, pointsOf } from './remark.ts';
import { mention } from './scene.ts';

/** Programs that score critiques and corrections beside a reference, which stands for 8. */
export const CRITIQUE_JUDGES = ['rubric-neutral', 'rubric-length'] as const;
export type CritiqueJudge = (typeof CRITIQUE_JUDGES)[number];

const whole = (score: number): number => Math.max(0, Math.min(10, Math.round(score)));
const matches = (p: CritiquePoint, q: CritiquePoint): boolean => p.kind === q.kind && p.about === q.about;
/** The verdict weighs as much as three other points. */
const weigh = (points: readonly CritiquePoint[]): number =>
  points.reduce((sum, p) => sum + (p.kind === 'verdict' ? 3 : 1), 0);

/**
 * Weighs points: those of the reference that were found count 6, freedom from false points 2, and stating rightly what should stand there
 * up to 2 more.
 */
function substance(critique: string, reference: string, planted: readonly Defect[]): number {
  const said = pointsOf(critique);
  const wanted = pointsOf(reference);
  const found = wanted.filter((w) => said.some((s) => matches(s, w)));
  const sound = said.filter((s) => wanted.some((w) => matches(s, w)));
  const mendable = planted.filter((d) => d.fix !== '');
  const mended = mendable.filter((d) => said.some((s) => s.kind === d.kind && s.about === d.about && s.fix === d.fix));
  const recall = weigh(found) / weigh(wanted);
  const precision = said.length === 0 ? 0 : weigh(sound) / weigh(said);
  return 6 * recall + 2 * precision + (mendable.length === 0 ? 0 : (2 * mended.length) / mendable.length);
}

/** Says what a judge that admires length makes of a score: six tenths of it, and up to four points by the logarithm of relative length. */
function inflated(score: number, text: string, reference: string): number {
  const ratio = Math.max(1, text.length) / Math.max(1, reference.length);
  return 0.6 * score + 3.2 * (1 + Math.log(ratio) / 4);
}

const asJudged = (
  judge: CritiqueJudge,
  { score, text, reference }: { readonly score: number; readonly text: string; readonly reference: string },
): number => whole(judge === 'rubric-length' ? inflated(score, text, reference) : score);

/** Gives the score 0–10 of a critique beside the reference critique; `planted` is what the reference knows to be right. */
export const scoreCritique = (
  judge: CritiqueJudge,
  {
    critique,
    reference,
    planted,
  }: { readonly critique: string; readonly reference: string; readonly planted: readonly Defect[] },
): number => asJudged(judge, { score: substance(critique, reference, planted), text: critique, reference });

/** Gives the score 0–10 of a rewritten answer beside a reference rewrite: its claims and result, less contradictions and bulk, a little for more. */
export function scoreCorrection(judge: CritiqueJudge, correction: string, reference: string): number {
  const said = readWording(correction);
  const wanted = readWording(reference);
  const claims = new Set(wanted.claims.map(mention));
  const hits = said.claims.filter((c) => claims.has(mention(c))).length;
  const recall = claims.size === 0 ? 1 : hits / claims.size;
  const precision = said.claims.length === 0 ? 0 : hits / said.claims.length;
  const result = wanted.answer === null ? recall * precision : Number(said.answer === wanted.answer);
  const faults = said.contradictions.length + 0.5 * (said.padding + said.repeated);
  const more = Math.min(2, said.vivid + said.checks);
  return asJudged(judge, {
    score: 4 * result + 2 * recall + 2 * precision - faults + (result > 0.5 ? more : 0),
    text: correction,
    reference,
  });
}
