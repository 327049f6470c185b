import { choiceField, type Field, listField, type Reading, textField } from '../ui/field.ts';

/** All that a visitor can choose on the page of a case. The URL holds it; defaults are left out. */
export interface CaseState {
  /** The instance; empty: none asked for. */
  readonly id: string;
  /** The list that it was opened from: the query string of the explorer, from its `?` on; empty: opened by itself. */
  readonly list: string;
  /** Ids of the runs whose rationales stand side by side; empty: two that the page picks. */
  readonly judges: readonly string[];
  /** Which answers are read: a criterion, or a stage; empty: the first. */
  readonly criterion: string;
  readonly view: 'text' | 'formatted' | 'raw';
  /** Before a perturbation, after it, or both. */
  readonly side: 'both' | 'before' | 'after';
  /** Which perturbation, where there are several; empty: the first. */
  readonly condition: string;
  /** Which repeat, by its number; empty: the first. */
  readonly repeat: string;
  readonly order: 'ab' | 'ba';
  /** Words that only one response has are marked. */
  readonly diff: 'on' | 'off';
  /** Rationales scroll together. */
  readonly scroll: 'together' | 'apart';
}

export type CaseFields = { readonly [K in keyof CaseState]: Field<CaseState[K]> };

/** What one case has to choose from. */
export interface CaseChoices {
  readonly runs: readonly string[];
  readonly parts: readonly string[];
  readonly conditions: readonly string[];
  readonly repeats: readonly string[];
}

/** How many rationales fit side by side. */
export const MOST_RATIONALES = 4;
const LONGEST_ID = 256;
const LONGEST_LIST = 4000;

/** A list of known ids, four at most; the others are rejected by name. */
function runsField(runs: readonly string[]): Field<readonly string[]> {
  const list = listField(runs);
  const read = (raw: string): Reading<readonly string[]> => {
    const { value, rejected } = list.read(raw);
    const kept = value?.slice(0, MOST_RATIONALES) ?? null;
    return { value: kept, rejected: [...rejected, ...(value?.slice(MOST_RATIONALES) ?? [])] };
  };
  return { ...list, read };
}

/** A query string of the explorer, which begins with `?`. */
function listOfCases(): Field<string> {
  const text = textField(LONGEST_LIST);
  return { ...text, read: (raw) => (raw.startsWith('?') ? text.read(raw) : { value: null, rejected: [raw] }) };
}

/** The parameters of one case's page: which judges, criteria and perturbations a URL may name. */
export function caseFields({ runs, parts, conditions, repeats }: CaseChoices): CaseFields {
  return {
    id: textField(LONGEST_ID),
    list: listOfCases(),
    judges: runsField(runs),
    criterion: choiceField(['', ...parts], ''),
    view: choiceField(['text', 'formatted', 'raw'], 'text'),
    side: choiceField(['both', 'before', 'after'], 'both'),
    condition: choiceField(['', ...conditions], ''),
    repeat: choiceField(['', ...repeats], ''),
    order: choiceField(['ab', 'ba'], 'ab'),
    diff: choiceField(['on', 'off'], 'on'),
    scroll: choiceField(['together', 'apart'], 'together'),
  };
}
