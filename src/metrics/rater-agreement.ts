import type { RaterAgreement } from '../schema/board.ts';
import { number, type Query, text } from '../sql/query.ts';
import { type ClusterLabels, clusteredKappa } from '../stats/agreement.ts';
import { meanOf } from '../stats/correlation.ts';

/** How often two people gave which labels to the same criterion of an instance, by split; a tie is a label of its own. */
const PAIRS = `WITH labels AS (
  SELECT split, instance, criterion, value, annotator FROM gold JOIN instances USING (instance)
  WHERE kind = 'preference' AND annotator <> '')
SELECT split, one.annotator AS first, two.annotator AS second, one.value AS a, two.value AS b, count(*)::DOUBLE AS n
FROM labels AS one JOIN labels AS two USING (split, instance, criterion)
WHERE one.annotator < two.annotator GROUP BY ALL ORDER BY ALL`;

interface PairRow {
  readonly raters: readonly [string, string];
  readonly counts: readonly ClusterLabels[];
}

/** Gives the pairs of raters of every split. */
async function pairsBySplit(query: Query): Promise<ReadonlyMap<string, readonly PairRow[]>> {
  const rows = await query(PAIRS);
  const bySplit = Map.groupBy(rows, (row) => text(row, 'split'));
  return new Map(
    [...bySplit].map(([split, own]) => {
      const byPair = Map.groupBy(own, (row) => JSON.stringify([row['first'], row['second']]));
      const pairs = [...byPair].map(([key, counted]): PairRow => {
        const [first, second] = JSON.parse(key) as [string, string];
        // Intervals are not asked for, so all cases may be one cluster.
        const counts = counted.map((row) => ({
          cluster: '',
          a: text(row, 'a'),
          b: text(row, 'b'),
          n: number(row, 'n'),
        }));
        return { raters: [first, second], counts };
      });
      return [split, pairs];
    }),
  );
}

/** Says how well the people agree who labelled pairs of a split, by split; a split without two of them, or without a kappa, is left out. */
export async function raterAgreement(query: Query): Promise<ReadonlyMap<string, RaterAgreement>> {
  return new Map(
    [...(await pairsBySplit(query))].flatMap(([split, pairs]) => {
      const kappas = pairs.flatMap(({ counts }) => clusteredKappa(counts).value?.kappa ?? []);
      if (kappas.length === 0) return [];
      const raters = new Set(pairs.flatMap((pair) => pair.raters)).size;
      const kappa = meanOf(kappas);
      return [[split, { kappa, pairs: kappas.length, raters }] as const];
    }),
  );
}
