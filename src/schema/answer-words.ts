import { entryOf } from './entry.ts';

const NAMES: Readonly<Record<string, string>> = { a: 'A', b: 'B', both_bad: 'both bad', equal: 'no better one' };

/**
 * Names an answer in a benchmark where people may say `answers` of a pair: a tie is of two good responses where they may also say that both
 * are bad. A name without another form stays: `tie`, `correct`.
 */
export const answerName = (answer: string, answers: readonly string[]): string =>
  answer === 'tie' && answers.includes('both_bad') ? 'both good' : (entryOf(NAMES, answer) ?? answer);
