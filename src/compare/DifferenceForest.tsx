import { columnName } from '../board/column-name.ts';
import { Drawing, Plot } from '../charts/Drawing.tsx';
import { DrawnName, fittedName } from '../charts/DrawnName.tsx';
import { DRAWING_WIDTH, type LabelRoom, labelRoom } from '../charts/label-room.ts';
import { Mark, placed } from '../charts/Mark.tsx';
import { type MarkKind, SeriesLegend, Shape } from '../charts/mark-kinds.tsx';
import { Stripes } from '../charts/Stripes.tsx';
import { axisScale, Grid } from '../figures/kit/axis.tsx';
import { signed } from '../ui/number-words.ts';
import { aheadWords, differenceWords, type HeadlineDifference, headlineHref, isSure } from './headlines.ts';

/** As wide as a phone, with names above short lines; and for a wide screen, with names beside the lines, as high as the same. */
const SIZES = {
  phone: { width: DRAWING_WIDTH, line: 22, most: 150, ticks: 5 },
  wide: { width: 2 * DRAWING_WIDTH, line: 36, most: 340, ticks: 9 },
} as const;
const HEAD = 22;
const FOOT = 38;
const VALUES = 64;
const PERCENT = 100;
const EDGE = 10;

/** Filled where the difference is significant. */
export const SURE: MarkKind = 'square';
export const UNSURE: MarkKind = 'hollow';

/** Gives half of the axis, in percent: all differences and most of their intervals are on it; what is wider is clipped at its ends. */
function reach(lines: readonly HeadlineDifference[]): number {
  const values = lines.map(({ share }) => Math.abs(share.value));
  const ends = lines.flatMap(({ share }) => [Math.abs(share.lo ?? 0), Math.abs(share.hi ?? 0)]);
  const most = Math.max(0.1, ...values, Math.min(1, Math.max(0, ...ends)));
  return Math.ceil(most * 10) * 10;
}

/** Says who is ahead on a side, `← GPT-4o ahead`; the last word is left out where there is no room for it. */
function sideWords([before, name, after]: readonly [string, string, string], room: number): string {
  const whole = `${before}${name} ahead${after}`;
  return fittedName(whole, room) === whole ? whole : `${before}${name}${after}`;
}

interface DifferenceForestProps {
  readonly lines: readonly HeadlineDifference[];
  readonly base: string;
  readonly other: string;
}

interface ForestProps extends DifferenceForestProps {
  readonly size: keyof typeof SIZES;
}

interface LineProps extends Omit<DifferenceForestProps, 'lines'> {
  readonly line: HeadlineDifference;
  readonly room: LabelRoom;
  /** It places a share of the axis. */
  readonly at: (share: number) => number;
  readonly width: number;
}

/** Draws one table: its name, the difference with its interval, and the number at the end. */
function Line({ line, base, other, room, at, width }: LineProps) {
  const { lo, hi, value } = line.share;
  return (
    <>
      <Mark
        told={{
          words: `${line.label}, ${columnName(line.board, line.column)}: ${base} ${line.values[0]}, ${other} ${line.values[1]}, difference ${differenceWords(line)}. Ahead: ${aheadWords(line, base, other)}.`,
          href: headlineHref(line),
        }}
      >
        <rect className="stripe off" width={width} height={room.line} />
        <text className="label over-lines" {...room.label}>
          <DrawnName text={line.label} room={room.room} />
        </text>
        <g {...placed(0, room.middle)}>
          {lo === null || hi === null ? null : <path className="interval" d={`M${at(lo)} 0H${at(hi)}`} />}
          <Shape mark={isSure(line) ? SURE : UNSURE} x={at(value)} y={0} />
        </g>
      </Mark>
      {/* Not within the link, whose spoken words hold what is written in it; a click goes through it to the link. */}
      <text className="value" x={width - 4} y={room.middle + 4} textAnchor="end" pointerEvents="none">
        {signed(line.difference.value, line.column.decimals)}
      </text>
    </>
  );
}

function Forest({ lines, base, other, size }: ForestProps) {
  const { width, line: high, most, ticks } = SIZES[size];
  const room = labelRoom(
    lines.map(({ label }) => label),
    high,
    { width, most },
  );
  const bottom = HEAD + lines.length * room.line;
  const half = reach(lines);
  const axis = { label: '', domain: [-half, half] as const, log: false };
  const scale = axisScale(axis, { from: room.left + EDGE, to: width - VALUES - EDGE, count: ticks });
  const at = (share: number): number => scale.at(Math.min(half, Math.max(-half, PERCENT * share)));
  const zero = at(0);
  return (
    <Plot
      viewBox={`0 0 ${width} ${bottom + FOOT}`}
      className={size}
      title={`Differences of ${other} and ${base}, table by table`}
    >
      <text className="panel" x={zero - 8} y={14} textAnchor="end">
        <DrawnName text={sideWords(['← ', base, ''], zero - 8)} room={zero - 8} />
      </text>
      <text className="panel" x={zero + 8} y={14}>
        <DrawnName text={sideWords(['', other, ' →'], width - zero - 8)} room={width - zero - 8} />
      </text>
      <Stripes rows={lines.length} line={room.line} top={HEAD} width={width} />
      <Grid scale={scale} top={HEAD} bottom={bottom} />
      <path className="zero-line" d={`M${zero} 4V${bottom}`} />
      {lines.map((line, i) => (
        <g key={line.label} {...placed(0, HEAD + i * room.line)}>
          <Line {...{ line, base, other, room, at, width }} />
        </g>
      ))}
      <text className="axis" x={zero} y={bottom + 30} textAnchor="middle">
        % of the distance from the worst to the best judge
      </text>
    </Plot>
  );
}

/**
 * Draws the differences of two judges on one scale, a table a line: right of the zero line the other is ahead, left of it the base. Marks
 * open the tables. The style sheet shows the drawing that there is room for.
 */
export function DifferenceForest(props: DifferenceForestProps) {
  return (
    <Drawing of={`${props.other} compared with ${props.base}`}>
      <Forest {...props} size="phone" />
      <Forest {...props} size="wide" />
    </Drawing>
  );
}

const MARKS = [
  { label: 'significant at 5 %, adjusted for all pairs', mark: SURE, sure: true },
  { label: 'perhaps by chance, or not tested', mark: UNSURE, sure: false },
];

/** Says what the marks of differences mean, of those that are drawn: `sure` says of each difference whether it is significant. */
export const DifferenceLegend = ({ sure }: { readonly sure: readonly boolean[] }) => (
  <SeriesLegend series={MARKS.filter((mark) => sure.includes(mark.sure))} />
);
