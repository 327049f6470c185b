import type { Choices } from '../../cases/choices.ts';
import type { FailureWords } from '../../client/failure.ts';
import type { Condition } from '../../metrics/query.ts';
import type { Benchmark, Protocol } from '../../schema/benchmark.ts';
import { type Query, text } from '../../sql/query.ts';

/** What the figures of a benchmark's cases can be asked for, and the names of what they show; made when the page is prerendered. */
export interface FigureChoices extends Omit<Choices, 'runs' | 'losses'> {
  readonly runs: readonly (Choices['runs'][number] & {
    readonly protocol: Protocol;
    readonly judge: string;
    /** Another run of its judge stands for it where judges stand side by side and nobody has chosen. */
    readonly aside?: boolean;
  })[];
  readonly biasTypes: Benchmark['bias_types'];
  /** The slices of a protocol can be asked for these; left out where there is nothing. */
  readonly cuts?: Readonly<Partial<Record<Protocol, CutChoices>>>;
}

export type FigureRun = FigureChoices['runs'][number];

/** Metrics with rows, and facets that tell the judged cases apart; the first of each is shown first. */
export interface CutChoices {
  readonly metrics: readonly string[];
  /** Columns of `instances`. */
  readonly facets: readonly string[];
}

export interface FacetCut {
  /** Id of a metric; '' for the first of the protocol. */
  readonly metric: string;
  /** A column of `instances`; '' for the first that has several values. */
  readonly facet: string;
}

export interface FigureScope {
  /** A condition on the columns of `instances`; `EVERYWHERE` where nothing is filtered. */
  readonly where: Condition;
  /** `where` stands for these wanted values, by facet: links to the cases ask for the same. */
  readonly facets?: Readonly<Record<string, readonly string[]>>;
  readonly runs: Readonly<Partial<Record<Protocol, string>>>;
  /** The runs that stand side by side, by protocol; where it is left out, all. */
  readonly beside?: Readonly<Partial<Record<Protocol, readonly string[]>>>;
  /** The slices of a protocol are asked for these; where it is left out, for the first metric by the first facet. */
  readonly cuts?: Readonly<Partial<Record<Protocol, FacetCut>>>;
}

/** What a judge makes of the cases; all judges where criteria conflict (a page of its own, since all numbers come with it); which are alike. */
export type FigureTopic = 'answers' | 'conflicts' | 'judges';

const runsOfProtocol = ({ runs }: Pick<FigureChoices, 'runs'>, protocol: Protocol): readonly FigureRun[] =>
  runs.filter((run) => run.protocol === protocol);

/** Lists the ids of the runs whose judges a figure of a protocol shows; a reference, such as random votes, is none of them. */
export const shownRuns = (choices: Pick<FigureChoices, 'runs'>, protocol: Protocol): readonly string[] =>
  runsOfProtocol(choices, protocol).map(({ run }) => run);

export function chosenRun(
  choices: Pick<FigureChoices, 'runs'>,
  { runs }: FigureScope,
  protocol: Protocol,
): FigureRun | null {
  const own = runsOfProtocol(choices, protocol);
  return own.find(({ run }) => run === runs[protocol]) ?? own[0] ?? null;
}

export function runOrder({ runs }: Pick<FigureChoices, 'runs'>): (run: string) => number {
  const places = new Map(runs.map(({ run }, i) => [run, i]));
  return (run) => places.get(run) ?? runs.length;
}

export const labelOfRun = ({ runs }: Pick<FigureChoices, 'runs'>, run: string): string =>
  runs.find((known) => known.run === run)?.label ?? run;

export async function namesOfJudges(query: Query): Promise<ReadonlyMap<string, string>> {
  const rows = await query('SELECT judge, name FROM judges');
  return new Map(rows.map((row) => [text(row, 'judge'), text(row, 'name')]));
}

/** Says what a critique judge is called; '' where the data do not say who scored. */
export const scorerLabel = (names: ReadonlyMap<string, string>, id: string): string =>
  id === '' ? 'Unnamed critique judge' : (names.get(id) ?? id);

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

function usualOf(runs: readonly KnownRun[]): readonly KnownRun[] {
  const one = [...Map.groupBy(runs, ({ judge }) => judge).values()].flatMap(
    (all) => all.find(({ variant }) => variant === '') ?? all[0] ?? [],
  );
  return one.toSorted((a, b) => b.asPeople - a.asPeople).slice(0, AT_FIRST);
}

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
  choices: Pick<FigureChoices, 'runs'>,
  protocol: Protocol,
  wanted: readonly string[],
): readonly string[] {
  const own = runsOfProtocol(choices, protocol);
  const listed = wanted.length > 0 ? own.filter(({ run }) => wanted.includes(run)) : own.filter(({ aside }) => !aside);
  return listed.slice(0, MOST_BESIDE).map(({ run }) => run);
}

export const NOT_WORKED_OUT: FailureWords = {
  what: 'A figure could not be worked out.',
  todo: 'Try again, or take back the last choice.',
};
