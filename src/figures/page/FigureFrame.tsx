import { memo } from 'react';
import { failureText } from '../../client/failure.ts';
import { href } from '../../ui/href.ts';
import type { FigureProps } from '../kit/figure-props.ts';
import type { InstanceFigure } from '../kit/instance-figure.ts';
import { VIEWS } from './registry.tsx';
import type { ShownFigure } from './use-figures.ts';

interface FigureFrameProps extends Omit<FigureProps<unknown>, 'data' | 'scope'> {
  readonly figure: InstanceFigure<unknown>;
  readonly shown: ShownFigure;
  /** Whether something else is asked for now. */
  readonly behind: boolean;
  /** Whether that is on its way. */
  readonly busy: boolean;
}

/** Says that the drawing below is that of an earlier choice, and why. */
function Behind({ shown: { failure } }: Pick<FigureFrameProps, 'shown'>) {
  if (failure === null) return <p className="behind">This still shows the choice before.</p>;
  return (
    <p className="behind" role="alert">
      {failureText(failure)} Below is the choice before.
    </p>
  );
}

/** A figure with its title, where its numbers come from, and what it says of them. It is drawn again only where its own data change. */
export const FigureFrame = memo(function FigureFrame(props: FigureFrameProps) {
  const { figure, shown, behind, busy, choices, change } = props;
  const { id, title, protocol } = figure;
  const view = VIEWS.get(id);
  const runs = choices.runs.filter((run) => run.protocol === protocol).length;
  return (
    <figure className={view?.width === 'broad' ? 'figure broad' : 'figure'} id={id} aria-busy={busy}>
      <figcaption>
        <h3>{title}</h3>
        <div className="tools">
          <span>
            From <a href={href(`/${choices.benchmark}/explore/`)}>the cases</a> of {runs} {runs === 1 ? 'run' : 'runs'}
            {choices.synthetic ? ', synthetic' : ''}
          </span>
          <a href={`#${id}`}>Link to this figure</a>
          <button className="btn" type="button" data-format="svg" hidden>
            Download SVG
          </button>
          <button className="btn" type="button" data-format="png" hidden>
            Download PNG
          </button>
          <span role="status" />
        </div>
      </figcaption>
      {behind ? <Behind shown={shown} /> : null}
      {shown.data === null ? (
        <p className="about">The selected cases hold nothing that this figure is drawn from.</p>
      ) : (
        view?.draw({ data: shown.data, scope: shown.scope, choices, change })
      )}
    </figure>
  );
});
