import { href } from '../ui/href.ts';
import { type FindIndex, type Hit, hitsOf, onlyHit } from './find-hits.ts';

const KINDS: Readonly<Record<Hit['kind'], string>> = {
  judge: 'judge',
  benchmark: 'benchmark',
  table: 'table',
  metric: 'metric',
  criterion: 'criterion',
  case: 'case',
};

const LIST = 'hits';

function optionOf({ kind, name, path, more }: Hit, place: number): HTMLAnchorElement {
  const option = document.createElement('a');
  option.id = `${LIST}-${place}`;
  option.role = 'option';
  option.tabIndex = -1;
  option.href = href(path);
  option.append(name);
  const what = document.createElement('small');
  what.textContent = more === '' ? KINDS[kind] : `${KINDS[kind]}, ${more}`;
  option.append(what);
  return option;
}

/** The list of suggestions below the box: a combobox as ARIA describes it, whose options are links. */
class Suggestions {
  private readonly input: HTMLInputElement;
  private readonly list = document.createElement('div');
  private active = -1;

  constructor(input: HTMLInputElement) {
    this.input = input;
    Object.assign(this.list, { id: LIST, role: 'listbox', ariaLabel: 'Found', hidden: true, className: 'hits' });
    input.after(this.list);
    input.role = 'combobox';
    input.ariaAutoComplete = 'list';
    input.setAttribute('aria-controls', LIST);
    this.show([]);
  }

  private get options(): readonly HTMLAnchorElement[] {
    return [...this.list.querySelectorAll('a')];
  }

  show(hits: readonly Hit[]): void {
    this.list.replaceChildren(...hits.map(optionOf));
    this.list.hidden = hits.length === 0;
    this.input.ariaExpanded = String(hits.length > 0);
    this.mark(-1);
  }

  private mark(place: number): void {
    this.active = place;
    for (const [at, option] of this.options.entries()) option.ariaSelected = String(at === place);
    const option = this.options[place];
    if (option === undefined) this.input.removeAttribute('aria-activedescendant');
    else this.input.setAttribute('aria-activedescendant', option.id);
    option?.scrollIntoView({ block: 'nearest' });
  }

  /** Goes round: after the last comes the text itself. */
  step(by: 1 | -1): void {
    const count = this.options.length + 1;
    this.mark(((this.active + 1 + by + count) % count) - 1);
  }

  /** Address of the chosen suggestion; null where none is. */
  get chosen(): string | null {
    return this.options[this.active]?.href ?? null;
  }
}

async function fetchIndex(): Promise<FindIndex> {
  const response = await fetch(href('/find.json'));
  if (!response.ok) throw new Error(`find.json: ${response.status}`);
  return (await response.json()) as FindIndex;
}

/** Brings the search box to life: what is found stands below it while one types. The function that it gives does what Enter does. */
export async function startFinder(form: HTMLFormElement, input: HTMLInputElement): Promise<() => void> {
  const index = await fetchIndex();
  const suggestions = new Suggestions(input);
  const update = (): void => suggestions.show(hitsOf(index, input.value));
  input.addEventListener('input', update);
  input.addEventListener('focus', update);
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) suggestions.show([]);
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
      suggestions.show([]);
    }
  });
  if (document.activeElement === input) update();
  return () => {
    const only = onlyHit(index, input.value);
    const address = suggestions.chosen ?? (only === null ? null : href(only.path));
    if (address === null) form.submit();
    else location.assign(address);
  };
}
