import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { compileWell, openPage } from './page.ts';

compileWell();

const SELECTIONS = drawn(5000, 200);
/** All are some ten thousand statements: half a minute of an idle machine. */
const PATIENCE = { timeout: 400_000 };

/** Bundles what compares, for a page of the site. */
async function bundled(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('columns/entry.ts', import.meta.url)),
        output: { codeSplitting: false },
      },
    },
  });
  const output = Array.isArray(result) ? result.flatMap((one) => one.output) : 'output' in result ? result.output : [];
  return output.flatMap((part) => (part.type === 'chunk' ? [part.code] : [])).join('\n');
}

test(
  `columns and the engine give the same cases in the same order in a page, too: ${SELECTIONS} selections, all protocols`,
  PATIENCE,
  async () => {
    const body = await bundled();
    const { page } = await openPage('/methods/', {
      prepare: (opened) =>
        opened.route('**/compare-forms.js', (route) => route.fulfill({ contentType: 'text/javascript', body })),
    });
    await page.addScriptTag({ url: '/compare-forms.js', type: 'module' });
    await page.waitForFunction(() => window.compareForms !== undefined);
    const compared = await page.evaluate((selections) => window.compareForms('shapes', selections), SELECTIONS);
    expect(compared.different).toEqual([]);
    expect(compared.found).toBeGreaterThan(SELECTIONS / 4);
    expect(compared.empty).toBeGreaterThan(SELECTIONS / 20);
    expect(compared.ordered).toBeGreaterThan(SELECTIONS / 100);
  },
);
