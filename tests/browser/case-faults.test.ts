import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BENCHMARK, type CaseFault, caseAddress, pairCase, serveCases } from './case-release.ts';
import { appears, openPage, painted, recordShifts, shifted } from './page.ts';
import { answers, pictures, placeOfCase } from './places.ts';

const FAILED_REQUEST = /failed request|status 404|console: Failed to load resource/;
const DATABASE = '**/data/shapes/*.duckdb.gz';
const alert = (page: Page) => page.locator('.failed-case');

async function wayOn(page: Page): Promise<void> {
  expect(
    await alert(page)
      .getByRole('link', { name: /All cases of/ })
      .getAttribute('href'),
  ).toContain('/explore/');
}

test('a pack that does not come as it should: says what and why, offers a way on, and comes once it can be had', async () => {
  let become = (_: CaseFault): void => undefined;
  const { page, expectClean } = await openPage(caseAddress('made-0001'), {
    prepare: async (page) => {
      ({ become } = await serveCases(page, [pairCase(['yes', 'no'])], '404'));
    },
  });
  const heading = alert(page).getByRole('heading');
  await heading.filter({ hasText: /missing/ }).waitFor();
  await wayOn(page);
  become('truncated');
  await alert(page).getByRole('button', { name: 'Try again' }).click();
  await heading.filter({ hasText: /only in part|damaged/ }).waitFor();
  become('none');
  await alert(page).getByRole('button', { name: 'Try again' }).click();
  await answers(page).waitFor();
  expect(await alert(page).count()).toBe(0);
  expectClean(FAILED_REQUEST);
});

test('a case of another form is told as damaged, with a way on', async () => {
  const { page, expectClean } = await openPage(caseAddress('made-0001'), {
    prepare: (page) => serveCases(page, [pairCase(['yes', 'no'])], 'other-form'),
  });
  await appears(
    alert(page)
      .getByRole('heading')
      .filter({ hasText: /damaged/ }),
  );
  await wayOn(page);
  expectClean(FAILED_REQUEST);
});

test('an id that nobody has: says so, without a retry that could not help, and nothing moves', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { page } = await openPage(caseAddress('<img src=x onerror=alert(1)>'), {
    prepare: async (page) => {
      await recordShifts(page);
      await page.route('**/data/manifest.json', async (route) => {
        await held;
        await route.continue();
      });
    },
  });
  await page.locator('.waiting .loading').waitFor();
  await painted(page);
  release();
  await alert(page).waitFor();
  expect(await shifted(page)).toBeLessThanOrEqual(0.02);
  expect(await alert(page).textContent()).toContain('There is no case “<img src=x onerror=alert(1)>”');
  expect(await alert(page).getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await wayOn(page);
  expect(await page.locator('.first-look').innerHTML()).toBe('');
});

test('no id: asks for one, and takes it', async () => {
  const { page } = await openPage(`/${BENCHMARK}/case/`);
  await page.getByRole('heading', { name: 'Which case?' }).waitFor();
  await page.getByLabel('Id of a case').fill('pair-000003');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await answers(page).waitFor();
  expect(new URL(page.url()).search).toBe('?id=pair-000003');
});

test('while it is on its way the page says so and is busy', async () => {
  const held: (() => void)[] = [];
  const { page } = await openPage(caseAddress('pair-000003'), {
    prepare: (page) =>
      page.route('**/cases/*.jsonl.gz', async (route) => {
        await new Promise<void>((resolve) => held.push(resolve));
        await route.continue();
      }),
  });
  await page.locator('.waiting[aria-busy="true"]').waitFor();
  expect(await page.getByRole('status').filter({ hasText: 'Loading the case' }).count()).toBe(1);
  await expect.poll(() => held.length).toBe(1);
  held[0]?.();
  await answers(page).waitFor();
  expect(await page.locator('.waiting').count()).toBe(0);
});

test('the database does not come: the case stays, its place in the list is not known, and another try finds it', async () => {
  // Only SQL knows what cost points under a metric.
  const list = encodeURIComponent('?metric=criterion_accuracy');
  const { page, expectClean } = await openPage(caseAddress('pair-000003', `&list=${list}`), {
    prepare: (page) => page.route(DATABASE, (route) => route.fulfill({ status: 404 })),
  });
  await answers(page).waitFor();
  const told = placeOfCase(page).getByRole('alert');
  await told.waitFor();
  expect(await told.textContent()).toContain('file is missing');
  expect(await page.getByRole('button', { name: /Next/ }).isDisabled()).toBe(true);
  await page.unroute(DATABASE);
  await told.getByRole('button', { name: 'Try again' }).click();
  await appears(placeOfCase(page).getByText(/\d+ of \d+/));
  expectClean(FAILED_REQUEST);
});

test('a benchmark without cases says so and offers real ones, script or no script', async () => {
  for (const javaScript of [true, false]) {
    const { page, expectClean, close } = await openPage('/multi-crit/case/?id=1', { javaScript });
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('no cases to show');
    const real = page.getByRole('link', { name: 'Real cases: VIEScore' });
    expect(await real.getAttribute('href')).toContain('/viescore/explore/');
    const own = page.getByRole('link', { name: 'Cases of your own results' });
    expect(await own.getAttribute('href')).toContain('/your-results/');
    expectClean();
    await close();
  }
});

test('without scripts the page says what still works', async () => {
  const { page } = await openPage(caseAddress('pair-000003'), { javaScript: false });
  expect(await page.getByText('Scripts are off').isVisible()).toBe(true);
  expect(await page.getByText('Loading the case').isVisible()).toBe(false);
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
});

test('pictures that are null, remote or broken are explained; nothing is fetched from elsewhere', async () => {
  const media = [
    { src: null, alt: 'A null one' },
    { src: null, alt: 'A drawing', why: 'svg' as const },
    { src: 'https://pictures.example/one.png', alt: 'A remote one' },
    { src: '//pictures.example/two.png', alt: 'Another remote one' },
    { src: 'shapes/media/broken.png', alt: 'A broken one' },
  ];
  const { page } = await openPage(caseAddress('made-0001'), {
    prepare: async (page) => {
      await serveCases(page, [pairCase(['yes', 'no'], { media })]);
      await page.route('**/media/broken.png', (route) =>
        route.fulfill({ contentType: 'image/png', body: 'no picture' }),
      );
    },
  });
  await answers(page).waitFor();
  const text = pictures(page);
  await text.getByText('could not be loaded').waitFor();
  for (const words of ['does not give it out', 'SVG', 'https://pictures.example/one.png', 'A remote one']) {
    expect(await text.textContent()).toContain(words);
  }
  expect(await text.getByRole('img').count()).toBe(0);
  await page.route('**/media/broken.png', (route) =>
    route.fulfill({
      contentType: 'image/png',
      body: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    }),
  );
  await text.getByRole('button', { name: 'Try again' }).click();
  await text.locator('img').waitFor();
});
