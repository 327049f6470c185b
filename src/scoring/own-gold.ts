import { SHARED_GOLD } from './staging.ts';
import type { Work } from './work.ts';

/** Columns that identify a label. */
const KEYS = 'instance, response, criterion, kind, annotator';

/** Runs whose folder brings some kind of records, and runs that read the benchmark's own; by their numbers. */
export interface GoldReaders {
  readonly runs: Iterable<number>;
  readonly bringing: ReadonlySet<number>;
}

/**
 * Reduces the table `gold` to the labels of the benchmark, under `SHARED_GOLD`, and those of every run that was read with labels of its
 * own. The benchmark's are its own files; where it has none, those of its runs, of which the first to label something is believed. Gives
 * the numbers of the runs that are scored by labels of their own, which may be none at all.
 */
export async function separateGold(work: Work, { runs, bringing }: GoldReaders): Promise<ReadonlySet<number>> {
  if (bringing.size === 0) return new Set();
  const sources = (await work.query('SELECT DISTINCT source FROM gold')).map(({ source }) => Number(source));
  const [only = SHARED_GOLD] = sources.length === 1 ? sources : [];
  if (only !== SHARED_GOLD) {
    await work.run(`UPDATE gold SET source = ${SHARED_GOLD}`);
    return new Set([...runs].filter((run) => run !== only));
  }
  const { shared } = await work.row(`SELECT count(*)::DOUBLE AS shared FROM gold WHERE source = ${SHARED_GOLD}`);
  await work.run(`CREATE OR REPLACE TABLE benchmark_gold AS
SELECT * REPLACE (${SHARED_GOLD} AS source) FROM gold ${Number(shared) > 0 ? `WHERE source = ${SHARED_GOLD}` : ''}
QUALIFY row_number() OVER (PARTITION BY ${KEYS} ORDER BY source) = 1`);
  const { total } = await work.row('SELECT count(*)::DOUBLE AS total FROM benchmark_gold');
  const counts =
    await work.query(`SELECT own.source AS source, count(*)::DOUBLE AS n, count(shared.record)::DOUBLE AS alike
FROM gold AS own LEFT JOIN benchmark_gold AS shared USING (instance, record) WHERE own.source <> ${SHARED_GOLD} GROUP BY own.source`);
  const equal = new Set(
    counts.filter(({ n, alike }) => n === total && alike === total).map(({ source }) => Number(source)),
  );
  const isAlone = (run: number): boolean =>
    bringing.has(run) ? !equal.has(run) && Number(total) > 0 : Number(shared) === 0 && Number(total) > 0;
  const alone = new Set([...runs].filter(isAlone));
  await work.run(`CREATE OR REPLACE TABLE gold AS
SELECT * FROM benchmark_gold UNION ALL SELECT * FROM gold WHERE source IN (${[...alone, SHARED_GOLD - 1].join(', ')})`);
  await work.run('DROP TABLE benchmark_gold');
  return alone;
}
