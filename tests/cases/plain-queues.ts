import type { Query, QueryRow } from '../../src/sql/query.ts';

/** Why a case is in each queue: families that agree against the label, of those that could be read, and the share of all weight that they have, of 255. */
export type PlainQueues = Readonly<
  Partial<Record<'suspect' | 'blind', readonly [agree: number, readable: number, weight: number]>>
>;

/** What the order of a queue goes by: weights, of equal ones shares, of equal shares the number. */
export const queueOrder = ([agree, readable, weight]: readonly [number, number, number]): number =>
  weight + agree / readable / 10 + agree / 1e9;

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

interface Vote {
  readonly family: string;
  readonly said: string | number;
}

const isAgainst = ({ said }: Vote, label: QueryRow, reach: number): boolean => {
  if (label['kind'] === 'quality') return Math.abs(Number(said) - Number(label['number'])) >= reach;
  const isLevel = ['tie', 'both_bad'].includes(String(label['value']));
  return said !== label['value'] && !(said === 'equal' && isLevel);
};

/** How many thousandths oftener than the most frequent label each family is right, at least one; scores weigh the same. */
function weightsOf(votes: ReadonlyMap<string, readonly Vote[]>, labels: ReadonlyMap<string, QueryRow>) {
  const chances = new Map(
    [...Map.groupBy(labels.values(), (row) => String(row['kind']))].map(([kind, own]) => {
      const said = own.filter(({ value }) => value !== null);
      const counts = [...Map.groupBy(said, ({ value }) => value).values()].map(({ length }) => length);
      return [kind, Math.max(...counts) / said.length] as const;
    }),
  );
  const rights = new Map<string, { right: number; n: number }>();
  for (const [key, own] of votes)
    for (const vote of own) {
      const label = labels.get(key);
      if (label === undefined) continue;
      const of = JSON.stringify([vote.family, label['kind']]);
      const { right, n } = rights.get(of) ?? { right: 0, n: 0 };
      rights.set(of, { right: right + Number(!isAgainst(vote, label, 0)), n: n + 1 });
    }
  return (family: string, kind: string): number => {
    if (kind === 'quality') return 1;
    const { right, n } = rights.get(JSON.stringify([family, kind])) ?? { right: 0, n: 1 };
    return Math.max(1, Math.round(1000 * (right / n - (chances.get(kind) ?? 0))));
  };
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
    CASE WHEN stage = 'preference' THEN 'preference' WHEN protocol = 'critique' THEN 'correct' WHEN protocol = 'pairwise' THEN 'preference' ELSE 'quality' END AS kind
    FROM judgments JOIN runs USING (run) LEFT JOIN judges USING (judge) WHERE reference IS NOT TRUE`);
  const read = answers.filter(
    (row) =>
      ['ok', 'verifier', 'fallback'].includes(String(row['parse'])) &&
      ['judge', 'critique', 'preference'].includes(String(row['stage'])) &&
      row['condition'] === 'base' &&
      row['protocol'] !== 'perturbation',
  );
  const found = new Map<string, Record<string, readonly [number, number, number]>>();
  const everyVote = new Map(
    [...Map.groupBy(read, keyOf)].map(([key, own]) => {
      const votes = [...Map.groupBy(own, (row) => String(row['family']))].flatMap(([family, all]): Vote[] => {
        const said = voteOf(all, String(labels.get(key)?.['kind']));
        return said === null ? [] : [{ family, said }];
      });
      return [key, votes];
    }),
  );
  const weightOf = weightsOf(everyVote, labels);
  for (const [key, votes] of everyVote) {
    const label = labels.get(key);
    if (label === undefined) continue;
    const kind = String(label['kind']);
    const against = votes.filter((vote) => isAgainst(vote, label, reach));
    const sides = [...Map.groupBy(against, ({ said }) => (kind === 'quality' ? '' : said)).values()];
    const sum = (some: readonly Vote[]): number =>
      some.reduce((total, { family }) => total + weightOf(family, kind), 0);
    const agree = Math.max(0, ...sides.map(({ length }) => length));
    const weight = Math.round((255 * Math.max(0, ...sides.map(sum))) / sum(votes));
    if (agree < 2 && !(agree === 1 && votes.length > 1 && weight >= 230)) continue;
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
    const reason = [agree, votes.length, weight] as const;
    const isFirst = queueOrder(reason) > queueOrder(known[queue] ?? [0, 1, -1]);
    found.set(String(label['instance']), isFirst ? { ...known, [queue]: reason } : known);
  }
  return found;
}
