import { scopeKey } from '../../figures/instances/index.ts';
import type { InstanceFigure } from '../../figures/instances/instance-figure.ts';
import { href } from '../../layouts/href.ts';
import { type FigureProps, VIEWS } from './registry.tsx';
import type { Shown } from './use-figures.ts';

interface FigureFrameProps extends Omit<FigureProps<unknown>, 'data'> {
  readonly figure: InstanceFigure<unknown>;
  readonly shown: Shown;
}

/** Says that the drawing below is that of an earlier choice, and why. */
function Behind({ shown: { failure } }: Pick<FigureFrameProps, 'shown'>) {
  if (failure === null) return <p className="behind">This still shows the choice before.</p>;
  const { what, why, todo } = failure;
  return (
    <p className="behind" role="alert">
      {what} {why} {todo} Below is the choice before.
    </p>
  );
}

/** A figure with its title, where its numbers come from, and what it says of them. `scope`: what is asked for now. */
export function FigureFrame({ figure, shown, scope, choices, change }: FigureFrameProps) {
  const { id, title, protocol } = figure;
  const view = VIEWS.get(id);
  const runs = choices.runs.filter((run) => run.protocol === protocol).length;
  const behind = shown.key !== scopeKey(figure, scope);
  return (
    <figure className={view?.width === 'broad' ? 'figure broad' : 'figure'} id={id} aria-busy={behind}>
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
}
