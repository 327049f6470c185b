import type { Raters } from '../metrics/ceiling.ts';
import { criticLabels } from '../metrics/critiques.ts';
import { type ConstantAnswer, constantAnswers, judgeCheckSums } from '../metrics/judge-check.ts';
import { trivialChances } from '../metrics/labels.ts';
import type { Metric } from '../metrics/metric.ts';
import { EVERYWHERE } from '../metrics/query.ts';
import { OFFICIAL_SETTINGS, type Settings } from '../metrics/settings.ts';
import { unfinishedRepeats } from '../metrics/unfinished.ts';
import { type RunValue, runValuesOf, type Sums } from '../metrics/values.ts';
import { type Benchmark, Protocol } from '../schema/benchmark.ts';
import type { BoardCell, RaterAgreement, StoredBoard } from '../schema/board.ts';
import type { Judge } from '../schema/judge.ts';
import type { Run } from '../schema/records.ts';
import type { Slice } from '../schema/slice.ts';
import { type Query, text } from '../sql/query.ts';
import { judgeFields } from './board-row.ts';
import { type BoardSums, readBoardSums } from './board-sums.ts';
import { type BoardPlan, type ComputedColumn, computedColumns, tableId } from './computed-columns.ts';
import { finishBoard, type UnrankedRow } from './finish-board.ts';
import { type PairTests, pairTests, scaledTests } from './pair-tests.ts';
import { raterLines } from './rater-lines.ts';
import { importedValues, type Unread } from './unread.ts';

export interface BoardsInput {
  readonly benchmark: Benchmark;
  readonly judges: ReadonlyMap<string, Judge>;
  readonly runs: readonly Run[];
  /** Answers that the imports could not read; none where nothing is known of them. */
  readonly unread?: Unread;
  /** Single raters are scored like judges; null or left out where there are too few. */
  readonly raters?: Raters | null;
  /** How well people agree, by split; left out where it is not wanted. */
  readonly agreement?: ReadonlyMap<string, RaterAgreement>;
  /** Settings by which the runs were scored; the official ones by default. */
  readonly settings?: Settings;
  /** Sums that exist already, in the order of the runs' names: those of a single run, which cannot be tested against others. */
  readonly sums?: BoardSums;
  /** The boards that are asked for; all where it is left out. */
  readonly concerns?: (plan: BoardPlan) => boolean;
}

const PROTOCOLS: Readonly<Record<Protocol, { readonly label: string; readonly about: string }>> = {
  pairwise: { label: 'Pairwise', about: 'Judges name the better of two responses' },
  perturbation: { label: 'Perturbations', about: 'Judges score a response before and after a change' },
  pointwise: { label: 'Single scores', about: 'Judges score single responses' },
  critique: { label: 'Critiques', about: 'Judges say whether a response is right, criticise it and correct it' },
};

/** Splits with their runs' protocol. */
const PLANS = `SELECT DISTINCT runs.protocol AS protocol, instances.split AS split
FROM (SELECT DISTINCT run, instance FROM judgments) JOIN runs USING (run) JOIN instances USING (instance) ORDER BY ALL`;

type TitledPlan = BoardPlan & { readonly title: string };

async function plansOf(query: Query, benchmark: Benchmark): Promise<TitledPlan[]> {
  const labels = await trivialChances(query, EVERYWHERE);
  const place = (split: string): number => benchmark.splits.findIndex((s) => s.id === split);
  const labelOf = (split: string): string => benchmark.splits.find((s) => s.id === split)?.label ?? split;
  const found = (await query(PLANS)).map((row) => ({
    protocol: Protocol.parse(row['protocol']),
    split: text(row, 'split'),
    labels: labels.find(({ split }) => split === text(row, 'split')) ?? null,
    critics: null,
  }));
  const critics = found.some(({ protocol }) => protocol === 'critique') ? await criticLabels(query) : null;
  return Protocol.options.flatMap((protocol): TitledPlan[] => {
    const own = found.filter((f) => f.protocol === protocol).sort((a, b) => place(a.split) - place(b.split));
    if (protocol === 'pairwise') return own.map((f) => ({ ...f, title: labelOf(f.split) || PROTOCOLS.pairwise.label }));
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
      },
    ];
  });
}

/** Says whether a metric's denominators are the labels, or the critiques, alone: a smaller one then rests on fewer answers, not on other ones. */
const fixedDenominator = ({ missing }: Metric, { protocol }: BoardPlan): boolean =>
  protocol === 'critique' || (protocol === 'pairwise' && missing === 'labels');

/** Says how far a value rests on less than those of other runs; empty where it does not. */
function shortfall({ n, parts }: RunValue, { fullN, fullParts }: Pick<Filled, 'fullN' | 'fullParts'>): string {
  if (parts < fullParts) return `only ${parts} of ${fullParts} parts have a value`;
  return fullN !== null && n < fullN ? `rests on ${n} of ${fullN}` : '';
}

/** Writes a value with these decimals; zero has no sign. */
const fixedDigits = (value: number, decimals: number): string => value.toFixed(decimals).replace(/^-(?=[0.]+$)/, '');

/** Makes a cell. `notes` say what else a value lacks; empty texts say nothing. */
function cellOf(filled: Filled, found: RunValue, notes: readonly string[]): BoardCell {
  const { column, scale } = filled.computed;
  const { value, lo, hi, clusters, reason } = found.summary;
  const less = [shortfall(found, filled), ...notes].filter((note) => note !== '').join('; ');
  const basis = `standard error over ${clusters} clusters`;
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
  };
}

/** Says how many answers the import could not read, for metrics that count them. */
function unreadWords({ computed, unread }: Pick<Filled, 'computed' | 'unread'>, run: string): string {
  const n = computed.metric.countsUnread === true ? (unread.get(run) ?? 0) : 0;
  return n === 0 ? '' : `${n} ${n === 1 ? 'answer' : 'answers'} could not be read by the import`;
}

/** A column with every run's value. */
interface Filled {
  readonly unread: Unread;
  readonly computed: ComputedColumn;
  readonly values: ReadonlyMap<string, RunValue>;
  /** Null for metrics without an error. */
  readonly tests: PairTests | null;
  /** Largest denominator, where it depends on the labels alone, and largest number of parts. */
  readonly fullN: number | null;
  readonly fullParts: number;
}

/** What values are made of: the stored contributions, and how judges answer where no rows of it are stored. */
interface Sources {
  readonly board: BoardSums;
  /** Computed on demand: boards of other protocols, and switches of theirs, do not need it. */
  readonly check: () => Promise<Sums>;
  readonly unread: Unread;
}

/** Works out the values of a column by run, and their tests; of unstored rows there are values alone. */
async function valuesIn(
  { board, check, unread }: Sources,
  { metric, wanted }: ComputedColumn,
): Promise<Pick<Filled, 'values' | 'tests'>> {
  const found = await board.read(metric, wanted);
  const read = async (one: Metric, slice: Slice): Promise<Sums> =>
    slice === wanted ? found.sums : (await board.read(one, slice)).sums;
  const values = await importedValues(read, { metric, slice: wanted, unread });
  if (values.size === 0 && metric.judgeCheck === true)
    return { values: runValuesOf(await check(), metric, wanted), tests: null };
  return { values, tests: pairTests(board, found, { metric, slice: wanted }) };
}

async function fill(
  sources: Sources,
  plan: BoardPlan,
  { columns, runs }: { readonly columns: readonly ComputedColumn[]; readonly runs: ReadonlySet<string> },
): Promise<Filled[]> {
  const filled: Filled[] = [];
  for (const computed of columns) {
    const { values: all, tests } = await valuesIn(sources, computed);
    const values = new Map([...all].filter(([run]) => runs.has(run)));
    const most = (of: (v: RunValue) => number): number => Math.max(0, ...[...values.values()].map(of));
    if (![...values.values()].some((v) => v.summary.value !== null)) continue;
    // Answers that an import could not read are known of its own run only, so such a run does not say how many answers there should be.
    const { unread } = sources;
    const known = [...values].filter(([run]) => unreadWords({ computed, unread }, run) === '');
    const fullN = fixedDenominator(computed.metric, plan) ? Math.max(0, ...known.map(([, { n }]) => n)) : null;
    filled.push({ computed, unread, values, tests, fullN, fullParts: most((v) => v.parts) });
  }
  return filled;
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

function rowOf(input: BoardsInput, run: Run, cells: UnrankedRow['cells']): UnrankedRow {
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

interface Values {
  readonly filled: readonly Filled[];
  /** Which repeats of each run lack answers. */
  readonly unfinished: ReadonlyMap<string, string>;
  readonly constants: (run: string, split: string) => ConstantAnswer | null;
}

function boardOf(
  input: BoardsInput,
  plan: BoardPlan,
  {
    title,
    number,
    values: { filled, unfinished, constants },
  }: { readonly title: string; readonly number: number; readonly values: Values },
): StoredBoard {
  const { benchmark } = input;
  const agreement = plan.protocol === 'pairwise' ? input.agreement?.get(plan.split ?? '') : undefined;
  const present = input.runs.filter((r) => filled.some(({ values }) => values.has(r.run)));
  const columns = filled.map(({ computed, fullN }) => ({ ...computed.column, n: fullN }));
  const rows = present.map((run) => {
    const cells = filled.flatMap((one) => {
      const value = one.values.get(run.run);
      if (value === undefined) return [];
      const notes = [unfinished.get(run.run) ?? '', unreadWords(one, run.run)];
      return [[one.computed.column.key, cellOf(one, value, notes)] as const];
    });
    const constant = constants(run.run, plan.split ?? '');
    return { ...rowOf(input, run, new Map(cells)), ...(constant === null ? {} : { constant }) };
  });
  const [first] = columns;
  const descending = first?.direction !== 'lower';
  return finishBoard(benchmark, {
    benchmark: benchmark.id,
    benchmarkName: benchmark.name,
    synthetic: benchmark.synthetic,
    source: 'computed',
    table: tableId(plan),
    number,
    title: title.slice(0, 28),
    heading: [...new Set([PROTOCOLS[plan.protocol].label, title])].join(': '),
    about: `${PROTOCOLS[plan.protocol].about}; a value opens the cases behind it.`,
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

/** Makes one leaderboard per protocol and split of a scored benchmark, from the tables of the current database. */
export async function computedBoards(query: Query, input: BoardsInput): Promise<StoredBoard[]> {
  const names = new Map([...input.judges].map(([id, judge]) => [id, judge.name]));
  const { concerns = () => true, unread = new Map(), settings = OFFICIAL_SETTINGS } = input;
  const plans = (await plansOf(query, input.benchmark)).filter(concerns);
  if (plans.length === 0) return [];
  let checked: Promise<Sums> | undefined;
  const check = (): Promise<Sums> => {
    checked ??= judgeCheckSums(query, settings);
    return checked;
  };
  const constants = await constantAnswers(query);
  const sums = input.sums ?? (await readBoardSums(query));
  const boards: StoredBoard[] = [];
  for (const { title, ...plan } of plans) {
    const runs = new Set(input.runs.filter((r) => r.protocol === plan.protocol).map((r) => r.run));
    const columns = computedColumns(input.benchmark, plan, { known: sums.known, names });
    const filled = await fill({ board: sums, check, unread }, plan, { columns, runs });
    if (filled.length === 0) continue;
    const read = async (metric: Metric, slice: Slice): Promise<Sums> => (await sums.read(metric, slice)).sums;
    const unfinished = await unfinishedRepeats(read, plan.split === null ? {} : { split: plan.split });
    boards.push(boardOf(input, plan, { title, number: boards.length + 1, values: { filled, unfinished, constants } }));
  }
  return boards;
}
