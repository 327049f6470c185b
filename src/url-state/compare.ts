import { type Field, listField } from './field.ts';

/** The first judge is what the others are compared with. */
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
