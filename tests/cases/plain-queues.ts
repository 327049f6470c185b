import type { Query, QueryRow } from '../../src/sql/query.ts';

/** Why a case is in each queue: families that agree against the label, of those that could be read. */
export type PlainQueues = Readonly<Partial<Record<'suspect' | 'blind', readonly [agree: number, readable: number]>>>;

const KEY = ['instance', 'response', 'criterion', 'kind'] as const;
const keyOf = (row: QueryRow): string => JSON.stringify(KEY.map((name) => row[name]));

/** The label of each question: the benchmark's, else that of the first run that brings its own. */
function labelsOf(gold: readonly QueryRow[]): ReadonlyMap<string, QueryRow> {
  const plain = gold.filter((row) => row['annotator'] === '' && row['kind'] !== 'reference');
  const byScope = plain.toSorted((a, b) =>
    Buffer.compare(Buffer.from(String(a['scope'])), Buffer.from(String(b['scope']))),
  );
  return new Map(byScope.toReversed().map((row) => [keyOf(row), row]));
}

/** What a family says of a question: its most frequent verdict, or its mean score; null where it is divided or says nothing. */
function voteOf(answers: readonly QueryRow[], kind: string): string | number | null {
  if (kind === 'quality') {
    const scores = answers.flatMap(({ score }) => (score === null ? [] : [Number(score)]));
    return scores.length === 0 ? null : scores.reduce((sum, one) => sum + one, 0) / scores.length;
  }
  const said = answers.flatMap(({ verdict }) => (verdict === null ? [] : [String(verdict)]));
  const counts = [...Map.groupBy(said, (one) => one)].map(([verdict, all]) => [verdict, all.length] as const);
  const [first, second] = counts.toSorted(([, a], [, b]) => b - a);
  return first === undefined || first[1] === second?.[1] ? null : first[0];
}

/** Counts the families behind the answer other than the label that most give. */
function againstLabel(votes: readonly (string | number)[], label: QueryRow, reach: number): number {
  if (label['kind'] === 'quality')
    return votes.filter((vote) => Math.abs(Number(vote) - Number(label['number'])) >= reach).length;
  const isLevel = ['tie', 'both_bad'].includes(String(label['value']));
  const others = votes.filter((vote) => vote !== label['value'] && !(vote === 'equal' && isLevel));
  return Math.max(0, ...[...Map.groupBy(others, (one) => one).values()].map(({ length }) => length));
}

/** Finds the queues of every case by plain loops over the tables. */
export async function plainQueues(query: Query): Promise<ReadonlyMap<string, PlainQueues>> {
  const gold = await query(
    `SELECT '' AS scope, * FROM gold UNION ALL SELECT run AS scope, * EXCLUDE (run) FROM run_gold`,
  );
  const labels = labelsOf(gold);
  const raters = Map.groupBy(
    gold.filter((row) => row['annotator'] !== ''),
    keyOf,
  );
  const ratings = [...labels.values()].flatMap((row) =>
    row['kind'] === 'quality' && row['number'] !== null ? [Number(row['number'])] : [],
  );
  const reach =
    0.6 * (ratings.reduce((a, b) => Math.max(a, b), -Infinity) - ratings.reduce((a, b) => Math.min(a, b), Infinity));
  const answers = await query(`SELECT judgments.*, protocol, coalesce(nullif(family, ''), runs.judge) AS family,
    CASE protocol WHEN 'critique' THEN 'correct' WHEN 'pairwise' THEN 'preference' ELSE 'quality' END AS kind
    FROM judgments JOIN runs USING (run) LEFT JOIN judges USING (judge) WHERE reference IS NOT TRUE`);
  const read = answers.filter(
    (row) =>
      ['ok', 'verifier', 'fallback'].includes(String(row['parse'])) &&
      ['judge', 'critique'].includes(String(row['stage'])) &&
      row['condition'] === 'base' &&
      row['protocol'] !== 'perturbation',
  );
  const found = new Map<string, Record<string, readonly [number, number]>>();
  for (const [key, own] of Map.groupBy(read, keyOf)) {
    const label = labels.get(key);
    if (label === undefined) continue;
    const votes = [...Map.groupBy(own, ({ family }) => family).values()].flatMap(
      (all) => voteOf(all, String(label['kind'])) ?? [],
    );
    const agree = againstLabel(votes, label, reach);
    if (agree < 2) continue;
    const people = raters.get(key) ?? [];
    const isSure =
      people.length > 1 &&
      people.every((one) =>
        one['number'] === null || label['number'] === null
          ? one['value'] === label['value']
          : one['number'] === label['number'],
      );
    const queue = isSure ? 'blind' : 'suspect';
    const known = found.get(String(label['instance'])) ?? {};
    const [a = 0, of = 1] = known[queue] ?? [];
    const better = agree / votes.length - a / of || agree - a;
    found.set(String(label['instance']), better > 0 ? { ...known, [queue]: [agree, votes.length] } : known);
  }
  return found;
}
