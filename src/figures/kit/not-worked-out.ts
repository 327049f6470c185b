import type { FailureWords } from '../../client/failure.ts';

/** Says what stands for a figure whose numbers nobody foresaw to fail. */
export const NOT_WORKED_OUT: FailureWords = {
  what: 'A figure could not be worked out.',
  todo: 'Try again, or take back the last choice.',
};
