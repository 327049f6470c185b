import { type Field, listField, textField } from '../ui/field.ts';

/** What a visitor can change about a list of judges. */
export interface JudgesState {
  readonly q: string;
  /** Empty: every kind of access. */
  readonly access: readonly string[];
}

const LONGEST_SEARCH = 80;

/** The parameters of a list of judges; `kinds` are the kinds of access that it can show. */
export function judgesFields(kinds: readonly string[]): { readonly [K in keyof JudgesState]: Field<JudgesState[K]> } {
  return { q: textField(LONGEST_SEARCH), access: listField(kinds) };
}
