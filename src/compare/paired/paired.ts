import { METRICS, metricById } from '../../metrics/index.ts';
import { type Chance, trivialChances } from '../../metrics/labels.ts';
import { type Metric, meetsNeeds } from '../../metrics/metric.ts';
import { EVERYWHERE, gaps, type RunPair, SIDES } from '../../metrics/query.ts';
import { type KnownSlices, knownSlices, listedParts, reading, sayingOf, sliceRows } from '../../metrics/reading.ts';
import { readSums, type Sums, sharedSums, UNREPEATED } from '../../metrics/sums.ts';
import { NO_ERROR, NO_VALUE, type RunValue, runValuesOf } from '../../metrics/values.ts';
import type { Slice } from '../../schema/slice.ts';
import { number, type Query, type Statement, text } from '../../sql/query.ts';
import { bound, listedTable } from '../../sql/quote.ts';
import { type Difference, difference, type Pairing, type Summary, tooFewShared } from '../../stats/cluster.ts';
import { holm } from '../../stats/ranks.ts';

/** What is compared, and over which rows: `union` takes each run's own, `shared` only what both have rows for. */
export interface PairQuestion extends RunPair {
  readonly protocol: string;
  readonly support: 'union' | 'shared';
}

/** Selects a metric's rows of the two runs, as contributions: those of the judgments that both have (`shared`) or all (`union`). */
export function pairRows({ rows }: Metric, { other, base, support }: PairQuestion): Statement {
  const own = `SELECT * FROM contributions WHERE metric IN (${bound(rows)}) AND run IN (?, ?)`;
  const params = [...rows, other, base];
  if (support === 'union') return { sql: own, params };
  return {
    sql: `${own} AND (metric, instance, ${UNREPEATED}) IN (
  SELECT (metric, instance, ${UNREPEATED}) FROM contributions WHERE run IN (?, ?)
  GROUP BY metric, instance, ${UNREPEATED} HAVING count(DISTINCT run) = 2)`,
    params: [...params, other, base],
  };
}

export interface PairMeasure {
  readonly metric: Metric;
  readonly slice: Slice;
}

/** Finds a measure by its metric's id; an unknown one is a mistake of ours. */
export function pairMeasureOf(id: string, slice: Slice): PairMeasure {
  const metric = metricById(id);
  if (metric === undefined) throw new Error(`no metric "${id}"`);
  return { metric, slice };
}

interface MeasureGroup {
  readonly whole: PairMeasure;
  readonly slices: readonly PairMeasure[];
}

/** Slices in which a metric is trivial: within one parse status the share of parsed answers is 0 or 1. */
const EMPTY_KEYS: readonly string[] = ['parse'];

/** Says whether a run alone has a value: a combination of ratios, or a function of its sums. */
function hasValue(metric: Metric): boolean {
  return reading(metric) !== null || metric.derive !== undefined;
}

const isReading = ({ whole }: MeasureGroup): boolean => whole.metric.sliceKeys.includes('parse');
const splitOf = ({ slice }: PairMeasure): string => slice['split'] ?? '';

function news(known: KnownSlices): (measure: PairMeasure) => boolean {
  const told = new Set<string>();
  return ({ metric, slice }) => {
    const saying = sayingOf(metric, slice, known);
    if (told.has(saying)) return false;
    told.add(saying);
    return true;
  };
}

/**
 * Lists by split what two runs of a protocol are compared by: the metrics that have rows and that say something of their own under the split's
 * labels, in the order of the registry, with coverage last. Metrics that know no splits stand under '', and so do all where there is one
 * split only. No number is there twice: a mean over a single part is that part, a slice that holds all rows is the whole, and two metrics
 * may read the same rows alike.
 */
function measureGroups(
  protocol: string,
  known: KnownSlices,
  labels: readonly Chance[],
): ReadonlyMap<string, readonly MeasureGroup[]> {
  const isNew = news(known);
  const own = METRICS.filter((m) => m.protocols.includes(protocol) && hasValue(m));
  const groups = own.flatMap((metric) =>
    listedParts(metric, known).flatMap(({ whole, slices }): MeasureGroup[] => {
      const measure = { metric, slice: whole };
      const facts = labels.find(({ split }) => split === splitOf(measure));
      if (!meetsNeeds(metric.needs, facts) || !isNew(measure)) return [];
      const told = slices.filter((slice) => EMPTY_KEYS.every((key) => !(key in slice)));
      return [{ whole: measure, slices: told.map((slice) => ({ metric, slice })).filter(isNew) }];
    }),
  );
  // Coverage comes last: how many answers could be read matters less than what they were worth.
  groups.sort((a, b) => Number(isReading(a)) - Number(isReading(b)));
  const splits = new Set(groups.map(({ whole }) => splitOf(whole)).filter((split) => split !== ''));
  return Map.groupBy(groups, ({ whole }) => (splits.size > 1 ? splitOf(whole) : ''));
}

export type CaseCounts = Readonly<Record<'above' | 'level' | 'below', number>>;

type LineMetric = Pick<Metric, 'id' | 'label' | 'name' | 'unit' | 'direction' | 'about'>;

/** One metric in one slice for two runs, each over the rows asked for; the difference is other − base, in the metric's natural unit. */
export interface PairLine {
  readonly metric: LineMetric;
  readonly slice: Slice;
  readonly other: Summary;
  readonly base: Summary;
  /** Over the judgments that both have. */
  readonly difference: Difference;
  /** Number of judgments that both have, and of all those of the run that has more. */
  readonly shared: number;
  readonly of: number;
  /** The p-value is Holm-adjusted over the lines of its table; null without a test. */
  readonly adjusted: number | null;
  /** Null where the metric has no rule by which a row costs points: no case is won or lost. */
  readonly cases: CaseCounts | null;
}

export interface PairGroup {
  readonly whole: PairLine;
  readonly slices: readonly PairLine[];
}

export interface PairTable {
  /** '' for metrics that know no splits. */
  readonly split: string;
  readonly groups: readonly PairGroup[];
}

type Unadjusted = Omit<PairLine, 'adjusted'>;
type ComparedLine = Pick<PairLine, 'slice' | 'other' | 'base' | 'difference'>;

interface BothSums {
  readonly own: Sums;
  readonly shared: Sums;
}

/** Takes values from each run's sums, and their difference from those of what both have; null where neither run has rows. */
export function comparedLines(
  { metric, slice }: PairMeasure,
  { own, shared }: BothSums,
  { other, base }: PairQuestion,
): ComparedLine | null {
  const values = runValuesOf(own, metric, slice);
  if (values.size === 0) return null;
  const both = runValuesOf(shared, metric, slice);
  return {
    slice,
    other: (values.get(other) ?? NO_VALUE).summary,
    base: (values.get(base) ?? NO_VALUE).summary,
    difference: differenceOf({ other: both.get(other) ?? NO_VALUE, base: both.get(base) ?? NO_VALUE }, metric),
  };
}

function differenceOf({ other, base }: Pairing<RunValue>, { range }: Metric): Difference {
  if (other.estimate !== null && base.estimate !== null) {
    return difference({ other: other.estimate, base: base.estimate }, range);
  }
  const missing = { clusters: 0, se: null, lo: null, hi: null, p: null };
  const [value, baseValue] = [other.summary.value, base.summary.value];
  if (value === null) return { ...missing, value, reason: `the judge has no value: ${other.summary.reason}` };
  if (baseValue === null) {
    return { ...missing, value: null, reason: `the judge compared with has no value: ${base.summary.reason}` };
  }
  return { ...missing, value: value - baseValue, reason: NO_ERROR };
}

interface Counted {
  readonly measures: readonly PairMeasure[];
  readonly known: KnownSlices;
}

/** Adds to contributions the place of the measure (`line`) that they belong to; a row may belong to several. */
export function lineRows({ sql, params }: Statement, { measures, known }: Counted): Statement {
  const cuts = measures.flatMap(({ metric, slice }, line) =>
    metric.rows.flatMap((id) => {
      const own = (known.get(id) ?? []).map((text) => ({ slice: text, original: text }));
      return sliceRows(own, [], slice).map(({ original }) => [line, id, original] as const);
    }),
  );
  const lines = listedTable('cuts', { line: 'INTEGER', metric: 'VARCHAR', slice: 'VARCHAR' }, cuts);
  return {
    sql: `SELECT line, run, metric, instance, slice, num, den FROM (${sql}) JOIN ${lines} USING (metric, slice)`,
    params,
  };
}

/** Counts by line on how many instances either run is ahead, from rows (line, run, instance, num, den). */
export async function sideCounts(query: Query, rows: Statement, pair: RunPair): Promise<(line: string) => CaseCounts> {
  const { sql, params } = gaps(rows, pair);
  const sides = Object.entries(SIDES).map(([side, condition]) => `count_if(${condition})::DOUBLE AS ${side}`);
  const counted = await query(`SELECT line::VARCHAR AS line, ${sides.join(', ')} FROM (${sql}) GROUP BY ALL`, params);
  const found = new Map(
    counted.map((row): readonly [string, CaseCounts] => {
      const [above, level, below] = [number(row, 'above'), number(row, 'level'), number(row, 'below')];
      return [text(row, 'line'), { above, level, below }];
    }),
  );
  return (line) => found.get(line) ?? { above: 0, level: 0, below: 0 };
}

type Shared = Pick<PairLine, 'shared' | 'of'>;

/** Counts by line how many judgments both runs have, and of how many. */
async function sharedCounts(
  query: Query,
  rows: Statement,
  { other, base }: RunPair,
): Promise<(line: number) => Shared> {
  const counted = await query(
    `SELECT line, count_if(one AND two)::DOUBLE AS shared, greatest(count_if(one), count_if(two))::DOUBLE AS most FROM (
  SELECT line, bool_or(run = ?) AS one, bool_or(run = ?) AS two FROM (${rows.sql}) GROUP BY line, metric, instance, ${UNREPEATED})
GROUP BY line`,
    [other, base, ...rows.params],
  );
  const found = new Map(
    counted.map((row) => [number(row, 'line'), { shared: number(row, 'shared'), of: number(row, 'most') }]),
  );
  return (line) => found.get(line) ?? { shared: 0, of: 0 };
}

function enough(difference: Difference, { shared, of }: Shared): Difference {
  const reason = difference.p === null ? '' : tooFewShared(shared, of);
  return reason === '' ? difference : { ...difference, value: null, se: null, lo: null, hi: null, p: null, reason };
}

/** Gives p-values adjusted by Holm over all lines that have a test, in the order of the lines; null for a line without one. */
export function adjustedByHolm(differences: readonly Difference[]): readonly (number | null)[] {
  const tested = differences.flatMap(({ p }, i) => (p === null ? [] : [{ i, p }]));
  const values = holm(Float64Array.from(tested, ({ p }) => p));
  const byLine = new Map(tested.map(({ i }, k) => [i, values[k] ?? null]));
  return differences.map((_, i) => byLine.get(i) ?? null);
}

/** Reads the sums of metrics in one statement: a statement for each metric would take four times as long. */
async function bothSums(
  query: Query,
  { other, base, support }: PairQuestion,
  metrics: readonly Metric[],
): Promise<BothSums> {
  const own = await readSums(query, { metrics, runs: [other, base] });
  const shared = sharedSums(own, [other, base]);
  return { own: support === 'shared' ? shared : own, shared };
}

/** The lines of measures, in their order, before p-values are adjusted; null where neither run has rows. */
async function linesOf(
  query: Query,
  question: PairQuestion,
  counted: Counted,
): Promise<readonly (Unadjusted | null)[]> {
  const { measures } = counted;
  const { other, base } = question;
  const both = { sql: 'SELECT * FROM contributions WHERE run IN (?, ?)', params: [other, base] };
  const rows = lineRows(both, counted);
  const cases = await sideCounts(query, rows, question);
  const shared = await sharedCounts(query, rows, question);
  const sums = await bothSums(query, question, [...new Set(measures.map(({ metric }) => metric))]);
  return measures.map((measure, i) => {
    const { metric } = measure;
    const { id, label, name, unit, direction, about } = metric;
    const share = shared(i);
    const isPart = question.support === 'shared' && share.shared < share.of;
    const read = isPart ? { ...sums, own: { ...sums.own, selected: true as const } } : sums;
    const found = comparedLines(measure, read, question);
    const told = { id, label, name, unit, direction, about };
    return (
      found && {
        ...found,
        ...share,
        difference: enough(found.difference, share),
        metric: told,
        cases: metric.loss === null ? null : cases(String(i)),
      }
    );
  });
}

const measuresOf = ({ whole, slices }: MeasureGroup): readonly PairMeasure[] => [whole, ...slices];

/** Compares two runs of one protocol by every metric and slice in `contributions`: one table per split, the p-values of each adjusted together. */
export async function comparePair(query: Query, question: PairQuestion): Promise<readonly PairTable[]> {
  const known = await knownSlices(query, [question.other, question.base]);
  const labels = await trivialChances(query, EVERYWHERE);
  const asked = measureGroups(question.protocol, known, labels);
  const measures = [...asked.values()].flat().flatMap(measuresOf);
  const lines = await linesOf(query, question, { measures, known });
  const lineOf = new Map(measures.map((measure, i) => [measure, lines[i] ?? null]));
  return [...asked].flatMap(([split, groups]): PairTable[] => {
    const present = groups.flatMap(measuresOf).flatMap((measure) => lineOf.get(measure) ?? []);
    const p = adjustedByHolm(present.map(({ difference }) => difference));
    const adjusted = new Map(present.map((line, i) => [line, { ...line, adjusted: p[i] ?? null }]));
    const told = (measure: PairMeasure): PairLine | undefined => {
      const line = lineOf.get(measure);
      return line ? adjusted.get(line) : undefined;
    };
    const found = groups.flatMap(({ whole, slices }): PairGroup[] => {
      const line = told(whole);
      return line === undefined ? [] : [{ whole: line, slices: slices.flatMap((slice) => told(slice) ?? []) }];
    });
    return found.length > 0 ? [{ split, groups: found }] : [];
  });
}
