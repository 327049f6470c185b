import { MOST_JUDGES } from '../paired/most-judges.ts';
import { choiceField, type Field, listField } from '../ui/field.ts';

/** What a visitor can change about a comparison. The URL holds it; defaults are left out. */
export interface CompareState {
  /** Judges, `judge` or `judge:run`. */
  readonly judges: readonly string[];
  /** Benchmark and protocol whose cases are compared, `benchmark.protocol`; empty: the first. */
  readonly in: string;
  /** Each run over its own rows, or both over those they share. */
  readonly support: 'union' | 'shared';
  /** Metric, and its slice, under which they are looked at closely; empty: the first. */
  readonly by: string;
}

export type CompareFields = { readonly [K in keyof CompareState]: Field<CompareState[K]> };

/** What is known to choose from. */
export interface CompareChoices {
  /** Everything that `CompareState.judges` may hold. */
  readonly judges: readonly string[];
  /** Null before they have been loaded, when any id will do. */
  readonly sets: readonly string[] | null;
}

const ID = /^[a-z0-9][\w.-]{0,127}$/i;
const MEASURE = /^[a-z_]{1,60}(?:;[^=;]{1,40}=[^=;]{0,160})*$/;

/** A text of a certain form; what it names is known only later. */
function shaped(form: RegExp): Field<string> {
  return {
    fallback: '',
    write: (value) => value,
    read: (raw) => (form.test(raw) ? { value: raw, rejected: [] } : { value: null, rejected: [raw] }),
  };
}

/** Known judges, four at most; what is unknown or too many is rejected by name. */
function judgesField(known: readonly string[]): Field<readonly string[]> {
  const list = listField(known);
  return {
    ...list,
    read: (raw) => {
      const { value, rejected } = list.read(raw);
      return {
        value: value === null ? null : value.slice(0, MOST_JUDGES),
        rejected: [...rejected, ...(value ?? []).slice(MOST_JUDGES)],
      };
    },
  };
}

/** The parameters of a comparison's URL. */
export function compareFields({ judges, sets }: CompareChoices): CompareFields {
  return {
    judges: judgesField(judges),
    in: sets === null ? shaped(ID) : choiceField(['', ...sets], ''),
    support: choiceField(['union', 'shared'], 'union'),
    by: shaped(MEASURE),
  };
}
