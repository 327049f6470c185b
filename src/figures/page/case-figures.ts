import { AGREEMENT } from '../agreement/data.ts';
import { allOrNothingFigure } from '../all-or-nothing/data.ts';
import { conflictsFigure } from '../conflicts/data.ts';
import { confusionFigure } from '../confusion/data.ts';
import { discriminationFigure } from '../discrimination/data.ts';
import { funnelFigure } from '../funnel/data.ts';
import { INSTANCE_MATRIX } from '../instance-matrix/data.ts';
import type { FigureScope, InstanceFigure } from '../kit/instance-figure.ts';
import { leakageFigure } from '../leakage/data.ts';
import { LENGTH_FIGURES } from '../length-score/data.ts';
import { qualityBandsFigure } from '../quality-bands/data.ts';
import { scorePairsFigure } from '../score-pairs/data.ts';
import { selfEnhancementFigure } from '../self-enhancement/data.ts';
import { SHARED_ERRORS } from '../shared-errors/data.ts';
import { SLICE_FIGURES } from '../slices/data.ts';
import { type FiguresPage, isSamePage } from '../state.ts';

/** Every figure drawn from cases, in the order of the page; each needs a view in `src/figures/page/registry.tsx`. */
export const CASE_FIGURES: readonly InstanceFigure[] = [
  confusionFigure,
  conflictsFigure,
  allOrNothingFigure,
  discriminationFigure,
  leakageFigure,
  scorePairsFigure,
  funnelFigure,
  selfEnhancementFigure,
  ...LENGTH_FIGURES,
  qualityBandsFigure,
  ...SLICE_FIGURES,
  ...AGREEMENT,
  ...SHARED_ERRORS,
  ...INSTANCE_MATRIX,
];

/** Lists the ids of the figures of a page, which are their anchors there. */
export const figureIdsOf = (page: FiguresPage): readonly string[] =>
  CASE_FIGURES.filter(({ protocol, topic }) => isSamePage({ protocol, topic }, page)).map(({ id }) => id);

/** Says whether a figure's data are of the run looked at closely and of nothing else beside the cases. */
export const isOfOneRun = ({ reads = ['runs'], anyRun = false }: InstanceFigure): boolean =>
  reads.length === 1 && reads[0] === 'runs' && !anyRun;

/** Writes a scope as a key: scopes with one key give a figure the same data. */
export function scopeKey({ protocol, reads = ['runs'] }: InstanceFigure, scope: FigureScope): string {
  return JSON.stringify([scope.where, reads.map((part) => scope[part]?.[protocol] ?? null)]);
}
