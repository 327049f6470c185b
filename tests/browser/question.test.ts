import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { browser } from './page.ts';

/** Bundles the page that asks. */
async function bundled(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    // Vitest calls itself a development, which React's own code here is not.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      rolldownOptions: { input: fileURLToPath(new URL('question/entry.tsx', import.meta.url)) },
    },
  });
  const output = Array.isArray(result) ? result.flatMap((one) => one.output) : 'output' in result ? result.output : [];
  return output.flatMap((part) => (part.type === 'chunk' ? [part.code] : [])).join('\n');
}

let script: string;
let page: Page;
beforeAll(async () => {
  script = await bundled();
});
beforeEach(async () => {
  await page?.close();
  page = await (await browser()).newPage();
  await page.addScriptTag({ content: script, type: 'module' });
  await page.getByLabel('Question').waitFor();
});
afterAll(() => page.close());

const ask = (name: string) => page.getByLabel('Question').fill(name);
const shown = () => page.locator('output').textContent();
const isShown = (text: string) => expect.poll(shown).toBe(text);
const calls = () => page.evaluate(() => window.probe.calls());
const answer = (at: number, data: string) =>
  page.evaluate(([i, text]) => window.probe.answer(i, text), [at, data] as const);
const fail = (at: number, why: string) => page.evaluate(([i, text]) => window.probe.fail(i, text), [at, why] as const);

test('nothing is asked before there is a question; then it is loading until it is here', async () => {
  await isShown('idle||nothing');
  expect(await calls()).toEqual([]);
  await ask('A');
  await isShown('loading||nothing');
  await answer(0, 'one');
  await isShown('ready|one|one');
});

test('another question gives up the one before, whose late answer is not shown; the latest answer stays meanwhile', async () => {
  await ask('A');
  await answer(0, 'one');
  await ask('B');
  await isShown('loading||one');
  await ask('C');
  await expect.poll(calls).toEqual(['A', 'B given up', 'C']);
  await answer(1, 'late');
  await answer(2, 'three');
  await isShown('ready|three|three');
  await fail(1, 'late');
  expect(await shown()).toBe('ready|three|three');
});

test('a failure says what, why and what to do, and leaves the latest answer; another try asks the same again', async () => {
  await ask('A');
  await answer(0, 'one');
  await ask('B');
  await expect.poll(calls).toHaveLength(2);
  await fail(1, 'no such column');
  await isShown('failed|It failed. no such column. Try again.|one');
  await page.getByRole('button', { name: 'Try again' }).click();
  await isShown('loading||one');
  expect(await calls()).toEqual(['A', 'B', 'B']);
  await answer(2, 'two');
  await isShown('ready|two|two');
});

test('no question is idle; the question before is not asked again, unless another one came between', async () => {
  await ask('A');
  await answer(0, 'one');
  await ask('');
  await isShown('idle||one');
  await ask('A');
  await isShown('ready|one|one');
  expect(await calls()).toEqual(['A']);
  await ask('B');
  await ask('A');
  await isShown('loading||one');
  await expect.poll(calls).toHaveLength(3);
  await answer(2, 'again');
  await isShown('ready|again|again');
});
