import { METRICS, metricById } from '../../metrics/index.ts';
import { scaleOf } from '../../metrics/metric.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { BoardCell, StoredBoard } from '../../schema/board.ts';
import type { Judge } from '../../schema/judge.ts';
import { RECORD_TABLES, Run } from '../../schema/records.ts';
import { type BoardSource, tabledSource, type Unread } from '../../scoring/board-values.ts';
import { cellsOfRuns, computedBoards } from '../../scoring/computed-boards.ts';
import { type ComputedColumn, judgeFields } from '../../scoring/computed-columns.ts';
import { finishBoard, namedParts, type UnrankedRow } from '../../scoring/finish-board.ts';
import { number, type Work } from '../../sql/query.ts';
import { attachInMemory, definedColumns, identifier, literal, literals } from '../../sql/quote.ts';

/** Own runs are told from the release's by the beginning of their names. */
export const OWN_PREFIX = 'yours-';

export interface ReleaseTables {
  readonly catalog: string;
  readonly runs: readonly Run[];
}

export interface Overlap {
  /** Cases that were judged, and those of them that the release has. */
  readonly own: number;
  readonly shared: number;
  /** Cases of the release in the splits that were judged. */
  readonly release: number;
  /** Labels of shared cases that the release has otherwise, and those that are compared. */
  readonly otherLabels: number;
  readonly labels: number;
}

const own = (column: string): string =>
  column === 'run' ? `${literal(OWN_PREFIX)} || run AS run` : identifier(column);

function united(table: keyof typeof RECORD_TABLES, { catalog }: ReleaseTables, only = ''): string {
  const columns = definedColumns(RECORD_TABLES[table]).map(({ name }) => name);
  return `CREATE OR REPLACE VIEW joined.main.${table} AS
SELECT ${columns.map(own).join(', ')} FROM final.main.${table} ${only}
UNION ALL SELECT ${columns.map(identifier).join(', ')} FROM ${identifier(catalog)}.main.${table}`;
}

const LABEL = "instance, coalesce(response, ''), coalesce(criterion, ''), kind, coalesce(annotator, '')";

export async function overlapOf(work: Work, { catalog }: ReleaseTables): Promise<Overlap> {
  const release = `${identifier(catalog)}.main`;
  const judged = '(SELECT DISTINCT instance FROM final.main.judgments)';
  const counts = await work.row(`SELECT
  (SELECT count(*) FROM ${judged})::DOUBLE AS own,
  (SELECT count(*) FROM ${judged} WHERE instance IN (SELECT instance FROM ${release}.instances))::DOUBLE AS shared,
  (SELECT count(*) FROM ${release}.instances WHERE split IN (SELECT split FROM final.main.instances WHERE instance IN ${judged}))::DOUBLE AS release`);
  const labels = await work.row(`WITH
  mine AS (SELECT (${LABEL}) AS label, any_value(value) AS value FROM final.main.gold GROUP BY label),
  theirs AS (SELECT (${LABEL}) AS label, any_value(value) AS value FROM ${release}.gold GROUP BY label)
SELECT count(*)::DOUBLE AS labels, count(*) FILTER (mine.value IS DISTINCT FROM theirs.value)::DOUBLE AS other FROM mine JOIN theirs USING (label)`);
  return {
    own: number(counts, 'own'),
    shared: number(counts, 'shared'),
    release: number(counts, 'release'),
    labels: number(labels, 'labels'),
    otherLabels: number(labels, 'other'),
  };
}

/** Shows own tables and the release's as one database, `joined`, and makes it the current one. */
async function join(work: Work, release: ReleaseTables): Promise<void> {
  const known = `WHERE instance NOT IN (SELECT instance FROM ${identifier(release.catalog)}.main.instances)`;
  await work.run('USE memory');
  await work.run('DETACH DATABASE IF EXISTS joined');
  await work.run(attachInMemory('joined'));
  for (const table of ['runs', 'judgments', 'contributions', 'run_gold'] as const)
    await work.run(united(table, release));
  for (const table of ['instances', 'responses', 'gold'] as const) await work.run(united(table, release, known));
  await work.run('USE joined');
}

export interface StandingInput {
  readonly benchmark: Benchmark;
  readonly judges: ReadonlyMap<string, Judge>;
  readonly runs: readonly Run[];
}

export interface AloneInput extends StandingInput {
  readonly source: BoardSource;
}

const named = (run: Run): Run => ({ ...run, run: `${OWN_PREFIX}${run.run}` });

const prefixed = (unread: Unread): Unread => new Map([...unread].map(([run, n]) => [`${OWN_PREFIX}${run}`, n]));

export async function pairedBoards(
  work: Work,
  { unread, ...input }: StandingInput & { readonly unread: Unread },
  release: ReleaseTables,
): Promise<StoredBoard[]> {
  await join(work, release);
  const ownProtocols = new Set(input.runs.map(({ protocol }) => protocol));
  const source = await tabledSource(work.query, { unread: prefixed(unread) });
  const boards = await computedBoards(work.query, source, {
    ...input,
    runs: [...input.runs.map(named), ...release.runs],
    concerns: ({ protocol }) => ownProtocols.has(protocol),
  });
  return boards.filter(({ rows }) => rows.some(({ id }) => id.startsWith(OWN_PREFIX)));
}

export async function lonelyBoards(work: Work, { source, ...input }: AloneInput): Promise<StoredBoard[]> {
  const runs = new Set(input.runs.map(({ run }) => run));
  const boards = await computedBoards(work.query, source, input);
  return boards.map((board) => ({
    ...board,
    rows: board.rows.map((row) => (runs.has(row.id) ? { ...row, id: `${OWN_PREFIX}${row.id}` } : row)),
  }));
}

function measuredColumns({ columns }: StoredBoard): ComputedColumn[] {
  return columns.flatMap((column): ComputedColumn[] => {
    const metric = metricById(column.metric ?? '');
    return metric === undefined ? [] : [{ column, metric, wanted: column.slice, scale: scaleOf(column.unit, metric) }];
  });
}

/** Says of a cell among printed ones whose it is. What it lacks is said beside it: the status would compare it with the paper's own samples. */
const amongPrinted = (cell: BoardCell): BoardCell => ({
  ...cell,
  status: cell.value === null ? cell.status : 'ok',
  interval: cell.interval === null ? null : { ...cell.interval, basis: 'yours, from your cases' },
});

async function ownRows(board: StoredBoard, input: AloneInput): Promise<UnrankedRow[]> {
  const { benchmark, judges, runs, source } = input;
  const columns = measuredColumns(board);
  const named = ({ metric, wanted }: ComputedColumn): number => namedParts(benchmark, metric, wanted);
  const rows: UnrankedRow[] = [];
  for (const [protocol, own] of Map.groupBy(runs, (run) => run.protocol)) {
    const plan = { protocol, split: board.split };
    const { cells } = await cellsOfRuns(source, plan, { columns, runs: own, named });
    for (const run of own) {
      const found = cells.get(run.run);
      if (found === undefined) continue;
      rows.push({
        ...judgeFields(benchmark, judges, run.judge),
        id: `${OWN_PREFIX}${run.run}`,
        row: run.run,
        kind: 'judge' as const,
        name: judges.get(run.judge)?.name ?? run.judge,
        variant: run.variant,
        group: '',
        cells: new Map([...found].map(([key, cell]) => [key, amongPrinted(cell)])),
      });
    }
  }
  return rows;
}

/** Gives printed tables with one's own rows among theirs, compared by standard errors alone; those without a column for them are left out. */
export async function printedBoards(input: AloneInput, printed: readonly StoredBoard[]): Promise<StoredBoard[]> {
  const boards: StoredBoard[] = [];
  for (const board of printed) {
    if (board.kind !== 'leaderboard' || board.source === 'computed') continue;
    const mine = await ownRows(board, input);
    if (mine.length === 0) continue;
    const rows = board.rows.map((row): UnrankedRow => ({ ...row, cells: new Map(Object.entries(row.cells)) }));
    boards.push(finishBoard(input.benchmark, { ...board, rows: [...mine, ...rows], labels: null }));
  }
  return boards;
}

export async function releaseRuns(work: Work, catalog: string): Promise<Run[]> {
  const rows = await work.query(
    `SELECT run, benchmark, judge, protocol, variant, repeats FROM ${identifier(catalog)}.main.runs`,
  );
  return rows.map((row) => Run.parse(row));
}

/** Brings lengths and models (no texts) of the release's responses to its cases: their names before the narrow tables are made, the rest by `take` after. */
export async function releaseResponses(work: Work, catalog: string): Promise<{ readonly take: () => Promise<void> }> {
  const responses = `${identifier(catalog)}.main.responses`;
  await work.run(
    `CREATE OR REPLACE TABLE bare AS SELECT id FROM instances WHERE instance NOT IN (SELECT instance FROM responses)`,
  );
  await work.run(`INSERT INTO response_names
SELECT (SELECT coalesce(max(response), -1) FROM response_names) + row_number() OVER (ORDER BY name), name
FROM (SELECT DISTINCT response AS name FROM ${responses} WHERE instance IN (SELECT id FROM bare))
WHERE name NOT IN (SELECT name FROM response_names)`);
  const take = (): Promise<void> =>
    work.run(`INSERT INTO final.stored.responses
SELECT ordinal, response, model, length FROM ${responses} AS release JOIN positions ON positions.id = release.instance
WHERE positions.id IN (SELECT id FROM bare) ORDER BY ordinal, response`);
  return { take };
}

export interface LostCases {
  readonly run: string;
  /** '' where the run has one alone. */
  readonly split: string;
  readonly metric: string;
  readonly lost: number;
  readonly of: number;
}

/** Finds the metric by which a run is ranked on a board of a split, if cases can be lost by it; else that by which its protocol finds cases. */
function losingMetric(boards: readonly StoredBoard[], { run, protocol }: Run, split: string) {
  const ranked = boards
    .filter((board) => board.rows.some(({ id }) => id === `${OWN_PREFIX}${run}`))
    .toSorted((a, b) => Number(b.split === split) - Number(a.split === split))
    .flatMap(({ columns: [first] }) => metricById(first?.metric ?? '') ?? []);
  return (
    ranked.find(({ loss }) => loss !== null) ??
    METRICS.find(({ better, protocols }) => better === true && protocols.includes(protocol))
  );
}

export async function lostCases(work: Work, run: Run, boards: readonly StoredBoard[]): Promise<readonly LostCases[]> {
  const own = literal(run.run);
  const splits = await work.query(
    `SELECT DISTINCT split FROM final.main.contributions JOIN final.main.instances USING (instance) WHERE run = ${own} ORDER BY split`,
  );
  const lost: LostCases[] = [];
  for (const { split } of splits) {
    const metric = losingMetric(boards, run, String(split));
    if (metric === undefined) continue;
    const row = await work.row(`SELECT count(*)::DOUBLE AS n, count(*) FILTER (lost > 0)::DOUBLE AS lost FROM (
  SELECT instance, count(*) FILTER (${metric.loss ?? 'num < den'}) AS lost
  FROM final.main.contributions JOIN final.main.instances USING (instance)
  WHERE run = ${own} AND split = ${literal(String(split))} AND metric IN (${literals(metric.rows)}) GROUP BY ALL HAVING sum(den) > 0)`);
    const of = number(row, 'n');
    if (of > 0) lost.push({ run: run.run, split: String(split), metric: metric.id, lost: number(row, 'lost'), of });
  }
  return lost.length > 1 ? lost : lost.map((only) => ({ ...only, split: '' }));
}
