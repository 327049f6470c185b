import { FOUND_WORDS } from '../../../src/cases/filter.ts';
import { gather } from '../../../src/cases/gather.ts';
import { openDatabase } from '../../../src/client/database.ts';
import { loadColumns, loadCriteria, loadDetails } from '../../../src/explore/case-columns.ts';
import type { Query } from '../../../src/sql/query.ts';
import { type Compared, compareSelections } from '../../cases/columns/both-forms.ts';

/** Compares what the page's columns and the page's engine give, over the files of the site. */
async function compareForms(benchmark: string, selections: number): Promise<Compared> {
  const database = await openDatabase(benchmark);
  const query: Query = (sql, params) => database.query(sql, params);
  const { criteria: ids, ...found } = await gather(query);
  const named = { benchmark, name: benchmark, synthetic: true, licence: '', release: '', labels: {}, words: true };
  const choices = { ...found, ...named, criteria: ids.map((id) => ({ id, label: id })) };
  const [columns, details, criteria] = await Promise.all([
    loadColumns(benchmark),
    loadDetails(benchmark),
    loadCriteria(benchmark),
  ]);
  if (columns === null || details === null || criteria === null) throw new Error('no columns');
  const keepWords = (words: readonly number[]) => database.keepNumbers(FOUND_WORDS, words);
  return compareSelections({ query, keepWords, choices, columns, details, criteria }, selections);
}

declare global {
  interface Window {
    compareForms: typeof compareForms;
  }
}

window.compareForms = compareForms;
