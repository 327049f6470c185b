import type { Choices } from '../cases/choices.ts';
import type { ListPlace } from '../cases/columns/list.ts';
import { columnsHold } from '../cases/columns/select.ts';
import { gather } from '../cases/gather.ts';
import { openDatabase } from '../client/database.ts';
import type { Database } from '../client/session.ts';
import { readSearch } from '../ui/field.ts';
import { askedFor } from './asked.ts';
import { loadColumns } from './case-columns.ts';
import type { AskedCases } from './case-selection.ts';
import { askSelection } from './selection.ts';
import { exploreFields } from './state.ts';

type ListChoices = Pick<Choices, 'facets' | 'runs' | 'cases' | 'sliced' | 'losses'> & {
  readonly criteria: readonly string[];
};

const choicesOf = (benchmark: string, { criteria, ...found }: ListChoices): Choices => ({
  ...found,
  criteria: criteria.map((id) => ({ id, label: id })),
  ...{ benchmark, name: benchmark, synthetic: false, licence: '', release: '', labels: {}, words: true },
});

/** A benchmark, and the metrics whose lost cases its columns are known to hold. */
type ListedCases = Pick<Choices, 'benchmark' | 'losses'>;

/** Finds what a benchmark's columns can be asked for; null without columns, for whatever reason: then the database is asked. */
async function columnChoices({ benchmark, losses }: ListedCases, list: string): Promise<Choices | null> {
  const columns = await loadColumns(benchmark).catch(() => null);
  if (columns === null) return null;
  const { cases, facets, runs, criteria } = columns;
  const { metric } = askedFor(list);
  return choicesOf(benchmark, {
    cases,
    criteria,
    facets: facets.map(({ name, values }) => ({ name, label: name, values })),
    runs: runs.map((run) => ({ run, judge: run, label: run })),
    // Points under any other metric are asked of SQL: it knows which ones there are.
    losses: metric === '' || losses.some(({ id }) => id === metric) ? losses : [{ id: metric, label: metric }],
    // What else slices may use is asked of SQL only.
    sliced: [],
  });
}

/** Keeps choices by database: other own results under the same name are another one. */
const gathered = new WeakMap<Database, Promise<Choices>>();

/** Finds what a benchmark's database can be asked for: the same for all who ask for one; a failure is forgotten. */
async function knownChoices(benchmark: string): Promise<Choices> {
  const database = await openDatabase(benchmark);
  const gatherAll = async (): Promise<Choices> =>
    choicesOf(benchmark, await gather((sql, params) => database.query(sql, params)));
  const known = gathered.get(database) ?? gatherAll();
  gathered.set(database, known);
  known.catch(() => gathered.delete(database));
  return known;
}

/** Reads what a query string of the explorer asks for under these choices. */
function askedBy(choices: Choices, list: string): AskedCases {
  const { fixed, facets } = exploreFields(choices);
  return { choices, state: readSearch(fixed, list), facets: readSearch(facets, list) };
}

/**
 * Finds the cases beside one in the list that the explorer shows for a query string (from its `?` on). Starts the engine where the columns do
 * not hold what is asked for. Throws ClientFailure, or the signal's reason.
 */
export async function neighbours(
  cases: ListedCases,
  { list, id, signal }: { readonly list: string; readonly id: string; readonly signal: AbortSignal },
): Promise<ListPlace> {
  const choices = await columnChoices(cases, list);
  const quick = choices === null ? null : askedBy(choices, list);
  const asked =
    quick !== null && columnsHold(quick.state, quick.state, quick.choices.losses)
      ? quick
      : askedBy(await knownChoices(cases.benchmark), list);
  return (await askSelection(asked, signal)).placeOf(id, signal);
}
