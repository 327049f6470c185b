import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { drawn } from '../drawn.ts';
import { caseAddress, pairCase, serveCases } from './case-release.ts';
import { caseWalk } from './case-walk.ts';
import { openPage } from './page.ts';
import { answers, rationales } from './places.ts';

const CALM = 'Calm **words** and $\\frac{1}{2}$.';

const FORMATTED = '&judges=full-checker-pairwise,noisy-checker-pairwise&view=formatted';

/** Cases with a hostile text of the first judge and a calm one of the second. */
const hostileCases = (texts: readonly (readonly [string, string])[]) =>
  texts.map(([what, hostile]) => pairCase([hostile, CALM], { instance: what }));

const paneOf = (page: Page, place: number) => rationales(page).nth(place).locator('.reading');

const wide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const TOO_MUCH = /shown as text\./;
const DEEP = 10_000;
const bomb = (depth: number): string =>
  `$$${Array.from({ length: depth }, (_, i) => `\\def\\a${'b'.repeat(i + 1)}{${`\\a${'b'.repeat(i)} `.repeat(10)}}`).join('')}\\def\\a{xx}\\a${'b'.repeat(depth)}$$`;

const HOSTILE: readonly (readonly [string, string])[] = [
  ['quotations in quotations', `${'>'.repeat(DEEP)} deep`],
  ['lists in lists', `${'- '.repeat(DEEP)} deep`],
  ['lists by indentation', Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}- x`).join('\n')],
  ['open brackets', `${'['.repeat(DEEP)}deep${'](x)'.repeat(DEEP)}`],
  ['open pictures', `${'!['.repeat(DEEP)} deep`],
  ['stars', `${'*a '.repeat(DEEP)}${'**a* '.repeat(2000)}`],
  ['underscores', '_a__b'.repeat(9000)],
  ['backticks', Array.from({ length: 300 }, (_, i) => '`'.repeat(i)).join(' ')],
  ['a table of many cells', `|${'a|'.repeat(150)}\n|${'-|'.repeat(150)}\n${`|${'b|'.repeat(150)}\n`.repeat(150)}`],
  ['many paragraphs', 'a\n\n'.repeat(16_000)],
  ['links', '[a](https://evil.example/)'.repeat(1900)],
  ['HTML in HTML', '<b>'.repeat(DEEP)],
  ['footnotes and definitions', Array.from({ length: 2500 }, (_, i) => `[a${i}]: <x> "y"\n[a${i}]`).join('\n')],
];

const FORMULAS: readonly (readonly [string, string])[] = [
  ['a macro that holds itself twice', '$$\\def\\a{\\a\\a}\\a$$'],
  ['a macro that holds itself', '$$\\def\\a{x\\a}\\a$$'],
  ['macros of macros', bomb(12)],
  ['fractions in fractions', `$$${'\\frac{'.repeat(4000)}1${'}{2}'.repeat(4000)}$$`],
  ['some fractions in fractions', `$$${'\\frac{'.repeat(25)}1${'}{2}'.repeat(25)}$$`],
  ['roots in roots', `$$${'\\sqrt{'.repeat(8000)}1${'}'.repeat(8000)}$$`],
  ['some roots in roots', `$$${'\\sqrt{'.repeat(28)}1${'}'.repeat(28)}$$`],
  ['powers of powers', `$$${'x^{'.repeat(10_000)}1${'}'.repeat(10_000)}$$`],
  ['braces', `$$${'{'.repeat(24_000)}1${'}'.repeat(24_000)}$$`],
  ['a matrix of matrices', `$$${'\\begin{matrix}'.repeat(1000)}1${'\\end{matrix}'.repeat(1000)}$$`],
  ['a long sum', `$$${'x+'.repeat(20_000)}x$$`],
  ['many formulas', '$x$ '.repeat(12_000)],
  ['a huge rule', '$$\\rule{100000em}{100000em}$$'],
  ['a huge space', '$$\\hspace{-100000em}x\\hspace{100000em}\\raisebox{9999em}{x}$$'],
];

/** All in the nightly run. */
const everyThird = <T>(all: readonly T[]): readonly T[] =>
  drawn(
    all,
    all.filter((_, i) => i % 3 === 2),
  );
const HOLDING = everyThird([...HOSTILE, ...FORMULAS]);

describe('a text that would hold the page', () => {
  const REFUSED = [
    ['nests too deep', `${'>'.repeat(200)} deep`, 'Its parts nest too deep to be formatted: shown as text.'],
    ['has too many parts', '`a` '.repeat(12_000), 'It has too many parts to be formatted: shown as text.'],
    ['is too long', 'word '.repeat(10_001), 'It is too long to format: shown as text.'],
  ] as const;
  const tex = '\\def\\a{\\a\\a}\\a';
  const { at, done } = caseWalk(
    hostileCases([
      ...HOLDING,
      ...REFUSED.map(([what, hostile]) => [what, hostile] as const),
      ['cannot be set', `Before <i>this</i> $${tex}$ after $x^2$.`],
    ]),
  );

  test.each(HOLDING)('%s: the page answers and the text is there', async (what, hostile) => {
    const page = await at(what, FORMATTED);
    // What is formatted, or why not; the calm text beside it is, and the page's controls answer.
    await paneOf(page, 1).locator('.formatted strong').waitFor({ timeout: 15_000 });
    await paneOf(page, 1).locator('mfrac').waitFor();
    await expect
      .poll(
        async () =>
          TOO_MUCH.test((await paneOf(page, 0).textContent()) ?? '') || paneOf(page, 0).locator('.formatted').count(),
      )
      .toBeTruthy();
    await page.getByRole('button', { name: 'As text' }).click({ timeout: 5000 });
    await expect.poll(() => paneOf(page, 0).locator('.words').textContent()).toContain(hostile.slice(0, 200));
    expect(await wide(page)).toBe(0);
    done();
  });

  test.each(REFUSED)('one that %s is shown as text, and says why', async (what, hostile, why) => {
    const page = await at(what, FORMATTED);
    await paneOf(page, 0).getByText(why).waitFor({ timeout: 15_000 });
    expect(await paneOf(page, 0).locator('.words').textContent()).toContain(hostile.slice(0, 200));
    done();
  });

  test('a formula that cannot be set, and HTML, stand as they were written', async () => {
    const page = await at('cannot be set', FORMATTED);
    await paneOf(page, 0).locator('.formatted msup').waitFor();
    expect(await paneOf(page, 0).locator('code').allTextContents()).toEqual([tex]);
    expect(await paneOf(page, 0).locator('.formatted').textContent()).toContain('<i>this</i>');
    done();
  });

  test('one that takes too long is shown as text, and the next has a worker of its own', async () => {
    const { page } = await openPage(caseAddress('made-0001', FORMATTED), {
      prepare: async (page) => {
        // Stands for a text that takes for ever, on however fast a machine.
        await page.addInitScript(`const send = Worker.prototype.postMessage;
            Worker.prototype.postMessage = function (...args) { if (args[0] !== 'for ever') send.apply(this, args); };`);
        await serveCases(page, [pairCase(['for ever', CALM])]);
      },
    });
    await paneOf(page, 0).getByText('It takes too long to format: shown as text.').waitFor({ timeout: 15_000 });
    await paneOf(page, 1).locator('.formatted mfrac').waitFor({ timeout: 15_000 });
  });
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
      ] as const
    ).map(([what, text]) => [`formatted: ${what}`, pairCase([text, text])] as const),
  ] as const;
  const { at, done } = caseWalk(
    MARKED.map(([what, made]) => ({ ...made, instance: what })),
    { width: 390 },
  );

  test.each(everyThird(MARKED))('%s', async (what) => {
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
