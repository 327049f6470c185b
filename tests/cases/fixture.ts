import type { Choices } from '../../src/cases/choices.ts';
import { writeCaseFiles } from '../../src/cases/columns/write.ts';
import { gather } from '../../src/cases/gather.ts';
import { holdRelease } from '../../src/client/local-release.ts';
import { turnstile } from '../../src/client/shared.ts';
import { OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { scoreRunsInto } from '../../src/metrics/score.ts';
import { JUDGES_TABLE } from '../../src/schema/release.ts';
import type { Query, Statement } from '../../src/sql/query.ts';
import { type Database, openDatabase } from '../metrics/database.ts';
import { generate } from '../metrics/generate.ts';
import { ATTRIBUTES, load } from '../metrics/load.ts';

/** Verdicts of two judges on eight cases: `+` as people, `-` against them, `?` unreadable, `.` not judged. */
export const CASES = ['++', '+-', '-+', '--', '+?', '?-', '+.', '..'] as const;
export const RUNS = ['run-a', 'run-b'] as const;

const TASKS = ['count', 'count', 'say, so', '~', 'count', '', 'say, so', 'count'];

/** A line on boards, no judge of cases: it answers everything against people, abstains where the criterion is `luck`, and gives long reasons. */
const LINE = CASES.flatMap((_, i) =>
  ['clear', 'true', 'luck'].map((criterion) => {
    const answer = criterion === 'luck' ? [null, null, 'abstained'] : [criterion === 'clear' ? 'b' : 'a', null, 'ok'];
    return ['line', `case-${i}`, '', criterion, 'judge', 'base', '', 0, 'ab', ...answer, 5000, null, null];
  }),
);

/** Every case has the criteria `clear` and `true`; people prefer a on the first and b on the second, judges agree there or not alike. */
async function fill({ query, append }: Database): Promise<void> {
  await query(`CREATE TABLE judges (${JUDGES_TABLE})`);
  await query("INSERT INTO judges VALUES ('votes', 'Random votes', '', '', '', '', NULL, NULL, true)");
  await append(
    'runs',
    [...RUNS, 'line'].map((run, i) => {
      return [run, 'small', RUNS[i] === undefined ? 'votes' : `judge-${i}`, 'pairwise', '', 1];
    }),
  );
  await append(
    'instances',
    CASES.map((_, i) => [`case-${i}`, `case-${i}`, 'open', i, TASKS[i] ?? '', 'same']),
  );
  await append(
    'gold',
    CASES.flatMap((_, i) => [
      [`case-${i}`, '', 'clear', 'preference', 'a', null, ''],
      [`case-${i}`, '', 'true', 'preference', 'b', null, ''],
    ]),
  );
  const judgments = CASES.flatMap((marks, i) =>
    RUNS.flatMap((run, k) => {
      const mark = marks[k];
      if (mark === '.') return [];
      return ['clear', 'true'].map((criterion) => {
        const gold = criterion === 'clear' ? 'a' : 'b';
        // Whoever is wrong is wrong on `clear` only.
        const verdict = mark === '?' ? null : mark === '-' && criterion === 'clear' ? 'b' : gold;
        const place = [run, `case-${i}`, '', criterion, 'judge', 'base', '', 0, 'ab'];
        return [...place, verdict, null, mark === '?' ? 'failed' : 'ok', 10 * i + k, null, null];
      });
    }),
  );
  await append('judgments', [...judgments, ...LINE]);
  await scoreRunsInto(query, OFFICIAL_SETTINGS);
}

/** The choices that a scored database holds, as the build gathers them. */
async function storedChoices(query: Query): Promise<Choices> {
  const { criteria, ...found } = await gather(query);
  return {
    ...found,
    criteria: criteria.map((id) => ({ id, label: id })),
    benchmark: 'small',
    name: 'Small',
    synthetic: true,
    licence: 'none',
    release: '0123456789ab',
    labels: {},
    words: true,
  };
}

/** So many drawn sets of runs, scored, with prompts and clusters of all kinds; generated instances have none of a length. */
export async function openDrawn(sets: number): Promise<{ readonly database: Database; readonly choices: Choices }> {
  const database = await openDatabase(ATTRIBUTES);
  const { query } = database;
  await query(`CREATE TABLE judges (${JUDGES_TABLE})`);
  await load(
    database,
    Array.from({ length: sets }, (_, n) => generate(n)),
  );
  await query('UPDATE instances SET prompt_length = (hash(instance) % 40)::INTEGER');
  await scoreRunsInto(query, OFFICIAL_SETTINGS);
  return { database, choices: await storedChoices(query) };
}

/** A place where words are found, by the words. */
export const FOUND: Readonly<Record<string, readonly number[]>> = { red: [0, 1], blue: [4, 6, 7] };

export interface Small {
  readonly choices: Choices;
  readonly query: Query;
  readonly run: (statement: Statement) => ReturnType<Query>;
  readonly close: () => void;
}

const gapsOf = (places: readonly number[]): number[] => places.map((place, i) => place - (places[i - 1] ?? 0));

/** Fixtures opened so far: files of another have other names. */
let opened = 0;

/** Opens the small benchmark, whose cases the explorer's code then finds under its name as it finds own results. */
export async function openSmall(): Promise<Small> {
  const database = await openDatabase(['task', 'constant']);
  await fill(database);
  const { query, close } = database;
  const choices = await storedChoices(query);
  const files = await writeCaseFiles(query, choices);
  const enter = turnstile();
  const inTurn: Query = async (sql, params) => {
    const leave = await enter();
    return query(sql, params).finally(leave);
  };
  const nothing = async (): Promise<never> => {
    throw new Error('not here');
  };
  const at = `small/${++opened}`;
  const nowhere = { path: '', index: '', packs: '' };
  holdRelease('small', {
    // The browser's database, with DuckDB of Node in its place: one connection, whose statements take their turns.
    database: async () => ({ query: inTurn, batches: nothing, close: nothing }) as never,
    data: async () => ({
      cases: { ...nowhere, members: 0 },
      columns: { cases: `${at}-columns`, details: `${at}-details`, criteria: files.criteria && `${at}-criteria` },
      postings: { ...nowhere, members: 1 },
    }),
    cases: nothing,
    lines: nothing,
    words: async () => Object.fromEntries(Object.entries(FOUND).map(([word, places]) => [word, gapsOf(places)])),
    file: async (path) => files[/-(columns|details|criteria)$/.exec(path)?.[1] as keyof typeof files],
  });
  return { choices, query, run: ({ sql, params }) => query(sql, params), close };
}
