import { PARSE_WORDS } from '../cases/parse-words.ts';
import { saidWords } from '../cases/wanted-words.ts';
import { rounded } from '../ui/number-words.ts';

/** Whether a label or an answer is a number. */
export const isScore = (value: string): boolean => value.trim() !== '' && Number.isFinite(Number(value));

/** `A better`; of a score at most two decimals: `3.3333` → `3.33`. */
export const valueSaid = (value: string): string =>
  isScore(value) ? String(rounded(Number(value))) : saidWords(value);

/** How an answer is called; one that could not be read is `!` and its status. */
export const saidAnswer = (answer: string): string => {
  const status = answer.startsWith('!') ? answer.slice(1) : '';
  return status === ''
    ? valueSaid(answer)
    : (Object.entries(PARSE_WORDS).find(([one]) => one === status)?.[1] ?? status);
};
