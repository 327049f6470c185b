import { agnes } from 'ml-hclust';

/** Orders rows so that similar ones stand side by side: that of the leaves of an average-linkage tree over Euclidean distances. */
export function clusterOrder(rows: readonly (readonly number[])[]): number[] {
  if (rows.length < 2) return rows.map((_, i) => i);
  return agnes(
    rows.map((r) => [...r]),
    { method: 'average' },
  ).indices();
}
