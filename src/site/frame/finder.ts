import { href } from '../../ui/href.ts';
import { type FindIndex, hitsOf } from './find-hits.ts';
import { Suggestions } from './suggestions.ts';

const NO_INDEX = 'Suggestions could not be loaded. Press Enter to search all judges.';
const NOTHING = 'No match. Press Enter to search all judges.';

async function fetchIndex(): Promise<FindIndex> {
  const response = await fetch(href('/find.json'));
  if (!response.ok) throw new Error(`find.json: ${response.status}`);
  return (await response.json()) as FindIndex;
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
      },
      () => {
        asked = undefined;
      },
    );
    return asked;
  };
  const update = async (): Promise<void> => {
    await ask();
    if (document.activeElement !== input) return;
    const hits = index === null ? [] : hitsOf(index, input.value);
    const none = index === null ? NO_INDEX : input.value.trim() === '' ? '' : NOTHING;
    suggestions.show(hits, hits.length === 0 ? none : '');
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
  void update();
  if ('entered' in form.dataset) void enter();
}

const form = document.querySelector<HTMLFormElement>('form.find');
const input = form?.querySelector('input');
if (form && input) startFinder(form, input);
