import { withLosses } from '../board/loss.ts';
import { hasPlace, type PageBoard } from '../board/page-board.ts';
import { columnName } from '../board/words.ts';
import { exploreSearch } from '../explore/state.ts';
import type { Benchmark } from '../schema/benchmark.ts';
import {
  type Board,
  type BoardCell,
  type BoardColumn,
  type BoardRow,
  contextWords,
  type StoredBoard,
} from '../schema/board.ts';
import { better as isBetter } from '../schema/metric.ts';
import type { IngestReport } from '../schema/release.ts';
import { countOf, numberWords } from '../ui/number-words.ts';
import { type LostCases, type Overlap, OWN_PREFIX } from './intake/standing.ts';

const plainRow = ({ row }: BoardRow): string => (row.startsWith(OWN_PREFIX) ? row.slice(OWN_PREFIX.length) : row);

/** Gives a board whose own rows have their owner's names, with the run's name where a judge has several, and lead to no page of a judge. */
export function withOwnNames(board: StoredBoard): StoredBoard {
  const own = board.rows.filter(isOwn);
  const nameOf = (row: BoardRow): string => {
    const isAlone = own.every((other) => other === row || other.name !== row.name);
    return `${row.name} (yours)${isAlone ? '' : `, ${plainRow(row)}`}`;
  };
  const rows = board.rows.map((row) =>
    isOwn(row) ? { ...row, name: nameOf(row), row: plainRow(row), judge: null, mine: true } : row,
  );
  return { ...board, rows };
}

/** Gives a board as the page draws it: its values open the cases behind them, under the name `id` of own cases. */
export const slimOwnBoard = (board: StoredBoard, release: string, id: string): PageBoard => ({
  ...withLosses({ ...board, release } as Board),
  benchmark: id,
});

export const isOwn = ({ id }: Pick<BoardRow, 'id'>): boolean => id.startsWith(OWN_PREFIX);

export interface OwnStanding {
  readonly name: string;
  readonly column: string;
  readonly value: string;
  /** Why it is not compared with the others: it is another quantity, or rests on too little; '' where it is compared. */
  readonly apart: string;
  /** '' where there is none; then `why` says why. */
  readonly interval: string;
  readonly why: string;
  /** '' where nobody else is in the table. */
  readonly rank: string;
  /** How many judges have a value in the column, own runs included. */
  readonly judges: number;
  /** Judges that are told apart, by name, better and worse than this run; and how many are not. */
  readonly better: readonly string[];
  readonly worse: readonly string[];
  readonly open: number;
  readonly untested: number;
  /** What a hundred more cases would make of the interval; '' where that cannot be said, or would not show. */
  readonly more: string;
}

const shownNumber = (x: number, { decimals, unit }: BoardColumn): string =>
  `${x.toFixed(decimals)}${unit === 'percent' ? ' %' : ''}`;

export function ownHeadline(board: StoredBoard): BoardColumn | undefined {
  const has = ({ key }: BoardColumn): boolean =>
    board.rows.some((row) => isOwn(row) && row.cells[key]?.value !== undefined && row.cells[key].value !== null);
  const sorted = board.columns.find(({ key }) => key === board.sort?.column);
  return sorted !== undefined && has(sorted) ? sorted : board.columns.find(has);
}

/** Names a judge among others, with its setting where it has several: `Gemini`, `Gemini (One example)`. */
function nameInList(row: BoardRow, board: StoredBoard): string {
  const { apart } = contextWords(row, board);
  return apart === '' ? row.name : `${row.name} (${apart})`;
}

type Told = Pick<OwnStanding, 'better' | 'worse' | 'untested'>;

function toldByPairs(board: StoredBoard, column: BoardColumn, place: number): Told {
  const [better, worse]: [string[], string[]] = [[], []];
  const tests = (board.pairs?.[column.key] ?? []).filter(([other, base]) => other === place || base === place);
  for (const [other, base, difference, , significant] of tests) {
    if (significant !== true || difference === null) continue;
    const row = board.rows[other === place ? base : other];
    const rival = row === undefined ? '' : nameInList(row, board);
    const own = board.rows[place]?.cells[column.key]?.value ?? 0;
    const theirs = own + (other === place ? -difference : difference);
    (isBetter(column.direction, own, theirs) > 0 ? worse : better).push(rival);
  }
  return { better, worse, untested: tests.filter(([, , , , significant]) => significant === null).length };
}

/** Of printed values only ranks tell how many are told apart. */
function toldByRank(cell: BoardCell, others: readonly BoardCell[]): Told & { readonly told: number } {
  const judges = others.length + 1;
  const [better, worse] = cell.rank === null ? [0, 0] : [cell.rank.best - 1, judges - cell.rank.worst];
  const words = (n: number): string[] => (n === 0 ? [] : [countOf(n, 'judge')]);
  const untested = others.filter(({ rank }) => rank === null || cell.rank === null).length;
  return { better: words(better), worse: words(worse), told: better + worse, untested };
}

interface Placed {
  readonly place: number;
  readonly cell: BoardCell;
  readonly others: readonly BoardCell[];
}

function toldWords(board: StoredBoard, column: BoardColumn, { place, cell, others }: Placed) {
  if (board.pairs === undefined) {
    const { told, ...words } = toldByRank(cell, others);
    return { ...words, open: others.length - told - words.untested };
  }
  const told = toldByPairs(board, column, place);
  return { ...told, open: others.length - told.better.length - told.worse.length - told.untested };
}

/** An error shrinks with the root of the cases that it rests on. */
function moreCases({ interval, n }: BoardCell, column: BoardColumn): string {
  if (interval === null || n === null || n === 0) return '';
  const half = (interval.hi - interval.lo) / 2;
  const then = half * Math.sqrt(n / (n + 100));
  const [now, narrower] = [shownNumber(half, column), shownNumber(then, column)];
  return now === narrower
    ? ''
    : `A hundred more cases like these would narrow the interval from ±${now} to about ±${narrower}.`;
}

export function ownStandings(board: StoredBoard): OwnStanding[] {
  const column = ownHeadline(board);
  if (column === undefined) return [];
  const judges = board.rows.filter(({ kind, cells }) => kind === 'judge' && hasPlace(cells[column.key]));
  return board.rows.flatMap((row, place): OwnStanding[] => {
    const cell = row.cells[column.key];
    if (!isOwn(row) || cell === undefined || cell.value === null) return [];
    const { interval, rank } = cell;
    const others = judges.flatMap((judge) => (judge === row ? [] : (judge.cells[column.key] ?? [])));
    const { better, worse, open, untested } = toldWords(board, column, { place, cell, others });
    return [
      {
        name: row.name,
        column: columnName(board, column),
        value: shownNumber(cell.value, column),
        apart: cell.apart === undefined ? '' : `${cell.apart}: ${cell.note}`,
        interval: interval === null ? '' : `${shownNumber(interval.lo, column)} to ${shownNumber(interval.hi, column)}`,
        why: cell.noInterval,
        judges: judges.length,
        rank:
          rank === null || judges.length < 2
            ? ''
            : rank.best === rank.worst
              ? `${rank.best}`
              : `${rank.best} to ${rank.worst}`,
        better,
        worse,
        open,
        untested,
        more: moreCases(cell, column),
      },
    ];
  });
}

export const intervalAndPlace = ({ interval, why, rank, judges }: OwnStanding): string =>
  `${interval === '' ? `, without an interval${why === '' ? '' : ` (${why})`}` : `, 95 % interval ${interval}`}${
    rank === '' ? '.' : `; rank ${rank} of ${judges}.`
  }`;

const listed = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '));

/** Says what comparing `whose` values with printed ones lacks. */
export const amongPrintedWords = (whose: string): string =>
  `Printed values have no cases behind them here: ${whose} may rest on other cases, other counts or another version of the labels.`;

/** Says from whom a run is told apart; `whose` it is: `yours`, `this run`. */
export function comparedWords(standing: OwnStanding, whose: string, paired: boolean): string {
  const { apart, judges, better, worse, open, untested, more } = standing;
  if (apart !== '') return `Not compared with the others. It is of ${apart}.`;
  if (judges < 2) return `Nobody else is in this table. ${more}`;
  const tests = paired ? 'Paired tests over shared judgments' : 'Tests from values and standard errors';
  const told = `better than ${whose}: ${listed(better)}; worse: ${listed(worse)}; too close to call: ${open}`;
  return `${tests}: ${told}${untested === 0 ? '' : `; not tested: ${untested}`}. ${more}`;
}

const cases = (n: number): string => `${numberWords(n)} ${n === 1 ? 'case' : 'cases'}`;

export function overlapWords({ own, shared, release, labels, otherLabels }: Overlap): string[] {
  const words = [
    shared === own
      ? `All ${cases(own)} that were judged are in this site's release.`
      : `${cases(shared)} of the ${numberWords(own)} that were judged are in this site's release; ${cases(own - shared)} it lacks. Tests use what both have.`,
  ];
  if (shared > 0 && shared < release)
    words.push(`The release has ${cases(release)} in these splits: ${cases(release - shared)} were not judged.`);
  if (otherLabels > 0)
    words.push(
      `Of ${numberWords(labels)} labels that both have, ${numberWords(otherLabels)} differ: your files follow another version of the gold, and your values rest on yours.`,
    );
  return words;
}

/** Says how much of their cases runs have judged, and what of their answers was left out when they were read; runs of which the same is to be said are named together. */
export function judgedWords(runs: IngestReport['runs']): string {
  const words = Map.groupBy(runs, ({ used, coverage, imported }) => {
    if (!used) return 'left out';
    const judged = `${numberWords(coverage?.judged ?? 0)} of ${cases(coverage?.expected ?? 0)} judged`;
    const lost = imported?.unread ?? 0;
    return lost === 0 ? judged : `${judged}, ${numberWords(lost)} ${lost === 1 ? 'answer' : 'answers'} left out`;
  });
  return [...words]
    .map(([said, own]) => `${own.map(({ run, folder }) => run ?? folder).join(', ')}: ${said}.`)
    .join(' ');
}

export const lostSearch = ({ run, split, metric }: LostCases): string =>
  exploreSearch(
    { metric, run: `${OWN_PREFIX}${run}`, sort: [{ column: 'points', descending: true }] },
    split === '' ? {} : { split: [split] },
  );

export function lostWords({ run, split, lost, of }: LostCases, benchmark: Benchmark | null): string {
  const label = benchmark?.splits.find(({ id }) => id === split)?.label ?? split;
  return `Cases that cost ${run} points${label === '' ? '' : `, ${label}`}: ${numberWords(lost)} of ${numberWords(of)}`;
}
