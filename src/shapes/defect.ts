/** What can be wrong with an answer. `flat` and `no-check` are lacks: one for each of two vivid or checking sentences that is not there. */
export const DEFECT_KINDS = [
  'omission',
  'vague',
  'wrong',
  'invented',
  'flat',
  'repetition',
  'contradiction',
  'padding',
  'no-check',
  'wrong-answer',
] as const;
export type DefectKind = (typeof DEFECT_KINDS)[number];

/** One defect, planted by a writer or found by a reader. */
export interface Defect {
  readonly kind: DefectKind;
  /** What it is about, in words; '' where nothing in particular is. */
  readonly about: string;
  /** What should stand there; '' where the kind says it all or the finder does not know. */
  readonly fix: string;
}

/** How many of each kind to plant. */
export type DefectPlan = Readonly<Partial<Record<DefectKind, number>>>;

export type PairSplit = 'open_ended' | 'reasoning';

/** Which defects count against which criterion: the definition of gold, and a checker's idea of the criterion. */
export const DEFECTS_BY_CRITERION: Readonly<Record<PairSplit, Readonly<Record<string, readonly DefectKind[]>>>> = {
  open_ended: {
    completeness: ['omission'],
    grounding: ['vague'],
    hallucination: ['wrong', 'invented'],
    expressiveness: ['flat'],
    clarity: ['repetition', 'contradiction', 'padding'],
  },
  reasoning: {
    grounding: ['vague'],
    logic: ['contradiction'],
    hallucination: ['wrong', 'invented'],
    exploration: ['no-check'],
    efficiency: ['repetition', 'padding'],
  },
};

export const deficit = (defects: readonly Defect[], kinds: readonly DefectKind[]): number =>
  defects.filter((d) => kinds.includes(d.kind)).length;

/** Points that one defect costs on the scale 1–10. */
const COST: Readonly<Record<DefectKind, number>> = {
  omission: 1,
  vague: 1,
  wrong: 1.5,
  invented: 2,
  flat: 0.5,
  repetition: 0.5,
  contradiction: 1.5,
  padding: 0.5,
  'no-check': 0.5,
  'wrong-answer': 4,
};

export const costOf = (defects: readonly Defect[]): number => defects.reduce((sum, d) => sum + COST[d.kind], 0);

/** Gives quality from 0 to 10, a whole number: 10 without a defect. */
export const qualityWithDefects = (defects: readonly Defect[]): number => Math.max(0, Math.round(10 - costOf(defects)));
