import type { z } from 'zod';
import type { Access, Judge } from './judge.ts';
import type { Direction, Interval } from './metric.ts';
import type { Status } from './published.ts';

export interface SortKey {
  readonly column: string;
  readonly descending: boolean;
}

export type SortBy = (column: string, add: boolean) => void;

/**
 * Rank interval by Holm-adjusted tests over all pairs of the column: 1 + significantly better … K − significantly worse, K being all judges
 * with a value. A judge with a value and without a test has none.
 */
export interface RankInterval {
  readonly best: number;
  readonly worst: number;
  readonly couldBeFirst: boolean;
  /** Judges of one tier are not significantly worse than its first; tiers count from 1. */
  readonly tier: number;
}

export interface BoardCell {
  readonly printed: string;
  /** The number used, in the printed unit; null if none is. */
  readonly value: number | null;
  readonly status: Status;
  readonly note: string;
  readonly n: number | null;
  readonly interval: Interval | null;
  /** Standard error in the printed unit; null where there is none. */
  readonly se: number | null;
  /** Why there is no interval; empty where there is one. */
  readonly noInterval: string;
  readonly rank: RankInterval | null;
  /**
   * Given where the value is another quantity than the others of its column, such as a mean over `4 of 9` parts, or rests on too little: what it is of.
   * It takes no rank and no place and is sorted apart.
   */
  readonly apart?: string;
  /** In a page whose address names a release, where the value was another one: `then 48.5 (2–5)`. */
  readonly was?: string;
}

export interface BoardColumn {
  readonly key: string;
  readonly label: string;
  /** Header as the paper prints it. */
  readonly printed: string;
  readonly group: string;
  readonly metric: string | null;
  readonly unit: 'percent' | 'ratio' | 'score' | 'variance' | 'count' | 'text';
  readonly direction: Direction;
  readonly range: readonly [number, number] | null;
  /** Most digits after the point that the column prints. */
  readonly decimals: number;
  readonly n: number | null;
  /** The rows that values are taken from: all that has to be known of them, the split included. */
  readonly slice: Readonly<Record<string, string>>;
  /** Printed boards: the setting that is measured here, where rows do not say it. */
  readonly setting?: string;
  /** Of a printed mean over parts that weigh what the table says, whatever their samples: the keys of their columns. */
  readonly parts?: readonly string[];
  /** Human explanation of what is measured, for the header: formula, denominator, direction, source. */
  readonly formula: string;
  readonly about: string;
  readonly source: string;
}

export interface Involvement {
  readonly role: string;
  readonly label: string;
  readonly detail: string;
  readonly source: string;
}

export interface BoardRow {
  /** Unique in the board, safe in a URL: judge id, and variant where needed. */
  readonly id: string;
  readonly row: string;
  readonly kind: 'judge' | 'total' | 'statistic';
  readonly judge: string | null;
  readonly name: string;
  readonly organisation: string;
  readonly access: z.infer<typeof Access> | null;
  /** Whether the judge was thinking in this row; null where the source does not say. */
  readonly thinking: boolean | null;
  /** Ids of what is known of the judge (`judge-facts.ts`); left out where nothing is. */
  readonly facts?: readonly string[];
  readonly variant: string;
  readonly group: string;
  readonly involvement: readonly Involvement[];
  /** Where a run gives one answer to nearly all cases: that answer in the benchmark's words, how often it is given, and out of how many answers. */
  readonly constant?: { readonly answer: string; readonly given: number; readonly of: number };
  /** Of a run over pairs: how often it says what people say, from which a share that the judge gives is corrected. */
  readonly rates?: JudgeRates;
  /** How the run ranks those who made the responses, by split and criterion; left out where no ranking can be made. */
  readonly rankings?: readonly (GeneratorRanking & { readonly split: string; readonly criterion: string })[];
  readonly cells: Readonly<Record<string, BoardCell>>;
}

/** How often a judge gives an answer that people gave, and how often it gives another one that people gave, with their errors from clustered labels. */
export interface JudgeRates {
  /** Share of A where people say A (TPR), and of B where people say B (TNR). */
  readonly tpr: number;
  readonly tnr: number;
  /** Labelled cases of each kind. */
  readonly n: readonly [a: number, b: number];
  /** Variances of the two and their covariance; null where no error is known. */
  readonly errors: readonly [tpr: number, tnr: number, both: number] | null;
  readonly clusters: number;
}

/** A generator with its mean by the judge and by people. */
interface RankedGenerator {
  readonly generator: string;
  readonly judge: number;
  readonly people: number;
}

/** How a judge ranks generators beside how people do. */
export interface GeneratorRanking {
  /** The best by people first. */
  readonly generators: readonly RankedGenerator[];
  readonly n: number;
  readonly clusters: number;
  /** 1 where the judge's best is people's best; of several that share the judge's best place, the share that are people's best. */
  readonly same: number;
  /** Kendall's τ-b; null where one of the two has no order. */
  readonly tau: number | null;
  /** How often the best is the same in samples drawn anew, of as many clusters. */
  readonly probability: number;
  /** The fewest clusters of which 95 % of samples have the same best; null where there are more than there are here. */
  readonly needed: number | null;
}

/**
 * Two rows of a computed board in one column, as places in its list of rows: the difference other − base over the judgments that both have,
 * in the printed unit, with its own 95 % interval (null where there is none), whether it is significant by the tests of the ranks (null
 * without a test), how many judgments are shared, of how many of the run that has more, and why something is missing.
 */
export type BoardPair = readonly [
  other: number,
  base: number,
  difference: number | null,
  interval: readonly [lo: number, hi: number] | null,
  significant: boolean | null,
  shared: number,
  of: number,
  reason: string,
];

/**
 * What a trivial judge (coin flip, one-verdict oracle, constant scorer) would score, in the columns' printed units. `lo` = `hi` where the
 * value is exact; apart where the paper prints too little to say more (the basis says why).
 */
export interface ReferenceLine {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  readonly values: Readonly<Record<string, { readonly lo: number; readonly hi: number; readonly basis: string }>>;
}

/** How well people agree who labelled the same cases: the plain mean of Cohen's kappa over the pairs of raters that have one. */
export interface RaterAgreement {
  readonly kappa: number;
  readonly pairs: number;
  readonly raters: number;
}

/** One published table, ready to be shown: the prerender input and the JSON download. */
export interface Board {
  readonly benchmark: string;
  readonly benchmarkName: string;
  readonly synthetic: boolean;
  /** `published`: transcribed from a paper. `computed`: from the judgments of runs; a row's id is then its run's. */
  readonly source?: 'published' | 'computed';
  readonly table: string;
  /** Where it is printed, if not as a numbered table of the benchmark's paper. */
  readonly printedIn?: string;
  /** The number of the table in its paper; other boards are counted among their like. */
  readonly number: number;
  readonly title: string;
  readonly heading: string;
  readonly about: string;
  readonly section: string;
  readonly kind: 'leaderboard' | 'comparison' | 'statistics';
  readonly rowLabel: string;
  /** The rows of one judge stand together, at the place of its best one. */
  readonly together?: true;
  /** Printed boards: what the settings of its rows are called, by `variant`; left out where none has a name. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly split: string | null;
  /** In a table of comparisons rows come in blocks of this many; the others of a block are compared with its first. */
  readonly block: number | null;
  readonly sort: { readonly column: string; readonly direction: 'ascending' | 'descending' } | null;
  readonly columns: readonly BoardColumn[];
  readonly rows: readonly BoardRow[];
  readonly references: readonly ReferenceLine[];
  /** Of a computed board of pairs that several people labelled. */
  readonly agreement?: RaterAgreement;
  /** Of a computed board: every pair of rows, by column key. Differences to a baseline are made of them. */
  readonly pairs?: Readonly<Record<string, readonly BoardPair[]>>;
  /** Of a computed board whose first column counts cases as right or wrong: how few labels stand between the first place and its sharing. */
  readonly flips?: { readonly cases: number; readonly of: number; readonly run: string };
  readonly release: string;
}

/** A board as stored: without the release's id, so that it is written again only when it changed. */
export type StoredBoard = Omit<Board, 'release'>;

export function isComputed({ source }: Pick<Board, 'source'>): boolean {
  return source === 'computed';
}

/** Lists the rows that are judges; programs among them only on a board of programs alone, as a demonstration's is. */
export function judgesAmong<R extends Pick<BoardRow, 'kind' | 'access'>>(rows: readonly R[]): readonly R[] {
  const judges = rows.filter(({ kind }) => kind === 'judge');
  const models = judges.filter(({ access }) => access !== 'program');
  return models.length === 0 ? judges : models;
}

type Named = Pick<Board, 'source' | 'printedIn' | 'number' | 'title'>;

/** Says how running text names a table of a known benchmark: `table 3` where its paper prints it so, else by its title. */
export function tableName(board: Named): string {
  return isComputed(board) || board.printedIn !== undefined ? board.title : `table ${board.number}`;
}

/** Says how running text names a table: `Multi-Crit, table 3` where a paper prints it, `Shapes, Critiques` where it is computed. */
export function boardName(board: Named & Pick<Board, 'benchmarkName'>): string {
  return `${board.benchmarkName}, ${tableName(board)}`;
}

/** Columns that say whose a line of a download is. */
export const JUDGE_COLUMNS = ['judge', 'name', 'organisation', 'access', 'thinking', 'variant'] as const;

/** Columns of a board as a long table: one line per row and column of the board. */
export const BOARD_LINE_COLUMNS = [
  'kind',
  'id',
  ...JUDGE_COLUMNS,
  'column',
  'group',
  'label',
  'metric',
  'unit',
  'direction',
  'printed',
  'value',
  'low',
  'high',
  'interval',
  'n',
  'rank_best',
  'rank_worst',
  'status',
  'note',
] as const;

export type BoardLine = Readonly<Record<(typeof BOARD_LINE_COLUMNS)[number], string | number | null>>;

/** What a line needs of a row, a column and a cell; the page's rows hold reference lines, too. */
interface Place {
  readonly row: Pick<BoardRow, 'id' | 'judge' | 'name' | 'organisation' | 'thinking' | 'variant'> & {
    readonly kind: string;
    readonly access: string | null;
  };
  readonly column: Pick<BoardColumn, 'key' | 'group' | 'label' | 'metric' | 'unit' | 'direction'>;
  readonly cell: Pick<BoardCell, 'printed' | 'value' | 'interval' | 'n' | 'rank' | 'note'> & {
    readonly status: string | null;
  };
}

/** Gives one line; numbers in the printed unit, null where there is none. */
export function boardLine({ row, column, cell }: Place): BoardLine {
  return {
    kind: row.kind,
    id: row.id,
    judge: row.judge,
    name: row.name,
    organisation: row.organisation,
    access: row.access,
    thinking: row.thinking === null ? null : row.thinking ? 'yes' : 'no',
    variant: row.variant,
    column: column.key,
    group: column.group,
    label: column.label,
    metric: column.metric,
    unit: column.unit,
    direction: column.direction,
    printed: cell.printed,
    value: cell.value,
    low: cell.interval?.lo ?? null,
    high: cell.interval?.hi ?? null,
    interval: cell.interval?.kind ?? null,
    n: cell.n,
    rank_best: cell.rank?.best ?? null,
    rank_worst: cell.rank?.worst ?? null,
    status: cell.status,
    note: cell.note,
  };
}

export const boardLines = ({ rows, columns }: Pick<Board, 'rows' | 'columns'>): readonly BoardLine[] =>
  rows.flatMap((row) =>
    columns.flatMap((column) => {
      const cell = row.cells[column.key];
      return cell === undefined ? [] : [boardLine({ row, column, cell })];
    }),
  );

export const boardLineTexts = (line: BoardLine): readonly string[] =>
  BOARD_LINE_COLUMNS.map((name) => String(line[name] ?? ''));

/** Gives a name without what papers print differently: case, spaces, hyphens and the plus of an added setting. */
function letters(name: string): string {
  return name.toLowerCase().replace(/[\s_+-]+/g, '');
}

/** Says whether a setting names all that a group does: `A + B` is `Annotator: A, Critic: B`. */
const isSaidBy = (setting: string, group: string): boolean =>
  setting !== '' && setting.split(' + ').every((part) => letters(group).includes(letters(part)));

/** Second line of a judge, in two parts. */
export interface ContextWords {
  /** What tells a row from others of its judge: it stands on a phone, too. */
  readonly apart: string;
  /** How it ran, and who made it. */
  readonly more: string;
}

type NamedRow = Pick<BoardRow, 'kind' | 'name' | 'judge' | 'row' | 'group' | 'variant' | 'thinking' | 'organisation'>;
type WordedRows = Pick<Board, 'kind' | 'settings'> & { readonly rows: readonly NamedRow[] };

/** Says what may tell two rows of a judge apart, the plainest first. */
function partsOf(row: NamedRow, { kind, settings = {} }: WordedRows): readonly [string, string, string, string] {
  const mode =
    row.thinking === true ? 'thinking' : row.thinking === false && /^no-/.test(row.variant) ? 'not thinking' : '';
  // `InternVL3.5-8B (think)` says no more than the name and "thinking".
  const spelled = mode === '' ? row.row : row.row.replace(/\s*\([^()]*\)$/, '');
  const setting = settings[row.variant] ?? '';
  const known = [row.name, setting].map(letters);
  const printed = row.judge !== null && !known.includes(letters(spelled)) ? row.row : '';
  return [setting, kind === 'leaderboard' || isSaidBy(setting, row.group) ? '' : row.group, mode, printed];
}

const joined = (words: readonly string[]): string => words.filter((word) => word !== '').join(' · ');

export function contextWords(row: NamedRow, board: WordedRows): ContextWords {
  const [setting, group, mode, printed] = partsOf(row, board);
  const same = board.rows.filter(({ kind, name }) => kind === row.kind && name === row.name);
  const told = same.map((one) => partsOf(one, board));
  // It takes as few parts as tell all of them apart: none where the judge has one row.
  const needed = [0, 1, 2, 3, 4].find(
    (n) => new Set(told.map((parts) => joined(parts.slice(0, n)))).size === same.length,
  );
  const apart = [setting, group, mode, printed].slice(0, needed);
  const all =
    board.kind === 'leaderboard'
      ? [setting, row.organisation, mode, printed]
      : [setting, mode, printed, group, row.organisation];
  return { apart: joined(apart), more: joined(all.filter((part) => !apart.includes(part))) };
}

/** Writes a row by its judge's name, and by what tells it from the judge's other rows: `Gemini 2.5 Pro`, `GPT-4o, with examples`. */
export function rowLabel(row: NamedRow, board: WordedRows): string {
  const { apart } = contextWords(row, board);
  return apart === '' ? row.name : `${row.name}, ${apart}`;
}

type Known = Pick<Judge, 'licence' | 'parameters_b' | 'released'>;

const LARGEST_SMALL = 8;
const RECENT = '2025';

/** What lists of judges can be narrowed to, beside access: each holds only where `judges.yaml` knows that it does. */
export const JUDGE_FACTS = [
  { id: 'open-licence', label: 'open licence', holds: ({ licence }: Known) => licence?.open === true },
  {
    id: 'small',
    label: '≤ 8 B',
    holds: ({ parameters_b }: Known) => parameters_b !== undefined && parameters_b <= LARGEST_SMALL,
  },
  {
    id: 'recent',
    label: 'since 2025',
    holds: ({ released }: Known) => released !== undefined && released.date >= RECENT,
  },
] as const;

export const factWords = (ids: readonly string[]): string =>
  JUDGE_FACTS.flatMap(({ id, label }) => (ids.includes(id) ? [label] : [])).join(', ');

export const judgeFactsOf = (judge: Known): string[] =>
  JUDGE_FACTS.flatMap(({ id, holds }) => (holds(judge) ? [id] : []));
