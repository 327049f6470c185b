import type { Judge } from '../schema/judge.ts';

/** Lists all words by which a judge may be looked for, in lower case. */
export function judgeNames({ name, organisation, family, aliases }: Judge): string {
  return [...new Set([name, organisation, family, ...aliases].map((text) => text.toLowerCase()))].join(' ');
}
