import { MOST_JUDGES } from '../schema/most-judges.ts';
import { choiceField, listField, type StateOf, textField } from '../ui/field.ts';
import type { ChangeUrl } from '../ui/use-url.ts';

/** The judges, runs and benchmarks that can be chosen. */
export interface CompareChoices {
  /** Everything that `judges` may hold. */
  readonly judges: readonly string[];
  /** Null before they have been loaded, when any id will do. */
  readonly sets: readonly string[] | null;
}

const ID = /^[a-z0-9][\w.-]{0,127}$/i;
const MEASURE = /^[a-z_]{1,60}(?:;[^=;]{1,40}=[^=;]{0,160})*$/;

/** Makes the parameters of a comparison. Defaults are left out. */
export const compareFields = ({ judges, sets }: CompareChoices) => ({
  /** A judge is written `judge` or `judge:run`. */
  judges: listField(judges, MOST_JUDGES),
  /** Benchmark and protocol whose cases are compared, `benchmark.protocol`; empty: the first. */
  in: sets === null ? textField((raw) => ID.test(raw)) : choiceField(['', ...sets], ''),
  /** Whether each run counts over its own rows, or both over those they share. */
  support: choiceField(['union', 'shared'], 'union'),
  /** Metric, and its slice, under which they are looked at closely; empty: the first. */
  by: textField((raw) => MEASURE.test(raw)),
});

/** What a visitor can change about a comparison; the URL holds it. */
export type CompareState = StateOf<ReturnType<typeof compareFields>>;
export type ChangeCompare = ChangeUrl<CompareState>;
