/*
 * What axe can tell apart in a page besides colours, as a set of short texts: elements with their attributes, their names and their place, and
 * the order of headings, landmarks, list items and table cells. Two pages with the same texts are equally sound, so a page of which all texts
 * were seen in sound pages needs no second look. What is not known here makes a text of its own, and axe is asked.
 * The functions run in the page, where they stand side by side.
 */

/** Attributes whose words axe does not compare with a list: it asks whether there are any. */
const WORDS =
  /^(?:title|alt|abbr|placeholder|href|src|srcset|content|value|datetime|download|action|summary|aria-label|aria-description|aria-roledescription)$/;
/** Attributes that name other elements of the page. */
const NAMING =
  /^(?:for|headers|list|form|popovertarget|commandfor|aria-(?:labelledby|describedby|controls|owns|details|flowto|activedescendant|errormessage))$/;
/** Attributes that axe does not look at. */
const UNSEEN =
  /^(?:class|id|data-.*|uid|props|prefix|opts|ssr|await-children|component-.*|renderer-.*|client|before-hydration-url)$/;
const ROLED = /^(?:role|tabindex|href|lang|focusable|aria-.*)$/;

/** Whether a person who reads or listens finds a word in the element. */
function says(element: Element): boolean {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    if (text.nodeValue?.trim() && text.parentElement?.checkVisibility({ visibilityProperty: true })) return true;
  return element.querySelector('img[alt]:not([alt=""]), [aria-label]:not([aria-label=""])') !== null;
}

/** An attribute as far as it matters. */
function attributeOf(element: Element, { name, value }: Attr): string {
  if (name === 'style') return value.includes('!important') ? `style=${value}` : '';
  if (NAMING.test(name)) {
    const named = value.split(/\s+/).map((id) => document.getElementById(id));
    return `${name}:${[...new Set(named.map((one) => (one === null ? 'none' : says(one))))]}`;
  }
  if (name === 'href' && value.startsWith('#')) return `#${document.getElementById(value.slice(1)) !== null}`;
  if (name === 'aria-label') {
    const shown = element.textContent.replaceAll(/\W+/g, ' ').trim().toLowerCase();
    return `label:${value.trim() !== ''},${value.replaceAll(/\W+/g, ' ').toLowerCase().includes(shown)}`;
  }
  if (name === 'content' && /viewport|refresh/.test(element.outerHTML)) return value;
  if (WORDS.test(name)) return `${name}:${value.trim() !== ''}`;
  return `${name}=${/^-?[\d.]+$/.test(value) && name !== 'tabindex' && name !== 'aria-level' ? 'n' : value}`;
}

/** Which follows which, from the first to the last, each step once. */
function stepsOf(names: readonly string[]): string {
  return [...new Set(['', ...names].map((name, i) => `${name}>${names[i] ?? ''}`))].toSorted().join();
}

const GENERIC = /^(?:div|span|astro-island|astro-slot|g|tbody|b|i|em|strong|small)$/;

/** Tag and what makes an element matter to those inside it. */
function roleOf(element: Element): string {
  const marks = ['role', 'aria-hidden', 'tabindex', 'inert', 'disabled', 'hidden', 'contenteditable']
    .filter((name) => element.hasAttribute(name))
    .map((name) => `${name}=${element.getAttribute(name)}`);
  const isNamed = element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby');
  return [element.localName, ...marks, ...(isNamed ? ['named'] : [])].join(' ');
}

/** Where an element stands: its parent, and all around it that is more than a box. */
function placeOf(element: Element | null, places: Map<Element, string>): string {
  if (element === null) return '';
  const known = places.get(element);
  if (known !== undefined) return known;
  const own = roleOf(element);
  const around = placeOf(element.parentElement, places);
  const place = GENERIC.test(own) || around.startsWith(`${own} <`) ? around : `${own} < ${around}`;
  places.set(element, place);
  return place;
}

/** How an element is shown, what it holds that its role asks for, and what names it. */
function factsOf(element: Element): string {
  const facts: unknown[] = [];
  const { overflowX, overflowY } = getComputedStyle(element);
  const scrolls =
    (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth) ||
    (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight);
  if (scrolls)
    facts.push(
      'scrolls',
      element.querySelector('a[href], button, input, select, textarea, summary, [tabindex]') !== null,
    );
  if (element.matches('a, button, summary, th, label, h1, h2, h3, h4, h5, h6, svg, [role], [aria-labelledby]'))
    facts.push('says', says(element));
  if (element.matches('ul, ol, dl, menu, tr, [role]'))
    facts.push(stepsOf([...element.children].map(({ localName }) => localName)));
  if (element.hasAttribute('role'))
    facts.push(...new Set([...element.querySelectorAll('[role]')].map((inner) => inner.getAttribute('role'))));
  if (element.matches('input, select, textarea, button')) {
    const { labels } = element as HTMLInputElement;
    facts.push('labels', labels?.length ?? 0, ...[...(labels ?? [])].map(says));
  }
  if (element.localName === 'img' && element.getAttribute('alt'))
    facts.push('same', element.closest('a, button')?.textContent.trim() === element.getAttribute('alt'));
  if (element.localName === 'table')
    facts.push(
      ...new Set([...element.querySelectorAll('tr')].map((row) => stepsOf([...row.cells].map((c) => c.localName)))),
    );
  return facts.join(' ');
}

/** The order of headings, and the landmarks with their names as numbers. */
function outlineOf(): string[] {
  const shown = (selector: string): Element[] =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility({ visibilityProperty: true }));
  const headings = shown('h1, h2, h3, h4, h5, h6, [role=heading]').map(
    (heading) => `${heading.localName}${heading.getAttribute('aria-level') ?? ''}`,
  );
  const names: string[] = [];
  const landmarks = shown(
    'header, footer, main, nav, aside, section:is([aria-label], [aria-labelledby]), form, search, [role]',
  ).map((landmark) => {
    const by = document.getElementById(landmark.getAttribute('aria-labelledby') ?? '');
    const name = `${landmark.localName} ${landmark.getAttribute('role')} ${landmark.getAttribute('aria-label') ?? by?.textContent ?? ''}`;
    const isNew = !names.includes(name);
    names.push(name);
    return `${landmark.localName} ${landmark.getAttribute('role')} ${isNew ? 'new' : 'again'}`;
  });
  return [`headings ${stepsOf(headings)}`, ...new Set(landmarks)];
}

function kindsOf(): string[] {
  const places = new Map<Element, string>();
  const kinds = new Set(outlineOf());
  for (const element of document.querySelectorAll('*')) {
    const isDrawn = element.namespaceURI?.endsWith('/svg') === true;
    const attributes = [...element.attributes]
      .filter(({ name }) => (isDrawn ? ROLED.test(name) : !UNSEEN.test(name)))
      .map((attribute) => attributeOf(element, attribute))
      .toSorted()
      .join(' ');
    const isShown = element.checkVisibility({ visibilityProperty: true });
    const parent = element.parentElement?.localName ?? '';
    const place = placeOf(element.parentElement, places);
    kinds.add(
      `${element.localName} ${attributes} ${isShown} ${isShown ? factsOf(element) : ''} in ${parent} of ${place}`,
    );
  }
  return [...kinds];
}

const PATTERNS = { WORDS, NAMING, UNSEEN, ROLED, GENERIC };
const FUNCTIONS = [says, attributeOf, stepsOf, roleOf, placeOf, factsOf, outlineOf, kindsOf];
const SCRIPT = [
  ...Object.entries(PATTERNS).map(([name, pattern]) => `const ${name} = ${pattern};`),
  ...FUNCTIONS.map(String),
  'return kindsOf();',
].join('\n');

/** Asks a page in itself for its texts as it is shown now. */
export const KINDS = `(() => {\n${SCRIPT}\n})()`;
