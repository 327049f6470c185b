import { saidWords } from '../cases/answer-words.ts';
import type { LabelsBy } from '../cases/labels.ts';
import { PARSE_WORDS } from '../cases/parse-words.ts';
import { rounded } from '../ui/number-words.ts';

/** Says whether a label or an answer is a number. */
export const isScore = (value: string): boolean => value.trim() !== '' && Number.isFinite(Number(value));

/** Writes a label: `A better`; a score has at most two decimals: `3.3333` → `3.33`. */
export const valueSaid = (labels: LabelsBy, value: string): string =>
  isScore(value) ? String(rounded(Number(value))) : saidWords(labels, value);

/** Names an answer; one that could not be read is `!` and its status. */
export const saidAnswer = (labels: LabelsBy, answer: string): string => {
  const status = answer.startsWith('!') ? answer.slice(1) : '';
  return status === ''
    ? valueSaid(labels, answer)
    : (Object.entries(PARSE_WORDS).find(([one]) => one === status)?.[1] ?? status);
};
