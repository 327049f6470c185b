import { enlivenCorrected, type RatedRun } from '../../board/corrected.ts';
import { openValue } from '../../prove/open-value.ts';
import { valueSearch } from '../../schema/value-link.ts';
import { href } from '../../ui/href.ts';

/** A link to a row of a computed table, whose id begins with the way of judging. */
const ROW = /([^/]+)\/((?:pairwise|pointwise|perturbation|critique)[^/]*)\/\?pin=([^&]+)$/;

/*
 * Each value that rests on judgments leads to its card. A page of a judge holds hundreds, so their links are made here, of the link to their table: a
 * line of a table is called as its column is, and the list of standings has the columns that the tables are sorted by.
 */
for (const cell of document.querySelectorAll('.profile td:nth-child(2), .standings-table td:nth-child(3)')) {
  const head = cell.parentElement?.querySelector('th');
  const row = head?.querySelector('a') ?? cell.closest('table')?.querySelector('caption a');
  const [, benchmark, table, run] = ROW.exec(row?.href ?? '') ?? [];
  if (benchmark === undefined || table === undefined || run === undefined || !/\d/.test(cell.textContent)) continue;
  const columns = [cell.closest('.profile') === null ? '' : (head?.textContent ?? '').trim().replace(/\s+/g, ' ')];
  const link = document.createElement('a');
  link.href = href(`/sql/${valueSearch({ benchmark, table, rows: [run], columns, release: '', shown: '' })}`);
  link.title = 'Formula, SQL and proof';
  link.addEventListener('click', (event) => openValue(event, link));
  link.append(...cell.childNodes);
  cell.append(link);
}

for (const form of document.querySelectorAll<HTMLFormElement>('form.corrected'))
  enlivenCorrected(form, JSON.parse(form.dataset['runs'] ?? '[]') as readonly RatedRun[]);
