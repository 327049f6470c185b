import { htmlOf, pressed } from './plain.ts';

const LEVELS = [1, 2, 4, 8] as const;

/** Opens a picture at the size of the window, or larger. Esc closes it, and the focus goes back to where it was. */
export function zoomWindow({ src, alt }: HTMLImageElement, what: string): void {
  let level = 0;
  const picture = htmlOf('img', '');
  Object.assign(picture, { src, alt, referrerPolicy: 'no-referrer' });
  const said = htmlOf('output', 'small');
  const step = (by: number): void => {
    level = Math.min(LEVELS.length - 1, Math.max(0, level + by));
    const times = LEVELS[level] ?? 1;
    picture.style.setProperty('--times', String(times));
    said.textContent = times === 1 ? 'whole' : `${times} times`;
    smaller.disabled = level === 0;
    larger.disabled = level === LEVELS.length - 1;
  };
  const [smaller, larger] = [pressed('Smaller', 'btn', () => step(-1)), pressed('Larger', 'btn', () => step(1))];
  const close = pressed('Close', 'btn', () => dialog.close());
  const head = htmlOf(
    'div',
    'zoom-head',
    htmlOf('h2', 'zoom-title', what),
    said,
    htmlOf('span', 'spacer'),
    smaller,
    larger,
    close,
  );
  const view = htmlOf('section', 'zoom-view', picture);
  view.tabIndex = 0;
  view.ariaLabel = 'Picture, scrolls when enlarged';
  const dialog = htmlOf('dialog', 'zoom', head, view);
  dialog.ariaLabel = what;
  dialog.onkeydown = ({ key }) => {
    if (key === '+' || key === '=') step(1);
    if (key === '-') step(-1);
  };
  dialog.onclose = () => dialog.remove();
  step(0);
  document.body.append(dialog);
  dialog.showModal();
}
