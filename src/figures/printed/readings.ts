import { axisOf } from '../../charts/axis.ts';
import { accessMark, plainMark } from '../../charts/mark-kinds.tsx';
import { pacc } from '../../metrics/conflicts.ts';
import { abstentionRatio, bc, bd, reliability } from '../../metrics/perturbations.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import { type Board, type BoardColumn, type BoardRow, rowLabel } from '../../schema/board.ts';
import { meanOf, spearman } from '../../stats/intervals.ts';
import { countOf, fixed, signed } from '../../ui/number-words.ts';
import { itemWithMost, SENTENCE_DIGITS } from '../kit/words.ts';
import {
  ACCESS_SERIES,
  axisLabel,
  type DotsFigure,
  type Figure,
  type FigureMark,
  printedWords,
  type ScatterFigure,
  type Series,
} from './figure.ts';
import { highestWords, nameOfColumn, rowsOfJudges, sourceOfBoard, type UsableCell, usableValue } from './rows.ts';

function mark(
  series: string,
  {
    row,
    cell,
    ...said
  }: { readonly row: BoardRow; readonly cell: UsableCell; readonly text: string; readonly words: string },
): FigureMark {
  return {
    series,
    x: cell.value,
    lo: cell.interval?.lo ?? null,
    hi: cell.interval?.hi ?? null,
    ...said,
    judge: row.judge,
  };
}

/** Groups columns of one metric whose slice names something (a criterion, a bias type): at least three make a family. */
export function sliceFamilies(board: Board): { readonly key: string; readonly columns: readonly BoardColumn[] }[] {
  const byKey = Map.groupBy(
    board.columns.filter((c) => c.metric !== null && c.direction === 'higher'),
    (c) => ['criterion', 'bias_type', 'quality_pair'].find((k) => c.slice[k] !== undefined) ?? '',
  );
  return [...byKey].flatMap(([key, columns]) => (key === '' || columns.length < 3 ? [] : [{ key, columns }]));
}

const FAMILY_NAMES: Readonly<Record<string, string>> = {
  criterion: 'criterion',
  bias_type: 'bias type',
  quality_pair: 'quality pair',
};

const BEST_OF = {
  proprietary: 'proprietary judges',
  open: 'judges with open weights',
  'fine-tuned': 'fine-tuned judges',
} as const;

function bestOf(board: Board, access: string, column: BoardColumn): { row: BoardRow; cell: UsableCell } | null {
  let best: { row: BoardRow; cell: UsableCell } | null = null;
  for (const row of rowsOfJudges(board)) {
    const cell = row.access === access ? usableValue(row, column.key) : null;
    if (cell !== null && (best === null || cell.value > best.cell.value)) best = { row, cell };
  }
  return best;
}

export function bestPerSlice(board: Board, key: string, columns: readonly BoardColumn[]): DotsFigure {
  const rows = columns.map((column) => ({
    label: nameOfColumn(board, column),
    marks: ACCESS_SERIES.flatMap(({ id }) => {
      const best = bestOf(board, id, column);
      return best === null
        ? []
        : [
            mark(id, {
              ...best,
              text: `${rowLabel(best.row, board)} ${best.cell.printed}`,
              words: `${nameOfColumn(board, column)}, best of ${BEST_OF[id]}: ${rowLabel(best.row, board)} ${printedWords(column, best.cell.printed, best.cell.interval)}`,
            }),
          ];
    }),
  }));
  const name = FAMILY_NAMES[key] ?? key;
  const [first] = columns;
  const values = rows.flatMap((r) => r.marks.flatMap((m) => [m.x, m.lo ?? m.x, m.hi ?? m.x]));
  return {
    kind: 'dots',
    id: `best-${board.table}`,
    title: `Best judge per ${name}, by group – ${board.title}`,
    says: highestWords({ series: ACCESS_SERIES, rows }),
    about: `The highest printed value of each group of judges, with its interval where the printed value allows one. ${rowsOfJudges(board).length} judges; ${columns.map((c) => `${nameOfColumn(board, c)} n = ${c.n ?? 'not printed'}`).join(', ')}.`,
    n: countOf(rowsOfJudges(board).length, 'judge'),
    sources: [sourceOfBoard(board)],
    axis: axisOf(first?.unit === 'percent' ? 'accuracy, %' : 'printed value', values, first?.range ?? null),
    series: ACCESS_SERIES,
    rows,
    reference: null,
    table: {
      columns: [name, ...ACCESS_SERIES.map((s) => s.label)],
      rows: rows.map((r) => [
        r.label,
        ...ACCESS_SERIES.map((s) => r.marks.find((m) => m.series === s.id)?.text ?? '–'),
      ]),
    },
  };
}

export function slicesPerJudge(board: Board, columns: readonly BoardColumn[]): DotsFigure {
  const rows = rowsOfJudges(board).map((row) => ({
    label: rowLabel(row, board),
    marks: columns.flatMap((c) => {
      const cell = usableValue(row, c.key);
      if (cell === null) return [];
      const words = `${rowLabel(row, board)}: ${nameOfColumn(board, c)} ${printedWords(c, cell.printed, cell.interval)}`;
      return [mark(c.key, { row, cell, text: cell.printed, words })];
    }),
  }));
  const coin = board.references.find((r) => columns.every((c) => r.values[c.key] !== undefined));
  const values = rows.flatMap((r) => r.marks.flatMap((m) => [m.x, m.lo ?? m.x, m.hi ?? m.x]));
  const series = columns.map((c, i) => ({ id: c.key, label: nameOfColumn(board, c), mark: plainMark(i) }));
  const chance = coin?.values[columns[0]?.key ?? '']?.lo;
  return {
    kind: 'dots',
    id: `slices-${board.table}`,
    title: `${board.title}: ${columns.map((c) => nameOfColumn(board, c)).join(', ')}`,
    says: highestWords({ series, rows }),
    about: `${board.about} Bars are intervals from the printed values; ${columns.map((c) => `${nameOfColumn(board, c)} n ≤ ${c.n ?? '?'}`).join(', ')}.`,
    n: countOf(rowsOfJudges(board).length, 'judge'),
    sources: [sourceOfBoard(board)],
    axis: axisOf(
      axisLabel({ label: board.title, unit: columns[0]?.unit ?? 'ratio' }),
      [...values, ...(chance === undefined ? [] : [chance])],
      columns[0]?.range ?? null,
    ),
    series,
    rows,
    reference: coin === undefined || chance === undefined ? null : { x: chance, label: coin.label },
    table: {
      columns: [board.rowLabel, ...columns.map((c) => nameOfColumn(board, c))],
      rows: rowsOfJudges(board).map((r) => [rowLabel(r, board), ...columns.map((c) => r.cells[c.key]?.printed ?? '–')]),
    },
  };
}

/** The settings (`variant`) in which a judge may abstain, and answers all criteria of a case at once. */
const MAY_ABSTAIN = 'na';
const JOINT = 'joint';

const seriesOf = (labels: readonly string[]): readonly Series[] =>
  labels.map((label, i) => ({ id: label, label, mark: plainMark(i) }));

const markOf = (series: string, x: number, { text, words }: Pick<FigureMark, 'text' | 'words'>): FigureMark => ({
  ...{ series, x, text, words, lo: null, hi: null, judge: null },
});

/** A judge with a setting, beside itself in its usual one. */
interface TwoSettings {
  readonly usual: BoardRow;
  readonly other: BoardRow;
}

function inSettings(board: Board, variant: string): TwoSettings[] {
  const rows = rowsOfJudges(board);
  return rows.flatMap((other) => {
    const usual = rows.find((row) => row.judge === other.judge && row.variant === '');
    return other.variant === variant && usual !== undefined ? [{ usual, other }] : [];
  });
}

/** What a judge that may abstain does under one bias type. */
interface Abstained {
  readonly column: BoardColumn;
  /** The share of samples that it did not score. */
  readonly share: number;
  /** BD or BC where it had to score all; null where the printed value is in doubt. */
  readonly usual: number | null;
  /** The same over the samples that it scored. */
  readonly scored: number;
  /** The same over all samples: to abstain is to notice, which is right where the score should fall, and else a change. */
  readonly noticed: number;
}

/** Puts the printed shares of abstained samples (by bias type) beside the values of the samples left. */
function abstainedIn(ratios: Board, { usual, other }: TwoSettings, columns: readonly BoardColumn[]): Abstained[] {
  const shares = rowsOfJudges(ratios).find(({ judge }) => judge === other.judge);
  return columns.flatMap((column) => {
    const key = ratios.columns.find((one) => one.slice.bias_type === column.slice.bias_type)?.key ?? '';
    const [share, from, to] = [
      usableValue(shares, key),
      usableValue(usual, column.key),
      usableValue(other, column.key),
    ];
    if (share === null || to === null) return [];
    const given = column.metric === bd.id ? share.value : 0;
    const noticed = given + (1 - share.value) * to.value;
    return [{ column, share: share.value, usual: from?.value ?? null, scored: to.value, noticed }];
  });
}

interface AbstainingJudge extends TwoSettings {
  readonly types: readonly Abstained[];
}

const bestFirst = <T extends { readonly label: string }>(rows: readonly T[], value: (row: T) => number): string =>
  rows
    .toSorted((a, b) => value(b) - value(a))
    .map(({ label }) => label)
    .join(', ');

function noticingFigure(board: Board, ratios: Board, judges: readonly AbstainingJudge[]): DotsFigure[] {
  const overall = board.columns.find(
    ({ metric, slice }) => metric === reliability.id && Object.keys(slice).length === 0,
  );
  if (overall === undefined) return [];
  const names = ['Must score', 'May abstain: abstained left out', 'May abstain: counted as noticing'] as const;
  const rows = judges.flatMap(({ usual, other, types }) => {
    const [from, left] = [usableValue(usual, overall.key), usableValue(other, overall.key)];
    if (from === null || left === null) return [];
    const values = [from.value, left.value, meanOf(types.map(({ noticed }) => noticed))] as const;
    return [{ label: usual.name, values }];
  });
  const [before, after] = [bestFirst(rows, ({ values }) => values[0]), bestFirst(rows, ({ values }) => values[2])];
  const order = before === after ? `keeps the order ${before}` : `changes the order from ${before} to ${after}`;
  const text = (value: number): string => fixed(value, overall.decimals);
  return [
    {
      kind: 'dots',
      id: `noticing-${board.number}`,
      title: 'Our reading: abstaining counts as noticing',
      says: `Counted as noticing, abstaining ${order}.`,
      about:
        'With a, the share of samples on which a judge abstains, a bias type that should lower the score gives a + (1 − a) · BD, any other (1 − a) · BC; overall is the mean over bias types. A judge that declines to score an answer without its evidence has noticed, while the paper leaves these samples out. Ours, and approximate: computed from printed cells, where a is a share of all samples and BD leaves out those with the lowest score before the change.',
      n: countOf(rows.length, 'judge'),
      sources: [sourceOfBoard(board), sourceOfBoard(ratios)],
      axis: axisOf(
        `${overall.label} (0–1)`,
        rows.flatMap(({ values }) => values),
        overall.range,
      ),
      series: seriesOf(names),
      rows: rows.map(({ label, values }) => ({
        label,
        marks: values.map((value, i) =>
          markOf(names[i] ?? '', value, { text: text(value), words: `${label}, ${names[i]}: ${text(value)}` }),
        ),
      })),
      reference: null,
      table: { columns: ['Judge', ...names], rows: rows.map(({ label, values }) => [label, ...values.map(text)]) },
    },
  ];
}

function abstainingFigure(board: Board, ratios: Board, judges: readonly AbstainingJudge[]): ScatterFigure {
  const points = judges.flatMap(({ usual, types }) =>
    types.flatMap(({ column, share, usual: from, scored }) => {
      if (from === null) return [];
      const metric = column.metric === bd.id ? bd.label : bc.label;
      const [change, decimals] = [scored - from, column.decimals];
      const point = { x: share, y: change, label: `${usual.name}: ${column.label}`, metric, front: false };
      const values = `abstains on ${fixed(share, decimals)}, ${metric} ${signed(change, decimals)}`;
      const cells = [usual.name, column.label, fixed(share, decimals), metric, signed(change, decimals)];
      return [{ ...point, values, cells, series: usual.id, judge: usual.judge ?? '' }];
    }),
  );
  const lowered = points.filter(({ metric }) => metric === bd.label);
  const { value } = spearman(lowered);
  const all = judges.reduce((sum, { types }) => sum + types.length, 0);
  return {
    kind: 'scatter',
    id: `abstaining-${board.number}`,
    title: 'What is left where judges abstain',
    says:
      value === null
        ? ''
        : `Rank correlation of abstaining and the change of BD: ${signed(value, SENTENCE_DIGITS)} over ${countOf(lowered.length, 'value')}.`,
    about: `Right: the judge abstains more often. Down: BD (or BC, where the score should stay) of the samples that it still scores is lower than when it had to score all. Samples that a judge leaves out are no random ones, so the change is of what is left, not of the judge. ${points.length} of ${all} values: the others are printed in doubt.`,
    n: countOf(points.length, 'value'),
    sources: [sourceOfBoard(board), sourceOfBoard(ratios)],
    x: axisOf(
      'share abstained (0–1)',
      points.map(({ x }) => x),
      [0, 1],
    ),
    y: axisOf(
      'change of BD or BC',
      points.map((one) => one.y),
      [-1, 1],
    ),
    series: judges.map(({ usual: { id, name: label, access } }) => ({
      id,
      label,
      mark: accessMark(access) ?? 'square',
    })),
    points,
    table: {
      columns: ['Judge', 'Bias type', 'share abstained', 'of', 'change'],
      rows: points.toSorted((a, b) => b.x - a.x).map(({ cells }) => cells),
    },
  };
}

function abstentionFigures(boards: readonly Board[]): Figure[] {
  const ofTypes = (board: Board, metrics: readonly string[]): readonly BoardColumn[] =>
    board.columns.filter(({ metric, slice }) => slice.bias_type !== undefined && metrics.includes(metric ?? ''));
  const ratios = boards.find((board) => ofTypes(board, [abstentionRatio.id]).length > 0);
  return boards.flatMap((board) => {
    const columns = ofTypes(board, [bd.id, bc.id]);
    const pairs = inSettings(board, MAY_ABSTAIN);
    if (ratios === undefined || columns.length === 0 || pairs.length === 0) return [];
    const judges = pairs
      .map((pair) => ({ ...pair, types: abstainedIn(ratios, pair, columns) }))
      .filter(({ types }) => types.length === columns.length);
    return judges.length === 0
      ? []
      : [...noticingFigure(board, ratios, judges), abstainingFigure(board, ratios, judges)];
  });
}

function callsFigure(board: Board, benchmark: Benchmark): DotsFigure[] {
  const names = ['One call a criterion', 'One call a case'] as const;
  const rows = board.columns.flatMap((column) => {
    const split = benchmark.splits.find(({ id }) => column.metric === pacc.id && id === column.slice.split);
    const calls = (split?.counts.judgments ?? Number.NaN) / (split?.counts.prompts ?? Number.NaN);
    return inSettings(board, JOINT).flatMap(({ usual, other }) => {
      const [from, to] = [usableValue(usual, column.key), usableValue(other, column.key)];
      if (split === undefined || Number.isNaN(calls) || from === null || to === null) return [];
      return [{ label: `${usual.name}: ${split.label}`, calls, from, to, change: to.value - from.value }];
    });
  });
  const told = [itemWithMost(rows, ({ change }) => change), itemWithMost(rows, ({ change }) => -change)];
  const [most, least] = told;
  if (most === undefined || least === undefined || most === null || least === null) return [];
  const digits = 1;
  const saved = rows.map(({ calls }) => Math.round(100 * (1 - 1 / calls)));
  const perCall = ({ calls, from, to }: (typeof rows)[number]) => [from.value / calls, to.value] as const;
  return [
    {
      kind: 'dots',
      id: `calls-${board.number}`,
      title: 'PAcc for each call, all criteria at once',
      says: `With ${[...new Set(saved)].join(' or ')} % fewer calls PAcc changes by ${signed(least.change, digits)} (${least.label}) to ${signed(most.change, digits)} points (${most.label}).`,
      about: `A case has ${[...new Set(rows.map(({ calls }) => fixed(calls, 2)))].join(' and ')} criteria on average (${benchmark.splits.map(({ label }) => label.toLowerCase()).join(', ')}). Asked for one criterion a call, a case takes as many calls; asked for all at once it takes one. Points of PAcc over calls a case; longer answers may cost more than one call of a single criterion, which the paper does not print.`,
      n: countOf(rows.length, 'value'),
      sources: [sourceOfBoard(board)],
      axis: axisOf('points of PAcc a call', rows.flatMap(perCall), [0, 100]),
      series: seriesOf(names),
      rows: rows.map((row) => ({
        label: row.label,
        marks: perCall(row).map((value, i) => {
          const text = fixed(value, digits);
          return markOf(names[i] ?? '', value, { text, words: `${row.label}, ${names[i]}: ${text} points` });
        }),
      })),
      reference: null,
      table: {
        columns: [
          'Judge and split',
          'criteria a case',
          ...names.map((name) => `PAcc, ${name.toLowerCase()}`),
          'change',
          ...names,
        ],
        rows: rows.map((row) => [
          ...[row.label, fixed(row.calls, 2), row.from.printed, row.to.printed, signed(row.change, 2)],
          ...perCall(row).map((value) => fixed(value, digits)),
        ]),
      },
    },
  ];
}

export function readingsOf(benchmark: Benchmark, boards: readonly Board[]): Figure[] {
  const own = boards.filter((board) => board.benchmark === benchmark.id && board.source !== 'computed');
  return [...abstentionFigures(own), ...own.flatMap((board) => callsFigure(board, benchmark))];
}
