import type { SqlAnswer } from '../../prove/ask-sql.ts';
import type { SqlPageData } from '../../prove/SqlIsland.tsx';
import { sqlExamples } from '../../prove/state.ts';
import type { Release } from '../../release/read.ts';
import type { QueryRow } from '../../sql/query.ts';
import { withDatabase } from './explore.ts';

/** Gives whole numbers of 64 bits as the page has them. */
const pageRowOf = (row: QueryRow): QueryRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );

/** What the page of SQL is served with: whose tables there are, and the answer to the first question. */
export async function sqlPageData({ manifest, benchmarks: described }: Release): Promise<SqlPageData> {
  const withCases = manifest.benchmarks.flatMap(({ instances, ...one }) =>
    instances === null ? [] : [{ ...one, instances }],
  );
  const benchmarks = withCases.map(({ id, name }) => ({
    id,
    name,
    split: described.find((one) => one.id === id)?.splits[0]?.id ?? '',
  }));
  const [first] = withCases;
  const [question] = sqlExamples(benchmarks[0]?.split ?? '');
  const rows = first === undefined ? [] : await withDatabase(first.instances.database, (query) => query(question.sql));
  const answer: SqlAnswer = { rows: rows.map(pageRowOf), isCut: false };
  return { benchmarks, first: answer };
}
