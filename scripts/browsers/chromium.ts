import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import type { Letters, MeasuredPage } from './layout.ts';
import { READ_BOXES } from './layout.ts';

/** Chromium, as the measure of layouts. */
export interface Chromium {
  /** Boxes of the page at an address in a window as wide as another browser's, with letters as wide as it draws them. */
  readonly measure: (address: string, like: Pick<MeasuredPage, 'width' | 'letters'>) => Promise<MeasuredPage>;
  readonly close: () => Promise<void>;
}

/** How Chromium is asked for each width of letters: hinted to whole px, or not. */
const HINTING: Readonly<Record<Letters, string>> = { rounded: 'full', exact: 'none' };

/** Gives a Chromium whose windows are `height` px high; it starts when it is first asked. */
export function startChromium(height: number): Chromium {
  const started = new Map<Letters, Promise<{ readonly browser: Browser; readonly page: Page }>>();
  const launch = async (letters: Letters) => {
    const browser = await launchBrowser([`--font-render-hinting=${HINTING[letters]}`]);
    return { browser, page: await browser.newPage() };
  };
  return {
    measure: async (address, { width, letters }) => {
      const running = started.get(letters) ?? launch(letters);
      started.set(letters, running);
      const { page } = await running;
      await page.setViewportSize({ width, height });
      await page.goto(address);
      const measured = (await page.evaluate(`(async () => { ${READ_BOXES} })()`)) as MeasuredPage;
      if (measured.letters !== letters)
        throw new Error(
          `Chromium draws letters with ${measured.letters} widths, not ${letters}: it is no measure here.`,
        );
      return measured;
    },
    close: async () => {
      for (const running of started.values()) await (await running).browser.close();
    },
  };
}
