import type { Judge } from '../schema/judge.ts';

/** Joins all names by which a judge may be searched, in lower case. */
export function judgeNames({ name, organisation, family, aliases }: Judge): string {
  return [...new Set([name, organisation, family, ...aliases].map((text) => text.toLowerCase()))].join(' ');
}
