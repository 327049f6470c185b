import type { ShownAnswer } from '../../case/outcome.ts';

/** A real case that the first judge of a benchmark lost. It is small enough for the start page: no text of others is in it. */
export interface OneCase {
  readonly benchmark: string;
  readonly benchmarkName: string;
  readonly instance: string;
  /** Where the first judge stands: `GPT-4o leads VIEScore, Text-guided editing, but failed here`; it leads only where nobody may be as good. */
  readonly lead: string;
  /** The criterion that the answers are for; '' where there is only one question. */
  readonly criterion: string;
  /** The label that counts. */
  readonly gold: string;
  readonly answers: readonly { readonly run: string; readonly name: string; readonly shown: ShownAnswer }[];
  /** Opens the case, in the list of all that the judge lost. */
  readonly href: string;
}
