import type { ShownAnswer } from '../../case/outcome.ts';

/** A real case that the first judge of a benchmark lost. It is small enough for the start page: no text of others is in it. */
export interface OneCase {
  readonly benchmark: string;
  readonly benchmarkName: string;
  readonly instance: string;
  /** Name of the part of the benchmark that the case belongs to. */
  readonly part: string;
  /** The criterion that the answers are for; '' where there is only one question. */
  readonly criterion: string;
  /** The label that counts. */
  readonly gold: string;
  readonly answers: readonly { readonly run: string; readonly name: string; readonly shown: ShownAnswer }[];
  /** Opens the case, in the list of all that the judge lost. */
  readonly href: string;
}
