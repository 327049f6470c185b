import { axisOf, domainOf } from '../../charts/axis.ts';
import { correctionScore, critiqueScore } from '../../metrics/critiques.ts';
import { type Board, type BoardColumn, type BoardRow, contextWords, rowLabel } from '../../schema/board.ts';
import { sliceText } from '../../schema/slice.ts';
import { countOf, signed } from '../../ui/number-words.ts';
import { axisLabel, type ChangeFigure } from './figure.ts';
import {
  higherIsBetter,
  nameOfColumn,
  riseAndFallWords,
  rowsOfJudges,
  sourceOfBoard,
  type UsableCell,
  usableValue,
} from './rows.ts';

/** A first setting, and the others that are compared with it. */
type Block = readonly [BoardRow, readonly BoardRow[]];

function blocksOf(board: Board): Block[] {
  const rows = rowsOfJudges(board);
  const size = board.block ?? rows.length;
  return Array.from({ length: Math.floor(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size)).flatMap(
    ([first, ...rest]) => (first === undefined ? [] : [[first, rest] as const]),
  );
}

interface MeasuredPanel {
  readonly label: string;
  readonly column: BoardColumn;
  readonly rows: ChangeFigure['panels'][number]['rows'];
}

/** One scale for all panels of a unit, so that lengths can be compared across them. */
function domainsByUnit(panels: readonly MeasuredPanel[]): ReadonlyMap<BoardColumn['unit'], readonly [number, number]> {
  const filled = panels.filter(({ rows }) => rows.length > 0);
  return new Map(
    [...Map.groupBy(filled, ({ column }) => column.unit)].map(([unit, own]) => [
      unit,
      domainOf(
        own.flatMap(({ rows }) => rows.flatMap(({ from, to }) => [from, to])),
        own[0]?.column.range ?? null,
      ),
    ]),
  );
}

/** Says how values move: `From the first setting, 20 of 32 values rise and 12 fall.`, or `With “May abstain”, …` where there is one other setting. */
export const settingsWords = (panels: ChangeFigure['panels'], only: string | null = null): string =>
  riseAndFallWords(panels, only === null ? 'From the first setting' : `With “${only}”`);

/** Names a setting beside the one that its block begins with; empty where the row is another judge. */
function settingOf(from: BoardRow, to: BoardRow, board: Board): string {
  if (to.thinking === true && from.thinking === false) return 'thinking';
  return to.variant === '' || to.judge !== from.judge ? '' : contextWords(to, board).apart;
}

/** Names the setting where a table compares its first one with this other one alone; null where there are several. */
function onlySetting(board: Board): string | null {
  if (board.block === null) return null;
  const [only = '', ...others] = new Set(
    blocksOf(board).flatMap(([from, rest]) => rest.map((to) => settingOf(from, to, board))),
  );
  return others.length > 0 || only === '' ? null : only;
}

type ChangeRow = ChangeFigure['panels'][number]['rows'][number];

/** Gives the change between two cells, none where one of them has no usable value. */
function changeOf(label: string, from: UsableCell | null, to: UsableCell | null): readonly ChangeRow[] {
  return from === null || to === null ? [] : [{ label, from: from.value, to: to.value }];
}

/** The columns whose changes are drawn, of those better when higher: the bias types where there is one other setting, else what the table says of several types at once. */
function drawnColumns(board: Board, only: string | null): readonly BoardColumn[] {
  const all = higherIsBetter(board);
  const types = all.filter(({ slice }) => slice['bias_type'] !== undefined);
  const others = all.filter((column) => !types.includes(column));
  const [first, second] = only === null ? [others, types] : [types, others];
  return first.length > 0 ? first : second;
}

function panelsOfRows(board: Board): readonly MeasuredPanel[] {
  const only = onlySetting(board);
  const columns = drawnColumns(board, only);
  const changes = (column: BoardColumn, [from, others]: Block, labelOf: (setting: string, to: BoardRow) => string) =>
    others.flatMap((to) =>
      changeOf(labelOf(settingOf(from, to, board), to), usableValue(from, column.key), usableValue(to, column.key)),
    );
  const [column, ...more] = columns;
  if (column !== undefined && more.length === 0 && only === null)
    return blocksOf(board).map((block) => ({
      label: block[0].name,
      column,
      rows: changes(column, block, (setting, to) => setting || rowLabel(to, board)),
    }));
  return columns.map((column) => {
    const group = column.group === '' || column.group === column.label ? '' : `${column.group}: `;
    const rows = blocksOf(board).flatMap((block) =>
      changes(column, block, (setting, to) => {
        if (setting === '') return rowLabel(to, board);
        return only === null ? `${to.name}: ${setting}` : to.name;
      }),
    );
    return { label: `${group}${column.label}`, column, rows };
  });
}

/** Measures what columns of other settings change, in a table that has its settings side by side: one panel for each judge. */
function panelsOfColumns(board: Board): readonly MeasuredPanel[] {
  const whole = ({ metric, slice }: BoardColumn): string => `${metric} ${sliceText(slice)}`;
  const plain = board.columns.filter(({ setting }) => setting === undefined);
  return rowsOfJudges(board).flatMap((row) =>
    plain.map((column) => {
      const settings = board.columns.filter((other) => other !== column && whole(other) === whole(column));
      const rows = settings.flatMap(({ key, label }) =>
        changeOf(label, usableValue(row, column.key), usableValue(row, key)),
      );
      return { label: plain.length > 1 ? `${row.name}: ${nameOfColumn(board, column)}` : row.name, column, rows };
    }),
  );
}

const hasColumnsOfSettings = ({ columns }: Board): boolean => columns.some(({ setting }) => setting !== undefined);

export const comparesSettings = (board: Board): boolean =>
  board.kind === 'comparison' && (board.block !== null || hasColumnsOfSettings(board));

/** From the first setting to each other one, in a panel per measured column, or per judge where each setting has a column. */
export function settingsChange(board: Board): ChangeFigure {
  const measured = hasColumnsOfSettings(board) ? panelsOfColumns(board) : panelsOfRows(board);
  const domains = domainsByUnit(measured);
  const panels = measured.map(({ column, ...panel }) => ({
    ...panel,
    decimals: column.decimals,
    axis: { label: axisLabel(column), domain: domains.get(column.unit) ?? ([0, 1] as const), log: false },
  }));
  return {
    kind: 'change',
    id: `change-${board.table}`,
    title: board.heading,
    says: settingsWords(panels, onlySetting(board)),
    about: `${board.about} An arrow runs from the first setting of each block to the other; blue is up, orange is down; all panels of a unit have one scale. Single printed values: a difference has no interval without the judgments.`,
    n: `${panels.reduce((sum, { rows }) => sum + rows.length, 0)} changes`,
    sources: [sourceOfBoard(board)],
    panels: panels.filter((p) => p.rows.length > 0),
    table: {
      columns: ['Measure', 'To', 'from', 'to', 'difference'],
      rows: panels.flatMap((p) =>
        p.rows.map((r) => [
          p.label,
          r.label,
          r.from.toFixed(p.decimals),
          r.to.toFixed(p.decimals),
          signed(r.to - r.from, p.decimals),
        ]),
      ),
    },
  };
}

export function correctionAgainstCritique(boards: readonly Board[]): ChangeFigure[] {
  const find = (metric: string): { board: Board; column: BoardColumn } | null => {
    for (const board of boards.filter((b) => b.kind === 'leaderboard')) {
      const column = board.columns.find((c) => c.metric === metric && Object.keys(c.slice).length === 0);
      if (column !== undefined) return { board, column };
    }
    return null;
  };
  const [critique, correction] = [find(critiqueScore.id), find(correctionScore.id)];
  if (critique === null || correction === null) return [];
  const rows = rowsOfJudges(correction.board).flatMap((row) => {
    const critic = rowsOfJudges(critique.board).find((r) => r.judge === row.judge);
    const from = usableValue(critic, critique.column.key);
    return changeOf(rowLabel(row, correction.board), from, usableValue(row, correction.column.key));
  });
  const decimals = critique.column.decimals;
  const panels = [
    {
      label: 'critique to correction',
      decimals,
      axis: axisOf(
        'mean score (0–10)',
        rows.flatMap((r) => [r.from, r.to]),
        [0, 10],
      ),
      rows,
    },
  ];
  return [
    {
      kind: 'change',
      id: `correction-${correction.board.table}`,
      title: 'Criticising is not correcting',
      says: riseAndFallWords(panels, 'From critique to correction'),
      about: `From the mean critique score (all samples) to the mean correction score (weak responses only, n ≤ ${correction.column.n ?? 280}) of the same judge, both 0–10. Different samples, so the difference mixes skill and difficulty.`,
      n: countOf(rows.length, 'judge'),
      sources: [sourceOfBoard(critique.board), sourceOfBoard(correction.board)],
      panels,
      table: {
        columns: ['Judge', 'critique', 'correction', 'difference'],
        rows: rows.map((r) => [
          r.label,
          r.from.toFixed(decimals),
          r.to.toFixed(decimals),
          signed(r.to - r.from, decimals),
        ]),
      },
    },
  ];
}
