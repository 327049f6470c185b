import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { caseAddress, pairCase, serveCases } from './case-release.ts';
import { caseWalk } from './case-walk.ts';
import { openPage } from './page.ts';
import { answers, rationales } from './places.ts';

const CALM = 'Calm **words** and $\\frac{1}{2}$.';

const FORMATTED = '&judges=full-checker-pairwise,noisy-checker-pairwise&view=formatted';

const paneOf = (page: Page, place: number) => rationales(page).nth(place).locator('.reading');

const wide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What becomes of texts is asked in Node (tests/case/format.test.ts). */
test.each([
  ['that is too long', 'word '.repeat(10_001), 'It is too long to format: shown as text.'],
  // Stands for a text that takes for ever, on however fast a machine.
  ['that takes too long', 'for ever', 'It takes too long to format: shown as text.'],
])('a text %s is shown as text, and the next is formatted', async (_, text, why) => {
  const { page } = await openPage(caseAddress('made-0001', FORMATTED), {
    prepare: async (page) => {
      await page.addInitScript(`const send = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (...args) { if (args[0] !== 'for ever') send.apply(this, args); };`);
      await serveCases(page, [pairCase([text, CALM])]);
    },
  });
  await paneOf(page, 0).getByText(why).waitFor();
  expect(await paneOf(page, 0).locator('.words').textContent()).toContain(text.slice(0, 200));
  await paneOf(page, 1).locator('.formatted mfrac').waitFor();
});

const LONG = 'x'.repeat(100_000);
const MODERATE = 'x'.repeat(40_000);

describe('100 000 marks without a break do not widen the page', () => {
  const MARKED = [
    ['a prompt', pairCase(['a', 'b'], { prompt: LONG })],
    ['a response', pairCase(['a', 'b'], { responses: [{ response: 'a', model: LONG, text: LONG }] })],
    ['attributes', pairCase(['a', 'b'], { attributes: { task: LONG, source: LONG, domain: LONG }, split: LONG })],
    [
      'a reference',
      pairCase(['a', 'b'], {
        gold: [{ kind: 'reference', value: LONG, criterion: 'grounding', annotator: 'annotator-1' }],
      }),
    ],
    [
      'a picture',
      pairCase(['a', 'b'], { media: [{ src: `https://evil.example/${LONG}`, alt: LONG, condition: LONG }] }),
    ],
    [
      'a condition and its prompt',
      pairCase([], {
        perturbed_prompts: { [LONG]: LONG },
        judgments: [{ run: 'full-checker-pairwise', condition: LONG, parse: 'ok', rationale: LONG, raw: LONG }],
      }),
    ],
    [
      'ids',
      pairCase([], {
        gold: [],
        judgments: [
          {
            run: `run-${'r'.repeat(124)}`,
            criterion: `criterion-${'c'.repeat(118)}`,
            critique_judge: `judge-${'j'.repeat(122)}`,
            response: 'p'.repeat(256),
            parse: 'ok',
            score: 1e300,
            tokens: 2_147_483_647,
            cost: 1e-300,
            rationale: LONG,
          },
        ],
      }),
    ],
    ...(
      [
        ['a paragraph', MODERATE],
        ['a block of code', `\`\`\`\n${MODERATE}\n\`\`\``],
        ['code', `\`${MODERATE}\``],
        ['a table', `|a|b|\n|-|-|\n|${MODERATE}|b|`],
        ['a formula', `$${'x'.repeat(3000)}$`],
        ['a display', `$$${'x'.repeat(3000)}$$`],
        ['a formula of text', `$\\text{${'x'.repeat(20_000)}}$`],
        ['a list in lists', `${'- '.repeat(40)}${MODERATE}`],
        ['a link', `[${MODERATE}](https://evil.example/)`],
        ['a heading', `# ${MODERATE}`],
        ['a picture', `![${MODERATE}](x)`],
        ['a huge rule', '$$\\rule{100000em}{100000em}$$'],
        ['many links', '[a](https://evil.example/)'.repeat(1900)],
        ['a huge space', '$$\\hspace{-100000em}x\\hspace{100000em}\\raisebox{9999em}{x}$$'],
      ] as const
    ).map(([what, text]) => [`formatted: ${what}`, pairCase([text, text])] as const),
  ] as const;
  const { at, done } = caseWalk(
    MARKED.map(([what, made]) => ({ ...made, instance: what })),
    { width: 390 },
  );

  /** All in the nightly run. */
  const some = MARKED.filter((_, i) => drawn(true, i % 3 === 2));
  test.each(some)('%s', async (what) => {
    const view = what.startsWith('formatted') ? '' : '&view=text';
    const page = await at(what, view);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.locator('.case-body .stack').waitFor();
      if (view === '') await paneOf(page, 0).locator('.formatted').waitFor();
      expect(await wide(page), `at ${width}`).toBe(0);
    }
    done();
  });
});

test('an attribute that is called like a part of the language is drawn', async () => {
  const name = '__proto__';
  const attributes: Record<string, string> = JSON.parse(`{"task": "${name}", "${name}": "${name}"}`);
  const { page } = await openPage(caseAddress('made-0001'), {
    prepare: (page) =>
      serveCases(page, [
        pairCase(['yes', 'no'], {
          attributes,
          split: name,
          gold: [{ criterion: 'grounding', kind: 'preference', value: 'a', annotator: 'constructor' }],
        }),
      ]),
  });
  await answers(page).waitFor();
  expect(await page.locator('.case-head .facts').textContent()).toContain('proto');
});
