import { memo } from 'react';
import { failureText } from '../../client/failure.ts';
import { href } from '../../ui/href.ts';
import { countOf } from '../../ui/number-words.ts';
import { FigureBox } from '../kit/FigureBox.tsx';
import type { FigureProps } from '../kit/figure-props.ts';
import type { InstanceFigure } from '../kit/instance-figure.ts';
import type { ShownFigure } from './load-figures.ts';
import { FIGURE_VIEWS } from './registry.tsx';

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
