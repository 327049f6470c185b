import { metricById } from '../metrics/index.ts';
import { type BoardRow, judgesAmong, type StoredBoard } from '../schema/board.ts';
import { better } from '../schema/metric.ts';
import type { Run } from '../schema/records.ts';
import type { BoardSource } from './board-values.ts';

/** Lists how a run ranks those who made the responses, in a split or in all, without the samples. */
async function rankingsOf(
  source: BoardSource,
  { protocol }: Pick<Run, 'protocol'>,
  split: string | null,
): Promise<ReadonlyMap<string, NonNullable<BoardRow['rankings']>>> {
  const all = (await source.rankings(protocol)).flatMap(({ run, split: of, criterion, ranking: { value } }) => {
    if (value === null || (split !== null && split !== of)) return [];
    const { taus: _, ...ranking } = value;
    return [{ run, own: { split: of, criterion, ...ranking } }];
  });
  return new Map([...Map.groupBy(all, ({ run }) => run)].map(([run, found]) => [run, found.map(({ own }) => own)]));
}

/** Finds how few labels stand between the first place of a board of pairs and its sharing; nothing where the place is shared already. */
async function flipsOf(
  { flips }: BoardSource,
  { columns, rows, split }: StoredBoard,
): Promise<Pick<StoredBoard, 'flips'>> {
  const [column] = columns;
  const metric = metricById(column?.metric ?? '');
  if (split === null || column === undefined || metric === undefined) return {};
  const valued = judgesAmong(rows)
    .flatMap((row) => {
      const value = row.cells[column.key]?.value ?? null;
      return value === null ? [] : [{ row, value }];
    })
    .toSorted((a, b) => better(column.direction, b.value, a.value));
  const [first, second] = valued;
  if (first === undefined || second === undefined || first.value === second.value) return {};
  // Two settings of one judge are that judge.
  const others = valued.flatMap(({ row }) => (row.judge === first.row.judge ? [] : [row.id]));
  const found = await flips({ metric, split, leader: first.row.id, others });
  return found === null || found.cases === 0 ? {} : { flips: found };
}

/** Adds to boards of the site what their cells do not say: how runs rank those who made the responses, and how few labels would turn the first place. */
export async function withFindings(
  source: BoardSource,
  boards: readonly StoredBoard[],
  runs: readonly Run[],
): Promise<StoredBoard[]> {
  const found: StoredBoard[] = [];
  for (const board of boards) {
    const run = runs.find((one) => board.rows.some(({ id }) => id === one.run));
    const rankings = run === undefined ? new Map() : await rankingsOf(source, run, board.split);
    const rows = board.rows.map((row) => {
      const own = rankings.get(row.id);
      return own === undefined ? row : { ...row, rankings: own };
    });
    found.push({ ...board, rows, ...(run?.protocol === 'pairwise' ? await flipsOf(source, board) : {}) });
  }
  return found;
}
