import { Access } from '../schema/judge.ts';
import { type Field, listField, textField } from './field.ts';

/** What a visitor can change about the list of judges. */
export interface JudgesState {
  readonly q: string;
  /** Empty: every kind of access. */
  readonly access: readonly string[];
}

const LONGEST_SEARCH = 80;

/** The parameters of `/judges/`. */
export const JUDGES_FIELDS: { readonly [K in keyof JudgesState]: Field<JudgesState[K]> } = {
  q: textField(LONGEST_SEARCH),
  access: listField<string>(Access.options),
};
