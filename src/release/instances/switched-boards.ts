import { OFFICIAL_SETTINGS } from '../../metrics/query.ts';
import { SWITCHES, type Switch, scoreRunsInto } from '../../metrics/score.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import type { BoardRow, StoredBoard } from '../../schema/board.ts';
import type { Run } from '../../schema/records.ts';
import { ALL_PROTOCOLS } from '../../schema/words.ts';
import { tabledSource, type Unread } from '../../scoring/board-values.ts';
import { type BoardsInput, computedBoards } from '../../scoring/computed-boards.ts';
import { withFindings } from '../../scoring/finish-board.ts';
import { CODED_FIRST, createScores, withCodedNames } from '../../scoring/narrow.ts';
import { text } from '../../sql/query.ts';
import { literal, literals } from '../../sql/quote.ts';
import type { WorkDatabase } from '../duckdb.ts';

export interface RankedInput extends BoardsInput {
  readonly unread: Unread;
}

export interface SwitchedBoard {
  readonly switch: Switch['id'];
  readonly board: StoredBoard;
}

/** Runs of one protocol whose boards are made together, on the cases of a split alone; on all where it is null. */
interface Unit {
  readonly runs: readonly Run[];
  readonly split: string | null;
}

interface OfficialBoards extends Unit {
  readonly boards: readonly StoredBoard[];
  readonly turned: readonly Switch[];
}

const OFFICIAL_SCORES = 'final.stored.contributions';
const SWITCHED_SCORES = 'temp.switched';

const nameList = (runs: readonly Run[]): string => literals(runs.map(({ run }) => run));

/** Boards of pairs are made split by split, since values of two splits are never mixed: what is read for one is small. */
async function unitsOf(
  { query }: WorkDatabase,
  { splits }: Benchmark,
  { runs, protocol }: { readonly runs: readonly Run[]; readonly protocol: string },
): Promise<readonly Unit[]> {
  if (protocol !== 'pairwise') return [{ runs, split: null }];
  const rows = await query(`SELECT DISTINCT split FROM final.stored.judgments
JOIN (SELECT rowid AS instance, split FROM final.main.instances) USING (instance)
WHERE run IN (${nameList(runs)}) ORDER BY split`);
  const place = (split: string): number => splits.findIndex(({ id }) => id === split);
  const judged = rows.map((row) => text(row, 'split')).sort((a, b) => place(a) - place(b));
  return judged.map((split) => ({ runs, split }));
}

function rowsOf(table: string, { runs, split }: Unit): string {
  const own = `SELECT * FROM ${table} WHERE run IN (${nameList(runs)})`;
  return split === null
    ? own
    : `${own} AND instance IN (SELECT rowid FROM final.main.instances WHERE split = ${literal(split)})`;
}

/**
 * Shows `use` the coded tables under their plain names, with the rows of a unit alone, and the contributions of `scores`. `final` is the
 * current database afterwards.
 */
async function withUnit<T>(
  work: WorkDatabase,
  { scores, ...unit }: Unit & { readonly scores: string },
  use: () => Promise<T>,
): Promise<T> {
  const beside = {
    runs: `TABLE runs AS SELECT * REPLACE (run::run AS run) FROM final.main.runs WHERE run IN (${nameList(unit.runs)})`,
    instances: 'TABLE instances AS SELECT * REPLACE (rowid::INTEGER AS instance) FROM final.main.instances',
    judgments: `VIEW judgments AS ${rowsOf('final.stored.judgments', unit)}`,
    contributions: `VIEW contributions AS ${rowsOf(scores, unit)}`,
  };
  await work.run(CODED_FIRST);
  for (const sql of Object.values(beside)) await work.run(`CREATE OR REPLACE TEMP ${sql}`);
  try {
    return await use();
  } finally {
    for (const name of ['VIEW temp.contributions', 'VIEW temp.judgments', 'TABLE temp.instances', 'TABLE temp.runs'])
      await work.run(`DROP ${name}`);
    await work.run('USE final');
  }
}

async function officialBoards(work: WorkDatabase, input: RankedInput, unit: Unit): Promise<OfficialBoards> {
  return withUnit(work, { ...unit, scores: OFFICIAL_SCORES }, async () => {
    const source = await tabledSource(work.heavy, { unread: input.unread });
    const plain = await computedBoards(work.heavy, source, { ...input, runs: unit.runs });
    const boards = await withFindings(source, plain, unit.runs);
    const turned: Switch[] = [];
    for (const one of SWITCHES)
      if (unit.runs.some(({ protocol }) => one.protocols.includes(protocol)) && (await one.matters(work.query)))
        turned.push(one);
    return { ...unit, boards, turned };
  });
}

/** Writes SQL for the sums of a unit's scores; of fractions to nine digits, since the last ones depend on the order of rows. */
const sumsSql = (scores: string, unit: Unit): string =>
  `SELECT run::VARCHAR, metric::VARCHAR, slice::VARCHAR, count(*), round(sum(num), 9), round(sum(den), 9), round(sum(num * num), 9)
FROM (${rowsOf(scores, unit)}) GROUP BY run, metric, slice`;

/** Says whether some run's sums under the switch differ from the official ones: else its boards are as they were. */
async function isChanged(work: WorkDatabase, unit: Unit): Promise<boolean> {
  const [one, other] = [OFFICIAL_SCORES, SWITCHED_SCORES].map((scores) => `(${sumsSql(scores, unit)})`);
  const rows = await work.heavy(`(${one} EXCEPT ${other}) UNION ALL (${other} EXCEPT ${one}) LIMIT 1`);
  return rows.length > 0;
}

const values = (rows: readonly BoardRow[]): string =>
  JSON.stringify(rows.map(({ cells }) => Object.values(cells).map(({ value, n }) => [value, n])));

/** Makes the boards of some units, of runs of one protocol, under a switch; those on which no value differs are left out. */
async function boardsUnder(
  work: WorkDatabase,
  one: Switch,
  { input, units }: { readonly input: RankedInput; readonly units: readonly OfficialBoards[] },
): Promise<readonly SwitchedBoard[]> {
  const [first] = units;
  if (first === undefined) return [];
  const settings = { ...OFFICIAL_SETTINGS, ...one.settings };
  const columns = await createScores(work, 'temp');
  await withCodedNames(work, `run IN (${nameList(first.runs)})`, () => scoreRunsInto(work.heavy, settings, columns));
  await work.run('ALTER TABLE temp.contributions RENAME TO switched');
  const switched: SwitchedBoard[] = [];
  for (const unit of units) {
    if (!(await isChanged(work, unit))) continue;
    const boards = await withUnit(work, { ...unit, scores: SWITCHED_SCORES }, async () => {
      const source = await tabledSource(work.heavy, { unread: input.unread, settings });
      return computedBoards(work.heavy, source, { ...input, runs: unit.runs });
    });
    for (const board of boards) {
      const before = unit.boards.find(({ table }) => table === board.table);
      if (before !== undefined && values(before.rows) !== values(board.rows))
        switched.push({ switch: one.id, board: { ...board, number: before.number } });
    }
  }
  await work.run(`DROP TABLE ${SWITCHED_SCORES}`);
  return switched;
}

/**
 * Makes the boards of runs by the official rules and under every switch that changes them. The current database holds the tables of records
 * and the official contributions.
 */
export async function boardsOfRuns(
  work: WorkDatabase,
  input: RankedInput,
): Promise<{ readonly boards: readonly StoredBoard[]; readonly switched: readonly SwitchedBoard[] }> {
  const boards: StoredBoard[] = [];
  const switched: SwitchedBoard[] = [];
  for (const protocol of ALL_PROTOCOLS) {
    const runs = input.runs.filter((run) => run.protocol === protocol);
    if (runs.length === 0) continue;
    const units: OfficialBoards[] = [];
    for (const unit of await unitsOf(work, input.benchmark, { runs, protocol })) {
      const made = await officialBoards(work, input, unit);
      const numbered = made.boards.map((board, i) => ({ ...board, number: boards.length + i + 1 }));
      boards.push(...numbered);
      units.push({ ...made, boards: numbered });
    }
    for (const one of SWITCHES) {
      const turned = units.filter((unit) => unit.turned.includes(one));
      switched.push(...(await boardsUnder(work, one, { input, units: turned })));
    }
  }
  return { boards, switched };
}
