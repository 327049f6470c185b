import type { CaseFacts } from '../../src/case/facts.ts';
import { Case, type StoredCase } from '../../src/schema/stored-case.ts';

/** A case as the page gets it: defaults filled in. */
export function made(stored: Partial<StoredCase> = {}): Case {
  return Case.parse({ instance: 'one', prompt: 'What is it?', ...stored });
}

export const FACTS: CaseFacts = {
  benchmark: 'made',
  name: 'Made',
  synthetic: false,
  criteria: [
    { id: 'logic', split: 'reasoning', label: 'Logic' },
    { id: 'clarity', split: 'open', label: 'Clarity' },
    { id: 'beauty', split: 'open', label: 'Beauty' },
  ],
  labels: { bias_type: { blur: 'Blurred picture' } },
  perturbations: { blur: 'bc', 'other-picture': 'bd' },
  runs: [
    { run: 'one-joint', judge: 'one', name: 'Judge One', variant: 'joint' },
    { run: 'two', judge: 'two', name: 'Judge Two', variant: '' },
  ],
  lines: [],
  order: ['two', 'one-joint'],
  names: { rubric: 'Rubric' },
  metrics: [
    { id: 'pacc', label: 'PAcc', name: 'Pluralistic accuracy', unit: 'ratio', losable: true },
    { id: 'bc', label: 'BC', name: 'Bias-Conformity', unit: 'ratio', losable: true },
    { id: 'inter_run_variance', label: 'Var', name: 'Variance', unit: 'variance', losable: false },
  ],
  elsewhere: null,
  texts: null,
  unseen: '',
  tasks: {},
  pictures: '',
  losses: [],
};
