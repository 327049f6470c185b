import { parseArgs } from 'node:util';
import { type Chromium, startChromium } from './browsers/chromium.ts';
import type { Driver, SystemBrowser } from './browsers/driver.ts';
import { FIREFOX } from './browsers/firefox.ts';
import { LAYOUT_PAGES, LAYOUT_WIDTHS, layoutDifferences, measureBoxes } from './browsers/layout.ts';
import { TOUR } from './browsers/tour.ts';
import { visitorOf } from './browsers/visitor.ts';
import { WEBKIT } from './browsers/webkit.ts';
import { serve } from './serve.ts';

const BROWSERS: readonly SystemBrowser[] = [FIREFOX, WEBKIT];
const HEIGHT = 900;

interface Counts {
  passed: number;
  failed: number;
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function attempt(counts: Counts, what: string, take: () => Promise<unknown>): Promise<void> {
  try {
    await take();
    counts.passed += 1;
    console.log(`  ✓ ${what}`);
  } catch (error) {
    counts.failed += 1;
    console.log(`  ✗ ${what}\n    ${reason(error)}`);
  }
}

/** Compares the layout of each kind of page in a browser against Chromium's. */
async function compareLayouts(
  driver: Driver,
  { address, chromium, counts }: { readonly address: string; readonly chromium: Chromium; readonly counts: Counts },
): Promise<void> {
  for (const width of LAYOUT_WIDTHS) {
    await driver.resize(width, HEIGHT);
    for (const path of LAYOUT_PAGES)
      await attempt(counts, `${path} at ${width} px looks as in Chromium`, async () => {
        const page = address + path.slice(1);
        await driver.open(page);
        const theirs = await measureBoxes(driver);
        // A window may have a least width of its own, and letters may be whole px wide there: Chromium gets the same.
        const ours = await chromium.measure(page, theirs);
        const differences = layoutDifferences(ours.boxes, theirs.boxes);
        if (differences.length > 0) throw new Error(differences.join('\n    '));
      });
  }
}

async function tourIn(browser: SystemBrowser, address: string, counts: Counts): Promise<void> {
  const driver = await browser.start();
  const chromium = startChromium(HEIGHT);
  try {
    console.log(driver.name);
    await driver.resize(1440, HEIGHT);
    const visitor = visitorOf(driver, address);
    for (const { what, take } of TOUR) await attempt(counts, what, () => take(visitor));
    await compareLayouts(driver, { address, chromium, counts });
  } finally {
    await chromium.close();
    await driver.close();
  }
}

/** Runs `npm run test:browsers -- [firefox] [webkit]`: exit code 1 where a step failed or a browser is missing, 2 for an unknown name. */
async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !BROWSERS.some(({ id }) => id === name));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. Known: ${BROWSERS.map(({ id }) => id).join(', ')}.`);
    return 2;
  }
  const counts: Counts = { passed: 0, failed: 0 };
  const asked = BROWSERS.filter(({ id }) => names.length === 0 || names.includes(id));
  const absent = asked.filter((browser) => browser.missing().length > 0);
  for (const { title, missing } of absent)
    console.log([`${title} was not tried, since this machine lacks:`, ...missing()].join('\n  – '));
  const present = asked.filter((browser) => !absent.includes(browser));
  if (present.length > 0) {
    const site = await serve({ folder: 'dist', port: 0, base: process.env['SITE_BASE'] ?? '/' });
    for (const browser of present)
      await attempt(counts, `${browser.title} starts and ends`, () => tourIn(browser, site.address, counts));
    await site.close();
  }
  const untried = absent.map(({ title }) => title).join(', ');
  console.log(
    `\nBrowsers: ${counts.passed} passed, ${counts.failed} failed${untried === '' ? '' : `; not tried: ${untried}`}`,
  );
  return counts.failed > 0 || absent.length > 0 ? 1 : 0;
}

if (import.meta.main) {
  const { positionals } = parseArgs({ allowPositionals: true });
  process.exitCode = await main(positionals);
}
