import { showAsked } from '../../ui/asked.ts';
import { cleanSearch, ignoredParameters, readSearch, writeSearch } from '../../ui/field.ts';
import { type JudgesState, judgesFields } from './state.ts';

/**
 * Filters the rows that name a judge by `?q=`, `?access=` and `?fact=`; the box in every page's header leads to the list of judges. Where the page's table
 * can be sorted, a hidden input holds the order, `?sort=`: the script of the table sets it, and hears of it by `change`.
 */
const rows = [...document.querySelectorAll<HTMLTableRowElement>('tr[data-names]')];

const folds = document.querySelectorAll<HTMLDetailsElement>('details:has(tr[data-names])');

const inputsOf = (form: HTMLFormElement): HTMLInputElement[] => [...form.querySelectorAll('input')];

const sortOf = (form: HTMLFormElement): HTMLInputElement | null => form.querySelector('input[name=sort]');

function fieldsOf(form: HTMLFormElement): ReturnType<typeof judgesFields> {
  const boxes = (name: string) => inputsOf(form).flatMap((input) => (input.name === name ? [input.value] : []));
  return judgesFields(boxes('access'), { facts: boxes('fact'), columns: sortOf(form)?.dataset['columns']?.split(' ') });
}

const fromUrl = (form: HTMLFormElement): JudgesState => readSearch(fieldsOf(form), location.search);

function fromForm(form: HTMLFormElement): JudgesState {
  const data = new FormData(form);
  return {
    q: String(data.get('q') ?? '').trim(),
    access: data.getAll('access').map(String),
    fact: data.getAll('fact').map(String),
    sort: String(data.get('sort') ?? ''),
  };
}

function fill(form: HTMLFormElement, { q, access, fact, sort }: JudgesState): void {
  for (const input of inputsOf(form)) {
    if (input.type === 'checkbox') input.checked = (input.name === 'fact' ? fact : access).includes(input.value);
    else input.value = input.name === 'sort' ? sort : q;
  }
  sortOf(form)?.dispatchEvent(new Event('change'));
}

function show({ q, access, fact }: JudgesState): void {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    const { names = '', access: own = '', facts = '' } = row.dataset;
    const known = facts.split(' ');
    const wanted = words.every((word) => names.includes(word)) && fact.every((one) => known.includes(one));
    row.hidden = !(wanted && (access.length === 0 || access.includes(own)));
    if (!row.hidden) shown += 1;
  }
  const all = words.length + access.length + fact.length === 0;
  // A match behind a fold is in sight, too.
  if (!all) for (const fold of folds) fold.open ||= fold.querySelector('tr[data-names]:not([hidden])') !== null;
  const status = document.querySelector('#judge-count');
  if (!status) return;
  if (all) status.textContent = '';
  else if (shown === 0) status.textContent = 'No judge matches. Try a shorter search or fewer filters.';
  else status.textContent = `${shown} of ${rows.length}${fact.length > 0 ? ', as far as is known' : ''}`;
}

/** A click is a step that Back undoes; typing changes the step at hand. */
function remember(form: HTMLFormElement, state: JudgesState, step: boolean): void {
  const fields = fieldsOf(form);
  const address = `${location.pathname}${cleanSearch(writeSearch(fields, state), fields)}`;
  if (step) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

function start(form: HTMLFormElement): void {
  const ignored = ignoredParameters(location.search, fieldsOf(form)).map(({ name }) => name);
  const notice = document.querySelector<HTMLElement>('#judge-notice');
  if (notice && ignored.length > 0) {
    notice.hidden = false;
    notice.textContent = `Not understood in the address, so ignored: ${ignored.join(', ')}.`;
  }
  // Without a query, what the visitor typed before this script was there counts.
  if (location.search.length > 1) fill(form, fromUrl(form));
  show(fromForm(form));
  for (const set of form.querySelectorAll('fieldset')) set.hidden = false;
  showAsked();
  form.addEventListener('input', ({ target }) => {
    const state = fromForm(form);
    show(state);
    remember(form, state, target instanceof HTMLInputElement && target.type !== 'search');
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('popstate', () => {
    fill(form, fromUrl(form));
    show(fromForm(form));
  });
}

const form = document.querySelector<HTMLFormElement>('#judge-filter');
if (form) start(form);
