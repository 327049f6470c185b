import { z } from 'zod';

/** What people may say of a pair, and a judge too. `tie`: as good as each other, and acceptable; `both_bad`: neither is. */
export const Answer = z.enum(['a', 'b', 'tie', 'both_bad']);
export type Answer = z.infer<typeof Answer>;
/** A judge may also leave open whether a pair that is level is good or bad: `equal`. */
export const Verdict = z.enum([...Answer.options, 'equal']);
export type Verdict = z.infer<typeof Verdict>;
