import { choiceField, freeText, listField, type StateOf } from '../../ui/field.ts';

const LONGEST_SEARCH = 80;

/**
 * Makes the parameters of a list of judges; `kinds` are the kinds of access that it can show, `facts` what it can be narrowed to, `columns` those that its table can be sorted
 * by: best judge first, or worst first with `-` before the column. Defaults are left out.
 */
export const judgesFields = (
  kinds: readonly string[],
  {
    facts = [],
    columns = [],
  }: { readonly facts?: readonly string[]; readonly columns?: readonly string[] | undefined } = {},
) => ({
  q: freeText(LONGEST_SEARCH),
  /** Empty for every kind of access. */
  access: listField(kinds),
  /** Facts that all hold (`src/schema/judge-facts.ts`). */
  fact: listField(facts),
  sort: choiceField(['', ...columns, ...columns.map((column) => `-${column}`)], ''),
});

export type JudgesState = StateOf<ReturnType<typeof judgesFields>>;
