import type { PageBoard, PageColumn } from '../board/page-board.ts';
import { isPlotted } from '../board/state.ts';
import { columnName } from '../board/words.ts';
import { metricById } from '../metrics/index.ts';
import { tableName } from '../schema/board.ts';
import type { Judge } from '../schema/judge.ts';
import type { Direction } from '../schema/metric.ts';

/** A column that can be an axis: of a board, or a mean of some of its columns. Short, since the page holds all of them. */
export interface PlotColumn {
  readonly key: string;
  readonly label: string;
  readonly direction: Direction;
  readonly decimals: number;
  /** Left out for a ratio. */
  readonly unit?: PageColumn['unit'];
  /** Keys of the board's columns whose mean it is; left out for a column itself. */
  readonly mean?: readonly string[];
}

export interface PlotTable {
  readonly table: string;
  /** `Table 3`, or the title. */
  readonly name: string;
  readonly columns: readonly PlotColumn[];
}

interface PlotBenchmark {
  readonly id: string;
  readonly name: string;
  /** The file of its tables, beside those of comparisons. */
  readonly file: string;
  readonly tables: readonly PlotTable[];
}

export interface PlotJudge extends Pick<Judge, 'id' | 'name' | 'organisation' | 'access'> {
  /** In 10⁹ parameters. */
  readonly size?: number;
  /** A day or a month. */
  readonly released?: string;
  readonly open?: boolean;
  /** Per million tokens. */
  readonly price?: Pick<NonNullable<Judge['price']>, 'input' | 'output' | 'currency'>;
}

export function plotJudge(judge: Judge): PlotJudge {
  const { id, name, organisation, access, parameters_b: size, released, licence, price } = judge;
  return {
    ...{ id, name, organisation, access },
    ...(size === undefined ? {} : { size }),
    ...(released === undefined ? {} : { released: released.date }),
    ...(licence === undefined ? {} : { open: licence.open }),
    ...(price === undefined ? {} : { price: { input: price.input, output: price.output, currency: price.currency } }),
  };
}

/** All that can be chosen, and who can be drawn: no values, which come with the tables of a benchmark. */
export interface PlotIndex {
  readonly address: string;
  readonly benchmarks: readonly PlotBenchmark[];
  readonly judges: readonly PlotJudge[];
  /** The column that the page opens with, upwards; null where there is none. */
  readonly first: string | null;
}

const plotUnit = (unit: PageColumn['unit']) => (unit === 'ratio' ? {} : { unit });

/** Gives the means over columns of one metric that no column of the board is the whole of: `Mean Bias-Deviation, 5 columns`. */
function meansOf(board: PageBoard): readonly PlotColumn[] {
  const parts = Map.groupBy(board.columns.filter(isPlotted), ({ metric }) => metric ?? '');
  return [...parts].flatMap(([metric, columns]): PlotColumn[] => {
    const [one, ...others] = columns;
    const isPart = columns.every(({ group }) => group !== '');
    if (metric === '' || one === undefined || others.length === 0 || !isPart) return [];
    const { direction, decimals, unit } = one;
    const mean = columns.map(({ key }) => key);
    const label = `Mean ${metricById(metric)?.label ?? metric}, ${columns.length} columns`;
    return [{ key: `mean-${metric}`, label, direction, decimals: decimals + 1, ...plotUnit(unit), mean }];
  });
}

export function plotTable(board: PageBoard): PlotTable {
  const columns = board.columns.filter(isPlotted).map(
    (column): PlotColumn => ({
      key: column.key,
      label: columnName(board, column),
      direction: column.direction,
      decimals: column.decimals,
      ...plotUnit(column.unit),
    }),
  );
  const name = tableName(board);
  return {
    table: board.table,
    name: name.slice(0, 1).toUpperCase() + name.slice(1),
    columns: [...columns, ...meansOf(board)],
  };
}
