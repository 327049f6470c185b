import { DEFECT_KINDS, type Defect, type DefectKind } from './defect.ts';

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
