import { DEFECT_KINDS, type Defect, type DefectKind } from './answer.ts';
import { readWording } from './check.ts';
import { mention } from './scene.ts';

/** How a critique words each kind of defect; what it is about follows where there is something. */
const LEADS: Readonly<Record<DefectKind, string>> = {
  omission: 'It leaves out',
  vague: 'It is vague about',
  wrong: 'It misstates, in saying',
  invented: 'It invents',
  flat: 'It is written without any life',
  repetition: 'It repeats itself',
  contradiction: 'It contradicts itself over',
  padding: 'It pads with empty sentences',
  'no-check': 'It does not check its result enough',
  'wrong-answer': 'It arrives at a wrong answer, namely',
};
const RIGHTLY = '; rightly: ';
const VERDICTS = { correct: 'The response is correct.', error: 'The response is in error.' } as const;

/** One point of a critique. `verdict` stands for what it says of the whole. */
export interface CritiquePoint {
  readonly kind: DefectKind | 'verdict';
  readonly about: string;
  readonly fix: string;
}

/** Says each defect in a sentence, once, with what would be right where that is known. */
export function defectRemarks(defects: readonly Defect[]): string {
  const sentences = defects.map(({ kind, about, fix }) => {
    const lead = about === '' ? LEADS[kind] : `${LEADS[kind]} ${about}`;
    return `${lead}${fix === '' ? '' : RIGHTLY + fix}.`;
  });
  return [...new Set(sentences)].join(' ');
}

/** Writes a critique in words: the verdict, then the remarks. */
export const critiqueText = (verdict: keyof typeof VERDICTS, defects: readonly Defect[]): string =>
  `${VERDICTS[verdict]} ${defectRemarks(defects)}`.trim();

/** Reads a critique back into its points; sentences that make none are passed over. */
export function pointsOf(text: string): CritiquePoint[] {
  const points: CritiquePoint[] = [];
  for (const sentence of text.split(/(?<=\.)\s+/)) {
    const verdict = sentence === VERDICTS.correct ? 'correct' : sentence === VERDICTS.error ? 'error' : '';
    if (verdict !== '') points.push({ kind: 'verdict', about: verdict, fix: '' });
    const kind = DEFECT_KINDS.find((k) => sentence.startsWith(LEADS[k]));
    if (kind === undefined) continue;
    const [about = '', fix = ''] = sentence.slice(LEADS[kind].length).replace(/\.$/, '').trim().split(RIGHTLY);
    points.push({ kind, about, fix });
  }
  return points;
}

/** Gives the verdict that a critique states, or null. */
export const statedVerdict = (text: string): 'correct' | 'error' | null => {
  const about = pointsOf(text).find((p) => p.kind === 'verdict')?.about;
  return about === 'correct' || about === 'error' ? about : null;
};

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
