import { expect, test } from 'vitest';
import { nightly } from '../drawn.ts';
import { alive, BOARD, head, query } from './board-page.ts';
import { openPage } from './page.ts';

/** The address and what a page shows come together: Back undoes what is on the screen, however fast it comes. */

const sortOf = (label: string): string => `.board thead th[abbr="${label}"] .sort`;

test('at the moment at which an answer is drawn the address says it, and Back undoes that answer alone', async () => {
  const { page } = await openPage(BOARD);
  await alive(page);
  const said = await page.evaluate(async (buttons) => {
    const addresses: string[] = [];
    for (const button of buttons) {
      const drawn = new Promise((done) => {
        const options = { subtree: true, childList: true, attributes: true, characterData: true };
        new MutationObserver(done).observe(document.querySelector('.board') ?? document.body, options);
      });
      document.querySelector<HTMLElement>(button)?.click();
      await drawn;
      addresses.push(location.search);
    }
    return addresses;
  }, ['CMR', 'TOS', 'Clarity'].map(sortOf));
  expect(said).toEqual(['?sort=-cmr', '?sort=-tos', '?sort=-clarity']);
  for (const before of ['?sort=-tos', '?sort=-cmr', '']) {
    await page.goBack();
    await expect.poll(() => query(page)).toBe(before);
  }
  expect(await head(page, 'CMR').locator('..').getAttribute('aria-sort')).toBe(null);

  // What was typed a moment before a step is not undone with it.
  const box = page.getByRole('searchbox', { name: /judge/i }).last();
  await box.evaluate((input: HTMLInputElement, button) => {
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (const text of ['g', 'gp', 'gpt']) {
      write?.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    document.querySelector<HTMLElement>(button)?.click();
  }, sortOf('CMR'));
  await expect.poll(() => query(page)).toBe('?q=gpt&sort=-cmr');
  await page.goBack();
  await expect.poll(() => query(page)).toBe('?q=gpt');
  await expect.poll(() => box.inputValue()).toBe('gpt');
});

nightly(test)(
  'more steps than a browser writes: the last one is shown, and the address says it as soon as it may',
  async () => {
    const { page } = await openPage(BOARD);
    await alive(page);
    const shown = await page.evaluate(async (buttons) => {
      for (let i = 0; i < 230; i += 1) {
        document.querySelector<HTMLElement>(buttons[i % buttons.length] ?? '')?.click();
        await new Promise(requestAnimationFrame);
      }
      return [...document.querySelectorAll('.board th[aria-sort]')].map((th) => th.getAttribute('abbr'));
    }, ['TOS', 'CMR'].map(sortOf));
    expect(shown).toEqual(['CMR']);
    await expect.poll(() => query(page)).toBe('?sort=-cmr');
  },
);
