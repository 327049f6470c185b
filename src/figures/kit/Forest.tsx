import { type ReactNode, type ToggleEvent, useContext, useState } from 'react';
import type { RowsChart } from '../../charts/chart.ts';
import { Drawing, teller } from '../../charts/Drawing.tsx';
import { Chart } from '../../charts/Live.tsx';
import { rowsRoom } from '../../charts/layouts.ts';
import { type MarkKind, SeriesLegend } from '../../charts/mark-kinds.tsx';
import { Button } from '../../ui/layout.tsx';
import { WholeDrawings } from './Parts.tsx';
import { type Estimated, estimateWords, type Labelled } from './words.ts';

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
  readonly joined: boolean;
  readonly text: (row: Row) => string;
  readonly href: (row: Row) => string;
}

interface NamedRow {
  readonly run: string;
  readonly label: string;
}

const TICKS = 4;
const PERCENT = 100;

/** Writes a row in words: `GPT-4o: With a conflict 57.0 % [52.0, 61.9], n = 782`. */
const wordsOf = <Row extends NamedRow>(panel: ForestPanel<Row>, row: Row): string =>
  `${row.label}: ${panel
    .marks(row)
    .map((mark) => `${mark.label} ${estimateWords(mark.value)}`)
    .join('; ')}`;

const share = (value: number | null): number | null => (value === null ? null : PERCENT * value);

interface ForestProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly panel: ForestPanel<Row>;
  /** Lines above the plot for references: as many as the panel beside it needs, so that all plots begin at one height. */
  readonly notes: number;
}

function chartOf<Row extends NamedRow>({ label, rows, panel, notes }: ForestProps<Row>): RowsChart {
  const { title, domain, references, joined } = panel;
  return {
    kind: 'rows',
    title: `${title}: ${label}`,
    size: 'phone',
    axis: { label: '', domain: [PERCENT * domain[0], PERCENT * domain[1]], log: false },
    ticks: TICKS,
    panel: title,
    sides: null,
    references: references.map(({ at, ...reference }) => ({ ...reference, at: PERCENT * at })),
    notes,
    room: rowsRoom(rows.map((row) => row.label)),
    rows: rows.map((row) => ({
      label: row.label,
      run: row.run,
      told: null,
      text: panel.text(row),
      marks: panel
        .marks(row)
        .flatMap(({ mark, value: { value, lo, hi } }) =>
          value === null ? [] : [{ mark, value: PERCENT * value, lo: share(lo), hi: share(hi) }],
        ),
      joined,
      arrow: null,
    })),
  };
}

/** Draws judges line by line: values with intervals on one scale in percent. Words and addresses are written when a row is reached. */
function Forest<Row extends NamedRow>(props: ForestProps<Row>) {
  const { rows, panel } = props;
  const tell = teller('.chart-row', ({ row }) => {
    const own = rows[row];
    return own === undefined ? null : { words: wordsOf(panel, own), href: panel.href(own) };
  });
  return <Chart chart={chartOf(props)} onPointerOver={tell} onFocus={tell} />;
}

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
  readonly of: (split: Split) => string;
  readonly panels: (split: Split) => readonly ForestPanel<Row>[];
}

/** Lines drawn at once: with those of sixty judges a page would weigh several times what it may. */
const FIRST_JUDGES = 12;

interface SplitPanelsProps<Row, Split extends SplitRows<Row>>
  extends Omit<ForestsProps<Row, Split>, 'series' | 'splits'> {
  readonly split: Split;
}

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
          The first {FIRST_JUDGES} of {rows.length} judges. <Button onClick={() => setWhole(true)}>Draw all</Button>
        </p>
      )}
    </div>
  );
}

interface MoreSplitsProps<Split> {
  /** Those that matter most come first. */
  readonly splits: readonly Split[];
  readonly draw: (split: Split) => ReactNode;
}

/** Splits drawn at once: a benchmark with seven would otherwise make a page of hundreds of kilobytes. */
const FIRST_SPLITS = 2;

function MoreSplits<Split extends Labelled>({ splits, draw }: MoreSplitsProps<Split>) {
  const [opened, setOpened] = useState(false);
  const isWhole = useContext(WholeDrawings);
  const more = splits.slice(FIRST_SPLITS);
  return (
    <>
      <div className="splits grid gap-x-5">{splits.slice(0, FIRST_SPLITS).map(draw)}</div>
      {more.length === 0 ? null : (
        <details
          className="more-splits"
          onToggle={(event: ToggleEvent<HTMLDetailsElement>) => setOpened(event.newState === 'open')}
        >
          <summary>The same for {more.map(({ label }) => label).join(', ')}</summary>
          {opened || isWhole ? (
            <div className="splits grid gap-x-5">{more.map(draw)}</div>
          ) : (
            <p className="nojs about">These drawings need scripts; the table has their numbers.</p>
          )}
        </details>
      )}
    </>
  );
}

export function Forests<Row extends NamedRow, Split extends SplitRows<Row>>(props: ForestsProps<Row, Split>) {
  const { series, splits, ...drawn } = props;
  return (
    <>
      <SeriesLegend series={series} />
      <MoreSplits splits={splits} draw={(split) => <SplitPanels key={split.id} {...drawn} split={split} />} />
    </>
  );
}
