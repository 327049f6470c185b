import type { Judge } from '../../schema/judge.ts';
import { RECORD_TABLES } from '../../schema/records.ts';
import { JUDGES_TABLE } from '../../schema/release.ts';
import type { StoredCase } from '../../schema/shard.ts';
import { rankTexts, readNames, StoredCaseText, type TextRow, textsSql } from '../../scoring/case-texts.ts';
import { addCaseScores, judgeRow } from '../../scoring/narrow.ts';
import type { Work } from '../../scoring/staging.ts';
import { definedColumns } from '../../sql/columns.ts';
import { attachInMemory } from '../../sql/in-memory.ts';
import { text } from '../../sql/query.ts';
import { identifier, literal, literalRows, literals } from '../../sql/quote.ts';
import { OWN_PREFIX } from './standing.ts';

/** Pages find own cases in this catalog. */
export const OWN_CATALOG = 'cases';

export interface OwnCases {
  /** The catalog of the release; null where it has no cases of the benchmark. */
  readonly catalog: string | null;
  readonly judges: readonly Judge[];
}

const own = (column: string): string =>
  column === 'run' || column === 'judge' ? `${literal(OWN_PREFIX)} || ${column} AS ${column}` : identifier(column);

const columnsOf = (table: keyof typeof RECORD_TABLES): readonly string[] =>
  definedColumns(RECORD_TABLES[table]).map(({ name }) => name);

/** The setting of an own run; of runs of one judge in one setting each is told from the others by its name, too. */
const VARIANT = `CASE WHEN count(*) OVER (PARTITION BY judge, protocol, variant) = 1 THEN variant WHEN variant = '' THEN 'run ' || run ELSE variant || ', run ' || run END AS variant`;

/** Gives own rows of a table under own names, and those that the release has of the same cases. */
function united(table: 'runs' | 'judgments' | 'contributions' | 'run_gold', catalog: string | null): string {
  const columns = columnsOf(table).map((column) => (table === 'runs' && column === 'variant' ? VARIANT : own(column)));
  const mine = `SELECT ${columns.join(', ')} FROM final.main.${table}`;
  if (catalog === null) return mine;
  const same = table === 'runs' ? '' : ` WHERE instance IN (SELECT instance FROM ${OWN_CATALOG}.main.instances)`;
  return `${mine} UNION ALL SELECT ${columnsOf(table).map(identifier).join(', ')} FROM ${identifier(catalog)}.main.${table}${same}`;
}

/** Gives the judges of the site, and those of own runs under names of their own. */
async function judgeRows(work: Work, judges: readonly Judge[]): Promise<string> {
  const known = new Map(judges.map((judge) => [judge.id, judge]));
  const mine = (await work.query('SELECT DISTINCT judge FROM final.main.runs ORDER BY judge')).map((one) => {
    const id = text(one, 'judge');
    const judge = known.get(id);
    return judgeRow({ ...judge, id: `${OWN_PREFIX}${id}`, name: `${judge?.name ?? id} (yours)` });
  });
  return literalRows([...mine, ...judges.map(judgeRow)]);
}

/**
 * Shows what was scored last as a benchmark's database in `OWN_CATALOG`: the cases that own runs were asked about, with own labels, own runs
 * first and after them those of the release.
 */
export async function showOwnCases(work: Work, { catalog, judges }: OwnCases): Promise<void> {
  await work.run('USE memory');
  await work.run(`DETACH DATABASE IF EXISTS ${OWN_CATALOG}`);
  await work.run(attachInMemory(OWN_CATALOG));
  await work.run(`CREATE TABLE ${OWN_CATALOG}.main.instances AS
SELECT * FROM final.main.instances WHERE instance IN (SELECT instance FROM final.main.judgments) ORDER BY rowid`);
  await work.run(`CREATE TABLE ${OWN_CATALOG}.main.runs AS ${united('runs', catalog)}`);
  await work.run(`CREATE TABLE ${OWN_CATALOG}.main.judges (${JUDGES_TABLE})`);
  await work.run(`INSERT INTO ${OWN_CATALOG}.main.judges VALUES ${await judgeRows(work, judges)}`);
  for (const table of ['judgments', 'contributions', 'run_gold'] as const)
    await work.run(`CREATE VIEW ${OWN_CATALOG}.main.${table} AS ${united(table, catalog)}`);
  for (const table of ['responses', 'gold'] as const)
    await work.run(
      `CREATE VIEW ${OWN_CATALOG}.main.${table} AS SELECT ${columnsOf(table).join(', ')} FROM final.main.${table}`,
    );
  await work.run('USE work');
  await rankTexts(work);
  await addCaseScores(work);
}

/** Columns of `textsSql`, in the order of `TextRow`. */
const TEXT_COLUMNS = 'shard ordinal kind run label response score cost tokens raw_at length text'.split(' ');

type StoredMedia = NonNullable<StoredCase['media']>;

/** Pictures are named and never requested: they lie on the visitor's disk, and their names stay private. */
const unasked = (media: StoredMedia): StoredMedia => media.map((one) => ({ ...one, src: null }));

/** Gives a case under own names. */
function named({ media, judgments, contributions, own_gold, ...rest }: StoredCase): StoredCase {
  const renamed = <T extends { readonly run: string }>(rows: readonly T[] = []): T[] =>
    rows.map((row) => ({ ...row, run: `${OWN_PREFIX}${row.run}` }));
  return {
    ...rest,
    media: unasked(media ?? []),
    judgments: renamed(judgments),
    contributions: renamed(contributions),
    own_gold: renamed(own_gold),
  };
}

/** A case with what own files say of it. */
export interface OwnCaseTexts {
  readonly own: StoredCase;
  /** Whether the release has it, too. */
  readonly released: boolean;
}

/** Gives cases with what own files say of them, and whether the release has them. `showOwnCases` comes first. */
export async function ownCaseTexts(
  work: Work,
  ids: readonly string[],
  catalog: string | null,
): Promise<readonly OwnCaseTexts[]> {
  if (ids.length === 0) return [];
  await work.run('USE work');
  const names = await readNames(work);
  const list = literals(ids);
  const rows = await work.query(textsSql(`SELECT instance, ordinal, 0 AS shard FROM positions WHERE id IN (${list})`));
  const cases = new Map<number, StoredCaseText>();
  for (const row of rows) {
    const found = TEXT_COLUMNS.map((column) => row[column]) as unknown as TextRow;
    const at = cases.get(found[1]) ?? new StoredCaseText();
    cases.set(found[1], at);
    at.take(found, names);
  }
  const shared =
    catalog === null
      ? []
      : await work.query(`SELECT instance FROM ${identifier(catalog)}.main.instances WHERE instance IN (${list})`);
  const released = new Set(shared.map((row) => text(row, 'instance')));
  return [...cases.values()].map((made) => {
    // The builder writes cases in their stored form.
    const own = named(JSON.parse(made.json()) as StoredCase);
    return { own, released: released.has(own.instance) };
  });
}
