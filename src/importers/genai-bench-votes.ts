import type { Answer, Verdict } from '../schema/answer.ts';

/** People's votes, as the files write them. */
export const HUMAN_VOTES: Readonly<Record<string, Answer>> = {
  leftvote: 'a',
  rightvote: 'b',
  tievote: 'tie',
  bothbad_vote: 'both_bad',
};

/** The options as the official code compares them, letter by letter. */
const OFFICIAL: Readonly<Record<string, Verdict>> = {
  '[[A>B]]': 'a',
  '[[A>>B]]': 'a',
  '[[B>A]]': 'b',
  '[[B>>A]]': 'b',
  '[[A=B=Good]]': 'tie',
  '[[A=B=Bad]]': 'both_bad',
  '[[A=B]]': 'equal',
};

/** Reads the official vote, taken as it stands from the first line that has one, from its first `[[` to its last `]]`; null without one. */
export function officialVote(text: string): string | null {
  return /\[\[.*\]\]/.exec(text)?.[0] ?? null;
}

/** Reads a vote as the official code does: null for one that it does not know. */
export function officialVerdict(vote: string | null): Verdict | null {
  return vote === null || !Object.hasOwn(OFFICIAL, vote) ? null : (OFFICIAL[vote] ?? null);
}

/** Innermost `[[ … ]]`, on one line or several. */
const BRACKETED = /\[\[((?:(?!\[\[|\]\]).)*)\]\]/gs;

/** Says what is left of an option without quotes, brackets, spaces, the word "model" and a full stop at its end, in capitals. */
const bare = (text: string): string =>
  text
    .toUpperCase()
    .replace(/["'`\\[\]()\s]|MODEL/g, '')
    .replace(/[.:]+$/, '');

const FORGIVEN: readonly (readonly [Verdict, RegExp])[] = [
  ['a', /^(?:A>+B|B<+A|AISBETTER(?::?A>+B)?)$/],
  ['b', /^(?:B>+A|A<+B|BISBETTER(?::?B>+A)?)$/],
  ['tie', /^(?:(?:A=+B|B=+A)=+GOOD|TIED?(?:=+TIED?)?(?:[,=]*(?:GOOD|RELATIVELYTHESAME,?ACCEPT(?:ABLE|ED)QUALITY))?)$/],
  ['both_bad', /^(?:(?:A=+B|B=+A)=+BAD|BOTHAREBAD(?:,*BAD)?)$/],
  ['equal', /^(?:A=+B|B=+A)$/],
];

const forgiven = (option: string): Verdict | null => FORGIVEN.find(([, form]) => form.test(option))?.[0] ?? null;

/**
 * Reads the verdict if the form of the answer is forgiven: an option may stand anywhere in the text, however it is quoted, spaced or nested. Null
 * when none can be read, or when several say different things.
 */
export function lenientVerdict(text: string): Verdict | null {
  const found = new Set([...text.matchAll(BRACKETED)].flatMap(([, inner = '']) => forgiven(bare(inner)) ?? []));
  const [only = null] = found;
  return found.size === 1 ? only : null;
}
