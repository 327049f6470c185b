import { type Field, listField } from './field.ts';

/** The parameters of the comparison page. */
export interface CompareState {
  /** Two to four judges' ids; the others are compared with the first. */
  readonly judges: readonly string[];
}

export const MOST_JUDGES = 4;

/** `judges=a,b`: known judges, four at most; what is unknown or too many is rejected by name. */
export function compareFields(known: Iterable<string>): { readonly judges: Field<readonly string[]> } {
  const list = listField(known);
  return {
    judges: {
      ...list,
      read: (raw) => {
        const { value, rejected } = list.read(raw);
        return {
          value: value === null ? null : value.slice(0, MOST_JUDGES),
          rejected: [...rejected, ...(value ?? []).slice(MOST_JUDGES)],
        };
      },
    },
  };
}
