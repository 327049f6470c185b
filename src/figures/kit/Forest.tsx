import { type ReactNode, type ToggleEvent, useContext, useState } from 'react';
import type { RowsChart } from '../../charts/chart.ts';
import { Drawing, teller } from '../../charts/Drawing.tsx';
import { Chart } from '../../charts/Live.tsx';
import { rowsRoom } from '../../charts/layouts.ts';
import { type MarkKind, SeriesLegend } from '../../charts/mark-kinds.tsx';
import { Button } from '../../ui/layout.tsx';
import { PanelName, WholeDrawings } from './Parts.tsx';
import { type Estimated, estimateWords, type Labelled, percent } from './words.ts';

/** What is measured of each run, and how it is marked. */
export interface ForestSeries<Key extends string> {
  readonly key: Key;
  readonly label: string;
  readonly mark: MarkKind;
}

export type ForestRow<Key extends string> = { readonly run: string; readonly label: string } & Readonly<
  Record<Key, Estimated>
>;

export interface ForestPanel<Key extends string> {
  readonly title: string;
  readonly domain: readonly [number, number];
  readonly references: readonly { readonly at: number; readonly label: string }[];
  /** Several in a row are joined by a line. */
  readonly marks: readonly ForestSeries<Key>[];
  readonly href: (row: ForestRow<Key>) => string;
}

const TICKS = 4;
const PERCENT = 100;

/** Writes a row in words: `GPT-4o: With a conflict 57.0 % [52.0, 61.9], n = 782`. */
const wordsOf = <Key extends string>({ marks }: ForestPanel<Key>, row: ForestRow<Key>): string =>
  `${row.label}: ${marks.map(({ key, label }) => `${label} ${estimateWords(row[key])}`).join('; ')}`;

const share = (value: number | null): number | null => (value === null ? null : PERCENT * value);

interface ForestProps<Key extends string> {
  readonly label: string;
  readonly rows: readonly ForestRow<Key>[];
  readonly panel: ForestPanel<Key>;
  /** Of the values that are written beside the marks. */
  readonly decimals: number;
  /** Lines above the plot for references: as many as the panel beside it needs, so that all plots begin at one height. */
  readonly notes: number;
}

function chartOf<Key extends string>({ label, rows, panel, decimals, notes }: ForestProps<Key>): RowsChart {
  const { title, domain, references, marks } = panel;
  const written = ({ value }: Estimated): string => (value === null ? '–' : percent(value, decimals));
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
      text: marks.map(({ key }) => written(row[key])).join(' · '),
      marks: marks.flatMap(({ key, mark }) => {
        const { value, lo, hi } = row[key];
        return value === null ? [] : [{ mark, value: PERCENT * value, lo: share(lo), hi: share(hi) }];
      }),
      joined: marks.length > 1,
      arrow: null,
    })),
  };
}

/** Draws judges line by line: values with intervals on one scale in percent. Words and addresses are written when a row is reached. */
function Forest<Key extends string>(props: ForestProps<Key>) {
  const { rows, panel } = props;
  const tell = teller('.chart-row', ({ row }) => {
    const own = rows[row];
    return own === undefined ? null : { words: wordsOf(panel, own), href: panel.href(own) };
  });
  return <Chart chart={chartOf(props)} onPointerOver={tell} onFocus={tell} />;
}

interface SplitRows<Key extends string> extends Labelled {
  readonly rows: readonly ForestRow<Key>[];
}

interface ForestsProps<Key extends string, Split extends SplitRows<Key>> {
  /** What is drawn; `short` is a shorter name for it. */
  readonly title: string;
  readonly short: string;
  readonly decimals: number;
  readonly series: readonly ForestSeries<Key>[];
  readonly splits: readonly Split[];
  readonly of: (split: Split) => string;
  readonly panels: (split: Split) => readonly ForestPanel<Key>[];
}

/** Lines drawn at once: with those of sixty judges a page would weigh several times what it may. */
const FIRST_JUDGES = 12;

interface SplitPanelsProps<Key extends string, Split extends SplitRows<Key>>
  extends Omit<ForestsProps<Key, Split>, 'series' | 'splits'> {
  readonly split: Split;
}

function SplitPanels<Key extends string, Split extends SplitRows<Key>>(props: SplitPanelsProps<Key, Split>) {
  const { title, short, decimals, split, of } = props;
  const { label, rows } = split;
  const isWhole = useContext(WholeDrawings);
  const [whole, setWhole] = useState(false);
  const drawn = whole || isWhole ? rows : rows.slice(0, FIRST_JUDGES);
  const panels = props.panels(split);
  const notes = Math.max(...panels.map(({ references }) => references.length));
  return (
    <div className="split">
      <PanelName>{label}</PanelName>
      <p className="of">{of(split)}</p>
      <Drawing of={`${label}: ${short}`} className="panels">
        {panels.map((panel) => (
          <Forest key={panel.title} label={`${title}, ${label}`} rows={drawn} {...{ panel, decimals, notes }} />
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

export function Forests<Key extends string, Split extends SplitRows<Key>>(props: ForestsProps<Key, Split>) {
  const { series, splits, ...drawn } = props;
  return (
    <>
      <SeriesLegend series={series} />
      <MoreSplits splits={splits} draw={(split) => <SplitPanels key={split.id} {...drawn} split={split} />} />
    </>
  );
}
