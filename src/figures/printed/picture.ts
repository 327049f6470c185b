import { domainOf } from '../../charts/axis.ts';
import { accessMark } from '../../charts/mark-kinds.tsx';
import { type Board, type BoardColumn, rowLabel } from '../../schema/board.ts';
import { countOf } from '../../ui/number-words.ts';
import { itemWithMost } from '../kit/words.ts';
import { comparesSettings, settingsChange } from './change.ts';
import { axisLabel, type BarsFigure, type ChangeFigure, type OrdersFigure } from './figure.ts';
import { ordersUnderSettings, settingsOfRows } from './orders.ts';
import { nameOfColumn, rowsOfJudges, sourceOfBoard, usableValue } from './rows.ts';

/** Fewer parts than this are not worth a picture. */
const LEAST = 3;

/** Finds the columns that split one metric by bias types; none where a table has several metrics or too few of these columns. */
function partsOfMetric({ columns }: Pick<Board, 'columns'>): readonly BoardColumn[] {
  const measured = columns.filter(({ metric }) => metric !== null);
  const parts = measured.filter(({ slice }) => slice['bias_type'] !== undefined);
  return new Set(measured.map(({ metric }) => metric)).size === 1 && parts.length >= LEAST ? parts : [];
}

type Panels = BarsFigure['panels'];
type Bar = Panels[number]['rows'][number];

/** Writes a range, or its one value where both ends are equal. */
const spanOf = (bars: readonly Bar[]): string => {
  const [least, most] = bars.toSorted((a, b) => a.value - b.value).filter((_, i, all) => i % (all.length - 1) === 0);
  return most === undefined || least === undefined || least.text === most.text
    ? (bars[0]?.text ?? '')
    : `${least.text} to ${most.text}`;
};

/**
 * Says where judges are highest, and in which group of parts the most is least: `All 3 judges are highest on Response dom. (0.201 to 0.956) and
 * at most 0.005 on Robustness.`
 */
function sharesWords(panels: Panels): string {
  const tops = panels.flatMap(({ rows }) => itemWithMost(rows, ({ value }) => value) ?? []);
  const [most] = [...Map.groupBy(tops, ({ label }) => label).values()].toSorted((a, b) => b.length - a.length);
  const first = most?.[0];
  if (most === undefined || first === undefined) return '';
  const who =
    most.length === panels.length && most.length > 1
      ? `All ${countOf(panels.length, 'judge')} are`
      : `${most.length} of ${countOf(panels.length, 'judge')} ${most.length === 1 ? 'is' : 'are'}`;
  const groups = Map.groupBy(
    panels.flatMap(({ rows }) => rows),
    ({ group }) => group,
  );
  const highest = [...groups].flatMap(([group, rows]) => {
    const own = itemWithMost(rows, ({ value }) => value);
    return own === null || group === '' || group === first.group ? [] : [own];
  });
  const low = itemWithMost(highest, ({ value }) => -value);
  const rest = low === null ? '' : ` and at most ${low.text} on ${low.group}`;
  return `${who} highest on ${first.label} (${spanOf(most)})${rest}.`;
}

/** Shows the parts of one metric, in a panel per judge. */
function sharesPerJudge(board: Board, columns: readonly BoardColumn[]): BarsFigure {
  const panels = rowsOfJudges(board).map((row) => ({
    label: rowLabel(row, board),
    mark: accessMark(row.access),
    judge: row.judge,
    rows: columns.flatMap((column) => {
      const cell = usableValue(row, column.key);
      const label = nameOfColumn(board, column);
      return cell === null ? [] : [{ label, group: column.group, value: cell.value, text: cell.printed }];
    }),
  }));
  const [first] = columns;
  const values = panels.flatMap(({ rows }) => rows.map(({ value }) => value));
  return {
    kind: 'bars',
    id: `parts-${board.table}`,
    title: board.heading,
    says: sharesWords(panels),
    about: `${board.about} ${columns.map((column) => `${nameOfColumn(board, column)} n ≤ ${column.n ?? '?'}`).join(', ')}.`,
    n: countOf(panels.length, 'judge'),
    sources: [sourceOfBoard(board)],
    axis: {
      label: axisLabel({ label: board.title, unit: first?.unit ?? 'ratio' }),
      domain: domainOf([0, ...values], first?.range ?? null),
      log: false,
    },
    panels: panels.filter(({ rows }) => rows.length > 0),
    table: {
      columns: [board.rowLabel, ...columns.map((column) => nameOfColumn(board, column))],
      rows: rowsOfJudges(board).map((row) => [
        rowLabel(row, board),
        ...columns.map(({ key }) => row.cells[key]?.printed ?? '–'),
      ]),
    },
  };
}

export type TablePicture = ChangeFigure | BarsFigure | OrdersFigure;

/**
 * Gives the picture of a table that is no leaderboard, for its own page and for the page of figures: what settings change, the orders that
 * they give, or the parts of one metric; null where the table compares nothing.
 */
export function comparisonPicture(board: Board): TablePicture | null {
  if (board.kind !== 'comparison') return null;
  if (comparesSettings(board)) return filled(settingsChange(board));
  const settings = settingsOfRows(board);
  if (settings.length > 0) return filled(ordersUnderSettings(board, settings));
  const parts = partsOfMetric(board);
  return parts.length > 0 ? filled(sharesPerJudge(board, parts)) : null;
}

/** Of a table whose cells are all in doubt there is nothing to draw. */
const filled = <Picture extends TablePicture>(picture: Picture): Picture | null =>
  picture.panels.some(({ rows }) => rows.length > 0) ? picture : null;

/** Says how to read the picture above a table. */
export function pictureWords({ kind }: TablePicture, { block }: Pick<Board, 'block'>): string {
  switch (kind) {
    case 'change':
      return `In the picture an arrow leads from the first setting ${block === null ? '' : 'of a block of rows '}to another one.`;
    case 'orders':
      return 'In the picture each line follows a judge from setting to setting; the best judge of each setting is at the top.';
    case 'bars':
      return 'In the picture each judge has one bar per part; all bars share one scale.';
  }
}
