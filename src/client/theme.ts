/** Light, dark, or as the system says; remembered where storage allows. */
const CHOICES = ['system', 'light', 'dark'] as const;
type Choice = (typeof CHOICES)[number];
const KEY = 'theme';

function stored(): Choice {
  try {
    return CHOICES.find((c) => c === localStorage.getItem(KEY)) ?? 'system';
  } catch {
    return 'system'; // storage is blocked: the choice lasts for this page only
  }
}

function apply(choice: Choice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
}

let choice = stored();
apply(choice);

const button = document.querySelector<HTMLButtonElement>('#theme');
if (button) {
  button.hidden = false;
  button.ariaLabel = `Theme: ${choice}`;
  button.addEventListener('click', () => {
    choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length] ?? 'system';
    apply(choice);
    button.ariaLabel = `Theme: ${choice}`;
    try {
      localStorage.setItem(KEY, choice);
    } catch {
      // blocked storage: nothing to remember
    }
  });
}
