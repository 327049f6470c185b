import { href } from '../../ui/href.ts';
import { holdSheets } from '../../ui/sheets.ts';
import { type FindIndex, type Hit, hitsOf } from './find-hits.ts';

const LIST = 'hits';

function optionOf({ kind, name, path, more, about }: Hit, place: number): HTMLAnchorElement {
  const option = document.createElement('a');
  option.id = `${LIST}-${place}`;
  option.role = 'option';
  option.tabIndex = -1;
  option.href = href(path);
  const what = document.createElement('small');
  what.textContent = [kind, more, about].filter((words) => words !== '').join(', ');
  option.append(name, what);
  return option;
}

/** Lists suggestions below a search box: a combobox as ARIA describes it, whose options are links. Where nothing is found a line says so. */
class Suggestions {
  private readonly input: HTMLInputElement;
  private readonly list = document.createElement('div');
  private readonly said = document.createElement('output');
  private active = -1;

  constructor(input: HTMLInputElement) {
    this.input = input;
    Object.assign(this.list, { id: LIST, role: 'listbox', ariaLabel: 'Found', className: 'hits' });
    this.said.className = 'hits said';
    input.after(this.list, this.said);
    input.role = 'combobox';
    input.ariaLabel = 'Find judges, benchmarks, tasks, tables, metrics, criteria, cases';
    input.ariaAutoComplete = 'list';
    input.setAttribute('aria-controls', LIST);
    this.show([], '');
  }

  private get options(): readonly HTMLAnchorElement[] {
    return [...this.list.querySelectorAll('a')];
  }

  /** Shows these hits, the first of them chosen, and `words` where there is something to say instead. */
  show(hits: readonly Hit[], words: string): void {
    this.list.replaceChildren(...hits.map(optionOf));
    this.list.hidden = hits.length === 0;
    this.said.textContent = words;
    this.input.ariaExpanded = String(hits.length > 0);
    this.mark(hits.length > 0 ? 0 : -1);
  }

  private mark(place: number): void {
    this.active = place;
    for (const [at, option] of this.options.entries()) option.ariaSelected = String(at === place);
    const option = this.options[place];
    if (option === undefined) this.input.removeAttribute('aria-activedescendant');
    else this.input.setAttribute('aria-activedescendant', option.id);
    option?.scrollIntoView({ block: 'nearest' });
  }

  /** The choice goes round: after the last suggestion comes the typed text itself, and then the first one. */
  step(by: 1 | -1): void {
    const count = this.options.length + 1;
    this.mark(((this.active + 1 + by + count) % count) - 1);
  }

  get chosen(): string | undefined {
    return this.options[this.active]?.href;
  }
}

const NOTHING =
  'No match in names of judges, benchmarks, tables, metrics, criteria and pages, in tasks and descriptions, or in ids of cases. Enter looks through all spellings of judges.';

/** How long, in ms, a server may take that does not answer. */
const PATIENCE = 10_000;

async function fetchIndex(): Promise<FindIndex> {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), PATIENCE);
  const response = await fetch(href('/find.json'), { signal: stop.signal });
  if (!response.ok) throw new Error(`find.json: ${response.status}`);
  const index: FindIndex | null = await response.json();
  // A host's page for missing files, or a truncated file, is no list.
  if (index === null || !Array.isArray(index.entries) || !Array.isArray(index.cases))
    throw new Error('find.json: no index');
  return index;
}

/** Brings the search box to life: what is found stands below it while one types, the nearest chosen, and Enter opens what is chosen. */
function startFinder(form: HTMLFormElement, input: HTMLInputElement): void {
  const suggestions = new Suggestions(input);
  let index: FindIndex | null = null;
  let asked: Promise<void> | undefined;
  const ask = (): Promise<void> => {
    asked ??= fetchIndex().then(
      (found) => {
        index = found;
        delete form.dataset['failed'];
      },
      () => {
        asked = undefined;
        form.dataset['failed'] = '';
      },
    );
    return asked;
  };
  const update = async (): Promise<void> => {
    if (document.activeElement === input) await ask();
    if (document.activeElement !== input) return;
    const hits = index === null ? [] : hitsOf(index, input.value);
    suggestions.show(hits, index === null || hits.length > 0 || input.value.trim() === '' ? '' : NOTHING);
  };
  const enter = async (): Promise<void> => {
    await ask();
    const [nearest] = index === null ? [] : hitsOf(index, input.value);
    const address = suggestions.chosen ?? (nearest && href(nearest.path));
    if (address === undefined) form.submit();
    else location.assign(address);
  };
  input.addEventListener('input', update);
  input.addEventListener('focus', update);
  form.addEventListener('submit', enter);
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) suggestions.show([], '');
  });
  // A press on a suggestion must not take the focus from the box, which would close the list before the click.
  form.addEventListener('pointerdown', (event) => {
    if (event.target instanceof Element && event.target.closest('[role=option]')) event.preventDefault();
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      suggestions.step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape') {
      suggestions.show([], '');
    }
  });
  // The button beside the words on a failure; it may have been what asked for this script.
  form.querySelector('button')?.addEventListener('click', () => input.focus());
  if (form.contains(document.activeElement)) input.focus();
  void update();
  if ('entered' in form.dataset) void enter();
}

/** The menus of the header are folds: one closes as soon as something else is pressed or reached, and at Escape, which gives the focus back. */
function closeMenus(): void {
  const menus = [...document.querySelectorAll<HTMLDetailsElement>('.menu details')];
  const closeOthers = (target: EventTarget | null): void => {
    for (const menu of menus) if (!(target instanceof Node && menu.contains(target))) menu.open = false;
  };
  document.addEventListener('click', ({ target }) => closeOthers(target));
  document.addEventListener('focusin', ({ target }) => {
    // On a phone a fold that closes while a finger is down takes what lies below it away from the finger.
    if (document.querySelector('.menu:popover-open') === null) closeOthers(target);
  });
  // This script comes when a fold is opened: the keyboard may have gone on before. Where nothing has the focus, a finger opened it.
  if (document.activeElement !== document.body) closeOthers(document.activeElement);
  document.addEventListener('keydown', ({ key }) => {
    const menu = menus.find(({ open }) => open);
    if (key !== 'Escape' || menu === undefined) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}

const form = document.querySelector<HTMLFormElement>('form.find');
const input = form?.querySelector('input');
if (form && input) startFinder(form, input);
holdSheets();
closeMenus();
