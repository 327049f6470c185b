import { AGREEMENT, SHARED_ERRORS } from '../cases/Agreement.tsx';
import { allOrNothingFigure } from '../cases/AllOrNothing.tsx';
import { conflictsFigure, leakageFigure } from '../cases/Conflicts.tsx';
import { confusionFigure } from '../cases/Confusion.tsx';
import { discriminationFigure } from '../cases/Discrimination.tsx';
import { funnelFigure } from '../cases/Funnel.tsx';
import { qualityBandsFigure, selfEnhancementFigure } from '../cases/QualityBands.tsx';
import { scorePairsFigure } from '../cases/ScorePairs.tsx';
import { SLICE_FIGURES } from '../cases/Slices.tsx';
import { INSTANCE_MATRIX } from '../instance-matrix/InstanceMatrix.tsx';
import {
  type FigureChoices,
  type FigureScope,
  type FiguresPage,
  type InstanceFigure,
  isSamePage,
} from '../kit/case-figure.ts';
import { LENGTH_FIGURES } from '../length-score/LengthScore.tsx';

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

export const figureIdsOf = (page: FiguresPage): readonly string[] =>
  CASE_FIGURES.filter(({ protocol, topic }) => isSamePage({ protocol, topic }, page)).map(({ id }) => id);

/** Says whether a figure's data are of the chosen run and of nothing else beside the cases. */
export const isOfOneRun = ({ reads = ['runs'], anyRun = false }: InstanceFigure): boolean =>
  reads.length === 1 && reads[0] === 'runs' && !anyRun;

/** Writes a scope as a key: scopes with one key give a figure the same data. */
export function scopeKey({ protocol, reads = ['runs'] }: InstanceFigure, scope: FigureScope): string {
  return JSON.stringify([scope.where, reads.map((part) => scope[part]?.[protocol] ?? null)]);
}

export interface PrerenderedFigures {
  readonly page: FiguresPage;
  readonly pages: readonly FiguresPage[];
  /** The runs in it are those of the page's protocol alone. */
  readonly choices: FigureChoices;
  readonly opening: FigureScope['runs'];
  /** Data of the default scope by figure; a figure that the benchmark has nothing for is absent. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Of every other run the hash in the name of the file with its figures over all cases. */
  readonly closely: Readonly<Record<string, string>>;
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Names the file of a chosen run, without `.json`, from its hash. */
export const runFile = (hash: string): string => `run.${hash}`;
