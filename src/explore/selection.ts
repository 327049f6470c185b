import type { AnswerFilter } from '../cases/answers.ts';
import type { Choices } from '../cases/choices.ts';
import { WORDS } from '../cases/filter.ts';
import type { View } from '../cases/rows.ts';
import { createCases, type Scope } from '../cases/scope.ts';
import { openDatabase } from '../client/database.ts';
import { searchRationales } from '../client/postings.ts';
import type { Database } from '../client/session.ts';
import { type ExploreState, type FacetState, filterOf } from './state.ts';

/** A database whose tables of cases and of found words are those that the view asks for. */
export interface Selection {
  readonly database: Database;
  readonly view: View;
}

/** What the temporary tables of a database hold at the moment; null while it is not known. */
interface Held {
  cases: string | null;
  words: string | null;
}
const held = new WeakMap<Database, Held>();

async function holdCases(
  database: Database,
  now: Held,
  {
    choices,
    scope,
    signal,
  }: { readonly choices: Choices; readonly scope: Scope & AnswerFilter; readonly signal: AbortSignal },
): Promise<void> {
  const { criterion, metric, run, slice, against, critique, pair, conflict, said } = scope;
  const key = JSON.stringify([criterion, metric, run, slice, against, critique, pair, conflict, said]);
  if (now.cases === key) return;
  now.cases = null;
  for (const { sql, params } of createCases(choices, scope, scope)) await database.query(sql, params, { signal });
  now.cases = key;
}

/** Whether the words narrow the selection: a text without a word does not. */
async function holdWords(
  database: Database,
  now: Held,
  { benchmark, words, signal }: { readonly benchmark: string; readonly words: string; readonly signal: AbortSignal },
): Promise<boolean> {
  if (words.trim() === '') return false;
  const found = await searchRationales(benchmark, words, { signal });
  if (found === null) return false;
  if (now.words === words) return true;
  now.words = null;
  await database.keepNumbers(WORDS, found);
  signal.throwIfAborted();
  now.words = words;
  return true;
}

/** Opens the database and makes its tables fit the state. Throws ClientFailure, or the signal's reason. */
export async function select(
  choices: Choices,
  {
    state,
    facets,
    signal,
  }: { readonly state: ExploreState; readonly facets: FacetState; readonly signal: AbortSignal },
): Promise<Selection> {
  const { benchmark } = choices;
  const database = await openDatabase(benchmark, { signal });
  const now = held.get(database) ?? { cases: null, words: null };
  held.set(database, now);
  await holdCases(database, now, { choices, scope: state, signal });
  const words = await holdWords(database, now, { benchmark, words: state.words, signal });
  return { database, view: { filter: filterOf(choices, { state, facets, words }), sort: state.sort } };
}
