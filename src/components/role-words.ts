import type { Role } from '../schema/benchmark.ts';

/** What a model did in the making of a benchmark, in words. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  'filtered-pairs': 'filtered the pairs',
  'wrote-responses': 'wrote responses',
  'wrote-queries': 'wrote queries',
  annotated: 'annotated',
  'scored-critiques': 'scored critiques',
  verified: 'verified data',
};
