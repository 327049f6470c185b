import type { ReactNode } from 'react';
import { axisScale, Grid } from './axis.tsx';
import { Drawing } from './Drawing.tsx';
import { estimateWords } from './estimate-words.ts';
import type { Estimated } from './estimated.ts';
import { Shape } from './shape.tsx';

/** A value on the axis of a panel. */
interface ForestMark {
  readonly label: string;
  /** Its shape and colour. */
  readonly series: number;
  readonly value: Estimated;
}

export interface ForestPanel<Row> {
  readonly title: string;
  readonly domain: readonly [number, number];
  readonly references: readonly { readonly at: number; readonly label: string }[];
  readonly marks: (row: Row) => readonly ForestMark[];
  /** Whether the marks of a row belong together. */
  readonly joined: boolean;
  /** What is printed at the end of a row. */
  readonly text: (row: Row) => string;
}

interface ForestProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly nameOf: (row: Row) => { readonly key: string; readonly label: string };
  readonly panels: readonly ForestPanel<Row>[];
}

const LABELS = 190;
/** Width of the plots by their number: together they fill the line. */
const PLOTS = [760, 400, 250];
const TEXT = 78;
const LINE = 24;
const TOP = 52;
const INSET = 12;
const TICKS = 4;
const PERCENT = 100;
/** Larger than this its text would shout. */
const LARGEST = 1.12;

interface PanelProps<Row> extends Pick<ForestProps<Row>, 'rows' | 'nameOf'> {
  readonly panel: ForestPanel<Row>;
  readonly left: number;
  readonly plot: number;
}

/** Clips the part of an interval that is outside the axis. */
const inside = ([lo, hi]: readonly [number, number], value: number): number => Math.min(hi, Math.max(lo, value));

function Panel<Row>({ panel, rows, nameOf, left, plot }: PanelProps<Row>) {
  const { domain, references, title, joined } = panel;
  const axis = { label: title, domain: [PERCENT * domain[0], PERCENT * domain[1]] as const, log: false };
  const scale = axisScale(axis, left + INSET, left + plot - INSET, TICKS);
  const at = (value: number): number => scale.at(PERCENT * inside(domain, value));
  const bottom = TOP + rows.length * LINE;
  return (
    <g>
      <text className="panel" x={left + INSET} y={14}>
        {title}
      </text>
      <Grid scale={scale} top={TOP} bottom={bottom} />
      {references.map(({ at: value, label }, i) => (
        <g key={label} className="reference">
          <line x1={at(value)} x2={at(value)} y1={TOP - 2} y2={bottom} />
          <text
            x={at(value)}
            y={TOP - 6 - (i % 2) * 14}
            textAnchor={value > (domain[0] + domain[1]) / 2 ? 'end' : 'start'}
          >
            {label}
          </text>
        </g>
      ))}
      {rows.map((row, i) => {
        const marks = panel.marks(row).filter(({ value }) => value.value !== null);
        const places = marks.map(({ value }) => at(value.value ?? 0));
        return (
          <g key={nameOf(row).key} transform={`translate(0 ${TOP + i * LINE + LINE / 2})`}>
            {joined && marks.length > 1 ? (
              <line className="joined" x1={Math.min(...places)} x2={Math.max(...places)} />
            ) : null}
            {marks.map(({ label, series, value }, k) => {
              const off = joined ? 0 : (k - (marks.length - 1) / 2) * 7;
              return (
                <g key={label}>
                  {value.lo === null || value.hi === null ? null : (
                    <path className="interval" d={`M${at(value.lo)} ${off}H${at(value.hi)}`} />
                  )}
                  <Shape index={series} x={at(value.value ?? 0)} y={off} title={`${label}: ${estimateWords(value)}`} />
                </g>
              );
            })}
            <text className="value" x={left + plot} y={4}>
              {panel.text(row)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** Judges line by line, the same lines in every panel: values with intervals on a common scale in percent. */
function Forest<Row>({ label, rows, nameOf, panels }: ForestProps<Row>) {
  const plot = PLOTS[panels.length - 1] ?? 200;
  const width = LABELS + panels.length * (plot + TEXT);
  const height = TOP + rows.length * LINE + 22;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} style={{ maxWidth: width * LARGEST }} role="img" aria-label={label}>
      {rows.map((row, i) => (
        <g key={nameOf(row).key}>
          {i % 2 === 0 ? <rect className="stripe" x={0} y={TOP + i * LINE} width={width} height={LINE} /> : null}
          <text className="label" x={LABELS - 6} y={TOP + i * LINE + LINE / 2 + 4} textAnchor="end">
            {nameOf(row).label}
          </text>
        </g>
      ))}
      {panels.map((panel, i) => (
        <Panel
          key={panel.title}
          panel={panel}
          rows={rows}
          nameOf={nameOf}
          plot={plot}
          left={LABELS + i * (plot + TEXT)}
        />
      ))}
    </svg>
  );
}

interface SplitForest<Row> extends Pick<ForestProps<Row>, 'rows' | 'panels'> {
  readonly id: string;
  readonly label: string;
  /** What the values rest on. */
  readonly of: ReactNode;
}

interface ForestsProps<Row> {
  /** What is drawn, and in short. */
  readonly title: string;
  readonly short: string;
  readonly splits: readonly SplitForest<Row>[];
}

/** A forest of runs for each split. */
export function Forests<Row extends { readonly run: string; readonly label: string }>({
  title,
  short,
  splits,
}: ForestsProps<Row>) {
  return splits.map(({ id, label, of, rows, panels }) => (
    <div key={id}>
      <h4>{label}</h4>
      <p className="of">{of}</p>
      <Drawing of={`${label}: ${short}`}>
        <Forest
          label={`${title}, ${label}`}
          rows={rows}
          nameOf={(row) => ({ key: row.run, label: row.label })}
          panels={panels}
        />
      </Drawing>
    </div>
  ));
}
