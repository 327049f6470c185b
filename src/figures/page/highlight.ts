/** Highlights judges in all figures of a page by one rule that sets a few properties; the address says who and goes along to other figures and the plot. It runs without the figures' island. */

const PIN = 'pin';

const select = document.querySelector<HTMLSelectElement>('[data-highlight]');
const status = document.querySelector('.highlight-bar [role=status]');

/** What belongs to each judge, by its id: links to its page, and what its runs are written at. */
const selectors = new Map(
  [...(select?.options ?? [])]
    .filter(({ value }) => value !== '')
    .map(({ value, dataset }) => {
      const runs = (dataset['runs'] ?? '').split(' ').filter((run) => run !== '');
      const own = [`[href$="/judge/${CSS.escape(value)}/"]`, ...runs.map((run) => `[data-run="${CSS.escape(run)}"]`)];
      return [value, `:is(${own.join()})`] as const;
    }),
);

const DRAWN = '.figure :is(.drawing, .slices)';
const LOOK =
  '--lit: var(--mine); --lit-weight: 700; --lit-ground: color-mix(in oklab, var(--mine) 12%, var(--surface)); --lit-shade: 1; --lit-line: 2px;';

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

function pinned(): readonly string[] {
  const asked = new URLSearchParams(location.search).get(PIN)?.split(',') ?? [];
  return asked.filter((judge) => selectors.has(judge));
}

const nameOf = (judge: string): string =>
  [...(select?.options ?? [])].find(({ value }) => value === judge)?.text ?? judge;

/** Says who is highlighted, and in how many figures, as somebody who sees none of it cannot know. */
function said(pins: readonly string[], own: string): string {
  const figures = [...document.querySelectorAll('.figure')].filter((figure) => figure.querySelector(own) !== null);
  const who = pins.map(nameOf).join(', ');
  if (figures.length === 0) return `No figure of this page names ${who}.`;
  return `${who}: in ${figures.length} ${figures.length === 1 ? 'figure' : 'figures'}. Escape ends it.`;
}

function show(isTold: boolean): void {
  const pins = pinned();
  const all = `:is(${pins.map((judge) => selectors.get(judge)).join()})`;
  // A row of a table is its judge's where its head is.
  sheet.replaceSync(pins.length === 0 ? '' : `${DRAWN} :is(${all}, tr:has(> th > ${all})) { ${LOOK} }`);
  if (select !== null) select.value = pins.at(-1) ?? '';
  select?.parentElement?.classList.toggle('on', pins.length > 0);
  if (status !== null && isTold)
    status.textContent = pins.length === 0 ? 'No judge is highlighted.' : said(pins, `${DRAWN} ${all}`);
}

function withPins(address: string, pins: readonly string[]): string {
  const url = new URL(address, location.href);
  if (pins.length === 0) url.searchParams.delete(PIN);
  else url.searchParams.set(PIN, pins.join());
  return url.href.replaceAll('%2C', ',');
}

function pin(pins: readonly string[]): void {
  history.pushState(history.state, '', withPins(location.href, pins));
  show(true);
}

function toggle(judge: string): void {
  const pins = pinned();
  pin(pins.includes(judge) ? pins.filter((one) => one !== judge) : [...pins, judge]);
}

/** The judge that a part of a drawing is about; null for one about none, or about several. */
function judgeAt(part: Element | null): string | null {
  const own = part?.closest(`${DRAWN} :is(a, [data-run])`);
  const place = own?.closest('[data-run]') ?? own;
  return [...selectors].find(([, selector]) => place?.matches(selector) === true)?.[0] ?? null;
}

const elementOf = (target: EventTarget | null): Element | null => (target instanceof Element ? target : null);

document.addEventListener(
  'click',
  (event) => {
    const judge = judgeAt(elementOf(event.target)?.closest('.label, .named, th') ?? null);
    if (judge === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    toggle(judge);
  },
  true,
);

document.addEventListener('keydown', ({ key, target, altKey, ctrlKey, metaKey }) => {
  if (elementOf(target)?.matches('input, select, textarea') === true || altKey || ctrlKey || metaKey) return;
  if (key === 'Escape' && pinned().length > 0 && document.querySelector('dialog[open]') === null) pin([]);
  const judge = judgeAt(elementOf(target)) ?? judgeAt(document.querySelector(`${DRAWN} a:hover`));
  if (key.toLowerCase() === 'h' && judge !== null) toggle(judge);
});

function carry({ target }: Event): void {
  const link = elementOf(target)?.closest('a');
  if (link?.origin === location.origin && /\/(?:plot|[^/]+\/figures(?:\/[^/]+)?)\/$/.test(link.pathname))
    link.href = withPins(link.href, pinned());
}

for (const event of ['pointerdown', 'focusin', 'click']) document.addEventListener(event, carry, true);
select?.addEventListener('change', () => pin(select.value === '' ? [] : [select.value]));
addEventListener('popstate', () => show(true));
show(pinned().length > 0);

export {};
