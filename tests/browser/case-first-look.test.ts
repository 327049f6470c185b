import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { heldScripts } from './board-page.ts';
import { caseAddress, pairCase, serveCases } from './case-release.ts';
import { openPage, recordShifts, shifted } from './page.ts';
import { answers } from './places.ts';

const ISLAND = /_astro\/CaseIsland[^/]*\.js/;
const RLO = String.fromCharCode(0x202e);
const HOSTILE = `<img src=x onerror="window.harmed = 1"><script>window.harmed = 1</script></div> ${RLO}turned`;

const firstLook = (page: Page) => page.locator('.first-look');

test('without the island’s script a case’s texts and pictures can be read, and are texts whatever they hold', async () => {
  const { page, expectClean } = await openPage(caseAddress('made-0001'), {
    prepare: async (page) => {
      const responses = ['a', 'b'].map((response) => ({ response, model: HOSTILE, text: `${response}: ${HOSTILE}` }));
      const media = [
        { src: 'shapes/media/none.png', alt: HOSTILE },
        { src: 'https://evil.example/pixel.png', alt: 'Elsewhere' },
        { src: 'javascript:window.harmed=1', alt: 'A script' },
      ];
      const made = pairCase(['yes', 'no'], { prompt: `${HOSTILE}\nWhat stands there?`, attributes: { task: HOSTILE } });
      await serveCases(page, [{ ...made, responses, media }]);
      await page.route('**/shapes/media/none.png', (route) => route.fulfill({ contentType: 'image/png', body: '' }));
      await page.route(ISLAND, (route) => route.abort());
    },
  });
  await firstLook(page).getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('The script that shows a case could not be loaded.').waitFor();
  const texts = await firstLook(page).locator('.words').allTextContents();
  expect(texts.map((text) => text.includes('<script>window.harmed = 1</script></div> RLOturned'))).toEqual([
    false,
    true,
    true,
  ]);
  expect(texts[0]).toBe('What stands there?');
  expect(await firstLook(page).getByRole('heading', { level: 1 }).textContent()).toContain('‹RLO›turned');
  await firstLook(page).getByText('The file could not be loaded, or is no picture.').waitFor();
  expect(await firstLook(page).locator('img, script, iframe').count()).toBe(0);
  const links = await firstLook(page)
    .locator('a')
    .evaluateAll((all) => all.map((one) => [one.getAttribute('href'), one.getAttribute('rel')]));
  expect(links).toEqual([['https://evil.example/pixel.png', 'noopener nofollow ugc']]);
  expect(await firstLook(page).getByText('Loading what judges answered').isVisible()).toBe(false);
  expect(await page.getByRole('heading', { level: 1 }).filter({ visible: true }).count()).toBe(1);
  expect(await page.evaluate(() => (window as unknown as { harmed?: number }).harmed ?? 0)).toBe(0);
  expectClean(/failed request|Failed to load resource|Error hydrating/);
});

test('a step that is asked for before the island’s script is there is taken when it comes, but not one in a field', async () => {
  const island = heldScripts(ISLAND);
  const { page } = await openPage(caseAddress('pair-000003', `&list=${encodeURIComponent('?')}`), {
    prepare: island.hold,
  });
  await firstLook(page).getByRole('heading', { level: 1 }).waitFor();
  await page.locator('header input[name=q]').press('ArrowLeft');
  await page.mouse.click(700, 330);
  await page.keyboard.press('ArrowRight');
  island.letThrough();
  await page.waitForURL(/id=pair-000004/);
});

test('the case is asked for before the page’s sheets and scripts are there', async () => {
  const asked: string[] = [];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { page } = await openPage(caseAddress('pair-000003'), {
    fresh: true,
    prepare: async (page) => {
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      // The page is not loaded before its sheets are, so they wait for the case and no longer.
      await page.route('**/*.css', async (route) => {
        await held;
        await route.continue();
      });
      await page.route(/\/shapes\/cases\/\d/, async (route) => {
        release();
        await route.continue();
      });
    },
  });
  await answers(page).waitFor();
  const isPack = (path: string): boolean => /\/cases\/\d/.test(path);
  expect(asked.filter(isPack)).toHaveLength(1);
  const before = asked.slice(0, asked.findIndex(isPack));
  expect(before.filter((path) => path.endsWith('.js'))).toEqual([]);
});

/** Where the heading, the pictures and the texts of a case stand, and how large. */
const places = (page: Page): Promise<readonly string[]> =>
  page.locator('.case-head h1, .picture img, .task .pane > .pane-head, .task .pane-text > .words').evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility())
      .map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return `${one.localName}.${one.className} ${[left, top + scrollY, width, height].map(Math.round).join(' ')}`;
      }),
  );

describe('what the page drew stays when the island comes, and nothing moves', () => {
  test.each([
    ['a pair', 'pair-000003', 390],
    ['a pair on a wide window', 'pair-000003', 1440],
    ['a perturbation', 'edit-000130', 390],
    ['a critique', 'reply-000006', 390],
  ])('%s', async (_kind, id, width) => {
    const island = heldScripts(ISLAND);
    const { page } = await openPage(caseAddress(id), {
      width,
      height: 800,
      fresh: true,
      prepare: async (page) => {
        await recordShifts(page);
        await island.hold(page);
      },
    });
    await firstLook(page).getByText('Loading what judges answered').waitFor();
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
    const before = await places(page);
    expect(before.length).toBeGreaterThan(2);
    const drawn = await page.locator('.task').elementHandle();
    const wipe = firstLook(page).getByRole('slider');
    const isWiped = (await wipe.count()) > 0;
    if (isWiped) await wipe.focus();
    island.letThrough();
    await answers(page).waitFor();
    // What has the focus keeps it.
    if (isWiped) expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('range');
    expect(await firstLook(page).innerHTML()).toBe('');
    // The very elements: nothing is drawn again.
    expect(await drawn?.evaluate((task) => task.closest('.case-body') !== null)).toBe(true);
    expect(await page.locator('.task').count()).toBe(1);
    expect(await places(page)).toEqual(before);
    expect(await shifted(page)).toBeLessThanOrEqual(0.02);
  });
});

test('what the page drew works before the island does, and a button of the island is answered when it comes', async () => {
  const island = heldScripts(ISLAND);
  const { page } = await openPage(caseAddress('edit-000000'), {
    prepare: island.hold,
  });
  const wipe = firstLook(page).getByRole('slider', { name: /picture before and after/ });
  await wipe.focus();
  await page.keyboard.press('End');
  expect(await page.locator('.wipe').getAttribute('style')).toContain('100%');
  await firstLook(page).getByRole('button', { name: 'After', exact: true }).click();
  island.letThrough();
  await page.waitForURL(/side=after/);
  expect(await page.locator('.wipe').count()).toBe(0);
  const after = page.getByRole('button', { name: 'Both', exact: true });
  await after.focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !location.search.includes('side='));
  expect(await after.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('what is said of pictures that cannot be shown comes after the texts, for the eye and for the keyboard', async () => {
  const island = heldScripts(ISLAND);
  const media = [1, 2].map((i) => ({ src: `https://pictures.example/${i}.png`, alt: `Picture ${i}` }));
  const { page } = await openPage(caseAddress('made-0001'), {
    prepare: async (page) => {
      await serveCases(page, [pairCase(['yes', 'no'], { media })]);
      await island.hold(page);
    },
  });
  /** Whether the box comes after the texts in the page, and stands below or right of them, at every width. */
  const expectAfter = async (): Promise<void> => {
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const isAfter = await page.evaluate(() => {
        const seen = (css: string) => [...document.querySelectorAll(css)].find((one) => one.checkVisibility());
        const [texts, box] = [seen('.task > .stack'), seen('.task > .pictures')];
        if (texts === undefined || box === undefined) return null;
        const [one, other] = [texts.getBoundingClientRect(), box.getBoundingClientRect()];
        const follows = (texts.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
        return follows && (other.top >= one.bottom || other.left >= one.right);
      });
      expect(isAfter, `at ${width} px`).toBe(true);
    }
  };
  await firstLook(page).getByRole('heading', { level: 1 }).waitFor();
  await expectAfter();
  island.letThrough();
  await answers(page).waitFor();
  await expectAfter();
});
