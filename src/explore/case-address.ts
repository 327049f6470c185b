import { choiceField, freeText, listField, type StateOf, textField, writeSearch } from '../ui/field.ts';
import { href } from '../ui/href.ts';

const LONGEST_ID = 4000;
const LONGEST_LIST = 4000;
/** No more rationales than these fit side by side. */
export const MOST_RATIONALES = 4;

/** Makes the parameters that links to a case name: which case, in which list, and whose rationales. The page adds its own (src/case/state.ts). */
export const caseAddressFields = (runs: readonly string[]) => ({
  id: freeText(LONGEST_ID),
  /** The list that it was opened from: the query string of the explorer, from its `?` on; empty: opened by itself. */
  list: textField((raw) => raw.startsWith('?') && raw.length <= LONGEST_LIST),
  /** `blind`: labels and judges are hidden, and the visitor says which answer is better. */
  vote: choiceField(['', 'blind'], ''),
  /** Ids of the runs whose rationales stand side by side; empty: two that the page picks. */
  judges: listField(runs, MOST_RATIONALES),
  /** Under which criterion they are; the page knows which there are. */
  criterion: freeText(LONGEST_ID),
});

export function caseHref(
  benchmark: string,
  state: Partial<StateOf<ReturnType<typeof caseAddressFields>>> & { readonly id: string },
): string {
  return `${href(`/${benchmark}/case/`)}${writeSearch(caseAddressFields([]), state)}`;
}
