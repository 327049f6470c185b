import { choiceField, type Field, listField } from './field.ts';

/** The first judge is what the others are compared with. */
export const MOST_JUDGES = 4;

/** What a visitor can change about a comparison. The URL holds it; defaults are left out. */
export interface CompareState {
  readonly judges: readonly string[];
  /** Benchmark and protocol whose cases are compared, `benchmark.protocol`; empty: the first. */
  readonly in: string;
  /** Runs chosen of judges that have several. */
  readonly runs: readonly string[];
  /** Each run over its own rows, or both over those they share. */
  readonly support: 'union' | 'shared';
  /** Metric, and its slice, under which they are looked at closely; empty: the first. */
  readonly by: string;
}

export type CompareFields = { readonly [K in keyof CompareState]: Field<CompareState[K]> };

/** What is known to choose from: null before it has been loaded, when any id will do. */
export interface CompareChoices {
  readonly judges: readonly string[];
  readonly sets: readonly string[] | null;
  readonly runs: readonly string[] | null;
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

function idsField(known: readonly string[] | null): Field<readonly string[]> {
  if (known !== null) return listField(known);
  const read: Field<readonly string[]>['read'] = (raw) => {
    const pieces = raw.split(',');
    const value = pieces.filter((piece) => ID.test(piece));
    return { value: value.length > 0 ? value : null, rejected: pieces.filter((piece) => !ID.test(piece)) };
  };
  return { fallback: [], write: (ids) => ids.join(','), read };
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
export function compareFields({ judges, sets, runs }: CompareChoices): CompareFields {
  return {
    judges: judgesField(judges),
    in: sets === null ? shaped(ID) : choiceField(['', ...sets], ''),
    runs: idsField(runs),
    support: choiceField(['union', 'shared'], 'union'),
    by: shaped(MEASURE),
  };
}
