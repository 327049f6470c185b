/** The search box of every page: `/` goes to it, and what it needs comes when it gets the focus. Until then it is a form that leads to the list of judges. */
const form = document.querySelector<HTMLFormElement>('form.find');
const input = form?.querySelector('input');

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'));

if (form && input) {
  let finder: Promise<() => void> | undefined;
  const start = (): Promise<() => void> => {
    finder ??= import('./finder.ts').then(({ startFinder }) => startFinder(form, input));
    // What did not come is asked for once more at the next focus.
    finder.catch(() => {
      finder = undefined;
    });
    return finder;
  };
  input.addEventListener('focus', start);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    start().then(
      (enter) => enter(),
      () => form.submit(),
    );
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyped(event.target)) return;
    event.preventDefault();
    input.focus();
  });
}
