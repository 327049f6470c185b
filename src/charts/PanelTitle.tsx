import { DrawnName } from './DrawnName.tsx';
import { DRAWING_WIDTH } from './label-room.ts';
import { type MarkKind, Shape } from './mark-kinds.tsx';

interface PanelTitleProps {
  readonly label: string;
  /** The mark of the judge that the panel is about; null where it is about no kind of judge. */
  readonly mark: MarkKind | null;
}

/** Names a panel at its upper left corner, behind its judge's mark. */
export function PanelTitle({ label, mark }: PanelTitleProps) {
  const x = mark === null ? 2 : 18;
  return (
    <>
      {mark === null ? null : <Shape mark={mark} x={8} y={10} />}
      <text className="panel" x={x} y={14}>
        <DrawnName text={label} room={DRAWING_WIDTH - x} />
      </text>
    </>
  );
}
