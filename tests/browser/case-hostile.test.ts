import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { caseAddress, pairCase, serveCases } from './case-release.ts';
import { type OpenedPage, openPage } from './page.ts';
import { answers } from './places.ts';

async function openSaid(said: string, more = ''): Promise<OpenedPage> {
  const opened = await openPage(caseAddress('made-0001', `&judges=full-checker-pairwise${more}`), {
    prepare: (page) => serveCases(page, [pairCase([said, 'Short.'])]),
  });
  await answers(opened.page).waitFor();
  return opened;
}

const said = (page: Page) => page.locator('.reading').first();

/** What a script in a text would have done. */
const harm = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { harmed?: number }).harmed ?? 0);

const MARKUP = [
  '<script>window.harmed = 1</script>',
  '<img src=x onerror="window.harmed = 1">',
  '<svg onload="window.harmed = 1"></svg>',
  '<a href="javascript:window.harmed = 1">click</a>',
  '<iframe srcdoc="<script>parent.harmed = 1</script>"></iframe>',
  '</section></main><form action="https://evil.example/"><input name=password>',
  '<style>body { display: none }</style>',
  '<math><mtext><table><mglyph><style><img src=x onerror="window.harmed = 1">',
].join('\n');

const MARKDOWN = [
  '# A heading',
  '[click](javascript:window.harmed=1) and [elsewhere](https://evil.example/) and [here](/audit/)',
  '![a pixel](https://evil.example/pixel.png)',
  '**bold** and `code`',
  'The sum is $\\frac{1}{2}$ and',
  '$$\\href{javascript:window.harmed=1}{x} + \\includegraphics{https://evil.example/p.png}$$',
  '\\[\\sum_{i=1}^{n} i\\] with \\(n^2\\)',
].join('\n\n');

describe('markup in a text', () => {
  test('stays text, in every view', async () => {
    const { page } = await openSaid(MARKUP, '&view=text');
    for (const view of ['As text', 'Formatted', 'Raw output']) {
      await page.getByRole('button', { name: view, exact: true }).click();
      if (view === 'Formatted') await said(page).locator('.formatted').waitFor();
      await expect.poll(() => said(page).textContent()).toContain('<script>window.harmed = 1</script>');
      const live = 'script, img, svg, iframe, form, input, style, a[href^="javascript" i]';
      expect(await said(page).locator('.words, .formatted').locator(live).count(), view).toBe(0);
      expect(await page.locator('main .foot, body > form').count()).toBe(0);
      expect(await harm(page)).toBe(0);
    }
  });

  test('Markdown and formulas come through a sanitising reader, which a text by itself does not load', async () => {
    const { page } = await openSaid(MARKDOWN, '&view=text');
    const scripts = () =>
      page.evaluate(() => performance.getEntriesByType('resource').filter((r) => /Formatted/.test(r.name)).length);
    expect(await said(page).textContent()).toContain('**bold**');
    expect(await scripts()).toBe(0);
    await page.getByRole('button', { name: 'Formatted' }).click();
    await said(page).locator('strong').waitFor();
    expect(await scripts()).toBeGreaterThan(0);
    await said(page).locator('math mfrac').waitFor();
    expect(await said(page).locator('math munderover, math munder').count()).toBeGreaterThan(0);
    const links = await said(page)
      .locator('a')
      .evaluateAll((all) => all.map((a) => [a.getAttribute('href'), a.getAttribute('rel')]));
    expect(links).toEqual([['https://evil.example/', 'noopener nofollow ugc']]);
    expect(await said(page).locator('img, h1, h2, h3').count()).toBe(0);
    expect(await said(page).textContent()).toContain('picture left out: a pixel');
    expect(await page.locator('h1').count()).toBe(1);
    expect(await harm(page)).toBe(0);
  });
});

describe('length', () => {
  test('2 MB: the beginning at once, all on request, the page stays alive', async () => {
    const line = 'word after word after word, and none of them weighs anything.\n';
    const { page } = await openSaid(`${line.repeat(Math.ceil((2 * 1024 * 1024) / line.length))}THE END`, '&view=text');
    expect(await said(page).textContent()).toMatch(/The first [\d\u202f]+ of 2\u202f\d{3}\u202f\d{3} characters/);
    expect((await said(page).textContent())?.length).toBeLessThan(30_000);
    const grown = await said(page).evaluateHandle((element) => {
      const lengths: number[] = [];
      new MutationObserver((changes) => {
        const added = changes.flatMap((change) => [...change.addedNodes]);
        const length = added.reduce((sum, node) => sum + (node.textContent?.length ?? 0), 0);
        if (length > 1000) lengths.push(length);
      }).observe(element, { childList: true, subtree: true });
      return lengths;
    });
    await said(page).getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => said(page).evaluate((e) => e.textContent?.includes('THE END'))).toBe(true);
    // Piece by piece, so that the page answers in between.
    const lengths = await grown.jsonValue();
    expect(lengths.length).toBeGreaterThan(40);
    expect(Math.max(...lengths)).toBeLessThan(30_000);
    await said(page).getByRole('button', { name: 'Show the beginning only' }).click();
    await expect.poll(async () => (await said(page).textContent())?.length).toBeLessThan(30_000);
  });
});

test('unparsed, refused, failed calls, abstentions and missing answers look different', async () => {
  const statuses = ['failed', 'refused', 'error', 'abstained', 'missing', 'fallback', 'verifier'] as const;
  const made = pairCase(['x', 'y'], {
    judgments: statuses.map((parse, i) => ({
      run: `run-${i}`,
      criterion: 'grounding',
      parse,
      verdict: parse === 'fallback' || parse === 'verifier' ? 'a' : null,
      rationale: 'Said.',
    })),
  });
  const { page } = await openPage(caseAddress('made-0001', '&judges=run-5'), {
    prepare: (page) => serveCases(page, [made]),
  });
  await answers(page).waitFor();
  const said = answers(page).locator('.alike > small');
  expect(await said.allTextContents()).toEqual(['unparsed', 'refused', 'error', 'N/A', 'missing']);
  const judges = answers(page).getByRole('group', { name: /: right 2$/ });
  expect((await judges.getByRole('button').allTextContents()).map((name) => name.trim())).toEqual(['run-5', 'run-6']);
  expect(await page.locator('.rationale .pill').textContent()).toBe('read by fallback');
});
