import { memo } from 'react';
import { failureText } from '../../client/failure.ts';
import { href } from '../../ui/href.ts';
import { countOf } from '../../ui/number-words.ts';
import type { FigureProps, InstanceFigure } from '../kit/case-view.ts';
import { FigureBox } from '../kit/Parts.tsx';
import type { ShownFigure } from './load-figures.ts';

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
  const { id, title, protocol, half, view: View } = figure;
  const runs = choices.runs.filter((run) => run.protocol === protocol).length;
  return (
    <FigureBox
      id={id}
      title={title}
      width={half === true ? 'half' : 'broad'}
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
        <View data={shown.data} scope={shown.scope} choices={choices} change={change} />
      )}
    </FigureBox>
  );
});
