import { THEME_KEY } from './boot.ts';
import finder from './finder.ts?worker&url';

/**
 * The search box of every page: `/` goes to it, and what it needs comes when it gets the focus. Until then, and where that does not come, it is
 * a form that leads to the list of judges, and is called so; the header has the words and the button for that. What holds the keyboard in a sheet and closes menus comes along, or when the first one opens. The
 * finder is built like a worker's script, which is one file that nothing else shares: a module imported later would make Astro load this
 * script from a file of its own on every page.
 */
const form = document.querySelector<HTMLFormElement>('form.find');
const input = form?.querySelector('input');

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'));

if (form && input) {
  let script: HTMLScriptElement | undefined;
  const start = (): void => {
    if (script) return;
    script = Object.assign(document.createElement('script'), {
      src: finder,
      type: import.meta.env.DEV ? 'module' : '',
    });
    // Whatever could not be loaded is requested again at the next focus or click.
    script.onerror = () => {
      script?.remove();
      script = undefined;
      form.dataset['failed'] = '';
      if ('entered' in form.dataset) form.submit();
    };
    document.head.append(script);
  };
  input.addEventListener('focus', start);
  form.addEventListener('click', start);
  addEventListener('beforetoggle', start, true);
  document.querySelector('.menu')?.addEventListener('toggle', start, true);
  // Enter waits for the finder, which then acts on it and gives the box a role, but not for ever: the form leads on without it.
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    form.dataset['entered'] = '';
    start();
    setTimeout(() => input.role || form.submit(), 10_000);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyped(event.target)) return;
    event.preventDefault();
    input.focus();
  });
}

/** Opens the fold that the address names, or that holds its target, and scrolls there: not every browser does so by itself. */
function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  let opened = false;
  for (let part = target; part; part = part.parentElement)
    if (part instanceof HTMLDetailsElement && !part.open) {
      part.open = true;
      opened = true;
    }
  if (opened) target?.scrollIntoView();
}

addEventListener('hashchange', openTarget);
openTarget();

const CHOICES = ['system', 'light', 'dark'] as const;
type Choice = (typeof CHOICES)[number];

function current(): Choice {
  return CHOICES.find((choice) => choice === document.documentElement.dataset.theme) ?? 'system';
}

function apply(choice: Choice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  try {
    if (choice === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, choice);
  } catch {
    // Storage is blocked: the choice lasts for this page only.
  }
}

function show(button: HTMLButtonElement): void {
  const choice = current();
  button.ariaLabel = `Theme: ${choice}`;
  button.title = button.ariaLabel;
}

const button = document.querySelector<HTMLButtonElement>('#theme');
if (button) {
  button.hidden = false;
  show(button);
  button.addEventListener('click', () => {
    apply(CHOICES[(CHOICES.indexOf(current()) + 1) % CHOICES.length] ?? 'system');
    show(button);
  });
}
