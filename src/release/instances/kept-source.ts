import { METRICS } from '../../metrics/index.ts';
import type { ConstantAnswer } from '../../metrics/judge-check.ts';
import type { KnownSlices } from '../../metrics/listed-slices.ts';
import type { Metric } from '../../metrics/metric.ts';
import { cutParts, sumsOfSlices } from '../../metrics/values.ts';
import { boardPlaces, readMetricRows } from '../../scoring/board-rows.ts';
import { boardSums } from '../../scoring/board-sums.ts';
import { type BoardSource, type BoardValue, type ColumnValues, valuesOfRows } from '../../scoring/board-values.ts';
import type { ComputedColumn } from '../../scoring/computed-columns.ts';
import type { Unread } from '../../scoring/unread.ts';
import type { SharedDifference } from '../../stats/shared.ts';
import type { CheckedRuns } from './kept-answers.ts';
import type { ScoresKept } from './kept-scores.ts';
import { type RunTotals, type SliceTotal, slicesIn } from './kept-totals.ts';
import type { WorkDatabase } from './work.ts';

/** Slices in which metrics have rows. */
export type MetricSlices = readonly (readonly [metric: string, slice: string])[];

/** Holds what boards of runs on some cases are made of. */
interface SourceWith {
  readonly known: ScoresKept;
  readonly judged: BoardSource['judged'];
  readonly totals: RunTotals;
  /** Selects the scores in some slices. */
  readonly rows: (slices: MetricSlices) => string;
  /** Runs that are tested against one another, in the order of rows. */
  readonly tested: readonly string[];
  readonly unread: Unread;
  readonly constants: (run: string) => ConstantAnswer | null;
  /** How runs answer where the metrics of it have no rows. */
  readonly check: CheckedRuns;
}

/** Holds the values of a column as they are kept; differences by the places of runs among those that are tested. */
interface ColumnKept {
  readonly values: readonly (readonly [run: string, value: BoardValue])[];
  readonly tests: readonly (readonly [other: number, base: number, found: SharedDifference])[] | null;
}

type ColumnAsked = Pick<ComputedColumn, 'metric' | 'wanted'>;

/** Gives what a slice is about, without what depends on the run: rows about the same say which runs share a judgment. */
const aboutOf = (slice: string): string => slice.replaceAll(/(^|;)(parse|repeat)=[^;]*/g, '');

/** Says whether a metric is one of how judges answer that has no rows of its own. */
const isUnstored = ({ judgeCheck, rows }: Metric, known: KnownSlices): boolean =>
  judgeCheck === true && !rows.some((id) => known.has(id));

/** Lists the metrics of how judges answer that boards of a protocol with these slices show without rows of theirs. */
export const checkedMetrics = (protocol: string, known: KnownSlices): readonly Metric[] =>
  METRICS.filter((metric) => metric.protocols.some((one) => one === protocol) && isUnstored(metric, known));

function testsOf({ tests }: ColumnKept, tested: readonly string[]): ColumnValues['tests'] {
  if (tests === null) return null;
  const nameOf = (other: string, base: string): string => JSON.stringify([other, base]);
  const found = new Map(tests.map(([i, j, test]) => [nameOf(tested[i] ?? '', tested[j] ?? ''), test]));
  return (other, base) => {
    const test = found.get(nameOf(other, base));
    if (test === undefined) throw new Error(`no test of ${other} against ${base}`);
    return test;
  };
}

/** Takes what a column shows out of what it is made of. */
function keptOf({ values, tests }: ColumnValues, tested: readonly string[]): ColumnKept {
  const places = [...tested.entries()].filter(([, run]) => (values.get(run)?.summary.value ?? null) !== null);
  const pairs = places.flatMap(([i, other], at) => places.slice(at + 1).map(([j, base]) => ({ i, j, other, base })));
  return {
    values: [...values].map(([run, { summary, n, parts }]) => [run, { summary, n, parts }]),
    tests: tests === null ? null : pairs.map(({ i, j, other, base }) => [i, j, tests(other, base)]),
  };
}

/** A slice of a metric's rows, and the number of its rows. */
interface Wanted {
  readonly slice: MetricSlices[number];
  readonly rows: number;
}

/** So many rows are read together, or those of one column. */
const AT_ONCE = 2 ** 20;

/** Puts columns that follow one another together, so that what they are made of is read at once. */
function readTogether(
  missing: readonly (readonly [column: ColumnAsked, wanted: ReadonlyMap<string, Wanted>])[],
): readonly { readonly columns: readonly ColumnAsked[]; readonly slices: MetricSlices }[] {
  const groups: { readonly columns: ColumnAsked[]; wanted: ReadonlyMap<string, Wanted> }[] = [];
  for (const [column, wanted] of missing) {
    const last = groups.at(-1);
    const both = new Map([...(last?.wanted ?? []), ...wanted]);
    const rows = [...both.values()].reduce((sum, one) => sum + one.rows, 0);
    if (last === undefined || rows > AT_ONCE) groups.push({ columns: [column], wanted });
    else {
      last.columns.push(column);
      last.wanted = both;
    }
  }
  return groups.map(({ columns, wanted }) => ({ columns, slices: [...wanted.values()].map(({ slice }) => slice) }));
}

/** The values of columns of boards, each worked out again only where rows are others that it is made of. */
class KeptColumns {
  private readonly work: WorkDatabase;
  private readonly given: SourceWith;
  private readonly known: KnownSlices;

  constructor(work: WorkDatabase, given: SourceWith) {
    this.work = work;
    this.given = given;
    this.known = slicesIn(given.totals);
  }

  /** Selects what a column is made of: the rows of its slices, and of all that are about the same. */
  private madeOf({ metric, wanted }: ColumnAsked): (one: SliceTotal) => boolean {
    const abouts = new Set(
      cutParts(metric, { known: this.known, slice: wanted }).flatMap(({ stored }) => [...stored].map(aboutOf)),
    );
    // Where answers count that an import could not read, all slices say how many these are.
    const isAll = metric.countsUnread === true;
    return (one) => metric.rows.includes(one.metric) && (isAll || abouts.has(aboutOf(one.slice)));
  }

  private keyOf(column: ColumnAsked): unknown {
    const { metric, wanted } = column;
    const { totals, tested, unread, known } = this.given;
    const isPart = this.madeOf(column);
    const each = (of: (one: SliceTotal) => unknown, is: (one: SliceTotal) => boolean): unknown =>
      [...totals].map(([run, own]) => [run, own.filter(is).map(of)]);
    return [
      ...[metric.id, wanted, tested, known.digests.shared],
      each(({ split, metric: id, slice, digest }) => [split, id, slice, digest], isPart),
      each(
        ({ split, cases }) => [split, cases],
        (one) => one.metric === metric.sampledAs,
      ),
      metric.countsUnread === true ? [...unread] : [],
    ];
  }

  /** Lists what a column is made of, by slice. */
  private wantedOf(column: ColumnAsked): ReadonlyMap<string, Wanted> {
    const isPart = this.madeOf(column);
    const own = [...this.given.totals.values()]
      .flat()
      .filter((one) => isPart(one) || one.metric === column.metric.sampledAs);
    return new Map(
      [...Map.groupBy(own, ({ metric, slice }) => JSON.stringify([metric, slice]))].map(([name, all]) => [
        name,
        { slice: [all[0]?.metric ?? '', all[0]?.slice ?? ''], rows: all.reduce((sum, { n }) => sum + n, 0) },
      ]),
    );
  }

  private async make(missing: readonly ColumnAsked[]): Promise<readonly ColumnKept[]> {
    const { totals, rows, tested, unread } = this.given;
    const { query, heavy } = this.work;
    const places = await boardPlaces(query, [...totals.keys()].sort());
    const made: ColumnKept[] = [];
    for (const { columns, slices } of readTogether(missing.map((column) => [column, this.wantedOf(column)] as const))) {
      const read = await readMetricRows(heavy, rows(slices), places);
      const board = boardSums(this.known, places, async (metric) => read(metric));
      for (const column of columns) made.push(keptOf(await valuesOfRows(board, column, unread), tested));
    }
    return made;
  }

  /** Gives the values of columns whose metrics have rows. */
  async of(columns: readonly ColumnAsked[]): Promise<readonly ColumnValues[]> {
    const { kept } = this.given.known;
    const keys = columns.map((column) => this.keyOf(column));
    const found = keys.map((key) => kept.findJson<ColumnKept>('column', key));
    const missing = [...columns.entries()].filter(([i]) => found[i] === null);
    const made = missing.length === 0 ? [] : await this.make(missing.map(([, column]) => column));
    for (const [at, [i]] of missing.entries()) {
      const one = made[at];
      if (one !== undefined) found[i] = await kept.keepJson('column', keys[i], one);
    }
    return found.flatMap((one) =>
      one === null ? [] : [{ values: new Map(one.values), tests: testsOf(one, this.given.tested) }],
    );
  }
}

/** Makes a source of what is kept of the scores of runs; what is made again is read in the scope of `withRunsAlone`. */
export function keptSource(work: WorkDatabase, given: SourceWith): BoardSource {
  const { judged, totals, constants, check } = given;
  const known = slicesIn(totals);
  const stored = new KeptColumns(work, given);
  const unstored = ({ metric }: ColumnAsked): ColumnValues => ({
    values: new Map(
      [...check].flatMap(([run, own]) => {
        const value = own[metric.id] ?? null;
        return value === null ? [] : [[run, value] as const];
      }),
    ),
    tests: null,
  });
  return {
    judged,
    known,
    columns: async (columns) => {
      const found = await stored.of(columns.filter(({ metric }) => !isUnstored(metric, known)));
      let at = 0;
      return columns
        .map((column) => (isUnstored(column.metric, known) ? unstored(column) : found[at++]))
        .filter((one) => one !== undefined);
    },
    sums: async (metric, slice) =>
      sumsOfSlices(
        cutParts(metric, { known, slice }).flatMap(({ metric: id, slice: cut, stored: slices }) =>
          [...totals].flatMap(([run, own]) =>
            own.filter((one) => one.metric === id && slices.has(one.slice)).map((one) => ({ ...one, run, slice: cut })),
          ),
        ),
      ),
    constants: (run) => constants(run),
  };
}
