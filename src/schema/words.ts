/** Places between three digits of a whole number. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/**
 * Writes a number with its thousands apart, by a thin space that does not break, and at most three decimals: `1 434`. By hand, since making an
 * `Intl.NumberFormat` takes 15 ms of a page's start.
 */
export function numberWords(n: number): string {
  const [whole = '', decimals] = String(Math.round(n * 1000) / 1000).split('.');
  return whole.replaceAll(THOUSANDS, '\u202f') + (decimals === undefined ? '' : `.${decimals}`);
}

/**
 * Gives the value of a key that came from outside, in an object used as a map (one that travels as JSON); undefined where the object itself has
 * none. Plain indexing would find `constructor` in every object.
 */
export const entryOf = <T>(map: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;

/** Ends a text with a full stop, unless it ends with what ends a sentence. */
export const ended = (text: string): string => text.replace(/(?<![.?!…])$/, '.');

/** Writes a name inside a sentence: `Coin flip` → coin flip; what begins with a single capital or an abbreviation keeps it: `A better`, `PAcc`. */
export const lowerFirst = (name: string): string => name.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** Counts the characters (code points) of a text. */
export function characters(text: string): number {
  if (!/[\ud800-\udbff]/.test(text)) return text.length;
  let pairs = 0;
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) pairs++;
  return text.length - pairs;
}

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

const NAMES: Readonly<Record<string, string>> = { a: 'A', b: 'B', both_bad: 'both bad', equal: 'no better one' };

/**
 * Names an answer in a benchmark where people may say `answers` of a pair: a tie is of two good responses where they may also say that both
 * are bad. A name without another form stays: `tie`, `correct`.
 */
export const answerName = (answer: string, answers: readonly string[]): string =>
  answer === 'tie' && answers.includes('both_bad') ? 'both good' : (entryOf(NAMES, answer) ?? answer);

/** What models did for a benchmark. */
export const ROLE_LABELS = {
  'filtered-pairs': 'filtered the pairs',
  'wrote-responses': 'wrote responses',
  'wrote-queries': 'wrote queries',
  annotated: 'annotated',
  'scored-critiques': 'scored critiques',
  verified: 'verified data',
} as const;

/** Gives the words that stand before the prompts of a benchmark where a release shows them; null where it has nothing to say, or no prompts. */
export const contentNote = (
  { content_note: note }: { readonly content_note?: string | undefined },
  texts: { readonly present: boolean } | null | undefined,
): string | null => (texts?.present === true ? (note ?? null) : null);

/** Most judges that are compared at once; the others are compared with the first. */
export const MOST_JUDGES = 4;
