import type { z } from 'zod';
import type { Access } from '../../schema/judge.ts';

/** Who may run a judge, in words. */
export const ACCESS_WORDS: Readonly<Record<z.infer<typeof Access>, string>> = {
  proprietary: 'proprietary',
  open: 'open weights',
  'fine-tuned': 'fine-tuned judge',
  program: 'program',
  human: 'people',
};
