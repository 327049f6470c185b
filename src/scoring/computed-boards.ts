import { unfinishedRepeats } from '../metrics/coverage.ts';
import { criticLabels } from '../metrics/critiques.ts';
import { type ConstantAnswer, ceilingIn, type Raters } from '../metrics/judge-check.ts';
import { trivialChances } from '../metrics/labels.ts';
import type { Metric } from '../metrics/metric.ts';
import { EVERYWHERE } from '../metrics/query.ts';
import type { Sums } from '../metrics/sums.ts';
import type { PairTests } from '../metrics/values.ts';
import { type Benchmark, Protocol } from '../schema/benchmark.ts';
import type { BoardCell, JudgeRates, RaterAgreement, ReferenceLine, StoredBoard } from '../schema/board.ts';
import type { Judge } from '../schema/judge.ts';
import { descends } from '../schema/metric.ts';
import type { Run } from '../schema/records.ts';
import { tableId } from '../schema/value-link.ts';
import { answerName, lowerFirst, numberWords } from '../schema/words.ts';
import type { Query } from '../sql/query.ts';
import type { SharedDifference } from '../stats/cluster.ts';
import { type BoardSource, type BoardValue, type ColumnValues, judgeRates, unreadWords } from './board-values.ts';
import { type BoardPlan, type ComputedColumn, computedColumns, judgeFields } from './computed-columns.ts';
import { apartOf, finishBoard, namedParts, type UnrankedRow } from './finish-board.ts';

/** How people are compared with each other on boards of a protocol; boards of others have no such line. */
const RATER_WORDS: Readonly<Partial<Record<Protocol, { readonly against: string; readonly about: string }>>> = {
  pairwise: {
    against: 'the majority of the others',
    about:
      'Not a judge: what a single rater reaches when compared with the other raters. A rater who calls a pair a tie is wrong where the others prefer one.',
  },
  pointwise: {
    against: 'the mean of the others',
    about:
      'Not a judge: what a single rater reaches when compared with the mean of the other raters. People who rate in few steps have many equal ratings, so it is no ceiling.',
  },
};

/** Makes reference lines of people scored against each other; none where single raters are unknown. */
function raterLines(raters: Raters | null, protocol: Protocol, columns: readonly ComputedColumn[]): ReferenceLine[] {
  const words = RATER_WORDS[protocol];
  if (raters === null || words === undefined) return [];
  const line = (sums: Sums, basis: (n: number) => string, named: Omit<ReferenceLine, 'values'>): ReferenceLine[] => {
    const found = columns.flatMap(({ column, metric, wanted, scale }) => {
      const ceiling = ceilingIn(sums, metric, wanted);
      if (ceiling === null) return [];
      const value = ceiling.mean * scale;
      return [[column.key, { lo: value, hi: value, basis: basis(ceiling.n) }] as const];
    });
    return found.length === 0 ? [] : [{ ...named, values: Object.fromEntries(found) }];
  };
  const { about, against } = words;
  return [
    ...line(raters.single, (n) => `mean of ${n} raters, each against ${against}`, {
      id: 'one-rater',
      label: 'One rater',
      about,
    }),
    ...line(raters.pairs, (n) => (n === 1 ? 'one pair of raters' : `mean of ${n} pairs of raters`), {
      id: 'two-raters',
      label: 'Two raters',
      about: 'Not a judge: how well two single raters agree with each other.',
    }),
  ];
}

export interface BoardsInput {
  readonly benchmark: Benchmark;
  readonly judges: ReadonlyMap<string, Judge>;
  readonly runs: readonly Run[];
  /** Single raters are scored like judges; null or left out where there are too few. */
  readonly raters?: Raters | null;
  /** How well people agree, by split; left out where it is not wanted. */
  readonly agreement?: ReadonlyMap<string, RaterAgreement>;
  /** The boards that are asked for; all where it is left out. */
  readonly concerns?: (plan: BoardPlan) => boolean;
}

interface ProtocolWords {
  readonly label: string;
  readonly about: string;
  /** What a board answers whose split has no question of its own. */
  readonly question: string;
}

const PROTOCOLS: Readonly<Record<Protocol, ProtocolWords>> = {
  pairwise: {
    label: 'Pairwise',
    about: 'Judges name the better of two responses',
    question: 'Who names the better response as the labels do?',
  },
  perturbation: {
    label: 'Perturbations',
    about: 'Judges score a response before and after a change',
    question: 'Whose scores move only where something that matters has changed?',
  },
  pointwise: {
    label: 'Single scores',
    about: 'Judges score single responses',
    question: 'Whose scores follow people’s ratings?',
  },
  critique: {
    label: 'Critiques',
    about: 'Judges say whether a response is right, criticise it and correct it',
    question: 'Who recognises wrong responses, and explains why?',
  },
};

type TitledPlan = BoardPlan & Pick<StoredBoard, 'title' | 'heading'>;

/** The question that a board answers: its split's own, else that of its way of judging, which other benchmarks and splits have as well. */
function boardQuestion(
  protocol: Protocol,
  { name }: Benchmark,
  split: Benchmark['splits'][number] | undefined,
): string {
  const where = split === undefined ? name : `${name}, ${split.label}`;
  return split?.question ?? `${where}: ${lowerFirst(PROTOCOLS[protocol].question)}`;
}

async function plansOf(query: Query, benchmark: Benchmark, judged: BoardSource['judged']): Promise<TitledPlan[]> {
  const labels = await trivialChances(query, EVERYWHERE);
  const place = (split: string): number => benchmark.splits.findIndex((s) => s.id === split);
  const splitOf = (split: string) => benchmark.splits.find((s) => s.id === split);
  const labelOf = (split: string): string => splitOf(split)?.label ?? split;
  const found = judged.map(({ protocol, split }) => ({
    protocol,
    split,
    labels: labels.find((one) => one.split === split) ?? null,
    critics: null,
  }));
  const critics = found.some(({ protocol }) => protocol === 'critique') ? await criticLabels(query) : null;
  return Protocol.options.flatMap((protocol): TitledPlan[] => {
    const own = found.filter((f) => f.protocol === protocol).sort((a, b) => place(a.split) - place(b.split));
    if (protocol === 'pairwise')
      return own.map((f) => ({
        ...f,
        title: labelOf(f.split) || PROTOCOLS.pairwise.label,
        heading: boardQuestion(protocol, benchmark, splitOf(f.split)),
      }));
    const [only, more] = own;
    if (only === undefined) return [];
    const title = more === undefined ? labelOf(only.split) : '';
    return [
      {
        protocol,
        split: null,
        labels: null,
        critics: protocol === 'critique' ? critics : null,
        title: title || PROTOCOLS[protocol].label,
        heading: boardQuestion(protocol, benchmark, more === undefined ? splitOf(only.split) : undefined),
      },
    ];
  });
}

/** Says whether a metric's denominators are the labels, or the critiques, alone: a smaller one then rests on fewer answers, not on other ones. */
const fixedDenominator = ({ missing }: Metric, { protocol }: Pick<BoardPlan, 'protocol'>): boolean =>
  protocol === 'critique' || (protocol === 'pairwise' && missing === 'labels');

/** Says how much less a value rests on than those of other runs; empty where it is the same. */
const shortfall = ({ n }: BoardValue, { fullN }: Pick<Filled, 'fullN'>): string =>
  fullN !== null && n < fullN ? `rests on ${numberWords(n)} of ${numberWords(fullN)}` : '';

/** Writes a value with these decimals; zero has no sign. */
const fixedDigits = (value: number, decimals: number): string => value.toFixed(decimals).replace(/^-(?=[0.]+$)/, '');

/** Makes a cell. `notes` say what else a value lacks; empty texts say nothing. */
function cellOf(filled: Filled, found: BoardValue, notes: readonly string[]): BoardCell {
  const { column, scale } = filled.computed;
  const { value, lo, hi, clusters, reason } = found.summary;
  const { note, ...apart } =
    value === null ? { note: '' } : apartOf(found, { ...filled.computed.metric, full: filled.fullParts });
  const less = [note || shortfall(found, filled), ...notes].filter((note) => note !== '').join('; ');
  const basis = `standard error over ${numberWords(clusters)} clusters`;
  const interval =
    lo === null || hi === null ? null : { lo: lo * scale, hi: hi * scale, kind: 'wilson' as const, basis };
  return {
    printed: value === null ? '' : fixedDigits(value * scale, column.decimals),
    value: value === null ? null : value * scale,
    status: value === null ? 'not-scored' : less === '' ? 'ok' : 'coverage',
    note: value === null ? reason : less,
    n: found.n,
    interval,
    se: found.summary.se === null ? null : found.summary.se * scale,
    noInterval: interval === null ? reason : '',
    rank: null,
    ...apart,
  };
}

/** Holds a column with every run's value. */
interface Filled extends ColumnValues {
  readonly computed: ComputedColumn;
  /** Largest denominator, where it depends on the labels alone, and largest number of parts. */
  readonly fullN: number | null;
  readonly fullParts: number;
}

/** Columns and the runs that have cells in them. */
interface WantedCells {
  readonly columns: readonly ComputedColumn[];
  readonly runs: readonly Run[];
  /** How many parts a whole mean has at least, whatever parts the runs have. */
  readonly named: (column: ComputedColumn) => number;
}

/** Fills those of the columns in which a run has a value. */
async function fill(
  source: BoardSource,
  plan: Pick<BoardPlan, 'protocol'>,
  { columns, runs, named }: WantedCells,
): Promise<Filled[]> {
  const found = await source.columns(columns);
  const own = new Set(runs.map(({ run }) => run));
  return found.flatMap(({ values: all, tests }, i): Filled[] => {
    const [computed, values] = [columns[i], new Map([...all].filter(([run]) => own.has(run)))];
    if (computed === undefined || ![...values.values()].some((v) => v.summary.value !== null)) return [];
    // Answers that an import could not read are known of its own run only, so such a run does not say how many answers there should be.
    const { split } = computed.wanted;
    const known = [...values].filter(([run]) => unreadWords(computed.metric, split, source.unread.get(run)) === '');
    const fullN = fixedDenominator(computed.metric, plan) ? Math.max(0, ...known.map(([, { n }]) => n)) : null;
    const fullParts = Math.max(named(computed), ...[...values.values()].map(({ parts }) => parts));
    return [{ computed, values, tests, fullN, fullParts }];
  });
}

/** The cells of a run, by column key. */
type RunCells = ReadonlyMap<string, BoardCell>;

/**
 * Gives the cells that runs of one protocol have in columns, of a board of runs or of a printed table, by run; and the columns in which any of
 * them has a value.
 */
export async function cellsOfRuns(
  source: BoardSource,
  plan: Pick<BoardPlan, 'protocol' | 'split'>,
  wanted: WantedCells,
): Promise<{ readonly filled: readonly Filled[]; readonly cells: ReadonlyMap<string, RunCells> }> {
  const filled = await fill(source, plan, wanted);
  if (filled.length === 0) return { filled, cells: new Map() };
  const unfinished = await unfinishedRepeats(source.sums, plan.split === null ? {} : { split: plan.split });
  const own = wanted.runs.map(({ run, variant }) => {
    const cells = filled.flatMap((one) => {
      const { key, setting = variant } = one.computed.column;
      const value = one.values.get(run);
      if (value === undefined || setting !== variant) return [];
      const { metric, wanted: slice } = one.computed;
      const notes = [unfinished.get(run) ?? '', unreadWords(metric, slice.split, source.unread.get(run))];
      return [[key, cellOf(one, value, notes)] as const];
    });
    return [run, new Map(cells)] as const;
  });
  return { filled, cells: new Map(own.filter(([, cells]) => cells.size > 0)) };
}

/** Says what tells a run from the others of its judge: the label of its setting, else its id; '' where it is alone in having none. */
function settingOf({ benchmark, runs }: BoardsInput, run: Run): string {
  const label = benchmark.variants.find(({ id }) => id === run.variant)?.label;
  const isAlone = !runs.some(
    ({ run: id, judge, protocol, variant }) =>
      id !== run.run && judge === run.judge && protocol === run.protocol && variant === '',
  );
  return label ?? (run.variant === '' && isAlone ? '' : run.run);
}

function rowOf(input: BoardsInput, run: Run, cells: RunCells): UnrankedRow {
  const { benchmark, judges } = input;
  const judge = judges.get(run.judge);
  const name = judge?.name ?? run.judge;
  return {
    ...judgeFields(benchmark, judges, run.judge),
    id: run.run,
    row: settingOf(input, run) || name,
    kind: judge?.reference === true ? 'reference' : 'judge',
    name,
    variant: run.variant,
    group: judge?.family ?? '',
    cells,
  };
}

const UNTESTED: SharedDifference = {
  ...{ value: null, clusters: 0, se: null, lo: null, hi: null, p: null, shared: 0, of: 0 },
  reason: 'the standard error is not worked out',
};

/** Gives tests in another unit: differences and their ends times `scale`, or no test where the metric has no error. */
function scaledTests(tests: PairTests | null, scale: number): PairTests {
  if (tests === null) return () => UNTESTED;
  const scaled = (x: number | null): number | null => (x === null ? null : x * scale);
  return (other, base) => {
    const found = tests(other, base);
    return { ...found, value: scaled(found.value), se: scaled(found.se), lo: scaled(found.lo), hi: scaled(found.hi) };
  };
}

interface Values {
  readonly filled: readonly Filled[];
  readonly cells: ReadonlyMap<string, RunCells>;
  readonly constants: (run: string, split: string) => ConstantAnswer | null;
  readonly rates: ReadonlyMap<string, JudgeRates>;
}

function boardOf(
  input: BoardsInput,
  plan: BoardPlan,
  {
    title,
    heading,
    number,
    values: { filled, cells, constants, rates },
  }: Pick<StoredBoard, 'title' | 'heading' | 'number'> & { readonly values: Values },
): StoredBoard {
  const { benchmark } = input;
  const agreement = plan.protocol === 'pairwise' ? input.agreement?.get(plan.split ?? '') : undefined;
  const columns = filled.map(({ computed, fullN }) => ({ ...computed.column, n: fullN }));
  const rows = input.runs.flatMap((run) => {
    const own = cells.get(run.run);
    const constant = constants(run.run, plan.split ?? '');
    const said =
      constant === null ? {} : { constant: { ...constant, answer: answerName(constant.answer, benchmark.answers) } };
    const sure = rates.get(run.run);
    return own === undefined ? [] : [{ ...rowOf(input, run, own), ...said, ...(sure && { rates: sure }) }];
  });
  const [first] = columns;
  const descending = descends(first?.direction ?? 'none');
  return finishBoard(benchmark, {
    benchmark: benchmark.id,
    benchmarkName: benchmark.name,
    synthetic: benchmark.synthetic,
    source: 'computed',
    table: tableId(plan.protocol, plan.split),
    number,
    title: title.slice(0, 28),
    heading,
    about: `${PROTOCOLS[plan.protocol].about}.`,
    section: '',
    kind: 'leaderboard',
    rowLabel: 'Judge',
    split: plan.split,
    block: null,
    sort: first === undefined ? null : { column: first.key, direction: descending ? 'descending' : 'ascending' },
    columns,
    rows,
    ...(benchmark.variants.length > 0 ? { together: true } : {}),
    labels: plan.labels,
    critics: plan.critics,
    ...(agreement === undefined ? {} : { agreement }),
    lines: raterLines(
      input.raters ?? null,
      plan.protocol,
      filled.map(({ computed }) => computed),
    ),
    tests: new Map(filled.map(({ computed, tests }) => [computed.column.key, scaledTests(tests, computed.scale)])),
  });
}

/** Makes one leaderboard per protocol and split of a scored benchmark, of the values that `source` gives. The current database holds the labels. */
export async function computedBoards(query: Query, source: BoardSource, input: BoardsInput): Promise<StoredBoard[]> {
  const names = new Map([...input.judges].map(([id, judge]) => [id, judge.name]));
  const { concerns = () => true } = input;
  const plans = (await plansOf(query, input.benchmark, source.judged)).filter(concerns);
  const { constants } = source;
  const boards: StoredBoard[] = [];
  for (const { title, heading, ...plan } of plans) {
    const runs = input.runs.filter((r) => r.protocol === plan.protocol);
    const columns = computedColumns(input.benchmark, plan, { known: source.known, names });
    // Several runs say by themselves which parts there are.
    const named = ({ metric, wanted }: ComputedColumn): number =>
      runs.length > 1 ? 0 : namedParts(input.benchmark, metric, wanted);
    const { filled, cells } = await cellsOfRuns(source, plan, { columns, runs, named });
    if (filled.length === 0) continue;
    const rates = plan.split === null ? new Map<string, JudgeRates>() : await judgeRates(source, plan.split);
    const values = { filled, cells, constants, rates };
    boards.push(boardOf(input, plan, { title, heading, number: boards.length + 1, values }));
  }
  return boards;
}
