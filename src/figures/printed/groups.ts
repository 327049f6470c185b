import { domainOf } from '../../charts/axis.ts';
import { accessMark, type MarkKind, plainMark } from '../../charts/mark-kinds.tsx';
import type { Board, BoardColumn, BoardRow } from '../../schema/board.ts';
import { meanOf } from '../../stats/mean.ts';
import { countOf } from '../../ui/number-words.ts';
import { ACCESS_SERIES, type DotsFigure, type FigureMark } from '../kit/figure.ts';
import { completeRows, meanOver, rowsOfJudges, sourceOfBoard } from './rows.ts';
import { highestWords } from './sentence.ts';

/** The mark of the kind that all judges of a group are of; null where they are of several. */
function kindMark([first, ...others]: readonly BoardRow[]): MarkKind | null {
  const access = first?.access ?? null;
  return others.every((row) => row.access === access) ? accessMark(access) : null;
}

/** A group of judges of one kind has the mark of that kind, unless another group is of the same. */
function marksOf(groups: readonly (readonly BoardRow[])[]): readonly MarkKind[] {
  const kinds = groups.map(kindMark);
  return kinds.map((mark, i) =>
    mark === null || kinds.indexOf(mark) !== kinds.lastIndexOf(mark) ? plainMark(i) : mark,
  );
}

/** Shows the mean of a board's columns over each printed group of judges. */
export function groupMeans(
  board: Board,
  families: readonly { readonly label: string; readonly columns: readonly BoardColumn[] }[],
): DotsFigure {
  const printed = [...Map.groupBy(rowsOfJudges(board), (r) => r.group)].filter(([g]) => g !== '');
  const marks = marksOf(printed.map(([, members]) => members));
  // A group of all judges of one kind is called what the kind is called everywhere.
  const groups = printed.map(
    ([group, members], i) => [ACCESS_SERIES.find(({ mark }) => mark === marks[i])?.label ?? group, members] as const,
  );
  const rows = families.map(({ label, columns }) => ({
    label,
    marks: groups.flatMap(([group, all]): FigureMark[] => {
      const members = completeRows(all, columns);
      if (members.length === 0) return [];
      const mean = meanOf(members.map((r) => meanOver(r, columns)));
      const digits = Math.max(...columns.map((c) => c.decimals));
      const text = `${mean.toFixed(digits)} (${members.length})`;
      const words = `${label}, ${group}: ${text}, the mean of ${countOf(members.length, 'judge')}`;
      return [{ series: group, x: mean, lo: null, hi: null, text, words, judge: null }];
    }),
  }));
  const series = groups.map(([group], i) => ({ id: group, label: group, mark: marks[i] ?? plainMark(i) }));
  return {
    kind: 'dots',
    id: `groups-${board.table}`,
    title: `Averages by kind of judge – ${board.title}`,
    says: highestWords({ series, rows }),
    about: `Unweighted mean of the printed values over the judges of each printed group: ${groups.map(([g, r]) => `${g} ${r.length}`).join(', ')}. These are descriptions of the judges chosen, not estimates for a population, so there is no interval. In the table the number of judges stands in brackets.`,
    n: countOf(
      groups.reduce((sum, [, members]) => sum + members.length, 0),
      'judge',
    ),
    sources: [sourceOfBoard(board)],
    axis: {
      label: 'mean of printed values',
      domain: domainOf(
        rows.flatMap((r) => r.marks.map((m) => m.x)),
        families[0]?.columns[0]?.range ?? null,
      ),
      log: false,
    },
    series,
    rows,
    reference: null,
    table: {
      columns: ['', ...groups.map(([g]) => g)],
      rows: rows.map((r) => [r.label, ...groups.map(([g]) => r.marks.find((m) => m.series === g)?.text ?? '–')]),
    },
  };
}
