// Words that fields may hold, without Zod: pages list them, and a page loads no validator for that.

/** Ways of judging, in the order in which pages show them. */
export const ALL_PROTOCOLS = ['pairwise', 'perturbation', 'pointwise', 'critique'] as const;

/** What people may say of a pair, and a judge too. `tie`: as good as each other, and acceptable; `both_bad`: neither is. */
export const PAIR_ANSWERS = ['a', 'b', 'tie', 'both_bad'] as const;

/** A judge may also leave open whether a pair that is level is good or bad: `equal`. */
export const ANY_VERDICTS = [...PAIR_ANSWERS, 'equal'] as const;

/** Says whether a verdict agrees with a label. `equal` is right for both kinds of equal, as in GenAI-Bench's official code. */
export const isAgreed = (label: string, verdict: string): boolean =>
  label === verdict || (verdict === 'equal' && (label === 'tie' || label === 'both_bad'));

/** How an answer was read that could be read: as the prompt asked, by another model, or by a weaker rule. */
export const READ_PARSES = ['ok', 'verifier', 'fallback'] as const;

/** Who may run a judge, in words: one name for it in every table and figure. */
export const ACCESS_WORDS = {
  proprietary: 'proprietary',
  open: 'open weights',
  'fine-tuned': 'fine-tuned judge',
  program: 'program',
  human: 'people',
} as const;

/**
 * What is set against the length of a text: the score that a critique was given; the score given with a reason, its distance from people's
 * mean, or whether the answer is right.
 */
export const LENGTH_MEASURES = ['critique', 'given', 'distance', 'right'] as const;
export type LengthMeasure = (typeof LENGTH_MEASURES)[number];
