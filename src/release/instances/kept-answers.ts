import { type ConstantAnswer, constantAnswers, judgeCheckSums } from '../../metrics/judge-check.ts';
import type { Metric } from '../../metrics/metric.ts';
import type { Settings } from '../../metrics/settings.ts';
import { isMissingAnswers } from '../../metrics/unfinished.ts';
import { runValuesOf, type Sums, sumsOfRun } from '../../metrics/values.ts';
import type { Slice } from '../../schema/slice.ts';
import type { BoardValue } from '../../scoring/board-values.ts';
import type { ScoresKept } from './kept-scores.ts';
import type { RunTotals } from './kept-totals.ts';
import { type Alone, withRunsAlone } from './runs-alone.ts';
import type { WorkDatabase } from './work.ts';

/** Values by run and metric. */
export type CheckedRuns = ReadonlyMap<string, Readonly<Record<string, BoardValue | null>>>;

/** The value of one run by itself: its error must not depend on whose sums stand beside it. */
function checkedValue(
  sums: Sums,
  metric: Metric,
  { run, slice }: { readonly run: string; readonly slice: Slice },
): BoardValue | null {
  const found = runValuesOf(sumsOfRun(sums, run), metric, slice).get(run);
  return found === undefined ? null : { summary: found.summary, n: found.n, parts: found.parts };
}

/** How runs answer on the cases of a split, of each run found out again only where its answers there are others. */
export class KeptAnswers {
  private readonly work: WorkDatabase;
  private readonly alone: Alone;
  private readonly known: ScoresKept;

  constructor(work: WorkDatabase, alone: Alone, known: ScoresKept) {
    this.work = work;
    this.alone = alone;
    this.known = known;
  }

  /** Gives by run what `make` finds of some runs; `what` names it. Nothing of it may depend on other runs. */
  private async byRun<T>(
    what: (run: string) => unknown,
    make: (runs: readonly string[]) => Promise<(run: string) => T>,
  ): Promise<ReadonlyMap<string, T>> {
    const { kept, digests } = this.known;
    const { runs, split } = this.alone;
    const keyOf = (run: string): unknown => {
      const said = split === null ? digests.runs.get(run) : digests.splits.get(run)?.[split];
      return [what(run), split, run, said, digests.scored.get(run), digests.shared];
    };
    // A list, since what is found may be null.
    const found = new Map(runs.map(({ run }) => [run, kept.findJson<[T]>('answers', keyOf(run))]));
    const missing = runs.filter(({ run }) => found.get(run) === null);
    if (missing.length > 0) {
      const made = await withRunsAlone(this.work, { ...this.alone, runs: missing }, () =>
        make(missing.map(({ run }) => run)),
      );
      for (const { run } of missing) found.set(run, await kept.keepJson<[T]>('answers', keyOf(run), [made(run)]));
    }
    return new Map([...found].flatMap(([run, one]) => (one === null ? [] : [[run, one[0]] as const])));
  }

  /** Gives runs that give nearly always one answer, as `constantAnswers`; `split` is '' where boards are not by split. */
  async constants(split: string): Promise<(run: string) => ConstantAnswer | null> {
    const found = await this.byRun(
      () => ['constant', split],
      async () => {
        const constants = await constantAnswers(this.work.query);
        return (run) => constants(run, split);
      },
    );
    return (run) => found.get(run) ?? null;
  }

  /**
   * Gives how judges answer, as `judgeCheckSums`: the values of these metrics on the split by run; null where a run has none. Of a run that lacks no
   * answer they are the same whether a missing one counts or not.
   */
  async check(
    settings: Settings,
    { metrics, totals }: { readonly metrics: readonly Metric[]; readonly totals: RunTotals },
  ): Promise<CheckedRuns> {
    const { split } = this.alone;
    const lacks = (run: string): boolean => totals.get(run)?.some(isMissingAnswers) ?? true;
    const slice = split === null ? {} : { split };
    const ids = metrics.map(({ id }) => id);
    const settled = (run: string): Settings => (lacks(run) ? settings : { ...settings, missing: 'left-out' });
    return this.byRun(
      (run) => ['check', settled(run), ids],
      async () => {
        const sums = await judgeCheckSums(this.work.query, settings);
        return (run) =>
          Object.fromEntries(metrics.map((metric) => [metric.id, checkedValue(sums, metric, { run, slice })]));
      },
    );
  }
}
