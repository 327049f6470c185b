import { PARSE_WORDS } from '../cases/choices.ts';
import { answerWords, type LabelsBy } from '../cases/labels.ts';
import type { Parse } from '../schema/records.ts';
import { isAgreed, READ_PARSES } from '../schema/words.ts';
import type { CaseAnswer } from './parts.ts';

type ReadParse = (typeof READ_PARSES)[number];

/** How an answer compares with the label; `given` where there is no label. Each outcome is drawn and worded differently. */
export type AnswerOutcome =
  | 'right'
  | 'wrong'
  | 'given'
  | 'tie'
  | 'failed'
  | 'abstained'
  | 'refused'
  | 'error'
  | 'missing'
  | 'not-asked';

export const PARSE_MEANING: Readonly<Record<Parse, string>> = {
  ok: 'The answer stood where the format asks for it.',
  verifier: 'The answer was found by a second model that the benchmark uses to read outputs.',
  fallback: 'The answer did not stand where the format asks for it; it was taken from elsewhere in the text.',
  failed: 'The text is empty, or no answer could be read from it: a verdict counts as wrong, a score is left out.',
  abstained: 'The judge answered that it cannot say.',
  missing: 'The run holds no answer to this, not even an empty one; it is left out of accuracy and lowers coverage.',
  refused: 'The judge declined to answer: a verdict counts as wrong, a score is left out.',
  error: 'The call failed or brought nothing back: a verdict counts as wrong, a score is left out.',
};

export interface ShownAnswer {
  readonly text: string;
  readonly outcome: AnswerOutcome;
}

export const MISSING: ShownAnswer = { text: PARSE_WORDS.missing, outcome: 'missing' };
export const SHOWN_NOT_ASKED: ShownAnswer = { text: '–', outcome: 'not-asked' };

function unread(parse: Exclude<Parse, ReadParse>): ShownAnswer {
  return { text: PARSE_WORDS[parse], outcome: parse };
}

/** Gives the words for a verdict, and whether it is right by the label that counts; without a label it is neither. */
export function shownVerdict(
  { parse, verdict }: Pick<CaseAnswer, 'parse' | 'verdict'>,
  gold: string | null,
  labels: LabelsBy,
): ShownAnswer {
  if (!isRead(parse)) return unread(parse);
  if (verdict === null) return unread('failed');
  const text = answerWords(labels, verdict);
  if (gold === null) return { text, outcome: 'given' };
  if (isAgreed(gold, verdict)) return { text, outcome: 'right' };
  return { text, outcome: verdict === 'tie' ? 'tie' : 'wrong' };
}

function isRead(parse: Parse): parse is ReadParse {
  return READ_PARSES.some((read) => read === parse);
}

export function scoreText(score: number): string {
  return String(Math.round(score * 100) / 100);
}

export function shownScore({ parse, score }: Pick<CaseAnswer, 'parse' | 'score'>): ShownAnswer {
  if (!isRead(parse)) return unread(parse);
  return score === null ? unread('failed') : { text: scoreText(score), outcome: 'given' };
}
