import type { Choices } from '../../cases/choices.ts';
import type { Condition } from '../../metrics/query.ts';
import type { Benchmark, Protocol } from '../../schema/benchmark.ts';
import type { Query } from '../../sql/query.ts';

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
  /** Ids of metrics. */
  readonly metrics: readonly string[];
  /** Columns of `instances`. */
  readonly facets: readonly string[];
}

/** Cuts one metric by one facet. */
export interface FacetCut {
  /** Id of a metric; '' for the first of the protocol. */
  readonly metric: string;
  /** A column of `instances`; '' for the first that has several values. */
  readonly facet: string;
}

/** What a visitor chose on the page of figures. */
export interface FigureScope {
  /** A condition on the columns of `instances`; `EVERYWHERE` where nothing is filtered. */
  readonly where: Condition;
  /** `where` stands for these wanted values, by facet: links to the cases ask for the same. */
  readonly facets?: Readonly<Record<string, readonly string[]>>;
  /** The runs looked at closely, by protocol. */
  readonly runs: Readonly<Partial<Record<Protocol, string>>>;
  /** The runs that stand side by side, by protocol; where it is left out, all. */
  readonly beside?: Readonly<Partial<Record<Protocol, readonly string[]>>>;
  /** The slices of a protocol are asked for these; where it is left out, for the first metric by the first facet. */
  readonly cuts?: Readonly<Partial<Record<Protocol, FacetCut>>>;
}

/**
 * What a figure is about: what a judge makes of the cases, how all judges fare where criteria conflict, or which judges are alike. The
 * second has a page of its own, since whoever looks at another judge would fetch the numbers of all judges with it.
 */
export type FigureTopic = 'answers' | 'conflicts' | 'judges';

/**
 * A figure drawn from the cases has one loader for the build (prerendered data of the default scope) and for the page (any scope). `Data`
 * is plain JSON with every number that is drawn, its n and its uncertainty.
 */
export interface InstanceFigure<Data = unknown> {
  readonly id: string;
  readonly title: string;
  readonly protocol: Protocol;
  readonly topic: FigureTopic;
  /**
   * Which part of the scope it reads beside `where`; where it is left out, the run looked at closely. It is loaded again when that part
   * changes.
   */
  readonly reads?: readonly ('runs' | 'cuts' | 'beside')[];
  /** True where the data are the same whichever run is looked at closely: the drawing only points that run out. */
  readonly anyRun?: boolean;
  /** Gives null where the benchmark, or the selection of cases, has nothing of what the figure needs. */
  readonly load: (query: Query, scope: FigureScope, choices: FigureChoices) => Promise<Data | null>;
  /**
   * Gives what `load` would give for each run of the choices in turn, by run. A figure has it where one question for all runs costs less
   * than one for each. Runs of which the figure holds nothing are left out.
   */
  readonly loadEach?: (query: Query, scope: FigureScope, choices: FigureChoices) => Promise<ReadonlyMap<string, Data>>;
}
