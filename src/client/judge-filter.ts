import { cleanSearch, ignoredParameters } from '../url-state/field.ts';
import { JUDGES_FIELDS, type JudgesState } from '../url-state/judges.ts';

/** Filters the rows that name a judge by `?q=` and `?access=`; the box in every page's header leads to the list of judges. */
const form = document.querySelector<HTMLFormElement>('#judge-filter');
const status = document.querySelector('#judge-count');
const notice = document.querySelector<HTMLElement>('#judge-notice');
const rows = [...document.querySelectorAll<HTMLTableRowElement>('tr[data-names]')];

function fromUrl(): JudgesState {
  const query = new URLSearchParams(location.search);
  const { q, access } = JUDGES_FIELDS;
  return {
    q: q.read(query.get('q') ?? '').value ?? '',
    access: access.read(query.get('access') ?? '').value ?? [],
  };
}

function fromForm(of: HTMLFormElement): JudgesState {
  const data = new FormData(of);
  return { q: String(data.get('q') ?? '').trim(), access: data.getAll('access').map(String) };
}

function fill(of: HTMLFormElement, state: JudgesState): void {
  for (const field of of.querySelectorAll('input')) {
    if (field.type === 'checkbox') field.checked = state.access.includes(field.value);
    else field.value = state.q;
  }
}

function show({ q, access }: JudgesState): void {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    const { names = '', access: own = '' } = row.dataset;
    row.hidden = !(words.every((word) => names.includes(word)) && (access.length === 0 || access.includes(own)));
    if (!row.hidden) shown += 1;
  }
  if (status) status.textContent = shown === 0 ? 'No judge fits. Try fewer letters.' : `${shown} of ${rows.length}`;
}

function remember({ q, access }: JudgesState): void {
  const query = new URLSearchParams();
  if (q !== '') query.set('q', q);
  if (access.length > 0) query.set('access', access.join(','));
  history.replaceState(null, '', `${location.pathname}${cleanSearch(query, JUDGES_FIELDS)}`);
}

if (form && notice) {
  const ignored = ignoredParameters(location.search, JUDGES_FIELDS);
  notice.hidden = ignored.length === 0;
  notice.textContent = `Ignored in the address: ${ignored.map((i) => i.name).join(', ')}.`;
  fill(form, fromUrl());
  show(fromUrl());
  for (const set of form.querySelectorAll('fieldset')) set.hidden = false;
  form.addEventListener('input', () => {
    show(fromForm(form));
    remember(fromForm(form));
  });
  form.addEventListener('submit', (event) => event.preventDefault());
}
