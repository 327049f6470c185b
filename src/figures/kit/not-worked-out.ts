import type { FailureWords } from '../../client/failure.ts';

/** The words in place of a figure that failed for an unforeseen reason. */
export const NOT_WORKED_OUT: FailureWords = {
  what: 'A figure could not be worked out.',
  todo: 'Try again, or take back the last choice.',
};
