import { z } from 'zod';
import { ANSWERS, VERDICTS } from './words.ts';

export const Answer = z.enum(ANSWERS);
export type Answer = z.infer<typeof Answer>;
export const Verdict = z.enum(VERDICTS);
export type Verdict = z.infer<typeof Verdict>;
