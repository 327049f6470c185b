import { THEME_KEY } from './boot.ts';

/** The button that switches between the system's theme, light and dark. The choice is remembered where storage allows. */
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
