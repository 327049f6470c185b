import { bc } from './bc.ts';
import { bd } from './bd.ts';
import type { Metric } from './metric.ts';

/** Gives what the pairs of a dimension of perturbations are scored by: whether the score falls, or whether it stays. */
export const biasMetric = (dimension: string): Metric => (dimension === 'robustness' ? bc : bd);
