import fs from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { scoreFolder } from '../../src/release/instances/score-run.ts';
import { scratchFolder } from '../scratch.ts';
import { choose, filesIn, openReport, saved } from './own-page.ts';
import { addressOf, appears, openPage } from './page.ts';
import { caseLinks } from './places.ts';

const scratch = scratchFolder();

const PLANTED = 'xylophonequartz';
/** What a reason may hold that must stay a text. */
const HOSTILE = '</style></main><script>document.title = 1</script><img src="https://elsewhere.example/x.png">';

/** A run folder of its own: cases, labels and reasons with a word that must not leave the browser. */
function ownRun(): string {
  const folder = path.join(scratch, `run-${PLANTED}`);
  fs.mkdirSync(folder, { recursive: true });
  const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const ids = Array.from({ length: 40 }, (_, i) => `${PLANTED}-${i}`);
  fs.writeFileSync(
    path.join(folder, 'run.yaml'),
    `run: ${PLANTED}\nbenchmark: multi-crit\njudge: my-judge\nprotocol: pairwise\n`,
  );
  fs.writeFileSync(
    path.join(folder, 'instances.jsonl'),
    lines(
      ids.map((instance, i) => ({
        instance,
        split: 'open_ended',
        prompt: `What of ${PLANTED}?`,
        attributes: { domain: i % 2 ? 'art' : 'maths' },
      })),
    ),
  );
  fs.writeFileSync(
    path.join(folder, 'gold.jsonl'),
    lines(ids.map((instance) => ({ instance, criterion: 'completeness', kind: 'preference', value: 'a' }))),
  );
  fs.writeFileSync(
    path.join(folder, 'judgments.jsonl'),
    lines(
      ids.map((instance, i) => ({
        instance,
        criterion: 'completeness',
        verdict: i % 4 === 0 ? 'b' : 'a',
        parse: 'ok',
        rationale: `since ${PLANTED}${i === 0 ? ` ${HOSTILE} loudly` : ''}`,
      })),
    ),
  );
  return folder;
}

test('files in, standing out, and nothing leaves the browser', { timeout: 180_000 }, async () => {
  const asked: string[] = [];
  const { page } = await openPage('/your-results/', {
    prepare: async (opened) => {
      opened.on('request', (request) => {
        const head = JSON.stringify(request.headers());
        asked.push(`${request.method()} ${request.url()} ${head} ${request.postData() ?? ''}`);
      });
    },
  });
  await page.getByText('Drop files, a folder or an archive here').waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((one) => /\/engine\/|benchmarks\.json|session\./.test(one))).toEqual([]);

  // What is no file of results is told, and the page goes on.
  const picture = path.join(scratch, 'picture.png');
  fs.writeFileSync(picture, Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]));
  await choose(page, picture);
  await page.getByText(/a PNG picture/).waitFor();

  // A run with cases of its own stands alone and among the printed values.
  await choose(page, ...filesIn(ownRun()));
  await page.getByText('run.yaml makes it a run folder').waitFor();
  await page.getByText('Tests from values and standard errors').waitFor();
  await appears(page.getByRole('row', { name: /my-judge \(yours\)/ }));
  await page.getByRole('heading', { name: /points: 10 of 40/ }).waitFor();
  // What is chosen of a board names own runs: it lies in the fragment, which no server is told.
  await page.getByRole('combobox', { name: 'Baseline' }).selectOption({ label: 'my-judge (yours)' });
  await expect.poll(() => new URL(page.url()).hash).toContain(PLANTED);
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('combobox', { name: 'Table' }).selectOption('Yours alone: Open-ended');
  await page.getByText('Nobody else is in this table.').waitFor();
  await page.getByText('75.0 %').first().waitFor();

  // A value opens the cases behind it.
  await page
    .getByRole('row', { name: /my-judge \(yours\)/ })
    .getByRole('link')
    .first()
    .click();
  await page.getByText('10 of 40 cases', { exact: true }).waitFor();
  await page.goBack();

  // The cases that cost points are a list of the explorer. What one says of a case is counted, and can be taken along.
  await page.getByRole('link', { name: /points: 10 of 40/ }).click();
  await page.getByText('10 of 40 cases', { exact: true }).waitFor();
  await caseLinks(page).first().click();
  await page.getByLabel('The judge is right').check();
  const pages = page.getByRole('navigation', { name: 'Pages of your results' });
  await pages.getByRole('link', { name: 'Where you stand' }).click();
  await page.getByRole('button', { name: 'What you said of 1 case, CSV' }).waitFor();

  // The explorer filters own cases and saves them, a case has its own page, steps and opinions, and the figures are drawn.
  await pages.getByRole('link', { name: 'Cases' }).click();
  await page.getByText('40 cases', { exact: true }).waitFor();
  await page.locator('.case-table').getByText(`What of ${PLANTED}?`).first().waitFor();
  await page.getByLabel('Words in a reason').fill(`${PLANTED} LOUDLY`);
  await page.getByText('1 of 40 cases').waitFor();
  await page.getByLabel('Words in a reason').fill('');
  await page.getByText('40 cases', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'my-judge (yours) wrong, 10 cases' }).click();
  await page.getByText('10 of 40 cases').waitFor();
  await page.locator('.case-table').getByText(`since ${PLANTED}`).first().waitFor();
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByLabel('with prompts and reasons').check();
  const table = String(await saved(page, 'CSV'));
  expect(table.split(`since ${PLANTED}`).length - 1).toBe(10);
  expect(table).toContain('reason:yours-');
  await page.keyboard.press('Escape');
  const rows = caseLinks(page);
  const [first, second] = [await rows.nth(0).textContent(), await rows.nth(1).textContent()];
  // By keyboard: past the filters, down to a row and into its case; Back comes to that row.
  await page.getByRole('link', { name: 'Skip the filters' }).focus();
  for (const key of ['Enter', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.getByText('2 of 10', { exact: true }).waitFor();
  await page.goBack();
  await expect.poll(() => page.locator(':focus').textContent()).toBe(second);
  await page.keyboard.press('Escape');
  await rows.nth(0).click();
  await page.getByText('1 of 10', { exact: true }).waitFor();
  await page.getByText(`since ${PLANTED}`).first().waitFor();
  await page.getByLabel('The judge is right').check();
  await page.keyboard.press('Escape');
  await page.locator('h1[tabindex]').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('2 of 10', { exact: true }).waitFor();
  expect(await page.locator('.case-id').textContent()).toBe(second);
  expect(await page.getByLabel('Not said').isChecked()).toBe(true);
  await page.goBack();
  await expect.poll(() => page.locator('.case-id').textContent()).toBe(first);
  expect(await page.getByLabel('The judge is right').isChecked()).toBe(true);
  await pages.getByRole('link', { name: 'Figures' }).click();
  const figures = page.locator('.case-figures').getByRole('heading', { level: 3 });
  await figures.first().waitFor();
  const drawn = await figures.allTextContents();
  await pages.getByRole('link', { name: 'Compare' }).click();
  await appears(page.getByRole('heading', { name: /against my-judge \(yours\)|my-judge \(yours\) against/ }));
  await pages.getByRole('link', { name: 'Where you stand' }).click();

  // From the heading on the keyboard is soon at the files to take along: they stand before the board.
  await page.getByRole('heading', { name: 'Where you stand' }).evaluate((heading) => {
    heading.tabIndex = -1;
    heading.focus();
  });
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').evaluate((at) => at.closest('section')?.getAttribute('aria-label'))).toBe(
    'Files to take along',
  );

  // The report needs neither server nor script nor network, and holds the board, what the page of figures holds, and ten cases.
  const html = await saved(page, 'Report, one HTML file');
  const report = await openReport(html);
  expect(await report.page.locator('table').first().textContent()).toContain('my-judge (yours)');
  expect(await report.page.locator('figure h3').allTextContents()).toEqual(drawn);
  expect(await report.page.locator('.own-case').count()).toBe(10);
  await report.page.locator('.own-case').first().getByText(`since ${PLANTED} ${HOSTILE} loudly`).waitFor();
  await report.expectSound();

  // All values are those of the command line, to the last bit, for the folder that the page gives to be submitted.
  const submitted = path.join(scratch, 'submitted');
  fs.mkdirSync(submitted);
  for (const [name, bytes] of Object.entries(unzipSync(await saved(page, 'Run folders, ready to submit'))))
    fs.writeFileSync(path.join(submitted, path.basename(name)), bytes);
  const { scores } = JSON.parse(String(await saved(page, 'All values, JSON')));
  const settings = { where: null, settings: OFFICIAL_SETTINGS };
  expect(scores.length).toBeGreaterThan(2);
  expect(scores).toEqual((await scoreFolder(submitted, '.', settings)).rows);

  // Every Eval Ever records hold the values, and a sample for each judgment with the hash of its file.
  const ever = unzipSync(await saved(page, 'Every Eval Ever records'));
  const [aggregate, samples] = Object.keys(ever).sort((a, b) => a.length - b.length);
  const document = JSON.parse(Buffer.from(ever[aggregate ?? ''] ?? []).toString());
  expect(document.evaluation_results.length).toBeGreaterThan(2);
  expect(
    Buffer.from(ever[samples ?? ''] ?? [])
      .toString()
      .trim()
      .split('\n').length,
  ).toBe(40);
  expect(document.detailed_evaluation_results).toMatchObject({ file_path: samples, total_rows: 40 });

  // A table of no known form gets its mapping in the page.
  const votes = path.join(scratch, 'votes.csv');
  fs.writeFileSync(votes, `id,human,winner,why\n1,A,left,${PLANTED}\n2,B,left,\n3,A,left,\n4,B,right,\n`);
  // A report that is still being made is of what it was asked for, and comes before other files are read.
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Report, one HTML file' }).click();
  await choose(page, votes);
  const late = fs.readFileSync(await (await coming).path());
  const figuresOf = (text: Buffer): number => String(text).split('<figure').length;
  expect([figuresOf(late), String(late).includes(`since ${PLANTED}`)]).toEqual([figuresOf(html), true]);
  await page.getByText('This gives 4 in instances.jsonl').waitFor();

  // What was said of cases of other files went with them.
  expect(await page.getByRole('button', { name: /^What you said/ }).count()).toBe(0);

  // One's own run again, dropped on a leaderboard: it is taken along to its page.
  await page.goto(addressOf('/multi-crit/'));
  const files = filesIn(ownRun()).map((file) => [path.basename(file), fs.readFileSync(file, 'utf8')] as const);
  const data = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const [name, text] of all) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.dispatchEvent('main', 'dragover', { dataTransfer: data });
  await expect.poll(() => page.locator('html').getAttribute('data-dropping')).toBe('');
  await page.dispatchEvent('main', 'drop', { dataTransfer: data });
  await page.getByRole('heading', { name: /points: 10 of 40/ }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await pages.getByRole('link', { name: 'Cases' }).click();
  await rows.nth(0).click();
  await page.getByText('1 of 40', { exact: true }).waitFor();
  expect(await page.getByLabel('Not said').isChecked()).toBe(true);
  await page.getByLabel('The judge is right').check();

  // Kept on request, it is there after a reload, in a second tab too, and erased with one button.
  await page.getByRole('button', { name: 'Keep in this browser' }).click();
  await page.getByRole('button', { name: 'Erase all' }).waitFor();
  const other = await page.context().newPage();
  // What is said after that is kept, too.
  await page.getByLabel('Note').fill(`thought of ${PLANTED}`);
  // The address says which result, which page and which case, and none of it reaches the server: another tab and a reload come back to it.
  await other.goto(page.url());
  await page.reload();
  for (const tab of [other, page]) {
    await tab.getByText('1 of 40', { exact: true }).waitFor();
    expect(await tab.getByLabel('The judge is right').isChecked()).toBe(true);
    expect(await tab.getByLabel('Note').inputValue()).toBe(`thought of ${PLANTED}`);
  }
  await pages.getByRole('link', { name: 'Where you stand' }).click();
  await page.getByRole('heading', { name: /points: 10 of 40/ }).waitFor();
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: /^Open / }).click();
  await page.getByRole('heading', { name: /points: 10 of 40/ }).waitFor();
  const address = page.url();
  await page.getByRole('button', { name: 'Erase all' }).click();
  await other.getByRole('button', { name: 'Erase all' }).waitFor({ state: 'detached' });
  // The focus stays where something was said; what stands on the page stays, and an address of what is gone says so.
  expect(await page.locator(':focus').textContent()).toBe('Nothing is kept in this browser');
  await other.goto('about:blank');
  await other.goto(address);
  await other.getByText(/results of this address are not kept/).waitFor();

  // What was dropped came along once: the page opened that way again has nothing, and says so.
  await page.goto(String(new URL('?handed', page.url())));
  await page.getByText('The dropped files did not arrive here.').waitFor();
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((one) => one.includes(PLANTED))).toEqual([]);
  expect(asked.filter((one) => !one.startsWith('GET '))).toEqual([]);
});
