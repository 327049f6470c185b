import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import type { LengthDrawing } from './data.ts';
import type { ShownJudge } from './LengthMarks.tsx';
import { type LengthGeometry, PLOT_SIZE, type PlotPlace, placeInPlot } from './length-geometry.ts';

/** A mark that can be read: one critique, or a judge's mean. */
export interface LengthMark extends PlotPlace {
  readonly label: string;
  readonly length: number;
  readonly score: number;
  /** How many critiques are behind it: more than one for a mean. */
  readonly n: number;
}

/** A pointer that is as near a mark as this, in px, is on it. */
const REACH = 9;

/** The critiques drawn one by one, or each judge's mean, from left to right. */
function marksOf(
  drawing: LengthDrawing,
  shown: readonly ShownJudge[],
  { x, y }: LengthGeometry,
): readonly LengthMark[] {
  const marks = shown.flatMap(({ judge: { run, label, length, score, n } }) => {
    const own = drawing.points.find((one) => one.run === run);
    if (own === undefined) return [{ label, length, score, n }];
    return own.length.map((characters, i) => ({ label, length: characters, score: own.score[i] ?? 0, n: 1 }));
  });
  return marks.map((mark) => ({ ...mark, x: x(mark.length), y: y(mark.score) })).sort((a, b) => a.x - b.x || a.y - b.y);
}

/** Finds the nearest mark; of marks equally near, the one drawn last. */
function nearest(marks: readonly LengthMark[], event: PointerEvent<HTMLElement>): LengthMark | null {
  const place = placeInPlot(event.currentTarget, event);
  const { width, height } = event.currentTarget.getBoundingClientRect();
  const [across, along] = [width / PLOT_SIZE.width, height / PLOT_SIZE.height];
  let found: LengthMark | null = null;
  let least = REACH ** 2;
  for (const mark of marks) {
    const distance = (across * (mark.x - place.x)) ** 2 + (along * (mark.y - place.y)) ** 2;
    if (distance > least) continue;
    least = distance;
    found = mark;
  }
  return found;
}

const NOTHING = { mark: null, walked: false };

/** Gives the mark that is pointed at, or that the arrow keys have come to; Escape lets go of it. */
export function useReading(drawing: LengthDrawing, shown: readonly ShownJudge[], geometry: LengthGeometry) {
  const marks = useMemo(() => marksOf(drawing, shown, geometry), [drawing, shown, geometry]);
  const [{ mark, walked }, setRead] = useState<{ readonly mark: LengthMark | null; readonly walked: boolean }>(NOTHING);
  const point = (next: LengthMark | null): void =>
    setRead((old) => (old.mark === next ? old : { mark: next, walked: false }));
  const step = (by: number): void => {
    const at = mark === null ? -1 : marks.indexOf(mark);
    const next = at === -1 && by < 0 ? marks.length - 1 : at + by;
    setRead({ mark: marks[Math.min(marks.length - 1, Math.max(0, next))] ?? null, walked: true });
  };
  return {
    /** Null, too, where the mark is no longer drawn. */
    mark: mark !== null && marks.includes(mark) ? mark : null,
    /** Whether the mark was reached by key, and so has to be scrolled into view. */
    walked,
    point: (event: PointerEvent<HTMLElement>): void => point(nearest(marks, event)),
    leave: (): void => point(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      if (event.key === 'ArrowRight') step(1);
      else if (event.key === 'ArrowLeft') step(-1);
      else if (event.key === 'Escape' && mark !== null) point(null);
      else return;
      event.preventDefault();
    },
  };
}
