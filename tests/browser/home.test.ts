import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readRelease } from '../../src/release/read.ts';
import { openPage } from './page.ts';

const matrix = (page: Page): Locator => page.getByRole('table', { name: /^Headline value of every judge/ });
/** The button of a head that sorts by its column; the other one explains it. */
const sortButton = (head: Locator): Locator => head.getByRole('button', { name: /^(?!About )/ });

test('the matrix of the start page is sorted by a benchmark, its headers explain themselves', async () => {
  const { page } = await openPage('/');
  const table = matrix(page);
  const names = () => table.locator('tbody th a').allTextContents();
  const served = await names();
  const heads = table.getByRole('columnheader').filter({ has: page.getByRole('button', { name: /^About / }) });
  const head = heads.first();
  await sortButton(head).click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
  // The main board of the first benchmark has the same judge first.
  const best = await page.locator('.standing .answer').first().textContent();
  expect(best).toContain(`: ${(await names())[0] ?? '-'} `);
  const last = await table.locator('tbody tr').last().locator('td').first().textContent();
  expect(last).toContain('not in this benchmark');
  await sortButton(heads.nth(1)).click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBeNull();
  for (const state of ['descending', null]) {
    await sortButton(heads.nth(1)).click();
    await expect.poll(() => heads.nth(1).getAttribute('aria-sort')).toBe(state);
  }
  expect(await names()).toEqual(served);
  // The order is in the address: it is shared, and Back undoes it.
  await sortButton(head).click();
  await sortButton(head).click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
  const worst = await names();
  await page.goBack();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
  await page.goForward();
  await page.reload();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
  expect(await names()).toEqual(worst);
  const about = head.getByRole('button', { name: /^About / });
  await about.click();
  const card = page.locator('.tip:popover-open');
  await card.getByRole('link', { name: 'Its rules in the methods' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => card.count()).toBe(0);
});

test('the first screen of a desk says what a judge is, shows a case and what is judged; the matrix has all of its columns in view at every width', async () => {
  const { page } = await openPage('/', { width: 1440, height: 900 });
  const bottom = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
  for (const part of ['.hero h1', '.hero .sentence', '.hero .one-case .opens', '.standing .answer'])
    expect(await bottom(part), part).toBeLessThanOrEqual(900);
  const size = (selector: string) => page.locator(selector).evaluate((element) => getComputedStyle(element).fontSize);
  expect([await size('.hero h1'), await size('.hero .sentence')]).toEqual(['40px', '18px']);
  for (const width of [390, 768, 1240, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await matrix(page).evaluate((table) => {
      const { left, right } = table.parentElement?.getBoundingClientRect() ?? new DOMRect();
      const cells = [...table.querySelectorAll('tr > *')].filter((cell) => cell.checkVisibility());
      return cells.flatMap((cell) => {
        const box = cell.getBoundingClientRect();
        const parts = [...cell.querySelectorAll('a, small, button, span:not(.hidden)')];
        const boxes = parts.map((part) => part.getBoundingClientRect());
        const isWhole = boxes.every((part) => part.right <= box.right + 1);
        // A button in a word's span is that word; others stand beside each other.
        const apart = [...cell.querySelectorAll(':scope > a, :scope > span:not(.hidden), :scope > button')].map(
          (part) => part.getBoundingClientRect(),
        );
        const isOver =
          cell.localName === 'th' &&
          apart.some((one, i) =>
            apart
              .slice(i + 1)
              .some(
                (other) =>
                  one.left < other.right - 1 &&
                  other.left < one.right - 1 &&
                  one.top < other.bottom - 4 &&
                  other.top < one.bottom - 4,
              ),
          );
        const isIn = box.left >= left - 1 && box.right <= right + 1 && isWhole;
        return isIn && !isOver ? [] : [cell.textContent.trim().slice(0, 40)];
      });
    });
    expect(cut, `${width} px`).toEqual([]);
    expect(await matrix(page).getByRole('columnheader').getByRole('link').first().isVisible(), `${width} px`).toBe(
      true,
    );
  }
  // A dozen judges stand there, of all or of those that the filter leaves, and all do at a tick.
  const shown = page.locator('.judge-matrix tbody tr:visible');
  const all = await page.locator('.judge-matrix tbody tr').count();
  expect(await shown.count()).toBe(12);
  const box = page.getByRole('checkbox', { name: 'Show all' });
  await box.check();
  expect(await shown.count()).toBe(all);
  await box.uncheck();
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill('claude');
  await expect
    .poll(() => shown.allTextContents())
    .toSatisfy((rows: string[]) => rows.every((row) => row.includes('Claude')));
  expect(await shown.count()).toBeGreaterThan(1);
  expect(await box.isVisible()).toBe(false);
});

/** Answers of judges, each once: no votes of programs, no verdicts that are made of two scores. */
async function answersOfJudges(): Promise<number> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const count = async (sql: string): Promise<number> => {
    const [row] = (await connection.runAndReadAll(sql)).getRows();
    return Number(row?.[0]);
  };
  const scores = await count(
    "SELECT count(*) FROM read_parquet('data/viescore/runs/*-scores/judgments.parquet') WHERE parse <> 'missing'",
  );
  const votes = await count(
    "SELECT count(*) FROM read_parquet('data/genai-bench/runs/*/judgments.parquet', filename = true) WHERE filename NOT LIKE '%random%'",
  );
  connection.closeSync();
  return scores + votes;
}

test('a card says what is judged, names its table, its first judge at its dot, each trivial judge at its line, and whether the first leads alone; answers of judges are counted once', async () => {
  const { page } = await openPage('/', { width: 1440 });
  expect(await answersOfJudges()).toBe(202_764);
  expect((await page.locator('.facts').textContent())?.replaceAll('\u202f', '')).toContain('202764 answers');
  const cards = page.locator('.standing:has(.strip)');
  expect(await cards.count()).toBe(5);
  for (const card of await cards.all()) {
    const name = await card.locator('h2').textContent();
    const id = new URL((await card.locator('h2 a').getAttribute('href')) ?? '', page.url()).pathname.split('/')[1];
    const { judged } = parse(readFileSync(`data/${id}/benchmark.yaml`, 'utf8')) as {
      readonly judged: readonly string[];
    };
    expect(await card.locator('.what span').allTextContents()).toEqual(judged);
    const answer = (await card.locator('.answer').textContent()) ?? '';
    expect(answer).toMatch(/^[^:]+: .+ (has|have) the (highest|lowest) /);
    expect(answer).toContain(((await card.locator('.ends > :last-child').textContent()) ?? '').split(/,| [\d.]+$/)[0]);
    const lines = await card.locator('.trivial').evaluateAll((all) =>
      all.map((line) => {
        const { left, right, top } = line.getBoundingClientRect();
        return { label: line.ariaLabel, at: (left + right) / 2, top };
      }),
    );
    const flags = await card.locator('.strip > span').evaluateAll((all) =>
      all.map((flag) => {
        const { left, right, top } = flag.getBoundingClientRect();
        return { label: flag.textContent, left, right, top, box: flag.getBoundingClientRect() };
      }),
    );
    expect(flags.map(({ label }) => label)).toEqual(lines.map(({ label }) => label));
    for (const [i, { label, at, top }] of lines.entries()) {
      expect(label).toMatch(/coin flip|oracle|constant|always|votes|labels|rater/i);
      const flag = flags[i];
      expect(
        Math.min(Math.abs(at - (flag?.left ?? 0)), Math.abs(at - (flag?.right ?? 0))),
        `${name}, ${label}`,
      ).toBeLessThan(2);
      expect(Math.abs(top - (flag?.top ?? 0)), `${name}, ${label}`).toBeLessThan(4);
    }
    for (const [i, one] of flags.entries())
      for (const other of flags.slice(i + 1)) {
        const meet =
          one.left < other.right &&
          other.left < one.right &&
          one.box.top < other.box.bottom - 1 &&
          other.box.top < one.box.bottom - 1;
        expect(meet, `${name}: ${one.label} on ${other.label}`).toBe(false);
      }
  }
  // Not all of them guess.
  expect(await page.locator('.kinds').textContent()).toContain('dashed: trivial judges');

  // “Leads” is said of a judge that nobody can be as good as, by the ranks of every task.
  const { boards } = await readRelease();
  const ids = ['genai-bench', 'viescore'];
  for (const id of ids) {
    const tasks = boards.filter(
      (board) =>
        board.benchmark === id && board.source === 'computed' && board.columns.every(({ slice }) => 'split' in slice),
    );
    const alone = tasks.filter(({ rows, sort }) => {
      const ranks = rows.flatMap(({ kind, access, judge, cells }) => {
        const rank = cells[sort?.column ?? '']?.rank;
        return kind === 'judge' && access !== 'program' && rank ? [{ judge, rank }] : [];
      });
      const first = ranks.filter(({ rank }) => rank.couldBeFirst);
      return first.length === 1 && first[0]?.judge === 'gpt-4o';
    });
    const card = page.locator('.standing', { has: page.locator(`h2 a[href$="/${id}/"]`) });
    expect(tasks.length).toBe(id === 'viescore' ? 7 : 3);
    expect(await card.locator('.answer').textContent()).toMatch(
      new RegExp(` GPT-4o leads alone in ${alone.length === 0 ? 'none' : alone.length} of ${tasks.length} tasks\\.$`),
    );
  }
});

test('without texts of real judges a generated case stands there, says so, has its picture, and opens on the judge that was wrong', async () => {
  const { page } = await openPage('/', { width: 1440, height: 900 });
  const card = page.locator('.hero .one-case');
  expect(await card.locator('.demo').textContent()).toBe('Synthetic');
  expect(await card.locator('.prompt').textContent()).not.toBe('');
  expect(await card.locator('.judged li').count()).toBe(2);
  const [alike, other] = await card.locator('.judged li').allTextContents();
  expect(alike?.slice(2)).not.toBe(other?.slice(2));
  const picture = card.locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const bytes = await (
    await page.request.get(new URL((await picture.getAttribute('src')) ?? '', page.url()).href)
  ).body();
  expect(bytes.length).toBeLessThanOrEqual(12_000);
  const marks = await card.locator('dd .verdict-mark').evaluateAll((all) => all.map(({ className }) => className));
  expect(marks.length).toBe(4);
  expect(marks.slice(0, 3)).toEqual(['verdict-mark gold', 'verdict-mark wrong', 'verdict-mark right']);
  const judge = (await card.locator('dt').nth(1).textContent()) ?? '';
  const reason = (await card.locator('blockquote').textContent()) ?? '';
  const { x = 0, y = 0, width = 0 } = (await card.boundingBox()) ?? {};
  expect(width).toBeLessThanOrEqual(560);
  // All of the card opens it.
  await page.mouse.click(x + width - 10, y + 10);
  await page.waitForURL('**/case/?id=*');
  await expect.poll(() => page.locator('main').textContent()).toContain(reason.slice(0, 40).replace(/…$/, ''));
  expect(await page.locator('.rationale h3').first().textContent()).toBe(judge);
});
