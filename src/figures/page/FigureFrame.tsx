import { type ComponentType, memo, type ReactNode } from 'react';
import { failureText } from '../../client/failure.ts';
import { href } from '../../ui/href.ts';
import { countOf } from '../../ui/number-words.ts';
import { Agreement } from '../agreement/Agreement.tsx';
import { AGREEMENT } from '../agreement/data.ts';
import { AllOrNothing } from '../all-or-nothing/AllOrNothing.tsx';
import { allOrNothingFigure } from '../all-or-nothing/data.ts';
import { Conflicts } from '../conflicts/Conflicts.tsx';
import { conflictsFigure } from '../conflicts/data.ts';
import { Confusion } from '../confusion/Confusion.tsx';
import { confusionFigure } from '../confusion/data.ts';
import { Discrimination } from '../discrimination/Discrimination.tsx';
import { discriminationFigure } from '../discrimination/data.ts';
import { funnelFigure } from '../funnel/data.ts';
import { FunnelFigure } from '../funnel/FunnelFigure.tsx';
import { INSTANCE_MATRIX } from '../instance-matrix/data.ts';
import { InstanceMatrix } from '../instance-matrix/InstanceMatrix.tsx';
import { FigureBox } from '../kit/FigureBox.tsx';
import type { FigureProps } from '../kit/figure-props.ts';
import type { InstanceFigure } from '../kit/instance-figure.ts';
import { leakageFigure } from '../leakage/data.ts';
import { Leakage } from '../leakage/Leakage.tsx';
import { LENGTH_FIGURES } from '../length-score/data.ts';
import { LengthScore } from '../length-score/LengthScore.tsx';
import { qualityBandsFigure } from '../quality-bands/data.ts';
import { QualityBands } from '../quality-bands/QualityBands.tsx';
import { scorePairsFigure } from '../score-pairs/data.ts';
import { ScorePairs } from '../score-pairs/ScorePairs.tsx';
import { selfEnhancementFigure } from '../self-enhancement/data.ts';
import { SelfEnhancement } from '../self-enhancement/SelfEnhancement.tsx';
import { SHARED_ERRORS } from '../shared-errors/data.ts';
import { SharedErrors } from '../shared-errors/SharedErrors.tsx';
import { SLICE_FIGURES } from '../slices/data.ts';
import { Slices } from '../slices/Slices.tsx';
import type { ShownFigure } from './load-figures.ts';

/** A line of the page, or half of it where the screen is wide. */
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

/** The view of each figure of `CASE_FIGURES`, by its id. */
export const FIGURE_VIEWS: ReadonlyMap<string, View> = new Map<string, View>([
  view(confusionFigure, Confusion),
  view(conflictsFigure, Conflicts, 'half'),
  view(allOrNothingFigure, AllOrNothing),
  view(discriminationFigure, Discrimination),
  view(leakageFigure, Leakage, 'half'),
  view(scorePairsFigure, ScorePairs),
  view(funnelFigure, FunnelFigure),
  view(selfEnhancementFigure, SelfEnhancement),
  ...LENGTH_FIGURES.map((figure) => view(figure, LengthScore)),
  view(qualityBandsFigure, QualityBands),
  ...SLICE_FIGURES.map((figure) => view(figure, Slices)),
  ...AGREEMENT.map((figure) => view(figure, Agreement)),
  ...SHARED_ERRORS.map((figure) => view(figure, SharedErrors)),
  ...INSTANCE_MATRIX.map((figure) => view(figure, InstanceMatrix)),
]);

interface FigureFrameProps extends Omit<FigureProps<unknown>, 'data' | 'scope'> {
  readonly figure: InstanceFigure;
  readonly shown: ShownFigure;
  /** Whether something else is asked for now. */
  readonly behind: boolean;
  /** Whether the answer to it is on its way. */
  readonly busy: boolean;
}

/** Says that the drawing below is that of an earlier choice, and why. */
function Behind({ shown: { failure } }: Pick<FigureFrameProps, 'shown'>) {
  if (failure === null) return <p className="behind">This still shows the previous choice.</p>;
  return (
    <p className="behind" role="alert">
      {failureText(failure)} Below is the previous choice.
    </p>
  );
}

/** A figure with its title, where its numbers come from, and what it says of them. It is drawn again only where its own data change. */
export const FigureFrame = memo(function FigureFrame(props: FigureFrameProps) {
  const { figure, shown, behind, busy, choices, change } = props;
  const { id, title, protocol } = figure;
  const view = FIGURE_VIEWS.get(id);
  const runs = choices.runs.filter((run) => run.protocol === protocol).length;
  return (
    <FigureBox
      id={id}
      title={title}
      width={view?.width ?? 'half'}
      busy={busy}
      source={
        <>
          n = <a href={href(`/${choices.benchmark}/explore/`)}>{countOf(choices.cases, 'case')}</a> in all,{' '}
          {countOf(runs, 'run')}
          {choices.synthetic ? ', synthetic' : ''}
        </>
      }
    >
      {behind ? <Behind shown={shown} /> : null}
      {shown.data === null ? (
        <p className="about">The selected cases hold no data for this figure.</p>
      ) : (
        view?.draw({ data: shown.data, scope: shown.scope, choices, change })
      )}
    </FigureBox>
  );
});
