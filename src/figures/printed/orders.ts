import { accessMark } from '../../charts/mark-kinds.tsx';
import type { Board, BoardColumn, BoardRow } from '../../schema/board.ts';
import { better } from '../../schema/metric.ts';
import { countOf, fixed } from '../../ui/number-words.ts';
import { itemWithMost } from '../kit/words.ts';
import type { OrdersFigure } from './figure.ts';
import { nameOfColumn, rowsOfJudges, sourceOfBoard, usableValue } from './rows.ts';

type Panels = OrdersFigure['panels'];

/** Lists the settings of a table that prints the same judges under each of several; none of any other table. */
export function settingsOfRows(board: Board): readonly string[] {
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

function panelOf(board: Board, column: BoardColumn, judges: readonly RowsOfJudge[]): Panels[number] {
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

/**
 * Says whether orders hold: `Gemini 2.5 Pro ranks first in all 15 rankings (5 measures × 3 settings); the order of judges depends on the setting in 4 of 5.`
 */
function ordersWords(panels: Panels): string {
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
export function ordersUnderSettings(board: Board, variants: readonly string[]): OrdersFigure {
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
