import type { PageBoard, PageColumn, PageRow } from '../board/page-board.ts';
import { soundValue } from '../board/standings.ts';
import { columnName } from '../board/words.ts';
import { axisOf } from '../charts/axis.ts';
import type { RowsChart, SlopesChart } from '../charts/chart.ts';
import { Drawing } from '../charts/Drawing.tsx';
import { Chart } from '../charts/Live.tsx';
import { rowsRoom, slopeNames } from '../charts/layouts.ts';
import { type MarkKind, SeriesLegend } from '../charts/mark-kinds.tsx';
import type { Benchmark } from '../schema/benchmark.ts';
import type { Board, BoardRow, GeneratorRanking } from '../schema/board.ts';
import { better } from '../schema/metric.ts';
import { meanOf } from '../stats/intervals.ts';
import { countOf, fixed, signed } from '../ui/number-words.ts';
import { type HeadlineSide, headlineBoards, pinnedHref, USUAL_SETTING } from './differences.ts';

type OwnRanking = NonNullable<BoardRow['rankings']>[number];

type RankedSplit = OwnRanking & { readonly label: string };

export interface JudgeRankings {
  readonly benchmark: string;
  readonly name: string;
  readonly rankings: readonly RankedSplit[];
}

type Named = Pick<Benchmark, 'id' | 'splits' | 'criteria'>;

/** Names a split and criterion: `Text-guided editing, SC`. */
function labelOf({ split, criterion }: OwnRanking, { splits, criteria }: Named): string {
  const named = criteria.find((one) => one.id === criterion && one.split === split);
  const parts = [splits.find(({ id }) => id === split)?.label ?? split, named?.label ?? criterion];
  return parts.filter((part) => part !== '').join(', ');
}

/** A judge's rankings in its usual setting, benchmark by benchmark: those by scores of single responses, else those by pairs won. */
export function judgeRankings(
  boards: readonly Pick<Board, 'benchmark' | 'split' | 'rows'>[],
  benchmarks: readonly (Named & Pick<Benchmark, 'name'>)[],
  judge: string,
): readonly JudgeRankings[] {
  return benchmarks.flatMap((benchmark): JudgeRankings[] => {
    const found = boards
      .filter((board) => board.benchmark === benchmark.id)
      .flatMap(({ split, rows }) => {
        const own = rows.filter((row) => row.judge === judge && row.rankings !== undefined);
        const usual = own.find(({ variant }) => variant === '' || variant === USUAL_SETTING) ?? own[0];
        return usual === undefined ? [] : [{ split, rankings: usual.rankings ?? [] }];
      });
    const scored = found.filter(({ split }) => split === null);
    const rankings = (scored.length > 0 ? scored : found)
      .flatMap((one) => one.rankings)
      .map((one) => ({ ...one, label: labelOf(one, benchmark) }));
    return rankings.length === 0 ? [] : [{ benchmark: benchmark.id, name: benchmark.name, rankings }];
  });
}

/** Writes a whole number without digits: `9`, `8.5`. */
const plainNumber = (value: number): string => fixed(value, Number.isInteger(value) ? 0 : 1);

/** Says how often a judge crowns people's winner, how its orders agree, and of how many cases that can be told. */
export function rankingWords({ name, rankings }: JudgeRankings): string {
  const same = rankings.reduce((sum, one) => sum + one.same, 0);
  const taus = rankings.flatMap(({ tau }) => tau ?? []);
  const sure = rankings.flatMap(({ needed }) => needed ?? []);
  const [least, most] = [Math.min(...sure), Math.max(...sure)];
  const order =
    taus.length === 0
      ? 'it has no order'
      : `its order agrees with theirs by a τ of ${fixed(meanOf(taus), 2)}, where 1 is the same order`;
  const again = fixed(100 * meanOf(rankings.map(({ probability }) => probability)), 0);
  const enough =
    sure.length === 0
      ? 'Nowhere do the cases suffice to be 95 % sure of the same winner.'
      : `In ${sure.length} of ${rankings.length}, ${least === most ? countOf(most, 'case') : `${least} to ${countOf(most, 'case')}`} suffice for the same winner in 95 % of samples${sure.length === rankings.length ? '.' : '; elsewhere it takes more than there are.'}`;
  return `${name}: its winner is people’s in ${plainNumber(same)} of ${countOf(rankings.length, 'ranking')}, and in ${again} % of resamples of these cases. On average ${order}. ${enough}`;
}

/** Places of values, the highest first; equal ones stand in the order of the list, so that lines do not hide each other. */
const placesOf = (values: readonly number[]): readonly number[] =>
  values.map((value, i) => 1 + values.filter((other, j) => other > value || (other === value && j < i)).length);

export function winnersChart(ranking: RankedSplit, judge: string): SlopesChart {
  const { generators, label } = ranking;
  const people = placesOf(generators.map((one) => one.people));
  const own = placesOf(generators.map((one) => one.judge));
  return {
    kind: 'slopes',
    title: label,
    settings: ['People', judge],
    names: slopeNames(generators.map(({ generator }) => generator)),
    rows: generators.map((one, i) => ({
      label: one.generator,
      mark: null,
      told: {
        words: `${one.generator}: people ${fixed(one.people, 2)}, place ${people[i]}; ${judge} ${fixed(one.judge, 2)}, place ${own[i]}`,
        href: null,
      },
      at: [
        { place: people[i] ?? 0, text: fixed(one.people, 2) },
        { place: own[i] ?? 0, text: fixed(one.judge, 2) },
      ],
    })),
  };
}

export function winnersNamed({ generators }: GeneratorRanking, by: 'judge' | 'people'): string {
  const most = Math.max(...generators.map((one) => one[by]));
  const best = generators.filter((one) => most - one[by] < 1e-9).map(({ generator }) => generator);
  return best.length > 2 ? `${best.length} alike` : best.join(', ');
}

/** The ranking that is drawn of a benchmark, for a judge's page has no room for more: the first of those with most generators. */
export const drawnRanking = ({ rankings }: JudgeRankings): RankedSplit | undefined =>
  rankings.toSorted((a, b) => b.generators.length - a.generators.length)[0];

/** Slices of a metric that a benchmark tells apart: criteria, and what stands in their place where it has none. */
const CRITERIA = ['criterion', 'task_type', 'bias_type'] as const;

/** Values of one judge, or of several together, on each criterion of a leaderboard. */
export interface ProfileSeries {
  readonly label: string;
  readonly mark: MarkKind;
  /** Null where it has no value that counts. */
  readonly values: readonly (number | null)[];
  readonly row: PageRow | null;
}

export interface Profile {
  readonly board: PageBoard;
  readonly criteria: readonly PageColumn[];
  readonly series: readonly ProfileSeries[];
}

/** Lists the columns of a leaderboard that are one criterion each; none where there is nothing to tell apart. */
function criteriaOf({ columns }: PageBoard): readonly PageColumn[] {
  const own = columns.filter(({ slice, direction }) => direction !== 'none' && CRITERIA.some((key) => key in slice));
  return own.length < 2 ? [] : own;
}

/** Finds the row of a judge in its usual setting, or that of the run which is named. */
function rowOf({ rows }: PageBoard, { judge, run }: Pick<HeadlineSide, 'judge' | 'run'>): PageRow | null {
  const own = rows.filter((row) => row.kind === 'judge' && row.judge === judge);
  const usual = own.find(({ variant }) => variant === '' || variant === USUAL_SETTING);
  return rows.find(({ id }) => id === run) ?? usual ?? own[0] ?? null;
}

const valuesOf = (row: PageRow, criteria: readonly PageColumn[]): ProfileSeries['values'] =>
  criteria.map(({ key }) => soundValue(row.cells[key]));

/** Shapes that no kind of judge has: who is who, not what. */
const MARKS: readonly MarkKind[] = ['square', 'hollow', 'triangle', 'bar'];

const seriesOf = (
  row: PageRow,
  label: string,
  { criteria, place }: { criteria: Profile['criteria']; place: number },
) => ({
  label,
  mark: MARKS[place] ?? 'bar',
  values: valuesOf(row, criteria),
  row,
});

/** Sets two to four judges side by side on the criteria of each leaderboard that stands for its benchmark and holds them all. */
export function comparedProfiles(boards: readonly PageBoard[], sides: readonly HeadlineSide[]): readonly Profile[] {
  return headlineBoards(boards).flatMap(({ board }): Profile[] => {
    const criteria = criteriaOf(board);
    const series = sides.flatMap((side, place) => {
      const row = rowOf(board, side);
      return row === null ? [] : [seriesOf(row, side.name, { criteria, place })];
    });
    return criteria.length === 0 || series.length < sides.length ? [] : [{ board, criteria, series }];
  });
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** A judge beside the best of the others by the column that ranks, and beside their median on each criterion, in the first leaderboard of each benchmark that has criteria. */
export function judgeProfiles(boards: readonly PageBoard[], judge: { readonly id: string; readonly name: string }) {
  const all = headlineBoards(boards).flatMap(({ board, column }): Profile[] => {
    const criteria = criteriaOf(board);
    const row = rowOf(board, { judge: judge.id, run: null });
    const others = board.rows.filter((one) => one.kind === 'judge' && one.judge !== judge.id);
    const [best] = others
      .flatMap((one) => (soundValue(one.cells[column.key]) === null ? [] : [one]))
      .toSorted((a, b) =>
        better(column.direction, soundValue(b.cells[column.key]) ?? 0, soundValue(a.cells[column.key]) ?? 0),
      );
    if (criteria.length === 0 || row === null || best === undefined) return [];
    const own = seriesOf(row, judge.name, { criteria, place: 0 });
    if (own.values.every((value) => value === null)) return [];
    const middle = criteria.map(({ key }) => medianOf(others.flatMap((one) => soundValue(one.cells[key]) ?? [])));
    const rest: ProfileSeries = { label: 'Median of the others', mark: 'bar', values: middle, row: null };
    const first = seriesOf(best, `${best.name}, the best of the others`, { criteria, place: 2 });
    return [{ board, criteria, series: [own, first, rest] }];
  });
  return all.filter(({ board }, i) => all.findIndex((one) => one.board.benchmark === board.benchmark) === i);
}

/** Says who has the best value on how many criteria: `o3 has the best value on 3 of 5 criteria, GPT-4o on 2.` */
function bestWords({ criteria, series }: Profile): string {
  const bests = criteria.flatMap(({ direction }, i) => {
    const known = series.flatMap(({ label, values }) => (values[i] == null ? [] : [{ label, value: values[i] ?? 0 }]));
    const best = known.filter(({ value }) => known.every((other) => better(direction, value, other.value) >= 0));
    return best.map(({ label }) => label);
  });
  const counts = series
    .map(({ label }) => ({ label, n: bests.filter((one) => one === label).length }))
    .filter(({ n }) => n > 0)
    .toSorted((a, b) => b.n - a.n);
  const parts = counts.map(({ label, n }, i) =>
    i === 0 ? `${label} has the best value on ${n} of ${criteria.length} criteria` : `${label} on ${n}`,
  );
  return parts.length === 0 ? '' : `${parts.join(', ')}.`;
}

/** Says where a judge is ahead of another, or of the median of the others; of more judges, who has the best values. */
export function profileWords(profile: Profile): string {
  const { criteria, series } = profile;
  const [own, other] = [series[0], series.at(-1)];
  if (series.length > 2 && other?.row !== null) return bestWords(profile);
  const gaps = criteria.flatMap((column, i) => {
    const [one, two] = [own?.values[i], other?.values[i]];
    return one == null || two == null ? [] : [{ column, by: one - two, ahead: better(column.direction, one, two) }];
  });
  const sorted = gaps.toSorted((a, b) => b.ahead - a.ahead);
  const [most, least] = [sorted[0], sorted.at(-1)];
  if (own === undefined || other === undefined || most === undefined || least === undefined) return '';
  const words = ({ column, by }: (typeof gaps)[number]): string => `${column.label} (${signed(by, column.decimals)})`;
  // On a judge's own page its name stands above.
  const subject =
    other.row === null ? 'Better than the median of the others' : `${own.label} has a better value than ${other.label}`;
  const above = gaps.filter(({ ahead }) => ahead > 0).length;
  const count = `${subject} on ${above} of ${gaps.length} criteria`;
  return gaps.length === 1 ? `${count}.` : `${count}: most on ${words(most)}, least on ${words(least)}.`;
}

/** Names a metric by its id, since this runs in the page, which holds no metrics: words of a long id, capitals of a short one. */
const metricName = (id: string): string =>
  id.length < 4 ? id.toUpperCase() : `${id.slice(0, 1).toUpperCase()}${id.slice(1).replaceAll('_', ' ')}`;

const metricNames = (criteria: Profile['criteria']): string => {
  const names = criteria.map(({ metric, label }) => (metric === null ? label : metricName(metric)));
  const percent = criteria.every(({ unit }) => unit === 'percent') ? ', %' : '';
  return `${[...new Set(names)].join(' and ')}${percent}`;
};

export const profileHref = ({ board, series }: Profile): string =>
  pinnedHref(
    board,
    series.flatMap(({ row }) => row?.id ?? []),
  );

export function profileChart({ board, criteria, series }: Profile, address: string | null): RowsChart {
  const label = `${board.benchmarkName}: ${board.title}`;
  return {
    kind: 'rows',
    title: `${label}, by criterion`,
    size: 'phone',
    axis: axisOf(
      metricNames(criteria),
      series.flatMap(({ values }) => values.flatMap((value) => value ?? [])),
      null,
    ),
    ticks: 5,
    panel: label,
    sides: null,
    references: [],
    notes: 0,
    room: rowsRoom(criteria.map((column) => column.label)),
    rows: criteria.map((column, i) => {
      const known = series.flatMap((one) => {
        const value = one.values[i] ?? null;
        return value === null ? [] : [{ ...one, value, printed: fixed(value, column.decimals) }];
      });
      const said = known.map(({ label: name, printed }) => `${name} ${printed}`).join(', ');
      return {
        label: column.label,
        told: { words: `${columnName(board, column)}: ${said}`, href: address },
        text: known[0] !== undefined && known[0].label === series[0]?.label ? known[0].printed : '',
        marks: known.map(({ mark, value }) => ({ mark, value, lo: null, hi: null })),
        joined: true,
        arrow: null,
      };
    }),
  };
}

interface ProfilesProps {
  readonly profiles: readonly Profile[];
  /** Whether the page has no script that reads drawings: then the sentence has the link, and the lines are none. */
  readonly still?: boolean;
}

export function Profiles({ profiles, still = false }: ProfilesProps) {
  return (
    <div className="panels profiles">
      {profiles.map((profile) => {
        const address = profileHref(profile);
        const chart = profileChart(profile, still ? null : address);
        const drawn = <Chart className="phone" chart={chart} />;
        return (
          <div key={chart.title}>
            <p className="takeaway below-2 text-small">
              {profileWords(profile)}
              {still ? (
                <>
                  {' '}
                  <a href={address} aria-label={`Table of ${chart.panel}`}>
                    Table
                  </a>
                </>
              ) : null}
            </p>
            {still ? <div className="drawing">{drawn}</div> : <Drawing of={chart.title}>{drawn}</Drawing>}
            <SeriesLegend series={profile.series} still={still} />
          </div>
        );
      })}
    </div>
  );
}
