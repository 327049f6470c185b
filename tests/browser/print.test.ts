import { expect, test } from 'vitest';
import { addressOf, openPage } from './page.ts';

/** A sheet of A4 without its margins, upright and turned, in px. */
const UPRIGHT = 718;
const TURNED = 1047;

/** One page of every kind, and how its sheets lie. */
const PAGES = [
  ['/', TURNED],
  ['/multi-crit/', TURNED],
  ['/mm-judgebias/', TURNED],
  ['/judge/gpt-4o/', UPRIGHT],
  ['/judges/', UPRIGHT],
  ['/compare/?judges=gpt-4o,o4-mini', TURNED],
  ['/plot/', UPRIGHT],
  ['/genai-bench/explore/', UPRIGHT],
  ['/genai-bench/case/?id=image_generation%2F92', UPRIGHT],
  ['/mm-judgebias/figures/', UPRIGHT],
  ['/shapes/figures/pairwise-judges/', UPRIGHT],
  ['/audit/', UPRIGHT],
  ['/multi-crit/about/', UPRIGHT],
  ['/methods/', UPRIGHT],
  ['/your-results/', UPRIGHT],
  ['/data/', UPRIGHT],
] as const;

test('paper is light, cuts nothing, has nothing to press, and opens words behind folds', async () => {
  const { page } = await openPage('/');
  for (const [path, width] of PAGES) {
    await page.setViewportSize({ width, height: 1000 });
    await page.emulateMedia({ media: 'screen' });
    await page.goto(addressOf(path), { waitUntil: 'load' });
    // What comes with a script is on paper as soon as it is on the screen.
    if (path.includes('/case/')) await page.getByRole('heading', { name: 'Verdicts' }).waitFor();
    if (path.includes('/compare/')) await page.locator('.headline-pair').first().waitFor();
    await page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'dark';
    });
    await page.emulateMedia({ media: 'print' });
    const found = await page.evaluate((sheet) => {
      const shown = (element: Element): boolean =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        element.getBoundingClientRect().width > 2;
      const controls = [...document.querySelectorAll('.btn, select, input, textarea, nav:not(.crumbs), .drop-zone')];
      // A mark keeps away from the words beside it, by more than letters from each other.
      const wordsBoxes = (row: Element): readonly DOMRect[] => {
        const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
        const boxes: DOMRect[] = [];
        for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
          if (!text.nodeValue?.trim() || text.parentElement === null || !shown(text.parentElement)) continue;
          const range = document.createRange();
          range.selectNodeContents(text);
          boxes.push(...range.getClientRects());
        }
        return boxes;
      };
      const touches = (mark: DOMRect, words: DOMRect): boolean =>
        words.left < mark.right + 2 &&
        mark.left < words.right + 2 &&
        words.top < mark.bottom &&
        mark.top < words.bottom;
      return {
        touching: [...document.querySelectorAll('.glyph')]
          .filter((mark) => shown(mark) && mark.closest('.strip, .interval-strip, .place-line') === null)
          .filter((mark) =>
            wordsBoxes(mark.closest('th, td, li, p, .facts > span') ?? mark).some((words) =>
              touches(mark.getBoundingClientRect(), words),
            ),
          )
          .map((mark) => mark.parentElement?.textContent.slice(0, 40)),
        theme: getComputedStyle(document.documentElement).colorScheme,
        cut: [...document.querySelectorAll('table, pre, main svg, main img')]
          .filter((part) => shown(part) && part.getBoundingClientRect().right > sheet + 1)
          .map((part) => `${part.localName}.${part.getAttribute('class')}`),
        controls: controls.filter(shown).map((control) => control.outerHTML.slice(0, 80)),
        folded: [...document.querySelectorAll('details.how-to')].filter(
          (fold) =>
            shown(fold) && fold.getBoundingClientRect().height < 2 * (fold.firstElementChild?.clientHeight ?? 0),
        ).length,
        turned: getComputedStyle(document.querySelector('main') ?? document.body).getPropertyValue('page') === 'broad',
      };
    }, width);
    const sound = { touching: [], theme: 'light', cut: [], controls: [], folded: 0, turned: width === TURNED };
    expect.soft(found, path).toEqual(sound);
  }
});
