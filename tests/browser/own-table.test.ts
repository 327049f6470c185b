import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { choose } from './own-page.ts';
import { appears, openPage } from './page.ts';
import { caseLinks } from './places.ts';

const scratch = scratchFolder();
const EXAMPLES = path.join(import.meta.dirname, '../../examples/mappings');
const PLANTED = 'quartzxylophone';

/** Votes of two judges in the rows of one table that nobody knows: the first is right in 30 of 40, the second in 20. */
function votes(): string {
  const rows = Array.from({ length: 40 }, (_, i) => {
    const label = i % 2 === 0 ? 'A' : 'B';
    const other = label === 'A' ? 'B' : 'A';
    const of = (right: boolean, judge: string): string =>
      `${PLANTED}-${i},Which of ${PLANTED} ${i}?,${label},${judge},${right ? label : other}`;
    return [of(i % 4 !== 0, `${PLANTED} one`), of(i % 4 < 2, `${PLANTED} two`)].join('\n');
  });
  const file = path.join(scratch, `${PLANTED}.csv`);
  fs.writeFileSync(file, `id,prompt,label,judge,verdict\n${rows.join('\n')}\n`);
  return file;
}

test('from an unknown table to board, cases and a comparison of two judges, and no request tells of it', {
  timeout: 240_000,
}, async () => {
  const asked: string[] = [];
  const { page, expectClean } = await openPage('/your-results/', {
    prepare: async (opened) => {
      opened.on('request', (request) => {
        const head = JSON.stringify(request.headers());
        asked.push(`${request.method()} ${request.url()} ${head} ${request.postData() ?? ''}`);
      });
    },
  });
  // What is known of other tools' files stands there before anything is dropped.
  await page.getByText('9 kinds of other tools’ files, with examples').click();
  await page.getByText('arena-hard: judgments of Arena-Hard').click();
  await page.getByText('{"uid": "u0", "category": "hard"').waitFor();
  await choose(page, path.join(EXAMPLES, 'mt-bench-pairs/example/tiny-judge_pair.jsonl'));
  await page.getByText('It looks like mt-bench-pairs, because').waitFor();
  await page.getByText('This gives 2 in instances.jsonl, 4 in judgments.jsonl.').waitFor();
  await choose(page, votes());
  await page.getByRole('heading', { name: /^What do the columns of .* mean\?/ }).waitFor();
  // The value stands there before anything is used, by keyboard alone.
  const tried = page.locator('.attempt');
  await tried.getByText(`${PLANTED}-one`).waitFor();
  expect(await tried.getByText('0.750').count()).toBe(1);
  expect(await tried.getByText('0.500').count()).toBe(1);
  expect(
    await page
      .getByRole('columnheader', { name: /^judge/ })
      .getByRole('combobox')
      .inputValue(),
  ).toBe('judge');
  // A mapping that is there can be chosen, and what was said of the columns comes back.
  const begin = page.getByLabel('Begin with');
  await begin.selectOption('arena-hard');
  await appears(tried.getByText(/\*\.jsonl/));
  await begin.selectOption('what is said of the columns here');
  await tried.getByText('0.750').waitFor();
  // SQL is edited, and what is wrong with it is told with its line.
  await page.getByText('The mapping as SQL').click();
  const sql = page.getByLabel('As judgeboard import takes it; what you write here counts');
  const written = await sql.inputValue();
  await sql.fill(written.replace('"verdict"', '"verdikt"'));
  await appears(tried.getByText(/mapping\.sql:\d+ {2}verdikt: no such column.*is verdict meant\?/));
  // One that would take hours is cancelled, and the next is tried at once.
  const endless = 'SELECT count(*) AS instance FROM range(100000000) a, range(100000000) b';
  await sql.fill(`${written}\n-- judgments\n${endless};\n`);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByText('Cancelled. Whatever is changed is tried again.').waitFor();
  await sql.fill(written);
  await page.getByText('This gives 40 in instances.jsonl').waitFor();
  await tried.getByText('0.750').waitFor();
  await page.getByRole('button', { name: 'Use this mapping' }).focus();
  await page.keyboard.press('Enter');

  await appears(page.getByRole('heading', { name: new RegExp(`Cases that cost ${PLANTED}-one points: 10 of 40`) }));
  await page.getByRole('heading', { name: new RegExp(`Cases that cost ${PLANTED}-two points: 20 of 40`) }).waitFor();
  expect(await page.locator('.board tr.mine').count()).toBe(2);

  const pages = page.getByRole('navigation', { name: 'Pages of your results' });
  await pages.getByRole('link', { name: 'Cases' }).click();
  await page.getByText('40 cases', { exact: true }).waitFor();
  await caseLinks(page).first().click();
  await page.getByText('1 of 40', { exact: true }).waitFor();
  await pages.getByRole('link', { name: 'Compare' }).click();
  await appears(
    page.getByRole('heading', { name: new RegExp(`${PLANTED}-two.* against ${PLANTED}-one|${PLANTED}-one.* against`) }),
  );

  // One is wrong on 10 of 40 and the other on 20, and nobody on both: a count opens these cases.
  const counts = page.locator('.pair .paired').first().locator('.side a');
  await appears(counts);
  const numbers = (await counts.allTextContents()).map((text) => Number.parseInt(text, 10));
  expect(numbers).toEqual(expect.arrayContaining([10, 20]));
  await counts.filter({ hasText: '20' }).first().click();
  await appears(page.getByText('20 of 40 cases'));
  await appears(caseLinks(page).filter({ hasText: `${PLANTED}-2` }));

  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((one) => one.includes(PLANTED))).toEqual([]);
  expect(asked.filter((one) => !one.startsWith('GET '))).toEqual([]);
  await expectClean();
});
