import type { Benchmark } from './benchmark.ts';

export const ROLE_LABELS: Readonly<Record<Benchmark['roles'][number]['role'], string>> = {
  'filtered-pairs': 'filtered the pairs',
  'wrote-responses': 'wrote responses',
  'wrote-queries': 'wrote queries',
  annotated: 'annotated',
  'scored-critiques': 'scored critiques',
  verified: 'verified data',
};
