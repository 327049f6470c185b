import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const BUT_COLOUR: RunOptions = { rules: Object.fromEntries(COLOUR_RULES.map((id) => [id, { enabled: false }])) };
const COLOUR: RunOptions = { runOnly: COLOUR_RULES };
/** Rules of sounds look at what is loaded beforehand; none looks at style sheets, which would be read, too. */
const ASKED: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } };

/** Axe's findings, one line each. It is put in through the debugger's port, which the page's policy does not bind. */
async function axeFindings(page: Page, rules: RunOptions, context = 'document'): Promise<string[]> {
  const debuggerPort = await page.context().newCDPSession(page);
  const { result } = await debuggerPort.send('Runtime.evaluate', { expression: 'typeof axe' });
  if (result.value === 'undefined') await debuggerPort.send('Runtime.evaluate', { expression: AXE });
  const answer = await debuggerPort.send('Runtime.evaluate', {
    expression: `axe.run(${context}, ${JSON.stringify({ ...rules, ...ASKED })})`,
    awaitPromise: true,
    returnByValue: true,
  });
  await debuggerPort.detach();
  if (answer.exceptionDetails) throw new Error(`axe failed: ${answer.exceptionDetails.exception?.description}`);
  const { violations }: AxeResults = answer.result.value;
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.length}×, ${nodes[0]?.target} ${nodes[0]?.html.slice(0, 120)})`,
  );
}

/**
 * How each text that is shown looks, every look once: its letters, and what lies behind them up to the first ground that hides the rest.
 * Two texts of one look are equally easy to read. The page remembers which elements have which look. Runs in the page.
 */
function looksOf(): string[] {
  const grounds = new Map<Element, string>();
  const groundOf = (element: Element | null): string => {
    if (element === null) return '';
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, mixBlendMode, filter } = getComputedStyle(element);
    // Axe finds no fault with a text on a picture or gradient, whatever its colours are and whatever lies behind it.
    if (backgroundImage !== 'none') {
      grounds.set(element, 'an image');
      return 'an image';
    }
    const own = [backgroundColor, opacity, mixBlendMode, filter].join(' ');
    const isPlain = own === 'rgba(0, 0, 0, 0) 1 normal none';
    const ground = isPlain ? groundOf(element.parentElement) : `${own} < ${groundOf(element.parentElement)}`;
    grounds.set(element, ground);
    return ground;
  };
  const lettersOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
    return [color, fontSize, fontWeight, textShadow, textDecorationLine].join(' ');
  };
  const holders = new Set<Element>();
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node !== null; node = words.nextNode())
    if (node.nodeValue?.trim() && node.parentElement !== null) holders.add(node.parentElement);
  const texts = [...holders].filter((element) => element.checkVisibility({ visibilityProperty: true }));
  const lookOf = (element: Element): string => {
    const around = element.tagName === 'A' && element.parentElement ? lettersOf(element.parentElement) : '';
    return `${element.tagName} ${lettersOf(element)} in ${around} on ${groundOf(element)}`;
  };
  const looks = Map.groupBy(texts, lookOf);
  Object.assign(window, { looks });
  return [...looks.keys()];
}

/** Asks a page in itself for its looks. */
export const LOOKS = `(${looksOf})()`;

const soundLooks = new Set<string>();

/** Axe's findings about the colours of texts that look like none seen before: most pages look like others. `seen`: what the page answers to `LOOKS`. */
export async function colourFindings(page: Page, seen?: readonly string[]): Promise<string[]> {
  const looks = (seen ?? (await page.evaluate<string[]>(LOOKS))).filter((look) => !soundLooks.has(look));
  if (looks.length === 0) return [];
  const texts = `{ include: ${JSON.stringify(looks)}.flatMap((look) => looks.get(look)) }`;
  const findings = await axeFindings(page, COLOUR, texts);
  if (findings.length === 0) for (const look of looks) soundLooks.add(look);
  return findings;
}

/** Axe's findings about everything else, at the page's width. */
export const structureFindings = (page: Page): Promise<string[]> => axeFindings(page, BUT_COLOUR);
