import { columnName } from '../../board/column-name.ts';
import { hasPlace } from '../../board/scale.ts';
import { lowerFirst } from '../../schema/lower-first.ts';
import { countOf } from '../../ui/number-words.ts';
import { type ProfileLine, type ProfileTable, standardTables } from './profile.ts';

/** Whom the tests tell a judge apart from, in the column that ranks a leaderboard. */
export interface ToldApart {
  readonly line: ProfileLine;
  readonly better: number;
  readonly worse: number;
  /** Other judges with a test, and those without one, whom nobody is told apart from. */
  readonly of: number;
  readonly untested: number;
}

/** What the tests say of one row of a leaderboard. */
export interface RowMarks {
  readonly table: ProfileTable;
  /** Null where the column that ranks has no value or no test of the judge. */
  readonly told: ToldApart | null;
}

function toldApart({ board, row, lines }: ProfileTable): ToldApart | null {
  const line = lines.find(({ column }) => column.key === board.sort?.column);
  const rank = line?.cell.rank ?? null;
  if (line === undefined || rank === null) return null;
  const others = board.rows.flatMap((other) => {
    const cell = other.cells[line.column.key];
    return other === row || other.kind !== 'judge' || cell === undefined || !hasPlace(cell) ? [] : [cell];
  });
  const of = others.filter((cell) => cell.rank !== null).length;
  // Ranks leave room for all with a value, this judge among them.
  return { line, better: others.length + 1 - rank.worst, worse: rank.best - 1, of, untested: others.length - of };
}

/** Lists what the tests say of a judge, a row of each leaderboard; tables of settings rank nobody. */
export const profileMarks = (tables: readonly ProfileTable[]): RowMarks[] =>
  tables.filter(({ board }) => board.kind === 'leaderboard').map((table) => ({ table, told: toldApart(table) }));

const VERDICTS = { worse: 'worse than', unclear: 'not clearly better than' } as const;

/** Names the trivial judges that a line does not beat: `worse than coin flip`. */
const trivialWords = ({ against }: ProfileLine): string[] =>
  against.flatMap(({ verdict, label }) => (verdict === 'better' ? [] : [`${VERDICTS[verdict]} ${lowerFirst(label)}`]));

function toldWords({ line, better, worse, of, untested }: ToldApart, { board }: ProfileTable): string {
  const others = `${countOf(of, 'other')}`;
  const parts =
    better + worse === 0
      ? [`significantly different from none of ${others}`]
      : [
          ...(better > 0 ? [`better than ${better} of ${others}`] : []),
          ...(worse > 0 ? [better > 0 ? `worse than ${worse}` : `worse than ${worse} of ${others}`] : []),
        ];
  const [first, ...rest] = parts;
  const left = untested === 0 ? [] : [`${untested} not tested`];
  return [`${first} in ${columnName(board, line.column)}`, ...rest, ...left, ...trivialWords(line)].join(', ');
}

/** Gives the first tested leaderboard of each benchmark, in the judge's usual setting; of a benchmark without one, its name alone. */
function firstTested(marks: readonly RowMarks[]) {
  const usual = new Set(standardTables(marks.map(({ table }) => table)));
  const byBenchmark = Map.groupBy(
    marks.filter(({ table }) => usual.has(table)),
    ({ table }) => table.board.benchmark,
  );
  return [...byBenchmark.values()].map((own) => ({
    name: own[0]?.table.board.benchmarkName ?? '',
    tested: own.flatMap(({ table, told }) => (told === null ? [] : [{ table, told }]))[0],
  }));
}

/**
 * Says per benchmark whom the tests of its first tested leaderboard set a judge apart from: `Multi-Crit, Open-ended answers: better than 9 of 24
 * others in PAcc, worse than 1.`
 */
export const marksWords = (marks: readonly RowMarks[]): string[] =>
  firstTested(marks).map(({ name, tested }) =>
    tested === undefined
      ? `${name}: not tested.`
      : `${name}, ${tested.table.board.title}: ${toldWords(tested.told, tested.table)}.`,
  );

/** Sums these up in a line: `Significantly better than 9 of 24 judges in PAcc (Multi-Crit), 13 of 15 in Four-way accuracy (GenAI-Bench).` */
export function marksLine(marks: readonly RowMarks[]): string {
  const parts = firstTested(marks).flatMap(({ name, tested }) =>
    tested === undefined ? [] : [{ ...tested.told, name }],
  );
  if (parts.length === 0) return 'Not tested against other judges.';
  const words = parts.map(
    ({ better, of, line, name }, i) =>
      `${better} of ${i === 0 ? countOf(of, 'judge') : of} in ${line.column.label} (${name})`,
  );
  return `Significantly better than ${words.join(', ')}.`;
}
