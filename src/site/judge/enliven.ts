import type { RatedRun } from '../../board/corrected.ts';
import { openValue, PROOF_TITLE } from '../../prove/open-value.ts';
import type * as Parts from './JudgeParts.tsx';

/** A link to a row of a computed table, whose id begins with the way of judging. */
const ROW = /([^/]+)\/((?:pairwise|pointwise|perturbation|critique)[^/]*)\/\?pin=([^&]+)/;

function withParts(use: (parts: typeof Parts) => void): void {
  import('./JudgeParts.tsx').then(use, () => {
    const note = Object.assign(document.createElement('p'), { className: 'notice', role: 'alert' });
    note.textContent = 'A part of this page could not be loaded. Reload the page.';
    document.querySelector('.head')?.append(note);
  });
}

/** Says what stood there in the release that the address names. */
export const pinPage = (): void => withParts(({ showPinned }) => showPinned());

/** Opens the badges, or the card of a cell that was pressed beside its link, or before it had one: the first tap on a phone. */
export function openPart({ target, defaultPrevented, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  if (defaultPrevented || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return;
  const badges = target.closest<HTMLElement>('#badges');
  if (badges !== null) withParts(({ openBadges }) => openBadges(badges));
  target.closest('td')?.querySelector<HTMLElement>(`:scope > a[title="${PROOF_TITLE}"]`)?.click();
}

/*
 * Each value that rests on judgments leads to its card. A page of a judge holds hundreds, so their links are made here, of the link to their table: a
 * line of a table is called as its column is, and the list of standings has the columns that the tables are sorted by.
 */
for (const cell of document.querySelectorAll('.profile td:nth-child(2), .standings-table td:nth-child(3)')) {
  const head = cell.parentElement?.querySelector('th');
  const row = head?.querySelector('a') ?? cell.closest('table')?.querySelector('caption a');
  const [, benchmark, table, run] = ROW.exec(row?.href ?? '') ?? [];
  if (row == null || run === undefined || !/\d/.test(cell.textContent)) continue;
  const column = cell.closest('.profile') === null ? '' : (head?.textContent ?? '').trim().replace(/\s+/g, ' ');
  const link = document.createElement('a');
  link.href = `${row.href.replace(/[^/]+\/[^/]+\/\?.*/, 'sql/')}?${new URLSearchParams({ value: [benchmark, table, column].join('.'), run })}`;
  link.title = PROOF_TITLE;
  // Large enough for a finger, in a line that stays as high as it was.
  Object.assign(link.style, { display: 'inline-block', padding: '4px 9px', margin: '-4px -9px' });
  link.addEventListener('click', (event) => openValue(event, link, () => import('../../prove/ProofCard.tsx')));
  link.append(...cell.childNodes);
  cell.append(link);
}

const forms = document.querySelectorAll<HTMLFormElement>('form.corrected');
if (forms.length > 0)
  void import('../../board/corrected.ts').then(({ enlivenCorrected }) => {
    for (const form of forms) enlivenCorrected(form, JSON.parse(form.dataset['runs'] ?? '[]') as readonly RatedRun[]);
  });
