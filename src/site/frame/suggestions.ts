import { href } from '../../ui/href.ts';
import type { Hit } from './find-hits.ts';

const LIST = 'hits';

function optionOf({ kind, name, path, more }: Hit, place: number): HTMLAnchorElement {
  const option = document.createElement('a');
  option.id = `${LIST}-${place}`;
  option.role = 'option';
  option.tabIndex = -1;
  option.href = href(path);
  const what = document.createElement('small');
  what.textContent = more === '' ? kind : `${kind}, ${more}`;
  option.append(name, what);
  return option;
}

/** The list of suggestions below a search box: a combobox as ARIA describes it, whose options are links. Where nothing is found a line says so. */
export class Suggestions {
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

  /** Address of the chosen suggestion; undefined where none is. */
  get chosen(): string | undefined {
    return this.options[this.active]?.href;
  }
}
