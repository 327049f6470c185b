import { useContext, useState } from 'react';
import { axisScale, Grid } from './axis.tsx';
import { Drawing, Plot } from './Drawing.tsx';
import { DrawnName } from './DrawnName.tsx';
import { type Estimated, estimateWords } from './estimated.ts';
import { DRAWING_WIDTH, labelRoom, widthOfText } from './label-room.ts';
import { Mark, placed } from './Mark.tsx';
import { MoreSplits } from './MoreSplits.tsx';
import { WholeDrawings } from './Numbers.tsx';
import { Stripes } from './Stripes.tsx';
import { type MarkKind, SeriesLegend, Shape } from './shape.tsx';
import { teller } from './tell.ts';

/** A value on the axis of a panel. */
interface ForestMark {
  readonly label: string;
  readonly mark: MarkKind;
  readonly value: Estimated;
}

export interface ForestPanel<Row> {
  readonly title: string;
  readonly domain: readonly [number, number];
  readonly references: readonly { readonly at: number; readonly label: string }[];
  readonly marks: (row: Row) => readonly ForestMark[];
  /** Whether the marks of a row belong together. */
  readonly joined: boolean;
  /** It is printed at the end of a row. */
  readonly text: (row: Row) => string;
  /** It links to the cases behind a row. */
  readonly href: (row: Row) => string;
}

interface NamedRow {
  readonly run: string;
  readonly label: string;
}

const TEXT = 72;
const LINE = 22;
const HEAD = 22;
const NOTE = 14;
const INSET = 8;
const TICKS = 4;
const PERCENT = 100;

/** Clips the part of an interval that is outside the axis. */
const inside = ([lo, hi]: readonly [number, number], value: number): number => Math.min(hi, Math.max(lo, value));

interface ForestProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly panel: ForestPanel<Row>;
  /** Lines above the plot for references: as many as the panel beside it needs, so that all plots begin at one height. */
  readonly notes: number;
}

interface LinesProps<Row> {
  readonly panel: ForestPanel<Row>;
  readonly at: (value: number) => number;
  readonly top: number;
  readonly bottom: number;
}

/** Draws the lines to compare with. Each has its name on a line of its own above the plot, so that none meets another. */
function References<Row>({ panel: { references }, at, top, bottom }: LinesProps<Row>) {
  return references.map(({ at: value, label }, i) => {
    const x = at(value);
    const isRight = x + widthOfText(label) > DRAWING_WIDTH;
    const y = top - 5 - (references.length - 1 - i) * NOTE;
    return (
      <g key={label} className="reference">
        <path d={`M${x} ${y}V${bottom}`} />
        <text className="over-lines" x={x + (isRight ? -4 : 4)} y={y} textAnchor={isRight ? 'end' : 'start'}>
          {label}
        </text>
      </g>
    );
  });
}

/** The marks of a row, with their intervals, those of one row on lines of their own unless they belong together. */
function Marks<Row>({ panel, row, at }: Pick<LinesProps<Row>, 'panel' | 'at'> & { readonly row: Row }) {
  const marks = panel.marks(row).filter(({ value }) => value.value !== null);
  const places = marks.map(({ value }) => at(value.value ?? 0));
  return (
    <>
      {panel.joined && marks.length > 1 ? (
        <path className="joined" d={`M${Math.min(...places)} 0H${Math.max(...places)}`} />
      ) : null}
      {marks.map(({ label, mark, value }) => (
        <g key={label}>
          {value.lo === null || value.hi === null ? null : (
            <path className="interval" d={`M${at(value.lo)} 0H${at(value.hi)}`} />
          )}
          <Shape mark={mark} x={at(value.value ?? 0)} y={0} />
        </g>
      ))}
    </>
  );
}

/** Writes a row in words: `GPT-4o: With a conflict 57.0 % [52.0, 61.9], n = 782`. */
const wordsOf = <Row extends NamedRow>(panel: ForestPanel<Row>, row: Row): string =>
  `${row.label}: ${panel
    .marks(row)
    .map((mark) => `${mark.label} ${estimateWords(mark.value)}`)
    .join('; ')}`;

/** Draws judges line by line: values with intervals on one scale in percent. */
function Forest<Row extends NamedRow>({ label, rows, panel, notes }: ForestProps<Row>) {
  const room = labelRoom(
    rows.map((row) => row.label),
    LINE,
  );
  const top = HEAD + notes * NOTE;
  const bottom = top + rows.length * room.line;
  const { domain } = panel;
  const axis = { label: panel.title, domain: [PERCENT * domain[0], PERCENT * domain[1]] as const, log: false };
  const scale = axisScale(axis, { from: room.left + INSET, to: DRAWING_WIDTH - TEXT - INSET, count: TICKS });
  // Places are rounded to whole units of the drawing: with thousands of them each digit counts.
  const at = (value: number): number => Math.round(scale.at(PERCENT * inside(domain, value)));
  const tell = teller('.forest-row', ({ row }) => {
    const own = rows[row];
    return own === undefined ? null : { words: wordsOf(panel, own), href: panel.href(own) };
  });
  return (
    <Plot
      viewBox={`0 0 ${DRAWING_WIDTH} ${bottom + 22}`}
      title={`${panel.title}: ${label}`}
      onPointerOver={tell}
      onFocus={tell}
    >
      <text className="panel" x={2} y={14}>
        <DrawnName text={panel.title} room={DRAWING_WIDTH} />
      </text>
      <Stripes rows={rows.length} line={room.line} top={top} width={DRAWING_WIDTH} />
      <Grid scale={scale} top={top} bottom={bottom} />
      <References panel={panel} at={at} top={top} bottom={bottom} />
      {rows.map((row, i) => (
        <g key={row.run} className="forest-row" {...placed(0, top + i * room.line)}>
          <Mark>
            <rect className="stripe off" width={DRAWING_WIDTH} height={room.line} />
            <text className="label" {...room.label}>
              <DrawnName text={row.label} room={room.room} />
            </text>
            <g {...placed(0, room.middle)}>
              <Marks panel={panel} row={row} at={at} />
              <text className="value" x={DRAWING_WIDTH - 4} y={4} textAnchor="end">
                {panel.text(row)}
              </text>
            </g>
          </Mark>
        </g>
      ))}
    </Plot>
  );
}

/** The runs of a split, as the figure's data have them. */
interface SplitRows<Row> {
  readonly id: string;
  readonly label: string;
  readonly rows: readonly Row[];
}

interface ForestsProps<Row, Split extends SplitRows<Row>> {
  /** What is drawn; `short` is a shorter name for it. */
  readonly title: string;
  readonly short: string;
  readonly series: Parameters<typeof SeriesLegend>[0]['series'];
  readonly splits: readonly Split[];
  /** What the values of a split rest on. */
  readonly of: (split: Split) => string;
  readonly panels: (split: Split) => readonly ForestPanel<Row>[];
}

/** Lines drawn at once: with those of sixty judges a page would weigh several times what it may. */
const FIRST_JUDGES = 12;

interface SplitPanelsProps<Row, Split extends SplitRows<Row>>
  extends Omit<ForestsProps<Row, Split>, 'series' | 'splits'> {
  readonly split: Split;
}

/** Shows the panels of one split. Judges after the first ones are drawn when somebody asks for them, and their numbers stand in the table. */
function SplitPanels<Row extends NamedRow, Split extends SplitRows<Row>>(props: SplitPanelsProps<Row, Split>) {
  const { title, short, split, of } = props;
  const { label, rows } = split;
  const isWhole = useContext(WholeDrawings);
  const [whole, setWhole] = useState(false);
  const drawn = whole || isWhole ? rows : rows.slice(0, FIRST_JUDGES);
  const panels = props.panels(split);
  const notes = Math.max(...panels.map(({ references }) => references.length));
  return (
    <div className="split">
      <h4>{label}</h4>
      <p className="of">{of(split)}</p>
      <Drawing of={`${label}: ${short}`} className="panels">
        {panels.map((panel) => (
          <Forest key={panel.title} label={`${title}, ${label}`} rows={drawn} panel={panel} notes={notes} />
        ))}
      </Drawing>
      {drawn.length === rows.length ? null : (
        <p className="of">
          The first {FIRST_JUDGES} of {rows.length} judges.{' '}
          <button type="button" className="btn" onClick={() => setWhole(true)}>
            Draw all
          </button>
        </p>
      )}
    </div>
  );
}

/** Draws forests of runs for each split, all panels of one title on the same scale, under the legend of their marks. */
export function Forests<Row extends NamedRow, Split extends SplitRows<Row>>(props: ForestsProps<Row, Split>) {
  const { series, splits, ...drawn } = props;
  return (
    <>
      <SeriesLegend series={series} />
      <MoreSplits splits={splits} draw={(split) => <SplitPanels key={split.id} {...drawn} split={split} />} />
    </>
  );
}
