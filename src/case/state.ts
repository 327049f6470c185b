import { caseAddressFields } from '../explore/case-address.ts';
import { choiceField, type StateOf } from '../ui/field.ts';
import type { ChangeUrl } from '../ui/use-url.ts';

export interface CaseChoices {
  readonly runs: readonly string[];
  readonly parts: readonly string[];
  readonly conditions: readonly string[];
  readonly repeats: readonly string[];
}

export const caseFields = ({ runs, parts, conditions, repeats }: CaseChoices) => ({
  ...caseAddressFields(runs),
  /** Which answers are read: a criterion, or a stage; empty: the first. */
  criterion: choiceField(['', ...parts], ''),
  view: choiceField(['formatted', 'text', 'raw'], 'formatted'),
  /** Shows the case before a perturbation, after it, or both. */
  side: choiceField(['both', 'before', 'after'], 'both'),
  /** Which perturbation, where there are several; empty: the first. */
  condition: choiceField(['', ...conditions], ''),
  /** The number of a repeat; empty for the first. */
  repeat: choiceField(['', ...repeats], ''),
  order: choiceField(['ab', 'ba'], 'ab'),
  /** Words that only one response has are marked. */
  diff: choiceField(['on', 'off'], 'on'),
});

export type CaseFields = ReturnType<typeof caseFields>;
export type CaseState = StateOf<CaseFields>;
export type ChangeCase = ChangeUrl<CaseState>;
