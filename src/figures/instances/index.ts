import { AGREEMENT } from './agreement.ts';
import { allOrNothingFigure } from './all-or-nothing.ts';
import { conflictsFigure } from './conflicts.ts';
import { discriminationFigure } from './discrimination.ts';
import { funnelFigure } from './funnel.ts';
import type { FigureScope, InstanceFigure } from './instance-figure.ts';
import { INSTANCE_MATRIX } from './instance-matrix.ts';
import { leakageFigure } from './leakage.ts';
import { lengthScoreFigure } from './length-score.ts';
import { qualityBandsFigure } from './quality-bands.ts';
import { scorePairsFigure } from './score-pairs.ts';
import { selfEnhancementFigure } from './self-enhancement.ts';
import { SHARED_ERRORS } from './shared-errors.ts';
import { SLICES } from './slices.ts';

/** Every figure drawn from cases, in the order of the page; each needs a view in `src/islands/instance-figures/registry.tsx`. */
export const CASE_FIGURES: readonly InstanceFigure<unknown>[] = [
  conflictsFigure,
  allOrNothingFigure,
  discriminationFigure,
  leakageFigure,
  scorePairsFigure,
  funnelFigure,
  selfEnhancementFigure,
  lengthScoreFigure,
  qualityBandsFigure,
  ...SLICES,
  ...AGREEMENT,
  ...SHARED_ERRORS,
  ...INSTANCE_MATRIX,
];

/** Scopes with the same key give a figure the same data. */
export function scopeKey({ protocol, reads = ['runs'] }: InstanceFigure<unknown>, scope: FigureScope): string {
  return JSON.stringify([scope.where, reads.map((part) => scope[part]?.[protocol] ?? null)]);
}
