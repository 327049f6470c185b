import { axisOf } from '../../charts/axis.ts';
import { accessMark } from '../../charts/mark-kinds.tsx';
import { type Board, type BoardColumn, type BoardRow, rowLabel } from '../../schema/board.ts';
import { better } from '../../schema/metric.ts';
import { countOf, fixed } from '../../ui/number-words.ts';
import { itemWithMost } from '../kit/words.ts';
import { comparesSettings, settingsChange } from './change.ts';
import { axisLabel, type BarsFigure, type ChangeFigure, type OrdersFigure } from './figure.ts';
import { nameOfColumn, rowsOfJudges, sourceOfBoard, usableValue } from './rows.ts';

type OrderPanels = OrdersFigure['panels'];

/** Lists the settings of a table that prints the same judges under each of several; none of any other table. */
function settingsOfRows(board: Board): readonly string[] {
  const rows = rowsOfJudges(board);
  const [settings, judges] = [new Set(rows.map(({ variant }) => variant)), new Set(rows.map(({ judge }) => judge))];
  const isWhole = settings.size > 1 && judges.size > 1 && rows.length === settings.size * judges.size;
  return isWhole ? [...settings] : [];
}

/** The rows of one judge, in the order of the settings. */
type RowsOfJudge = readonly BoardRow[];

/** Columns in which a setting changes the values of most judges, those over everything first. Others say nothing of settings. */
function columnsOfSettings(board: Board, judges: readonly RowsOfJudge[]): readonly BoardColumn[] {
  const isMoved = (rows: RowsOfJudge, key: string): boolean =>
    new Set(rows.flatMap((row) => usableValue(row, key)?.value ?? [])).size > 1;
  return board.columns
    .filter(({ metric, direction }) => metric !== null && direction !== 'none')
    .filter(({ key }) => judges.filter((rows) => isMoved(rows, key)).length * 2 > judges.length)
    .toSorted((a, b) => Object.keys(a.slice).length - Object.keys(b.slice).length);
}

/** Gives the place of each row in a column, the best one first; null without a value. Equal values stay in the order of the table. */
function placesOf(
  rows: readonly (BoardRow | undefined)[],
  { key, direction }: BoardColumn,
): readonly (number | null)[] {
  const valued = rows.flatMap((row, i) => {
    const value = usableValue(row, key)?.value ?? null;
    return value === null ? [] : [{ i, value }];
  });
  const order = valued.toSorted((a, b) => better(direction, b.value, a.value)).map(({ i }) => i);
  return rows.map((_, i) => (order.includes(i) ? 1 + order.indexOf(i) : null));
}

function panelOf(board: Board, column: BoardColumn, judges: readonly RowsOfJudge[]): OrderPanels[number] {
  const settings = judges[0]?.map((_, setting) => setting) ?? [];
  const places = settings.map((setting) =>
    placesOf(
      judges.map((rows) => rows[setting]),
      column,
    ),
  );
  const rows = judges.flatMap((own, i) => {
    const [first] = own;
    if (first === undefined) return [];
    const at = own.map((row, setting) => {
      const [place, value] = [places[setting]?.[i] ?? null, usableValue(row, column.key)?.value ?? null];
      return place === null || value === null ? null : { place, text: fixed(value, column.decimals) };
    });
    return [{ label: first.name, mark: accessMark(first.access), judge: first.judge, at }];
  });
  const placeOf = ({ at }: (typeof rows)[number]): number => at[0]?.place ?? judges.length + 1;
  return { label: nameOfColumn(board, column), rows: rows.toSorted((a, b) => placeOf(a) - placeOf(b)) };
}

/** `Gemini 2.5 Pro ranks first in all 15 rankings (5 measures × 3 settings); the setting changes the order of judges for 4 of 5 measures.` */
function ordersWords(panels: OrderPanels): string {
  const firsts = panels.flatMap(({ rows }) =>
    rows.flatMap(({ label, at }) => at.flatMap((one) => (one?.place === 1 ? [label] : []))),
  );
  const leader = itemWithMost([...Map.groupBy(firsts, (name) => name)], ([, own]) => own.length);
  if (leader === null) return '';
  const [name, own] = leader;
  const all = own.length === firsts.length ? `all ${firsts.length}` : `${own.length} of ${firsts.length}`;
  const settings = panels[0]?.rows[0]?.at.length ?? 0;
  const moved = panels.filter(({ rows }) => rows.some(({ at }) => new Set(at.map((one) => one?.place)).size > 1));
  const measures = panels.length === 1 ? '' : ` (${panels.length} measures × ${settings} settings)`;
  const where =
    panels.length === 1
      ? ''
      : ` for ${moved.length === panels.length ? 'every measure' : `${moved.length} of ${panels.length} measures`}`;
  const changes =
    moved.length === 0 ? 'the setting changes no order' : `the setting changes the order of judges${where}`;
  return `${name} ranks first in ${all} rankings${measures}; ${changes}.`;
}

/** Follows judges through the orders that settings give, in a panel per column that a setting changes. */
function ordersUnderSettings(board: Board, variants: readonly string[]): OrdersFigure {
  const byJudge = Map.groupBy(rowsOfJudges(board), ({ judge }) => judge);
  const judges = [...byJudge.values()].map((own) =>
    own.toSorted((a, b) => variants.indexOf(a.variant) - variants.indexOf(b.variant)),
  );
  const panels = columnsOfSettings(board, judges).map((column) => panelOf(board, column, judges));
  const settings = variants.map((variant) => board.settings?.[variant] ?? (variant || 'usual setting'));
  return {
    kind: 'orders',
    id: `orders-${board.table}`,
    title: board.heading,
    says: ordersWords(panels),
    about: `${board.about} Judges are ordered by value, the best at the top. Only the order is shown: values of two settings are not compared.`,
    n: countOf(judges.length, 'judge'),
    sources: [sourceOfBoard(board)],
    settings,
    panels,
    table: {
      columns: ['Measure', board.rowLabel, ...settings],
      rows: panels.flatMap(({ label, rows }) =>
        rows.map((row) => [
          label,
          row.label,
          ...row.at.map((one) => (one === null ? '–' : `${one.text} (${one.place})`)),
        ]),
      ),
    },
  };
}

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

/** `All 3 judges are highest on Response dom. (0.201 to 0.956) and at most 0.005 on Robustness.` */
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
    axis: axisOf(axisLabel({ label: board.title, unit: first?.unit ?? 'ratio' }), [0, ...values], first?.range ?? null),
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

/** The picture of a table that is no leaderboard: what settings change, their orders, or the parts of one metric; null where nothing is compared. */
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
