import { columnName } from '../../board/column-name.ts';
import { isPartOf } from '../../board/part-of.ts';
import { type Strip, stripOf } from '../../board/strip.ts';
import { metricById } from '../../metrics/index.ts';
import type { BoardRow } from '../../schema/board.ts';
import { isComputed } from '../../schema/board-name.ts';
import { type ProfileLine, type ProfileTable, standardTables } from './profile.ts';

/** Where a judge stands among all of a leaderboard under one measure. */
export interface Standing {
  readonly table: ProfileTable;
  readonly line: ProfileLine & { readonly place: NonNullable<ProfileLine['place']> };
  /** How far it lies between the worst judge's value (0) and the best one's (100), with its interval. */
  readonly at: number;
  readonly from: number | null;
  readonly to: number | null;
  /** The same for all others, and for trivial judges. */
  readonly others: readonly number[];
  readonly trivial: Strip['trivial'];
  /** Whether the interval only bounds the true value from both sides. */
  readonly most: boolean;
  /** The judges next to it; its own other settings do not count. */
  readonly above: BoardRow | null;
  readonly below: BoardRow | null;
}

/** Says where a row stands in a column that ranks; null where it does not. */
function standingOf(table: ProfileTable, { place, ...line }: ProfileLine): Standing | null {
  const { board, row } = table;
  const strip = stripOf({ column: line.column, rows: board.rows, references: board.references });
  const index = strip?.dots.findIndex((dot) => dot.row.id === row.id) ?? -1;
  const own = strip?.dots[index];
  if (strip === null || own === undefined || place === null) return null;
  const isOther = (dot: { readonly row: BoardRow }): boolean => dot.row.judge !== row.judge;
  return {
    table,
    line: { ...line, place },
    at: own.at,
    from: own.from,
    to: own.to,
    others: strip.dots.filter((dot) => dot !== own).map(({ at }) => at),
    trivial: strip.trivial,
    most: line.cell.interval?.kind === 'at most',
    above: strip.dots.slice(0, index).findLast(isOther)?.row ?? null,
    below: strip.dots.slice(index + 1).find(isOther)?.row ?? null,
  };
}

const leaderboards = (tables: readonly ProfileTable[]): readonly ProfileTable[] =>
  tables.filter(({ board }) => board.kind === 'leaderboard');

/** Says where a judge stands under all measures of its leaderboards, in the order of the tables. */
export function standingsOf(tables: readonly ProfileTable[]): Standing[] {
  return leaderboards(tables).flatMap((table) => table.lines.flatMap((line) => standingOf(table, line) ?? []));
}

/** The most printed leaderboards that stand for a benchmark; of those made from cases, all do. */
const SHOWN = 4;

/**
 * Leaves the standings under the measures that rank the first leaderboards of each benchmark, in the judge's usual setting; a part of what another
 * of them holds is left out.
 */
export function mainStandings(standings: readonly Standing[]): Standing[] {
  const usual = new Set(standardTables(standings.map(({ table }) => table)));
  const ranking = standings.filter(
    ({ table, line }) => usual.has(table) && line.column.key === table.board.sort?.column,
  );
  return [...Map.groupBy(ranking, ({ table }) => table.board.benchmark).values()].flatMap((own) =>
    own
      .filter(({ line }) => !own.some((other) => isPartOf(line.column, other.line.column)))
      .filter(({ table }, i) => i < SHOWN || isComputed(table.board)),
  );
}

/** Share of the other judges that are strictly better. */
const behind = ({ line: { place } }: Standing): number => (place.at - 1) / Math.max(1, place.of - 1);

/** Names the measure and its table; a place that no test confirms says so. */
const measureOf = ({ table: { board }, line: { cell, column } }: Standing): string =>
  `${columnName(board, column)} of ${board.benchmarkName}, ${board.title}${cell.rank === null ? ' (not tested)' : ''}`;

/**
 * Says in two sentences where a judge is strongest and weakest: `Best place: 2 of 25, in Clarity of Multi-Crit, Open-ended answers. Worst place: …`. The
 * second is there only where it differs; there is none without a place. What says how a judge answers, such as its coverage, is nobody's best or worst.
 */
export function standingWords(standings: readonly Standing[]): string[] {
  const sorted = standings
    .filter(({ line: { column } }) => metricById(column.metric ?? '')?.aside !== true)
    .toSorted((a, b) => behind(a) - behind(b));
  const [best, worst] = [sorted[0], sorted.at(-1)];
  if (best === undefined || worst === undefined) return [];
  const words = (which: string, standing: Standing): string =>
    `${which} place: ${standing.line.place.at} of ${standing.line.place.of}, in ${measureOf(standing)}.`;
  return behind(best) === behind(worst) ? [words('Best', best)] : [words('Best', best), words('Worst', worst)];
}
