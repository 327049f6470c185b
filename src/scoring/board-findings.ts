import { metricById } from '../metrics/index.ts';
import { type BoardRow, judgesAmong, type StoredBoard } from '../schema/board.ts';
import { better } from '../schema/metric.ts';
import { type BoardSource, judgeRates } from './board-values.ts';
import type { BoardPlan } from './computed-columns.ts';

type Found = Pick<BoardRow, 'rates' | 'rankings'>;

/** What is known of a run beside its cells. */
export type RowFindings = (run: string) => Found;

/** Finds how often the runs of a board say what people say, and how they rank those who made the responses, without the samples. */
export async function rowFindings(
  source: BoardSource,
  { protocol, split }: Pick<BoardPlan, 'protocol' | 'split'>,
): Promise<RowFindings> {
  const rates = split === null ? new Map<string, never>() : await judgeRates(source, split);
  const all = (await source.rankings(protocol)).filter((one) => split === null || one.split === split);
  const rankings = Map.groupBy(all, ({ run }) => run);
  return (run) => {
    const own = rates.get(run);
    const ranked = (rankings.get(run) ?? []).flatMap(({ split: of, criterion, ranking: { value } }) => {
      if (value === null) return [];
      const { taus: _, ...ranking } = value;
      return [{ split: of, criterion, ...ranking }];
    });
    return { ...(own && { rates: own }), ...(ranked.length > 0 && { rankings: ranked }) };
  };
}

/** Finds how few labels stand between the first place of a board of pairs and its sharing; nothing where the place is shared already. */
export async function flipsOf(
  { flips }: BoardSource,
  { protocol, split, labels }: Pick<BoardPlan, 'protocol' | 'split' | 'labels'>,
  { columns, rows }: StoredBoard,
): Promise<Pick<StoredBoard, 'flips'>> {
  const [column] = columns;
  const metric = metricById(column?.metric ?? '');
  if (protocol !== 'pairwise' || split === null || column === undefined || metric === undefined) return {};
  const valued = judgesAmong(rows)
    .map((row) => ({ row, value: row.cells[column.key]?.value ?? null }))
    .flatMap(({ row, value }) => (value === null ? [] : [{ row, value }]))
    .toSorted((a, b) => better(column.direction, b.value, a.value));
  const [first, second] = valued;
  if (first === undefined || second === undefined || first.value === second.value) return {};
  // Two settings of one judge are that judge.
  const others = valued.flatMap(({ row }) => (row.judge === first.row.judge ? [] : [row.id]));
  const found = await flips({ metric, split, isLevel: (labels?.level ?? 0) > 0, leader: first.row.id, others });
  return found === null ? {} : { flips: found };
}
