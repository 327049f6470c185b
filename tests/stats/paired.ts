import { estimate } from '../../src/stats/cluster.ts';
import { type Difference, difference, type Pairing } from '../../src/stats/difference.ts';
import { type Aggregate, type ClusterSum, sumTables } from './tables.ts';

/** The difference of two runs of shares, by the steps of the pages: tables over the same clusters, two estimates, what lies between. */
export function differenceOf(runs: Pairing<readonly ClusterSum[]>, aggregate: Aggregate = 'ratio'): Difference {
  const [other, base] = sumTables([runs.other, runs.base], aggregate).map((table) => estimate(table).value);
  if (!other || !base) throw new Error('a run has no value');
  return difference({ other, base }, [0, 1]);
}
