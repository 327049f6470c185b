import fs from 'node:fs';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { Page, Worker } from 'playwright-core';
import { expect, test } from 'vitest';
import { scratchFolder } from '../scratch.ts';
import { appears, openPage } from './page.ts';

const REPORTED = path.join(import.meta.dirname, '../fixtures/reported');
const scratch = scratchFolder();

interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const given = (name: string, content: string | Uint8Array): GivenFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** A run of eight cases with cases and labels of its own, two of them lost. */
function runFiles(run: string): readonly GivenFile[] {
  const ids = Array.from({ length: 8 }, (_, i) => `case-${i}`);
  return [
    given('run.yaml', `run: ${run}\nbenchmark: multi-crit\njudge: ${run}\nprotocol: pairwise\n`),
    given(
      'instances.jsonl',
      lines(ids.map((instance) => ({ instance, split: 'open_ended', prompt: 'Which is right?' }))),
    ),
    given(
      'gold.jsonl',
      lines(ids.map((instance) => ({ instance, criterion: 'clarity', kind: 'preference', value: 'a' }))),
    ),
    given(
      'judgments.jsonl',
      lines(
        ids.map((instance, i) => ({ instance, criterion: 'clarity', verdict: i % 4 === 0 ? 'b' : 'a', parse: 'ok' })),
      ),
    ),
  ];
}

const choose = (page: Page, ...files: readonly GivenFile[]): Promise<void> =>
  page.getByLabel('Choose files').setInputFiles([...files]);

const scored = (page: Page, run: string): Promise<void> =>
  page.getByRole('heading', { name: `Cases that cost ${run} points: 2 of 8` }).waitFor();

/** What holds messages to workers back: those that say `heldFor`, until they are let go. */
const HOLD = `{
  const post = Worker.prototype.postMessage;
  let held = [];
  globalThis.heldFor = '';
  globalThis.heldBack = () => held.length;
  globalThis.letGo = () => {
    globalThis.heldFor = '';
    for (const [worker, args] of held.splice(0)) post.apply(worker, args);
  };
  const said = ({ job, data }) => [job, ...(Array.isArray(data) ? data : [])].filter((part) => typeof part === 'string').join(' ');
  Worker.prototype.postMessage = function (message, ...more) {
    const { heldFor } = globalThis;
    if (heldFor !== '' && said(message).includes(heldFor)) held.push([this, [message, ...more]]);
    else post.call(this, message, ...more);
  };
}`;

interface Holding {
  heldFor: string;
  heldBack(): number;
  letGo(): void;
}

const hold = (page: Page, words: string): Promise<void> =>
  page.evaluate((text) => {
    (globalThis as unknown as Holding).heldFor = text;
  }, words);

const isHeld = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => (globalThis as unknown as Holding).heldBack())).toBeGreaterThan(0);

const letGo = (page: Page): Promise<void> => page.evaluate(() => (globalThis as unknown as Holding).letGo());

/** Breaks a worker as a fault in its own code does. */
const breakDown = (worker: Worker | undefined, why: string): Promise<void> =>
  worker?.evaluate((message) => {
    setTimeout(() => {
      throw new Error(message);
    });
  }, why) ?? Promise.reject(new Error('no such worker'));

test('files that change, files that are given up, an engine and a worker that break: told, and the page works on', {
  timeout: 180_000,
}, async () => {
  const { page } = await openPage('/your-results/', {
    prepare: (opened) => opened.addInitScript(HOLD),
  });
  await page.getByText('Drop files, a folder or an archive here').waitFor();

  // A file that is written again after it was chosen.
  const table = path.join(scratch, 'changing.csv');
  fs.writeFileSync(table, 'id,human,winner\n1,A,left\n');
  await hold(page, 'look');
  await page.getByLabel('Choose files').setInputFiles(table);
  await isHeld(page);
  fs.writeFileSync(table, 'id,human,winner\n1,A,left\n2,B,left\n3,B,right\n');
  await letGo(page);
  await page.getByText(/changing\.csv {2}could not be read; it may have changed or gone meanwhile/).waitFor();

  // Other files while the first are read: the last ones count, and the first are named.
  const drops = [runFiles('first-run'), runFiles('second-run')].map((files) =>
    files.map(({ name, buffer }) => [name, String(buffer)] as const),
  );
  await page.evaluate((all) => {
    for (const files of all) {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of files) dataTransfer.items.add(new File([text], name));
      document.querySelector('.drop-zone')?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
    }
  }, drops);
  await scored(page, 'second-run');
  await appears(
    page.getByText(/run\.yaml and 3 more {2}not read to the end, since other files were dropped meanwhile/),
  );
  expect(await page.getByText('first-run').count()).toBe(0);

  // The engine in the middle of the work, and then after it.
  await hold(page, 'judgments');
  await choose(page, ...runFiles('third-run'));
  await isHeld(page);
  const [, engine] = page.workers();
  await breakDown(engine, 'table index is out of bounds');
  await appears(page.getByRole('alert').getByText(/could not be worked on.*out of bounds/s));
  await letGo(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await scored(page, 'third-run');
  await breakDown(page.workers().at(-1), 'table index is out of bounds');
  await expect.poll(() => page.workers().length).toBe(1);
  const pages = page.getByRole('navigation', { name: 'Pages of your results' });
  await pages.getByRole('link', { name: 'Cases' }).click();
  await page.getByText('8 cases', { exact: true }).waitFor();

  // What reads the files, in the middle of the work. The list of cases may still ask for judgments, but nobody else imports.
  await hold(page, 'import');
  await choose(page, ...runFiles('fourth-run'));
  await isHeld(page);
  await breakDown(page.workers().at(-1), 'this worker is broken');
  await appears(page.getByRole('alert').getByText(/could not be worked on.*this worker is broken/s));
  await letGo(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await scored(page, 'fourth-run');
});

/** Files that somebody may drop by mistake, one of each kind of refusal; all are asked in Node (tests/own/intake/bad-input.test.ts). */
const WORST: readonly (readonly [GivenFile, RegExp])[] = [
  [given('paper.pdf', '%PDF-1.7\n'), /paper\.pdf {2}.*PDF/],
  [given('bomb.zip', zipSync({ 'a.csv': new Uint8Array(2 ** 27) }, { level: 9 })), /inflates to more than is accepted/],
  [given('error.json', '<!doctype html><html><body>404'), /error\.json {2}.*a web page/],
  [given('cut.zip', zipSync({ 'a.csv': strToU8('abc '.repeat(5000)) }).slice(0, 60)), /damaged or cut off/],
  [given('judgments.jsonl', '{"instance":"i1"\n'), /run\.yaml {2}missing/],
];

test('the worst files one after the other, a full storage and a blocked one: told, and the page works on', {
  timeout: 180_000,
}, async () => {
  const { page } = await openPage('/your-results/', { context: {} });
  for (const [file, message] of WORST) {
    await choose(page, file);
    await page.locator('.problems').getByText(message).first().waitFor();
  }

  // Known by its name alone, and nothing in it fits: it is read as a table where somebody says so, and back.
  const named = path.join(scratch, '20260101_000000_samples_multi_crit_open_ended.jsonl');
  fs.copyFileSync(path.join(REPORTED, 'question-id-taken-for-multi-crit/brackets.jsonl'), named);
  const useless = page.getByText('Nothing in these files could be used');
  await page.getByLabel('Choose files').setInputFiles(named);
  await page.getByText(/^4\d errors, \d warnings? in the files$/).waitFor();
  await useless.waitFor();
  await page.getByRole('button', { name: 'Read it as a table instead' }).click();
  await page.getByRole('heading', { name: /What do the columns of .* mean\?/ }).waitFor();
  expect(await page.getByText(/errors?, .* in the files/).count()).toBe(0);
  await page.getByRole('button', { name: 'Read it as what it looks like' }).click();
  await useless.waitFor();
  await choose(page, ...runFiles('my-run'));
  await scored(page, 'my-run');

  // The browser has no room for what is to be kept, and then has.
  const { origin } = new URL(page.url());
  const settings = await page.context().newCDPSession(page);
  await settings.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 100 });
  await page.getByRole('button', { name: 'Keep in this browser' }).click();
  await appears(page.getByRole('alert').getByText(/kept nothing.*full/s));
  expect(await page.getByRole('button', { name: 'Erase all' }).count()).toBe(0);
  await settings.send('Storage.overrideQuotaForOrigin', { origin });
  await page.getByRole('button', { name: 'Keep in this browser' }).click();
  await page.getByRole('button', { name: 'Erase all' }).waitFor();
  expect(await page.getByText(/kept nothing/).count()).toBe(0);

  // A browser that keeps nothing for sites says so, and scores all the same.
  const other = await page.context().newPage();
  await other.addInitScript(() =>
    Object.defineProperty(globalThis, 'indexedDB', {
      get: () => {
        throw new DOMException('access to the storage is denied', 'SecurityError');
      },
    }),
  );
  await other.goto(page.url());
  await choose(other, ...runFiles('my-run'));
  await scored(other, 'my-run');
  await other.getByRole('button', { name: 'Keep in this browser' }).click();
  await appears(other.getByRole('alert').getByText(/kept nothing.*denied/s));
});

/** Puts records into the storage of one's own results, as a page of another version or a failing disk may leave them. */
const stored = (page: Page, store: string, record: unknown): Promise<void> =>
  page.evaluate(
    ([name, value]) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('judgeboard-own');
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const transaction = request.result.transaction(name as string, 'readwrite');
          transaction.objectStore(name as string).put(value);
          transaction.oncomplete = () => {
            request.result.close();
            resolve();
          };
        };
      }),
    [store, record] as const,
  );

test('kept results that are damaged are named, and can be erased; the page goes on', async () => {
  const { page } = await openPage('/your-results/');
  await page.getByText(/Drop/).first().waitFor();
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toContain('judgeboard-own');
  await stored(page, 'runs', { name: 'half-a-run', runs: [{ label: 'r' }], bytes: 'many' });
  await stored(page, 'opinions', { name: 'odd-opinions', opinions: [] });
  await page.reload();
  const kept = page.getByRole('region', { name: 'Kept in this browser' });
  for (const name of ['half-a-run', 'odd-opinions']) await kept.getByText(name, { exact: true }).waitFor();
  expect(await kept.getByText(/it cannot be opened/).count()).toBe(2);
  expect(await kept.getByRole('button', { name: /^Open/ }).count()).toBe(0);
  await kept.getByRole('button', { name: 'Erase half-a-run' }).click();
  await kept.getByText('half-a-run', { exact: true }).waitFor({ state: 'detached' });
  await kept.getByRole('button', { name: 'Erase all' }).click();
  await kept.getByText('Nothing is kept in this browser').waitFor();
  await page.reload();
  await page.getByText(/Drop/).first().waitFor();
  expect(await page.getByRole('region', { name: 'Kept in this browser' }).count()).toBe(0);
});
