/** What the parts of the oracle share: its settings, its rows, and small helpers. */
import type { InstanceRow } from './generate.ts';

export interface OracleSettings {
  missing: 'left-out' | 'wrong';
  zeros: 'none' | 'official';
  judged: 'runs' | 'annotators';
}

export interface Contribution {
  run: string;
  cluster: string;
  instance: string;
  metric: string;
  slice: Record<string, string>;
  num: number;
  den: number;
}

export const READABLE = ['ok', 'verifier', 'fallback'];
export const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
const clusterOf = (i: InstanceRow) => (i.cluster === '' ? i.instance : i.cluster);
export const partOf = (i: InstanceRow) => `${i.split}\u0000${i.subset}`;

/** Repeats of a run: those of its rows, and those that it promises, if it promises more than one. */
export function repeatsOf(promised: number, rows: readonly { repeat: number }[]): number[] {
  const owed = promised > 1 ? Array.from({ length: promised }, (_, i) => i) : [];
  return unique([...rows.map((row) => row.repeat), ...owed]);
}

/** A row for each metric goes through here: pairs without a value are left out of the slice. */
export function contribution(
  run: string,
  i: InstanceRow,
  metric: string,
  slice: Record<string, string>,
  num: number,
  den: number,
): Contribution {
  const kept = Object.fromEntries(Object.entries(slice).filter(([, v]) => v !== ''));
  return { run, cluster: clusterOf(i), instance: i.instance, metric, slice: kept, num, den };
}
