import type { PageBoard } from '../board/page-board.ts';
import { soundValue } from '../board/standings.ts';
import type { ComparableData } from '../compare/boards.ts';
import type { JudgeChoice } from '../compare/choice.ts';
import { entryText, standardRun } from '../compare/choice.ts';
import { headlineBoards } from '../compare/differences.ts';
import { comparableRuns, gatherCompared } from '../compare/gather-compared.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import type { StoredBoard } from '../schema/board.ts';
import { better } from '../schema/metric.ts';
import type { ComparedBenchmark, ComparedRun } from '../schema/release-paths.ts';
import type { Query } from '../sql/query.ts';
import { OWN_PREFIX } from './intake/standing.ts';
import type { OwnResult } from './judge-files.ts';
import { isOwn, withOwnNames } from './standing-words.ts';

export interface OwnComparison {
  readonly choices: readonly JudgeChoice[];
  readonly comparable: ComparableData;
  readonly opening: readonly string[];
}

/** Gives a board whose own rows are of judges of their own, and whose links stay in the fragment of this page. */
const ownBoard = (board: StoredBoard, place: string, release: string): PageBoard => ({
  ...board,
  benchmark: place,
  release,
  rows: withOwnNames(board).rows.map((row, i) =>
    isOwn(row) ? { ...row, judge: `${OWN_PREFIX}${board.rows[i]?.judge ?? ''}` } : row,
  ),
});

function choicesOf({ boards, cases }: ComparableData, { job }: OwnResult): readonly JudgeChoice[] {
  const site = new Map(job.judges.map((judge) => [judge.id, judge]));
  const judges = new Set([
    ...cases.flatMap(({ runs }) => runs.map(({ judge }) => judge)),
    ...boards.flatMap(({ rows }) =>
      rows.flatMap(({ kind, judge }) => (kind === 'judge' && judge !== null ? judge : [])),
    ),
  ]);
  return [...judges].map((id): JudgeChoice => {
    const runs = comparableRuns(cases, id);
    if (!id.startsWith(OWN_PREFIX))
      return { id, name: site.get(id)?.name ?? id, access: site.get(id)?.access ?? null, runs };
    const plain = id.slice(OWN_PREFIX.length);
    return { id, name: `${site.get(plain)?.name ?? plain} (yours)`, access: null, runs };
  });
}

/** Gives the judge that leads the first table with own runs, as an address names it; undefined where nobody else has a value. */
function leader({ boards }: ComparableData, entryOf: (run: string) => string | undefined): string | undefined {
  const [first] = headlineBoards(boards);
  if (first === undefined) return undefined;
  const { key, direction } = first.column;
  const rivals = first.board.rows.flatMap((row) => {
    const value = soundValue(row.cells[key]);
    return row.kind === 'judge' && row.judge !== null && !isOwn(row) && value !== null ? [{ row, value }] : [];
  });
  const [best] = rivals.sort((a, b) => better(direction, b.value, a.value));
  return best === undefined ? undefined : (entryOf(best.row.id) ?? best.row.judge ?? undefined);
}

function openingOf(comparable: ComparableData, { runs }: ComparedBenchmark): readonly string[] {
  const entryOf = (run: ComparedRun): string => {
    const own = runs.filter(({ judge, protocol }) => judge === run.judge && protocol === run.protocol);
    // Of several own runs each is called by its name, also the one that would stand for the judge.
    const isNamed = standardRun(own) !== run || (own.length > 1 && run.run.startsWith(OWN_PREFIX));
    return entryText(run.judge, isNamed ? run.run : null);
  };
  const mine = runs.filter(({ run }) => run.startsWith(OWN_PREFIX));
  const [first] = mine;
  if (first === undefined) return [];
  const second = mine.find((run) => run !== first && run.protocol === first.protocol);
  if (second !== undefined) return [entryOf(first), entryOf(second)];
  const rival = leader(comparable, (id) => {
    const run = runs.find((one) => one.run === id);
    return run && entryOf(run);
  });
  return rival === undefined ? [entryOf(first)] : [rival, entryOf(first)];
}

interface Place {
  readonly benchmark: Benchmark;
  /** The name in the place of the benchmark's id, and in the place of its name. */
  readonly id: string;
  readonly name: string;
}

export async function gatherComparison(
  query: Query,
  result: OwnResult,
  { benchmark, id, name }: Place,
): Promise<OwnComparison> {
  const cases = { ...(await gatherCompared(query, benchmark)), benchmark: id, name };
  const { paired, printed } = result.scored;
  const boards = [...paired, ...printed].map((board) => ownBoard(board, id, result.release));
  const runs = cases.runs.toSorted(
    (a, b) => Number(b.run.startsWith(OWN_PREFIX)) - Number(a.run.startsWith(OWN_PREFIX)),
  );
  const comparable = { boards, cases: [{ ...cases, runs }] };
  return { choices: choicesOf(comparable, result), comparable, opening: openingOf(comparable, { ...cases, runs }) };
}
