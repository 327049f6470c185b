import { z } from 'zod';
import { ANY_VERDICTS, PAIR_ANSWERS } from './words.ts';

export const Answer = z.enum(PAIR_ANSWERS);
export type Answer = z.infer<typeof Answer>;
export const Verdict = z.enum(ANY_VERDICTS);
export type Verdict = z.infer<typeof Verdict>;
