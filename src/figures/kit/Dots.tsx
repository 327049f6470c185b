import type { ReactElement } from 'react';
import { Plot } from '../../charts/Drawing.tsx';
import { DrawnName, fittedName } from '../../charts/DrawnName.tsx';
import { DRAWING_WIDTH, widthOfText } from '../../charts/label-room.ts';
import { Mark, placed } from '../../charts/Mark.tsx';
import { Shape } from '../../charts/mark-kinds.tsx';
import { href } from '../../ui/href.ts';
import { axisScale, Grid } from './axis.tsx';
import type { DotsFigure, FigureMark } from './figure.ts';

/** Half the width of the widest number under the axis, `0.65`. */
const INSET = 16;
const LINE = 18;
const HEAD = 20;
const GAP = 6;
const TOP = 4;
const FOOT = 36;
const APART = 9;
/** Room for the text beside a mark, or above it where it is long. */
const MARK_ROOM = DRAWING_WIDTH - APART;

export type DotsProps = Pick<DotsFigure, 'title' | 'axis' | 'series' | 'rows' | 'reference'>;

interface TextPlace {
  readonly x: number;
  readonly textAnchor: 'start' | 'end';
  /** Whether the text needs a line of its own above the mark. */
  readonly above: boolean;
}

/** Places a text right of an interval, else left of it, else above. */
function besideInterval(from: number, to: number, text: string): TextPlace {
  const width = widthOfText(fittedName(text, MARK_ROOM));
  if (to + APART + width <= DRAWING_WIDTH) return { x: to + APART, textAnchor: 'start', above: false };
  if (from - APART - width >= 0) return { x: from - APART, textAnchor: 'end', above: false };
  return { x: Math.max(2, Math.min(from, DRAWING_WIDTH - width)), textAnchor: 'start', above: true };
}

interface PlacedMark {
  readonly mark: FigureMark;
  readonly y: number;
  readonly from: number;
  readonly to: number;
  readonly text: TextPlace;
}

/** Marks one below the other, under the name of their row; and how high the row is. */
function laidOut(marks: readonly FigureMark[], at: (value: number) => number) {
  const placedMarks: PlacedMark[] = [];
  let bottom = HEAD;
  for (const mark of marks) {
    const [from, to] = [at(mark.lo ?? mark.x), at(mark.hi ?? mark.x)];
    const text = besideInterval(from, to, mark.text);
    const y = bottom + 8 + (text.above ? LINE - 4 : 0);
    placedMarks.push({ mark, y, from, to, text });
    bottom = y + LINE - 8;
  }
  return { marks: placedMarks, height: Math.max(bottom, HEAD + LINE) + GAP };
}

const wordsOf = (row: string, series: string | undefined, { text, lo, hi }: FigureMark): string =>
  `${row}${series === undefined ? '' : `, ${series}`}: ${text}${lo === null || hi === null ? '' : `, interval ${lo} to ${hi}`}`;

/** Draws rows of marks on one scale, a line per mark: its interval, its shape, and its name or value beside it. */
export function Dots({ title, axis, series, rows, reference }: DotsProps): ReactElement {
  const scale = axisScale(axis, { from: INSET, to: DRAWING_WIDTH - INSET });
  const laid = rows.map(({ label, marks }) => ({ label, ...laidOut(marks, scale.at) }));
  const tops = laid.map((_, i) => TOP + laid.slice(0, i).reduce((sum, { height }) => sum + height, 0));
  const bottom = TOP + laid.reduce((sum, { height }) => sum + height, 0);
  return (
    <Plot viewBox={`0 0 ${DRAWING_WIDTH} ${bottom + FOOT}`} title={title}>
      <Grid scale={scale} top={TOP} bottom={bottom} />
      <text className="axis" x={DRAWING_WIDTH / 2} y={bottom + 30} textAnchor="middle">
        <DrawnName text={axis.label} room={DRAWING_WIDTH} />
      </text>
      {reference === null ? null : (
        <g className="reference">
          <line x1={scale.at(reference.x)} x2={scale.at(reference.x)} y1={TOP} y2={bottom} />
          <text x={scale.at(reference.x) + 4} y={bottom - 2}>
            {reference.label}
          </text>
        </g>
      )}
      {laid.map((row, i) => (
        <g key={row.label} {...placed(0, tops[i] ?? 0)}>
          <text className="label over-lines" x={2} y={14}>
            <DrawnName text={row.label} room={DRAWING_WIDTH} />
          </text>
          {row.marks.map(({ mark, y, from, to, text: { above, ...beside } }) => {
            const own = series.find(({ id }) => id === mark.series);
            return (
              <Mark
                key={mark.series}
                told={{
                  words: wordsOf(row.label, own?.label, mark),
                  href: mark.judge === null ? null : href(`/judge/${mark.judge}/`),
                }}
              >
                {from === to ? null : <path className="interval" d={`M${from} ${y}H${to}`} />}
                <Shape mark={own?.mark ?? 'square'} x={scale.at(mark.x)} y={y} />
                <text className="value over-lines" y={above ? y - 9 : y + 4} {...beside}>
                  <DrawnName text={mark.text} room={MARK_ROOM} />
                </text>
              </Mark>
            );
          })}
        </g>
      ))}
    </Plot>
  );
}
