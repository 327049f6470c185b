import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { random } from '../shapes/scene.ts';
import { longestTask } from './acts.ts';

/** What a visitor with results of his own waits for. */
export interface OwnTimes {
  /** Judgments and megabytes, in words. */
  readonly size: string;
  /** Seconds from the drop to the own row on the drawn board, the engine's start included. */
  readonly drop: number;
  /** Longest task of the page's own thread, ms of processor time. */
  readonly held: number;
  /** The same as `drop` for 1 000 judgments, the engine running. */
  readonly warm: readonly number[];
  /** Requests for the engine before there are files. */
  readonly early: number;
}

const CRITERIA = ['completeness', 'grounding', 'hallucination', 'expressiveness', 'clarity'];
/** Characters of a rationale: with them 200 000 judgments are 100 MB. */
const RATIONALE = 370;
const WORDS =
  'the answer names what can be seen in picture and counts each object with care while other leaves out detail that was asked for reading invents one more beside it though better written clear vivid order colour'.split(
    ' ',
  );
const WARM_DROPS = 5;
const PATIENCE_MS = 300_000;

function* linesOf(kind: 'instances' | 'gold' | 'judgments', cases: number): Generator<string> {
  const r = random('own', kind);
  const rationale = (): string => {
    let text = '';
    while (text.length < RATIONALE) text += `${r.pick(WORDS)} `;
    return text;
  };
  for (let i = 0; i < cases; i++) {
    const instance = `pair-${String(i).padStart(6, '0')}`;
    const row = (more: object): string => `${JSON.stringify({ instance, ...more })}\n`;
    if (kind === 'instances')
      yield row({ split: 'open_ended', prompt: `What is shown in picture ${i}?`, attributes: { task: `t${i % 7}` } });
    else
      for (const criterion of CRITERIA) {
        if (kind === 'gold') yield row({ criterion, kind: 'preference', value: r.chance(0.5) ? 'a' : 'b' });
        else
          for (const order of ['ab', 'ba'])
            yield row({ criterion, order, verdict: r.chance(0.6) ? 'a' : 'b', parse: 'ok', rationale: rationale() });
      }
  }
}

async function writeMadeLines(file: string, lines: Iterable<string>): Promise<void> {
  const out = createWriteStream(file, { highWaterMark: 2 ** 20 });
  for (const line of lines) if (!out.write(line)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
}

/** Writes a run of at least `judgments` judgments, every criterion in both orders; gives its files and their bytes. */
async function writeRun(
  folder: string,
  judgments: number,
): Promise<{ readonly files: string[]; readonly bytes: number }> {
  const cases = Math.ceil(judgments / CRITERIA.length / 2);
  await mkdir(folder, { recursive: true });
  const files = [path.join(folder, 'run.yaml')];
  await writeMadeLines(files[0] ?? '', ['run: made-up\nbenchmark: multi-crit\njudge: made-up\nprotocol: pairwise\n']);
  for (const kind of ['instances', 'gold', 'judgments'] as const) {
    const file = path.join(folder, `${kind}.jsonl`);
    await writeMadeLines(file, linesOf(kind, cases));
    files.push(file);
  }
  const sizes = await Promise.all(files.map((file) => stat(file)));
  return { files, bytes: sizes.reduce((sum, { size }) => sum + size, 0) };
}

const rowIn = (page: Page) => page.locator('.standings table').getByText('(yours)').first();

async function drop(page: Page, files: readonly string[]): Promise<number> {
  const started = performance.now();
  await page.getByLabel('Choose files').setInputFiles([...files]);
  await rowIn(page).waitFor({ timeout: PATIENCE_MS });
  return (performance.now() - started) / 1000;
}

async function openOwn(
  visitor: BrowserContext,
  site: string,
): Promise<{ readonly page: Page; readonly early: number }> {
  const page = await visitor.newPage();
  let early = 0;
  page.on('request', (request) => {
    if (/\/engine\/|\.wasm|duckdb/.test(request.url())) early++;
  });
  await page.goto(`${site}your-results/`, { waitUntil: 'networkidle' });
  return { page, early };
}

/** Drops 1 000 judgments again and again, then `judgments` on a page opened anew, whose browser has kept the engine. */
export async function measureOwn(browser: Browser, site: string, judgments: number): Promise<OwnTimes> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'judgeboard-own-'));
  const visitor = await browser.newContext();
  try {
    const small = await writeRun(path.join(scratch, 'small'), 1000);
    const large = await writeRun(path.join(scratch, 'large'), judgments);
    const { page, early } = await openOwn(visitor, site);
    const warm: number[] = [];
    for (let round = 0; round <= WARM_DROPS; round++) {
      warm.push(await drop(page, small.files));
      await page.getByRole('button', { name: 'Start over' }).click();
      await rowIn(page).waitFor({ state: 'detached' });
    }
    await page.close();
    const again = await openOwn(visitor, site);
    const { value, held } = await longestTask(browser, again.page, () => drop(again.page, large.files));
    const size = `${judgments} judgments, ${(large.bytes / 1e6).toFixed(0)} MB`;
    return { size, drop: value, held, warm: warm.slice(1), early: early + again.early };
  } finally {
    await visitor.close();
    await rm(scratch, { recursive: true, force: true });
  }
}
