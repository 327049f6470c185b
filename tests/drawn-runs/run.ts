import { type DataSet, type JudgmentRow, randomFrom } from '../metrics/generate.ts';
import { oracle } from '../metrics/oracle.ts';
import type { Contribution } from '../metrics/oracle-rows.ts';
import { oracleValues } from '../metrics/oracle-values.ts';

/** A judge's run of a benchmark of the site, drawn: what it holds, and the run folder that says so. */
export interface DrawnRun {
  readonly benchmark: string;
  readonly run: string;
  readonly data: DataSet;
}

/** Throws of a die, the same for the same seed. */
export class Throws {
  private readonly next: () => number;
  constructor(seed: number) {
    this.next = randomFrom(seed * 7919 + 5);
  }
  /** A whole number from lo to hi. */
  int(lo: number, hi: number): number {
    return lo + Math.floor(this.next() * (hi - lo + 1));
  }
  with(probability: number): boolean {
    return this.next() < probability;
  }
  of<T>(first: T, ...rest: readonly T[]): T {
    return rest[this.int(0, rest.length) - 1] ?? first;
  }
}

export const NO_FACETS = {
  ...{ dimension: '', bias_type: '', subset: '', task: '', band: '', pair_group: '', pair_kind: '', annotator: '' },
};

/** A judgment of which nothing is said yet. */
export const NO_ANSWER: Omit<JudgmentRow, 'run' | 'instance'> = {
  ...{ response: '', criterion: '', stage: 'judge', condition: 'base', critique_judge: '', repeat: 0 },
  ...{ order: 'ab', verdict: null, score: null, parse: 'ok', length: 0 },
};

export const jsonLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Leaves out what is empty, as files do. */
const said = (row: object): object => Object.fromEntries(Object.entries(row).filter(([, v]) => v !== '' && v !== null));

/** Writes the run folder. */
export function runFolder({ benchmark, run, data }: DrawnRun): ReadonlyMap<string, string> {
  const [{ judge, protocol, repeats } = { judge: '', protocol: '', repeats: 1 }] = data.runs;
  return new Map([
    ['run.yaml', `run: ${run}\nbenchmark: ${benchmark}\njudge: ${judge}\nprotocol: ${protocol}\nrepeats: ${repeats}\n`],
    [
      'instances.jsonl',
      jsonLines(
        data.instances.map(({ instance, cluster, split, ...facets }) => ({
          ...said({ instance, cluster, split }),
          ...{ prompt: `What of ${instance}?`, attributes: said(facets) },
        })),
      ),
    ],
    ['gold.jsonl', jsonLines(data.gold.map(({ number: _, ...row }) => said(row)))],
    [
      'judgments.jsonl',
      jsonLines(
        data.judgments.map(({ run: _, length, ...row }) => ({ ...said(row), rationale: length === 0 ? '' : 'Since.' })),
      ),
    ],
  ]);
}

/** Where a value is taken from. */
type Slice = Readonly<Record<string, string>>;

const isIn = (c: Contribution, slice: Slice): boolean =>
  Object.entries(slice).every(([key, value]) => (c.slice[key] ?? '') === value);

/** What a run's answers come to by the official rules, case by case, by the formulas. */
export const rowsOf = ({ data, run }: DrawnRun, slice: Slice = {}): readonly Contribution[] =>
  oracle(data, { missing: 'left-out', zeros: 'none', judged: 'runs' }).filter((c) => c.run === run && isIn(c, slice));

/** Says what a run's metrics are, by the formulas: in a slice, and among some cases. */
export function expectedOf(one: DrawnRun) {
  const all = rowsOf(one);
  const known = new Map<string, ReadonlyMap<string, number | null>>();
  return (slice: Slice, cases?: ReadonlySet<string>): ReadonlyMap<string, number | null> => {
    const key = JSON.stringify([Object.entries(slice).sort(), cases === undefined ? null : [...cases]]);
    const rows = () => all.filter((c) => isIn(c, slice) && (cases === undefined || cases.has(c.instance)));
    const found = known.get(key) ?? oracleValues(rows());
    known.set(key, found);
    return found;
  };
}

/** Compares what the project gives with what the formulas give. */
export class Comparison {
  readonly wrong: string[] = [];
  compared = 0;

  /** `wanted`: undefined where the formulas of the tests do not know the metric. */
  take(what: string, found: number | null, wanted: number | null | undefined): void {
    if (wanted === undefined) return;
    const isSame = found === null || wanted === null ? found === wanted : Math.abs(found - wanted) < 1e-8;
    if (!isSame) this.wrong.push(`${what}: ${found} instead of ${wanted}`);
    if (wanted !== null) this.compared += 1;
  }
}

/** A value in the unit of a board. */
export const inUnit = (value: number | null | undefined, unit: string): number | null | undefined =>
  value === null || value === undefined ? value : value * (unit === 'percent' ? 100 : 1);
