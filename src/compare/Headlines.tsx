import { useMemo } from 'react';
import { deltaTitle } from '../board/delta.ts';
import { columnName } from '../board/words.ts';
import type { ChartSize, RowsChart } from '../charts/chart.ts';
import { Drawing, SaveButton } from '../charts/Drawing.tsx';
import { Chart } from '../charts/Live.tsx';
import { rowsRoom, sideRooms } from '../charts/layouts.ts';
import { type MarkKind, SeriesLegend } from '../charts/mark-kinds.tsx';
import { fittedName } from '../charts/names.ts';
import { JudgeName } from '../ui/JudgeName.tsx';
import { ScrollBox } from '../ui/layout.tsx';
import { countOf, signed } from '../ui/number-words.ts';
import type { ChosenJudge, ComparableData } from './choice.ts';
import {
  aheadParts,
  aheadWords,
  differenceWords,
  type HeadlineDifference,
  headlineBoards,
  headlineDifferences,
  isSure,
  pinnedHref,
  tallyHeadlines,
  tallyWords,
} from './differences.ts';
import { SignedRange } from './Tables.tsx';

const TICKS = { phone: 5, wide: 9 } as const;
const PERCENT = 100;

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

interface PairProps {
  readonly lines: readonly HeadlineDifference[];
  readonly base: string;
  readonly other: string;
}

const share = (value: number | null): number | null => (value === null ? null : PERCENT * value);

function rowOf(line: HeadlineDifference, { base, other }: Omit<PairProps, 'lines'>): RowsChart['rows'][number] {
  const { lo, hi, value } = line.share;
  const difference = `difference ${differenceWords(line)}`;
  return {
    label: line.label,
    told: {
      words: `${line.label}, ${columnName(line.board, line.column)}: ${base} ${line.values[0]}, ${other} ${line.values[1]}, ${difference}. Ahead: ${aheadWords(line, base, other)}.`,
      href: pinnedHref(line.board, line.rows),
    },
    text: signed(line.difference.value, line.column.decimals),
    marks: [{ mark: isSure(line) ? SURE : UNSURE, value: PERCENT * value, lo: share(lo), hi: share(hi) }],
    joined: false,
    arrow: null,
  };
}

function chartOf(props: PairProps, size: ChartSize): RowsChart {
  const { lines, base, other } = props;
  const half = reach(lines);
  const room = rowsRoom(
    lines.map(({ label }) => label),
    size,
  );
  const rooms = sideRooms(room, size);
  return {
    kind: 'rows',
    title: `Differences of ${other} and ${base}, table by table`,
    size,
    axis: { label: '% of the distance from the worst to the best judge', domain: [-half, half], log: false },
    ticks: TICKS[size],
    panel: '',
    sides: [sideWords(['← ', base, ''], rooms[0]), sideWords(['', other, ' →'], rooms[1])],
    references: [],
    notes: 0,
    room,
    rows: lines.map((line) => rowOf(line, props)),
  };
}

/** Right of the zero line the other is ahead, left of it the base. The style sheet shows the drawing that there is room for. */
function DifferenceForest(props: PairProps) {
  return (
    <Drawing of={`${props.other} compared with ${props.base}`}>
      <Chart className="phone" chart={chartOf(props, 'phone')} />
      <Chart className="wide" chart={chartOf(props, 'wide')} />
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

function NumbersRow({ line, base, other }: Omit<PairProps, 'lines'> & { readonly line: HeadlineDifference }) {
  const { column, difference, values, label } = line;
  const [who, doubt] = aheadParts(line, base, other);
  return (
    <tr>
      <th scope="row">
        <a href={pinnedHref(line.board, line.rows)}>{label}</a>
        <small>{columnName(line.board, column)}</small>
      </th>
      <td>{values[0]}</td>
      <td>{values[1]}</td>
      <td className="delta" title={deltaTitle(difference, column)}>
        <SignedRange {...difference} decimals={column.decimals} />
      </td>
      <td className="verdict">
        <JudgeName name={who} />
        {doubt === undefined ? null : <small className="block nowrap">{doubt}</small>}
      </td>
    </tr>
  );
}

function HeadlineNumbers({ lines, base, other }: PairProps) {
  return (
    <ScrollBox label={`Numbers of ${other} and ${base}, scrolls sideways`}>
      <table className="board compare">
        <caption className="hidden">
          Main tables: {base} and {other}
        </caption>
        <thead>
          <tr>
            <th scope="col" className="name">
              Table
            </th>
            <th scope="col">
              <JudgeName name={base} />
            </th>
            <th scope="col">
              <JudgeName name={other} />
            </th>
            <th scope="col">Difference, 95 %</th>
            <th scope="col" className="verdict">
              Ahead
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <NumbersRow key={line.label} line={line} base={base} other={other} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Pair({ lines, base, other }: PairProps) {
  return (
    <figure className="headline-pair m-0" id={`compared-${`${other}-${base}`.replace(/[^\w-]+/g, '-').toLowerCase()}`}>
      <figcaption className="above-4">
        <h2>
          {other} against {base}
        </h2>
        <span className="source small">From {countOf(lines.length, 'table')}</span> <SaveButton />
      </figcaption>
      <p className="takeaway">{tallyWords(tallyHeadlines(lines), base, other)}</p>
      <div className="beside grid items-start">
        <DifferenceForest lines={lines} base={base} other={other} />
        <HeadlineNumbers lines={lines} base={base} other={other} />
      </div>
    </figure>
  );
}

export function Headlines({
  comparable,
  chosen,
}: {
  readonly comparable: ComparableData;
  readonly chosen: readonly ChosenJudge[];
}) {
  const headlines = useMemo(() => headlineBoards(comparable.boards), [comparable]);
  const [base, ...others] = chosen;
  if (base === undefined) return null;
  const pairs = others
    .map((other) => ({ other, lines: headlineDifferences(headlines, base, other) }))
    .filter(({ lines }) => lines.length > 0);
  if (pairs.length === 0) return null;
  return (
    <section className="headlines">
      {pairs.map(({ other, lines }) => (
        <Pair key={other.text} lines={lines} base={base.name} other={other.name} />
      ))}
      <DifferenceLegend sure={pairs.flatMap(({ lines }) => lines.map(isSure))} />
    </section>
  );
}
