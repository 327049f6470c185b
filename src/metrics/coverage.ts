import { parseSlice, type Slice } from '../schema/slice.ts';
import { bitCount } from '../sql/quote.ts';
import { repeatedRuns, slicedBy } from './items.ts';
import { READ } from './ledger.ts';
import { asMetric, type Metric, OUR_METRIC, SHARE_RIGHT } from './metric.ts';
import { sliceRows } from './reading.ts';
import { metricRows, type Sums, sliceSums } from './sums.ts';

/** Answers that are expected, of the runs of some protocols: `rows` over what the `steps` name. */
interface Expected {
  readonly protocols: readonly string[];
  readonly steps: readonly string[];
  readonly rows: readonly string[];
}

const VERDICTS: Expected = {
  protocols: ['pairwise'],
  steps: [],
  rows: [
    `SELECT run, cluster, instance, split, 'judge' AS stage, 'ok' AS parse, repeat, n_ok AS n
  FROM sheets JOIN patterns USING (pattern) WHERE n_ok > 0`,
    `SELECT run, cluster, instance, split, 'judge', 'missing', repeat, ${bitCount('absent')}
  FROM sheets JOIN patterns USING (pattern) WHERE absent <> 0`,
    `SELECT run, cluster, instance, split, 'judge', parse, CASE WHEN repeated.run IS NULL THEN '' ELSE repeat::VARCHAR END, n
  FROM (SELECT run, instance, repeat, parse, count(*) AS n FROM answers WHERE parse <> 'ok' GROUP BY ALL)
  JOIN items USING (instance) LEFT JOIN ${repeatedRuns('marks')} AS repeated USING (run)`,
  ],
};

const SCORES: Expected = {
  protocols: ['pointwise', 'perturbation'],
  steps: [
    // Where a run names no response, people's ratings of one are met by its answer on the instance.
    `rated AS (
  SELECT run, instance, response, criterion
  FROM (SELECT DISTINCT run, scope, part FROM scores JOIN items USING (instance) JOIN scopes USING (run) WHERE scores.protocol = 'pointwise')
  JOIN items USING (part) JOIN gold_sets USING (scope, instance)
  WHERE kind = 'quality' AND gold_sets.annotator = ''
    AND (run, instance, criterion) NOT IN (SELECT (run, instance, criterion) FROM scores WHERE response = ''))`,
    `sides AS (
  SELECT run, instance, response, criterion, condition FROM scores
  UNION
  SELECT run, instance, response, criterion, 'base' FROM rated
  UNION ALL
  SELECT run, instance, response, criterion, CASE WHEN bool_or(condition = 'base') THEN '' ELSE 'base' END FROM scores WHERE protocol = 'perturbation'
  GROUP BY run, instance, response, criterion HAVING bool_and(condition = 'base') OR bool_and(condition <> 'base'))`,
    `seeds AS (
  SELECT run, seed, repeat FROM scores
  UNION
  SELECT run, repeat, repeat::VARCHAR FROM promised)`,
    'due AS (SELECT * FROM sides JOIN seeds USING (run))',
  ],
  rows: [
    `SELECT run, cluster, instance, split, 'judge' AS stage, parse, repeat, 1 AS n FROM scores JOIN items USING (instance)`,
    `SELECT run, cluster, instance, split, 'judge', 'missing', repeat, n
  FROM (SELECT run, instance, repeat, count(*) AS n FROM due ANTI JOIN scores USING (run, instance, response, criterion, condition, seed) GROUP BY ALL)
  JOIN items USING (instance)`,
  ],
};

const CRITIQUES: Expected = {
  protocols: ['critique'],
  steps: [],
  rows: [
    `SELECT run, cluster, instance, split, stage, CASE WHEN verdict IS NULL AND ${READ} THEN 'failed' ELSE parse END AS parse, repeat, 1 AS n FROM replies`,
    `SELECT run, cluster, instance, split, stage, CASE WHEN verdict IS NULL AND ${READ} THEN 'failed' ELSE parse END, repeat, 1
  FROM given ANTI JOIN replies USING (run, stage, instance, response, repeat)`,
    `SELECT run, cluster, instance, split, stage, parse, repeat, 1
  FROM (SELECT DISTINCT run, cluster, instance, response, split, stage, parse, repeat FROM critic_rows WHERE stage = 'correction')`,
  ],
};

/** Writes SQL: the contributions of runs of these protocols. The steps of other protocols have no rows of theirs, and need not be there. */
function coverageSql(protocols: ReadonlySet<string>): string {
  const parts = [VERDICTS, SCORES, CRITIQUES].filter((part) => part.protocols.some((one) => protocols.has(one)));
  const expected = parts.flatMap(({ rows }) => rows).join('\n  UNION ALL\n  ');
  return `WITH ${[...parts.flatMap(({ steps }) => steps), `expected AS (\n  ${expected})`].join(',\n')}
SELECT run, cluster, instance, ${slicedBy('split', 'stage', 'parse', 'repeat')} AS slice,
  CASE WHEN ${READ} THEN n ELSE 0 END::DOUBLE AS num, n::DOUBLE AS den
FROM expected`;
}

const PROTOCOLS = ['pairwise', 'perturbation', 'pointwise', 'critique'] as const;

export const coverage: Metric = asMetric({
  id: 'coverage',
  label: 'Coverage',
  name: 'Readable answers',
  ...SHARE_RIGHT,
  ...OUR_METRIC,
  formula: 'answers that could be read / answers expected',
  about:
    'How much of the benchmark the other values rest on. The denominator is every answer that the run lists and every label, score or side of a pair that it should have answered and does not list; the slices say how an answer was read, or why not.',
  edge: 'Expected are all labels in the splits or subsets that the run touched, whatever they say, once per repeat that the run promises or has; of scores, all that people rated there or any repeat of the run lists, once per repeat, with both sides of a pair. Read directly, by a verifier or by a fallback counts as readable, and so does a tie. A critique without a label counts where the run lists it. An abstention is not a readable score, an empty answer no readable answer. Where a run judged in both orders, both count.',
  sketch: { of: 'verdicts', rows: ['A|A|1/1', 'A|unreadable|0/1', 'B|A|1/1'] },
  sliceKeys: ['split', 'stage', 'parse', 'repeat'],
  protocols: PROTOCOLS,
  board: [{ place: 99 }],
  attributes: true,
  missing: 'labels',
  countsUnread: true,
  aside: true,
  contributions: coverageSql(new Set(PROTOCOLS)),
  contributionsIn: coverageSql,
});

/** Gives, by run and repeat, the denominators of the coverage; runs of a single repeat, whose slices name none, are left out. */
function answersOf(sums: Sums, slice: Slice): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const row of sliceSums(sliceRows(metricRows(sums, coverage), ['repeat'], slice))) {
    const counts = found.get(row.run) ?? new Map<string, number>();
    found.set(row.run, counts);
    const repeat = parseSlice(row.slice).get('repeat');
    if (repeat !== undefined) counts.set(repeat, (counts.get(repeat) ?? 0) + row.den);
  }
  return found;
}

/** By run, which repeats lack expected answers in a slice: its values are then means over repeats of different size. Runs of one repeat are left out. */
export async function unfinishedRepeats(
  read: (metric: Metric) => Promise<Sums>,
  slice: Slice,
): Promise<ReadonlyMap<string, string>> {
  const sums = await read(coverage);
  const expected = answersOf(sums, slice);
  const missing = answersOf(sums, { ...slice, parse: 'missing' });
  const words = [...expected].map(([run, repeats]) => {
    const short = [...repeats]
      .map(([repeat, all]) => ({ repeat, all, lacking: missing.get(run)?.get(repeat) ?? 0 }))
      .filter(({ lacking }) => lacking > 0)
      .sort((a, b) => Number(a.repeat) - Number(b.repeat))
      .map(({ repeat, all, lacking }) => `repeat ${repeat} has ${all - lacking} of ${all} answers`);
    return [run, short.join(', ')] as const;
  });
  return new Map(words.filter(([, note]) => note !== ''));
}
