import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { wilson } from '../../src/stats/intervals.ts';
import { plainQueues, queueOrder } from '../cases/plain-queues.ts';
import { openPage, recordShifts, shifted } from './page.ts';
import { caseLinks, placeOfCase } from './places.ts';
import { savedBy } from './saved.ts';
import { siteDatabase } from './site-database.ts';

const QUEUE = '/shapes/explore/?sort=-suspect';
const query = siteDatabase();

/** Ids and shares of the label suspects, the most agreed on first. */
async function suspects(): Promise<(readonly [id: string, share: number])[]> {
  const queues = await plainQueues(query);
  const ids = (await query('SELECT instance FROM instances ORDER BY rowid')).map(({ instance }) => String(instance));
  const own = ids.flatMap((id) => {
    const reason = queues.get(id)?.suspect;
    return reason === undefined ? [] : [{ id, order: queueOrder(reason), share: reason[0] / reason[1] }];
  });
  return own.toSorted((a, b) => b.order - a.order).map(({ id, share }) => [id, share] as const);
}

const lines = async (button: Locator): Promise<string[]> =>
  String((await savedBy(button)).bytes)
    .trim()
    .split(/\r?\n/);

test('label suspects come first, with their shares, in the list, its download and on the case', async () => {
  const expected = await suspects();
  expect(expected.length).toBeGreaterThan(20);
  const { page } = await openPage(QUEUE, { prepare: recordShifts });
  await page.getByText(`${expected.length} cases of `).waitFor();
  // The note comes above a list that stands there already.
  expect(await shifted(page)).toBeLessThanOrEqual(0.02);
  expect((await caseLinks(page).allTextContents()).slice(0, 10)).toEqual(expected.slice(0, 10).map(([id]) => id));
  await page.getByRole('button', { name: 'Download' }).click();
  const csv = await lines(
    page.getByRole('dialog', { name: 'Download' }).getByRole('button', { name: 'CSV', exact: true }),
  );
  const at = csv[0]?.split(',').indexOf('label_suspect') ?? -1;
  const rows = csv.slice(1, expected.length + 1).map((line) => line.split(','));
  expect(rows.map((cells) => [cells[0], Number(cells[at])])).toEqual(expected);
  await page.keyboard.press('Escape');
  await caseLinks(page).first().click();
  await page.getByText(/^Label suspect: \d of \d families of judges/).waitFor();
});

/** What of a page could tell a label or a judge: all of its text, titles and names. */
const told = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const named = [...document.querySelectorAll('main *')].flatMap((one) =>
      ['title', 'aria-label', 'alt', 'class'].map((name) => one.getAttribute(name) ?? ''),
    );
    return [document.title, document.querySelector('main')?.textContent ?? '', ...named].join('\n');
  });

test('a blind vote goes through the queue by keys, tells no label, and says what share of labels one would change', async () => {
  // Of the others, which stand among them in the list, nothing is better than another.
  const ids = (await suspects()).map(([id]) => id).filter((id) => /^(?:pair|whole|choice)-/.test(id));
  const labels = new Map(
    (await query("SELECT instance, criterion, value FROM gold WHERE kind = 'preference' AND annotator = ''")).map(
      (row) => [`${row['instance']},${row['criterion']}`, String(row['value'])],
    ),
  );
  const { page } = await openPage(QUEUE);
  await page.getByRole('link', { name: 'Vote on the pairs blind' }).click();
  const vote = page.getByRole('region', { name: 'Your vote' });
  const said = page.getByRole('region', { name: 'What you said' });
  const keys = ['a', 'b', 't', 'x'];
  for (const [i, key] of keys.entries()) {
    await vote.getByRole('heading', { name: /^Which is better/ }).waitFor();
    await expect.poll(() => placeOfCase(page).textContent()).toContain(`${i + 1} of `);
    expect(await told(page)).not.toMatch(
      /label suspect|checker|oracle|verdict-mark|gold|annotator|judges? right|wrong|preferred/i,
    );
    await page.keyboard.press(key);
    await expect.poll(() => new URL(page.url()).searchParams.get('id')).toBe(ids[i + 1]);
  }
  await page.reload();
  await said.getByText(/^4 votes/).waitFor();
  const csv = await lines(said.getByRole('button', { name: /^Your votes/ }));
  const rows = csv.slice(1).map((line) => line.split(','));
  expect(rows.map((cells) => cells[1])).toEqual(ids.slice(0, 4));
  expect(rows.map((cells) => cells[3])).toEqual(['a', 'b', 'tie', 'both_bad']);
  const changed = rows.filter(([, instance, criterion, own, label, change]) => {
    expect(label).toBe(labels.get(`${instance},${criterion}`));
    expect(change).toBe(String(own !== label));
    return own !== label;
  }).length;
  await said.getByRole('button', { name: 'How many labels you would change' }).click();
  const { lo, hi } = wilson(changed / 4, 4);
  const percent = [changed / 4, lo, hi].map((part) => (100 * part).toFixed(0));
  await said
    .getByText(
      `You would change ${changed} of 4 labels: ${percent[0]} %, 95 % interval ${percent[1]} to ${percent[2]} %`,
    )
    .waitFor();
});
