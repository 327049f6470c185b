import type { RaterAgreement } from '../schema/board.ts';
import type { Query } from '../sql/query.ts';
import { meanKappa } from '../stats/agreement.ts';
import { annotatorPairs } from './labels.ts';
import { EVERYWHERE } from './query.ts';

/** How well the people agree who labelled pairs of a split, by split; a split without two of them, or without a kappa, is left out. */
export async function raterAgreement(query: Query): Promise<ReadonlyMap<string, RaterAgreement>> {
  const bySplit = Map.groupBy(await annotatorPairs(query, EVERYWHERE), ({ split }) => split);
  return new Map(
    [...bySplit].flatMap(([split, pairs]) => {
      const { value } = meanKappa(pairs.map(({ counts }) => counts));
      if (value === null) return [];
      const raters = new Set(pairs.flatMap(({ annotators }) => annotators)).size;
      return [[split, { kappa: value.mean, pairs: value.pairs, raters }] as const];
    }),
  );
}
