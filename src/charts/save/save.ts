/** Opens the window in which a figure is saved, and hands it over in the form and width that are chosen there. */

const panel = document.querySelector<HTMLDialogElement>('#save');
const form = panel?.querySelector('form');

/** The address of the figure that is saved: the page may redraw it meanwhile. */
let figure = '';

function say(words: string): void {
  const status = panel?.querySelector('[role=status]');
  if (status) status.textContent = words;
}

const field = (name: string): string => String(form ? (new FormData(form).get(name) ?? '') : '');

function showWidth(): void {
  for (const part of form?.querySelectorAll<HTMLElement>('.save-pixels') ?? []) part.hidden = field('width') !== 'px';
}

async function open(chosen: HTMLElement): Promise<void> {
  figure = chosen.id;
  const heading = panel?.querySelector('h2');
  if (!panel || !heading) return;
  heading.textContent = `Save “${chosen.querySelector('h2, h3')?.textContent ?? ''}”`;
  say('');
  showWidth();
  panel.showModal();
  const { canBe } = await import('./files.ts');
  for (const button of panel.querySelectorAll<HTMLButtonElement>('[data-format]'))
    button.hidden = !canBe(chosen, button.dataset['format'] ?? '');
}

async function save(format: string): Promise<void> {
  const of = panel?.dataset['of'] ?? '';
  const width = field('width');
  const pixels = Number(field('pixels'));
  const own = document.getElementById(figure);
  if (own === null || (width === 'px' && form?.reportValidity() === false)) return;
  say(`Making the ${format.toUpperCase()}…`);
  try {
    const { savedAs } = await import('./files.ts');
    say(
      await savedAs(own, format, {
        of,
        width: width === 'px' ? { pixels } : width === '' ? {} : { mm: Number(width) },
      }),
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(`The file could not be made: ${why}. Try once more, or reload the page.`);
  }
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-save], #save [data-format]') : null;
  const own = button?.closest<HTMLElement>('figure');
  if (button?.dataset['format'] !== undefined) void save(button.dataset['format']);
  else if (own) void open(own);
});
form?.addEventListener('change', showWidth);
