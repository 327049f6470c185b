import { bc } from './bc.ts';
import { bd } from './bd.ts';
import type { Metric } from './metric.ts';

/** Gives the metric of a dimension of perturbations: BD where the score should fall, BC where it should stay. */
export const biasMetric = (dimension: string): Metric => (dimension === 'robustness' ? bc : bd);
