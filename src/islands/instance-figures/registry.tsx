import type { ComponentType, ReactNode } from 'react';
import { AGREEMENT } from '../../figures/instances/agreement.ts';
import { allOrNothingFigure } from '../../figures/instances/all-or-nothing.ts';
import { conflictsFigure } from '../../figures/instances/conflicts.ts';
import { discriminationFigure } from '../../figures/instances/discrimination.ts';
import { funnelFigure } from '../../figures/instances/funnel.ts';
import type { FigureChoices, FigureScope, InstanceFigure } from '../../figures/instances/instance-figure.ts';
import { INSTANCE_MATRIX } from '../../figures/instances/instance-matrix.ts';
import { leakageFigure } from '../../figures/instances/leakage.ts';
import { lengthScoreFigure } from '../../figures/instances/length-score.ts';
import { qualityBandsFigure } from '../../figures/instances/quality-bands.ts';
import { scorePairsFigure } from '../../figures/instances/score-pairs.ts';
import { selfEnhancementFigure } from '../../figures/instances/self-enhancement.ts';
import { SHARED_ERRORS } from '../../figures/instances/shared-errors.ts';
import { SLICES } from '../../figures/instances/slices.ts';
import { Agreement } from './Agreement.tsx';
import { AllOrNothing } from './AllOrNothing.tsx';
import { Conflicts } from './Conflicts.tsx';
import { Discrimination } from './Discrimination.tsx';
import { FunnelFigure } from './FunnelFigure.tsx';
import { InstanceMatrix } from './InstanceMatrix.tsx';
import { Leakage } from './Leakage.tsx';
import { LengthScore } from './LengthScore.tsx';
import { QualityBands } from './QualityBands.tsx';
import { ScorePairs } from './ScorePairs.tsx';
import { SelfEnhancement } from './SelfEnhancement.tsx';
import { SharedErrors } from './SharedErrors.tsx';
import { Slices } from './Slices.tsx';
import type { ChangeFigures } from './use-figures-state.ts';

/** What a figure's view is given; `scope` is that of the data. */
export interface FigureProps<Data> {
  readonly data: Data;
  readonly scope: FigureScope;
  readonly choices: FigureChoices;
  readonly change: ChangeFigures;
}

/** Half a line of the page, or all of it. */
type Width = 'half' | 'broad';

interface View {
  readonly width: Width;
  /** `data` is what the figure's own loader gave. */
  readonly draw: (props: FigureProps<unknown>) => ReactNode;
}

function view<Data>(figure: InstanceFigure<Data>, Drawn: ComponentType<FigureProps<Data>>, width: Width = 'broad') {
  const draw: View['draw'] = ({ data, ...others }) => <Drawn {...others} data={data as Data} />;
  return [figure.id, { width, draw }] as const;
}

/** How each figure of `CASE_FIGURES` is drawn, by its id. */
export const VIEWS: ReadonlyMap<string, View> = new Map<string, View>([
  view(conflictsFigure, Conflicts),
  view(allOrNothingFigure, AllOrNothing),
  view(discriminationFigure, Discrimination),
  view(leakageFigure, Leakage),
  view(scorePairsFigure, ScorePairs),
  view(funnelFigure, FunnelFigure),
  view(selfEnhancementFigure, SelfEnhancement),
  view(lengthScoreFigure, LengthScore),
  view(qualityBandsFigure, QualityBands),
  ...SLICES.map((figure) => view(figure, Slices)),
  ...AGREEMENT.map((figure) => view(figure, Agreement)),
  ...SHARED_ERRORS.map((figure) => view(figure, SharedErrors)),
  ...INSTANCE_MATRIX.map((figure) => view(figure, InstanceMatrix)),
]);
