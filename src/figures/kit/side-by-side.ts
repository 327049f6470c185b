import type { Protocol } from '../../schema/benchmark.ts';
import type { Query } from '../../sql/query.ts';
import type { FigureChoices, FigureScope, InstanceFigure } from './instance-figure.ts';

/** Runs in one matrix: more cannot be told apart, and weigh too much. */
export const MOST_BESIDE = 40;

/** Runs side by side before anyone chooses: more would make the page too heavy. */
const AT_FIRST = 16;

/** Up to this many runs all stand side by side; with more, one run of each judge does. */
const FEW = 12;

type KnownRun = Pick<FigureChoices['runs'][number], 'run' | 'protocol' | 'judge'> & {
  readonly variant: string;
  /** Verdicts that are the label. */
  readonly asPeople: number;
};

/** Picks of each judge the run without a variant, or its first; of these, those that agree most often with people. */
function usualOf(runs: readonly KnownRun[]): readonly KnownRun[] {
  const one = [...Map.groupBy(runs, ({ judge }) => judge).values()].flatMap(
    (all) => all.find(({ variant }) => variant === '') ?? all[0] ?? [],
  );
  return one.toSorted((a, b) => b.asPeople - a.asPeople).slice(0, AT_FIRST);
}

/** Lists the runs that are not shown at first where there are many: all but the usual ones. */
export function asideOf(runs: readonly KnownRun[]): ReadonlySet<string> {
  const byProtocol = [...Map.groupBy(runs, ({ protocol }) => protocol).values()].filter((own) => own.length > FEW);
  return new Set(
    byProtocol.flatMap((own) => {
      const usual = new Set(usualOf(own));
      return own.filter((run) => !usual.has(run)).map(({ run }) => run);
    }),
  );
}

/** Picks the runs of a protocol that stand side by side: those that are wanted, else the usual ones, never more than fit. */
export function runsBeside(
  { runs }: Pick<FigureChoices, 'runs'>,
  protocol: Protocol,
  wanted: readonly string[],
): readonly string[] {
  const own = runs.filter((run) => run.protocol === protocol);
  const listed = wanted.length > 0 ? own.filter(({ run }) => wanted.includes(run)) : own.filter(({ aside }) => !aside);
  return listed.slice(0, MOST_BESIDE).map(({ run }) => run);
}

/** Loads a figure by SQL; one of judges side by side is asked with those of the scope. */
export function loadFigure<Data>(
  figure: InstanceFigure<Data>,
  query: Query,
  { scope, choices }: { readonly scope: FigureScope; readonly choices: FigureChoices },
): Promise<Data | null> {
  const { protocol, reads = [] } = figure;
  const beside = reads.includes('beside') ? scope.beside?.[protocol] : undefined;
  const runs = choices.runs.filter((one) => one.protocol !== protocol || beside?.includes(one.run) !== false);
  return figure.load(query, scope, { ...choices, runs });
}
