import { scopeOf, UNTOUCHED } from '../kit/case-figure.ts';
import { InFrame } from '../kit/Parts.tsx';
import type { Figure } from '../printed/figure.ts';
import { PrintedFigure } from '../printed/PrintedFigure.tsx';
import { figuresIn, type PrerenderedFigures } from './case-figures.ts';
import { FigureFrame, opening } from './FiguresIsland.tsx';

interface FramedFigureProps {
  readonly benchmark: string;
  readonly id: string;
  /** The page of figures of cases that it stands on, or the figure of a printed table. */
  readonly from: PrerenderedFigures | Figure;
}

function StillFigure({ id, known }: { readonly id: string; readonly known: PrerenderedFigures }) {
  const { choices } = known;
  const figure = figuresIn(known).find((one) => one.id === id);
  const shown = opening(known, scopeOf(choices, known.opening, UNTOUCHED)).shown.get(id);
  if (figure === undefined || shown === undefined) throw new Error(`no figure ${id}`);
  return (
    <FigureFrame figure={figure} shown={shown} behind={false} busy={false} choices={choices} change={() => undefined} />
  );
}

/** Shows a figure as its page opens with it, in a frame of somebody else's page. */
export function FramedFigure({ benchmark, id, from }: FramedFigureProps) {
  return (
    <InFrame value={true}>
      {'choices' in from ? <StillFigure id={id} known={from} /> : <PrintedFigure figure={from} benchmark={benchmark} />}
    </InFrame>
  );
}
