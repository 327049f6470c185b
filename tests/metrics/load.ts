import type { Database } from './database.ts';
import type { DataSet } from './generate.ts';

/** Attribute columns of the generated instances, in order. */
export const ATTRIBUTES = [
  'dimension',
  'bias_type',
  'subset',
  'task',
  'band',
  'pair_group',
  'pair_kind',
  'annotator',
] as const;

/** Writes data sets into the narrow tables of a database opened with `ATTRIBUTES`. */
export async function load({ append }: Database, sets: readonly DataSet[]): Promise<void> {
  const all = <T>(of: (set: DataSet) => readonly T[]) => sets.flatMap(of);
  await append(
    'runs',
    all((s) => s.runs).map((r) => [r.run, 'generated', r.judge, r.protocol, '', r.repeats]),
  );
  await append(
    'instances',
    all((s) => s.instances).map((i) => [i.instance, i.cluster, i.split, 0, ...ATTRIBUTES.map((a) => i[a])]),
  );
  await append(
    'responses',
    all((s) => s.responses).map((r) => [r.instance, r.response, r.model, 0]),
  );
  await append(
    'gold',
    all((s) => s.gold).map((g) => [g.instance, g.response, g.criterion, g.kind, g.value, g.number, g.annotator]),
  );
  await append(
    'judgments',
    all((s) => s.judgments).map((j) => [
      ...[j.run, j.instance, j.response, j.criterion, j.stage, j.condition, j.critique_judge, j.repeat, j.order],
      ...[j.verdict, j.score, j.parse, j.length, null, null],
    ]),
  );
}
