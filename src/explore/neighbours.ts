import type { Choices } from '../cases/choices.ts';
import type { ListPlace } from '../cases/columns/list.ts';
import { readSearch } from '../ui/field.ts';
import { askedFor } from './asked.ts';
import { loadColumns } from './case-columns.ts';
import { askSelection } from './selection.ts';
import { exploreFields } from './state.ts';

/** A benchmark, and the metrics whose lost cases its columns are known to hold. */
type ListedCases = Pick<Choices, 'benchmark' | 'losses'>;

/** What a list of a benchmark's cases can be asked for, by its columns. */
async function listChoices({ benchmark, losses }: ListedCases, list: string): Promise<Choices> {
  const { cases, facets, runs, criteria } = await loadColumns(benchmark);
  const { metric } = askedFor(list);
  return {
    ...{ benchmark, name: benchmark, synthetic: false, licence: '', release: '', labels: {}, words: true, cases },
    facets: facets.map(({ name, values }) => ({ name, label: name, values })),
    runs: runs.map((run) => ({ run, judge: run, label: run })),
    criteria: criteria.map((id) => ({ id, label: id })),
    // Points under any other metric are asked of SQL: it knows which ones there are.
    losses: metric === '' || losses.some(({ id }) => id === metric) ? losses : [{ id: metric, label: metric }],
  };
}

/** The cases beside one in the list that the explorer shows for a query string (from its `?` on). Throws ClientFailure, or the signal's reason. */
export async function neighbours(
  cases: ListedCases,
  {
    list,
    id,
    isVote,
    signal,
  }: { readonly list: string; readonly id: string; readonly isVote: boolean; readonly signal: AbortSignal },
): Promise<ListPlace> {
  const choices = await listChoices(cases, list);
  const { fixed, facets } = exploreFields(choices);
  const asked = { choices, state: readSearch(fixed, list), facets: readSearch(facets, list) };
  return (await askSelection(asked, signal)).cases.placeOf(id, isVote);
}
