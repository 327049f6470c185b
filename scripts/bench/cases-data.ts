import { DuckDBInstance } from '@duckdb/node-api';
import type { Query } from '../../src/sql/query.ts';
import { literal, literalRows, literals } from '../../src/sql/quote.ts';
import { chance, type MadeTables } from './made-tables.ts';

const JUDGES = 35;
/** The open-ended split of Shapes, which the tables replace. */
const CRITERIA = ['completeness', 'grounding', 'hallucination', 'expressiveness', 'clarity'] as const;

/** Columns of `instances` that are facets, with how many values each takes. */
const FACETS = { task: 6, domain: 9, difficulty: 3, source: 14, pair_kind: 4 } as const;

/** How many judgments, and of how many criteria per case: few criteria make many cases, which is what a filter scans. */
export interface Size {
  readonly judgments: number;
  readonly criteria: number;
}

export const casesForSize = ({ judgments, criteria }: Size): number => Math.ceil(judgments / JUDGES / criteria);

const ID = "'case-' || lpad(i::VARCHAR, 9, '0')";
/** Columns of an answer beside its case: criterion, verdict, how it was read. */
const VERDICTS = [
  { verdict: 'a', parse: 'ok' },
  { verdict: 'b', parse: 'ok' },
  { verdict: null, parse: 'failed' },
] as const;

/**
 * Writes everything that reading records would have put into the working database. People prefer a or b; the better judge k is, the more often it
 * agrees. Some answers cannot be read.
 */
function statements(size: Size): string[] {
  const cases = `range(${casesForSize(size)}) AS cases(i)`;
  const asked = `${cases}, range(${size.criteria}) AS asked(c)`;
  const facets = Object.entries(FACETS).map(([name, values], place) => {
    const value = `least(${chance('i', String(place))}, ${chance('i', String(place + 9))}) % ${values}`;
    return `INSERT INTO attributes SELECT -1, i, ${literal(name)}, ${literal(`${name}-`)} || ${value} FROM ${cases}`;
  });
  const labels = CRITERIA.flatMap((criterion, c) =>
    VERDICTS.map(({ verdict, parse }, v) => {
      return [c * VERDICTS.length + v, criterion, 'judge', 'base', '', 0, 'ab', verdict, parse, null];
    }),
  );
  const first = `(${chance('i', 'c')} < 500)`;
  const agrees = `(${chance('i', 'c', 'k', '2')} < 550 + 10 * k)`;
  const said = `CASE WHEN ${chance('i', 'c', 'k', '1')} < 20 THEN 2 WHEN ${agrees} = ${first} THEN 0 ELSE 1 END`;
  const runs = Array.from({ length: JUDGES }, (_, k) => {
    return [k, `judge-${k}`, 'shapes', `judge-${k}`, 'pairwise', '', 1, false];
  });
  return [
    `INSERT INTO instances SELECT -1, i, ${ID}, 0, ${ID}, 'open_ended', 40 + ${chance('i', '7')}, '{}', '' FROM ${cases}`,
    ...facets,
    `INSERT INTO gold SELECT -1, i, '', [${literals(CRITERIA)}][1 + c], 'preference', '', CASE WHEN ${first} THEN 'a' ELSE 'b' END, '{}' FROM ${asked}`,
    `INSERT INTO runs VALUES ${literalRows(runs)}`,
    `INSERT INTO labels VALUES ${literalRows(labels)}`,
    `INSERT INTO response_names VALUES (0, '')`,
    `INSERT INTO judgments SELECT k, i, 0, ${VERDICTS.length} * c + ${said}, 'nan', 60 + ${chance('i', 'c', 'k', '3')} * (1 + k % 4), 'nan', -1, -1, ''
FROM range(${JUDGES}) AS judges(k), ${asked}`,
  ];
}

/** Opens native DuckDB with one thread on a database file, which becomes the current one. */
export async function withBenchDatabase<T>(file: string, how: string, use: (query: Query) => Promise<T>): Promise<T> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    await connection.run(`ATTACH ${literal(file)} AS made (${how})`);
    await connection.run('USE made');
    return await use(async (sql, params = []) => (await connection.runAndReadAll(sql, [...params])).getRowObjectsJS());
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Makes up pairwise judgments by 35 judges. */
export function judgmentTables(size: Size): MadeTables {
  const judges = Array.from({ length: JUDGES }, (_, k) => `judge-${k}`);
  return { statements: statements(size), facets: Object.keys(FACETS), judges };
}
