import type { Choices } from '../cases/choices.ts';
import { gather } from '../cases/gather.ts';
import { NEIGHBOUR_COLUMNS, neighbourStatement } from '../cases/rows.ts';
import { openDatabase } from '../client/database.ts';
import type { ListPlace } from '../columns/list.ts';
import { readSearch } from '../ui/field.ts';
import { select } from './selection.ts';
import { exploreFields } from './state.ts';

const gathered = new Map<string, Promise<Choices>>();

async function choicesOf(benchmark: string): Promise<Choices> {
  const database = await openDatabase(benchmark);
  const { criteria, ...found } = await gather((sql, params) => database.query(sql, params));
  const labelled = criteria.map((id) => ({ id, label: id }));
  return {
    ...found,
    criteria: labelled,
    benchmark,
    name: benchmark,
    synthetic: false,
    licence: '',
    release: '',
    labels: {},
    words: true,
  };
}

/** The same for all who ask for one benchmark; a failure is forgotten. */
function knownChoices(benchmark: string): Promise<Choices> {
  const known = gathered.get(benchmark) ?? choicesOf(benchmark);
  gathered.set(benchmark, known);
  known.catch(() => gathered.delete(benchmark));
  return known;
}

/**
 * The cases beside one in the list that the explorer shows for a query string (from its `?` on). Starts the engine. Throws
 * ClientFailure, or the signal's reason.
 */
export async function neighbours(
  benchmark: string,
  { list, id, signal }: { readonly list: string; readonly id: string; readonly signal: AbortSignal },
): Promise<ListPlace> {
  const choices = await knownChoices(benchmark);
  const { fixed, facets } = exploreFields(choices);
  const [state, wanted] = [readSearch(fixed, list), readSearch(facets, list)];
  const { database, view } = await select(choices, { state, facets: wanted, signal });
  const { sql, params } = neighbourStatement(choices, view, id);
  const [row] = await database.query(sql, params, { signal, columns: NEIGHBOUR_COLUMNS });
  return row ?? { place: null, total: 0, previous: null, next: null };
}
