import type { JudgedRow } from '../../scripts/shapes/runs.ts';
import { type GeneratedBatch, generateShapes } from '../../scripts/shapes/runs.ts';

export type Row = JudgedRow['row'];
type Side = 'a' | 'b';

export interface World {
  readonly batches: readonly GeneratedBatch[];
  /** Judgments of a run; throws for a name that is none. */
  rows(run: string): readonly Row[];
  /** Aggregated labels per criterion, per instance of the two splits with criteria. */
  readonly labels: ReadonlyMap<string, ReadonlyMap<string, Side>>;
}

/** Everything that one generation makes, held in memory. */
export function makeWorld(size: number, seed: number): World {
  const batches: GeneratedBatch[] = [];
  const byRun = new Map<string, Row[]>();
  const labels = new Map<string, Map<string, Side>>();
  for (const batch of generateShapes({ size, seed })) {
    batches.push(batch);
    for (const { run, row } of batch.judgments) {
      const own = byRun.get(run);
      if (own === undefined) byRun.set(run, [row]);
      else own.push(row);
    }
    for (const g of batch.shared.gold) {
      if (g.kind !== 'preference' || g.annotator !== undefined || g.criterion === undefined) continue;
      const own = labels.get(g.instance) ?? new Map<string, Side>();
      labels.set(g.instance, own.set(g.criterion, g.value === 'a' ? 'a' : 'b'));
    }
  }
  const rows = (run: string) => {
    const own = byRun.get(run);
    if (own === undefined) throw new Error(`no run ${run}; there are ${[...byRun.keys()].join(', ')}`);
    return own;
  };
  return { batches, rows, labels };
}

export const mean = (values: readonly number[]): number => values.reduce((p, q) => p + q, 0) / values.length;

/** Attributes of every instance. */
export const attributesOf = (world: World): ReadonlyMap<string, Readonly<Record<string, string>>> =>
  new Map(world.batches.map((b) => [b.shared.instance.instance, b.shared.instance.attributes]));
