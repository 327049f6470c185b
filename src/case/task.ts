import { conflictCount } from '../cases/gold.ts';
import { wordsOfId } from '../cases/labels.ts';
import type { Case } from '../schema/stored-case.ts';
import { entryOf } from '../schema/words.ts';
import { isHeld } from '../ui/href.ts';
import { countOf } from '../ui/number-words.ts';
import { visibleText } from '../ui/visible.ts';
import { type CaseFacts, conditionLabel, lacksTexts } from './facts.ts';
import { conditionsOf, headFacts, headingOf } from './parts.ts';
import { choice, htmlOf, plainSign, pressed, textPanes } from './plain.ts';
import {
  areDepicted,
  areSameMedia,
  type CaseMedia,
  changeWords,
  EMPTY_PROMPT,
  EMPTY_RESPONSE,
  isPictured,
  mediaOf,
  NO_RESPONSE,
  type ShownText,
  SIDE_WORDS,
  type SideLook,
  shownPrompts,
  shownResponses,
  siteOf,
  whyMissing,
  wiped,
} from './sides.ts';
import { SIGN_LINES } from './sign-lines.ts';

interface PicturesLook extends SideLook {
  /** Address of the release's data, with a slash at its end. */
  readonly data: string;
  /** What the benchmark's authors do not publish; '' where they publish all. */
  readonly unseen: string;
  /** The other site from which this page may show pictures, once it is asked to; '' for none. */
  readonly site: string;
}

const isAsked = (site: string): boolean => {
  try {
    return sessionStorage.getItem(`judgeboard:pictures:${site}`) !== null;
  } catch {
    return false; // Storage is blocked: it is asked on each case.
  }
};

function keepAsked(site: string, asked: boolean): void {
  try {
    if (asked) sessionStorage.setItem(`judgeboard:pictures:${site}`, '');
    else sessionStorage.removeItem(`judgeboard:pictures:${site}`);
  } catch {
    // Storage is blocked: it is asked on each case.
  }
}

const isOfSite = ({ src }: CaseMedia, site: string): boolean =>
  site !== '' && src?.startsWith(`https://${site}/`) === true;

const zoom = (what: string): HTMLElement => {
  const button = choice('Zoom', 'btn quiet zoom-button', `zoom=${what}`);
  button.append(htmlOf('span', 'hidden', ` ${what}`));
  button.ariaHasPopup = 'dialog';
  return button;
};

/** Where a picture is on another site: a link, if a browser may follow the address. */
function address(src: string, words: string): HTMLElement {
  if (!/^https?:/i.test(src) || !URL.canParse(src)) return htmlOf('code', '', words);
  const link = htmlOf('a', '', words);
  link.href = src;
  link.rel = 'noopener nofollow ugc';
  return link;
}

function noPicture({ alt }: CaseMedia, ...why: readonly (Node | string)[]): HTMLElement {
  const described = alt === '' ? [] : [htmlOf('p', '', `Described as: ${visibleText(alt)}`)];
  return htmlOf('div', 'no-picture', htmlOf('b', '', 'No picture to show'), htmlOf('p', '', ...why), ...described);
}

/** Tells a frame the shape of its picture, where it is known: nothing moves when the picture comes. */
function shape(frame: HTMLElement, size: CaseMedia['size']): void {
  const [width = 1, height = 1] = size ?? [];
  if (size !== undefined) frame.style.setProperty('--shape', String(width / height));
}

function image(src: string, { alt, size }: Pick<CaseMedia, 'alt' | 'size'>): HTMLImageElement {
  const element = htmlOf('img', '');
  element.fetchPriority = 'high';
  element.referrerPolicy = 'no-referrer';
  element.alt = visibleText(alt);
  element.src = src;
  shape(element, size);
  return element;
}

const headed = (heading: string, ...more: readonly Node[]): HTMLElement =>
  htmlOf('div', 'pane-head small', htmlOf('h2', '', heading), htmlOf('span', 'spacer'), ...more);

/** Shows a picture under its name; one that does not come says so in its place, with another try. */
function picture(media: CaseMedia, name: string, look: PicturesLook): HTMLElement {
  const { src } = media;
  if (src === null) return htmlOf('div', 'picture', headed(name), noPicture(media, whyMissing(media)));
  const ofSite = isOfSite(media, look.site);
  if (!isHeld(src) && !ofSite) {
    const said = 'It is on another site, from which nothing is loaded here: ';
    return htmlOf('div', 'picture', headed(name), noPicture(media, said, address(src, visibleText(src))));
  }
  const shown = image(ofSite ? src : look.data + src, media);
  const box = htmlOf('div', 'picture', headed(name, zoom(name)), shown);
  const fail = (why: string): void => {
    const again = pressed('Try again', 'btn', () => box.replaceWith(picture(media, name, look)));
    const elsewhere = ofSite ? [' ', address(src, 'Open it there'), '.'] : [];
    box.replaceChildren(headed(name), noPicture(media, why, ...elsewhere, ' ', again));
  };
  if (ofSite) settle(shown, look.site, fail);
  else shown.onerror = () => fail('The file could not be loaded, or is no picture.');
  return box;
}

/** How long the other site may send nothing, in ms, before the page says so; the picture is waited for all the same. */
const SLOW = 8000;

function settle(shown: HTMLImageElement, site: string, fail: (why: string) => void): void {
  const late = htmlOf('p', 'small late', `${site} has sent nothing for eight seconds. `);
  late.role = 'status';
  late.append(
    pressed('Stop waiting', 'btn quiet', () => {
      // Another try would wait for the same answer.
      shown.removeAttribute('src');
      fail(`${site} did not send it in time.`);
    }),
  );
  const timer = setTimeout(() => shown.after(late), SLOW);
  const end = (): void => {
    clearTimeout(timer);
    late.remove();
  };
  shown.onload = end;
  shown.onerror = () => {
    end();
    fail(`${site} did not send it: the picture is gone there, or this browser does not reach the site.`);
  };
}

const listed = (media: readonly CaseMedia[]): HTMLElement =>
  htmlOf(
    'ul',
    '',
    ...media.map(({ src, alt }) =>
      htmlOf(
        'li',
        '',
        address(src ?? '', visibleText(alt === '' ? (src ?? '') : alt)),
        ' ',
        htmlOf('small', '', siteOf(src ?? '')),
      ),
    ),
  );

/** Shows pictures of the site that the page may ask, after one click that names it; nothing is asked of it before. */
function picturesOfSite(media: readonly CaseMedia[], look: PicturesLook): readonly HTMLElement[] {
  const { site } = look;
  const box = htmlOf('div', 'picture of-site');
  const count = media.length === 1 ? 'The picture is' : `The ${media.length} pictures are`;
  const ask = (): void => {
    const said = `${count} on ${site}, another site. Nothing is loaded from there until you ask; then it sees your address, as with any page you open.`;
    const open = pressed(media.length === 1 ? `Show it from ${site}` : `Show them from ${site}`, 'btn on', () => {
      keepAsked(site, true);
      show().querySelector('button')?.focus();
    });
    box.replaceChildren(htmlOf('div', 'no-picture', htmlOf('p', '', said), listed(media), htmlOf('p', '', open)));
  };
  const show = (): HTMLElement => {
    const stop = pressed(`Show none from ${site}`, 'btn quiet', () => {
      keepAsked(site, false);
      ask();
      box.querySelector('button')?.focus();
    });
    const each = media.map((one, i) => picture(one, visibleText(one.alt) || `Picture ${i + 1}`, look));
    box.replaceChildren(htmlOf('div', 'several grid gap-4', ...each), htmlOf('p', 'small', `From ${site}. `, stop));
    return box;
  };
  if (isAsked(site)) show();
  else ask();
  return [box];
}

function pictures(list: readonly CaseMedia[], name: string, look: PicturesLook): readonly HTMLElement[] {
  if (list.length === 0) {
    const said = look.unseen === '' ? 'There is none: the question is asked without a picture.' : look.unseen;
    return [htmlOf('p', 'no-picture', said)];
  }
  if (list.every((one) => isOfSite(one, look.site))) return picturesOfSite(list, look);
  if (list.length > 1 && list.every(({ src }) => src !== null && !isHeld(src))) {
    const said = 'They are on another site, from which nothing is loaded here:';
    const box = htmlOf('div', 'no-picture', htmlOf('p', '', said), listed(list));
    return [htmlOf('div', 'picture', headed(`${list.length} pictures, not shown`), box)];
  }
  const each = list.map((media, i) =>
    picture(media, list.length > 1 ? `${name} ${i + 1} of ${list.length}` : name, look),
  );
  return each.length > 1 ? [htmlOf('div', 'several grid gap-4', ...each)] : each;
}

function wipe(
  { before, after }: NonNullable<ReturnType<typeof wiped>>,
  from: string,
  onBroken: () => void,
): HTMLElement {
  const [under, over] = [
    image(from + before.src, { alt: `Before: ${before.alt}` }),
    image(from + after.src, { alt: `After: ${after.alt}` }),
  ];
  over.className = 'after';
  for (const one of [under, over]) one.onerror = onBroken;
  const slider = htmlOf('input', 'm-0 w-full absolute inset-0');
  Object.assign(slider, {
    type: 'range',
    min: '0',
    max: '100',
    value: '50',
    ariaLabel: 'Line between the picture before and after',
  });
  const both = htmlOf(
    'div',
    'wipe grid relative',
    under,
    over,
    htmlOf('span', 'wipe-line absolute no-pointer'),
    slider,
  );
  shape(both, before.size);
  const draw = (): void => {
    both.style.setProperty('--at', `${slider.value}%`);
    slider.ariaValueText = `${slider.value} % before, ${100 - Number(slider.value)} % after`;
  };
  slider.oninput = draw;
  draw();
  const heads = [
    htmlOf('h2', '', 'Before'),
    zoom('Picture before'),
    htmlOf('span', 'spacer'),
    zoom('Picture after'),
    htmlOf('h2', '', 'After'),
  ];
  return htmlOf('div', 'picture', htmlOf('div', 'pane-head small', ...heads), both);
}

function picturesOf(data: Case, look: PicturesLook, onBroken: (() => void) | null): readonly HTMLElement[] {
  const { side, condition } = look;
  const [before, after] = [mediaOf(data, 'before', condition), mediaOf(data, 'after', condition)];
  if (condition === null || areSameMedia(before, after)) return pictures(before, 'Picture', look);
  const pair = side === 'both' && onBroken !== null ? wiped(before, after) : null;
  if (pair !== null && onBroken !== null) return [wipe(pair, look.data, onBroken)];
  return [
    ...(side === 'after' ? [] : pictures(before, 'Picture before', look)),
    ...(side === 'before' ? [] : pictures(after, 'Picture after', look)),
  ];
}

/** Shows the pictures of a case: both sides of a perturbation under a wipe where each has one of its own, else one below the other. */
function drawPictures(data: Case, look: PicturesLook): HTMLElement {
  const box = htmlOf('section', 'pictures');
  box.ariaLabel = 'Picture';
  box.append(...picturesOf(data, look, () => box.replaceChildren(...picturesOf(data, look, null))));
  return box;
}

export interface TaskLook extends SideLook {
  readonly data: string;
}

export function sideLook(data: Case, query: URLSearchParams): SideLook {
  const [first = null, ...others] = conditionsOf(data);
  const side = query.get('side');
  return {
    side: side === 'before' || side === 'after' ? side : 'both',
    condition: others.find((one) => one === query.get('condition')) ?? first,
  };
}

function lede(data: Case, facts: CaseFacts): readonly HTMLElement[] {
  const lacks = lacksTexts(facts) && data.prompt === '' && data.prompt_length !== undefined;
  const said = [
    ...[entryOf(facts.tasks, data.split) ?? []].flat(),
    ...(lacks ? [`Its prompt, of ${countOf(data.prompt_length ?? 0, 'character')}, is not in this build.`] : []),
  ];
  return said.length === 0 ? [] : [htmlOf('p', 'lede', said.join(' '))];
}

function head(data: Case, facts: CaseFacts): HTMLElement {
  const conflicts = conflictCount(data.gold);
  const { text } = headingOf(data);
  const heading = htmlOf('h1', text.length > 90 ? 'long' : '', text);
  heading.dir = 'auto';
  heading.tabIndex = -1;
  const said = headFacts(data, facts).map(({ name, words }) => {
    const fact = htmlOf('span', '', words);
    if (name !== '') fact.title = wordsOfId(name);
    return fact;
  });
  const line = [
    ...(facts.synthetic ? [htmlOf('span', 'pill warn', 'synthetic demonstration')] : []),
    ...said,
    ...(conflicts > 0
      ? [htmlOf('span', 'conflict', plainSign(SIGN_LINES.conflict), ` ${countOf(conflicts, 'criterion conflict')}`)]
      : []),
    htmlOf('code', 'case-id ink-3', data.instance),
  ];
  return htmlOf('div', 'head case-head', heading, ...lede(data, facts), htmlOf('div', 'facts items-baseline', ...line));
}

function perturbation(data: Case, facts: CaseFacts, { side, condition }: SideLook): readonly HTMLElement[] {
  if (condition === null) return [];
  const group = (label: string, buttons: readonly HTMLElement[]): HTMLElement => {
    const segments = htmlOf('div', 'segments overflow-hidden', ...buttons);
    segments.role = 'group';
    segments.ariaLabel = label;
    return segments;
  };
  const segment = (label: string, chosen: string, isOn: boolean): HTMLElement => {
    const button = choice(label, '', chosen);
    button.ariaPressed = String(isOn);
    return button;
  };
  const conditions = conditionsOf(data);
  const named = conditions.map((one, i) =>
    segment(conditionLabel(facts, one), `condition=${i === 0 ? '' : one}`, one === condition),
  );
  const sides = SIDE_WORDS.map(({ value, label }) => segment(label, `side=${value}`, value === side));
  const bar = htmlOf(
    'div',
    'reading-bar flex wrap gap-2 items-center',
    htmlOf('h2', '', 'Perturbation'),
    named.length > 1 ? group('Perturbation', named) : htmlOf('span', '', conditionLabel(facts, condition)),
    htmlOf('span', 'small', changeWords(data, condition)),
    htmlOf('span', 'spacer'),
    group('Side', sides),
  );
  return [bar];
}

function depicted(items: readonly ShownText[]): HTMLElement {
  const said = items.map(({ name, by }, i) => {
    const maker = by === '' ? [] : [' by ', htmlOf('b', '', visibleText(by))];
    return htmlOf('span', '', `${i === 0 ? '' : ' · '}${name}: a picture`, ...maker);
  });
  return htmlOf('p', 'm-0', ...said);
}

function responses(data: Case, look: SideLook, { names, unseen }: CaseFacts): readonly HTMLElement[] {
  if (data.responses.length === 0 && unseen !== '') return [];
  const items = shownResponses(data, look, names);
  if (items.length === 0) return [htmlOf('p', 'nothing', NO_RESPONSE)];
  return [areDepicted(data, items) ? depicted(items) : textPanes(items, EMPTY_RESPONSE)];
}

export function shownPairs(data: Case, look: SideLook, { names }: CaseFacts): readonly (readonly ShownText[])[] {
  const items = shownResponses(data, look, names);
  return [shownPrompts(data, look), areDepicted(data, items) ? [] : items].filter(({ length }) => length > 1);
}

const isComparable = (texts: readonly ShownText[]): boolean =>
  texts.length === 2 && texts.every(({ text }) => text.trim() !== '');

/** The first band of a case. The page's own script draws it as soon as the case is there, and it stays; the island draws the next case with it. */
export function drawTask(data: Case, facts: CaseFacts, look: TaskLook): readonly HTMLElement[] {
  const shown = drawPictures(data, { ...look, unseen: facts.unseen, site: facts.pictures });
  const prompts = shownPrompts(data, look);
  const texts = [
    ...(prompts.length === 0 ? [] : [textPanes(prompts, EMPTY_PROMPT)]),
    ...responses(data, look, facts),
    ...(shownPairs(data, look, facts).some(isComparable)
      ? [choice('Highlight differences', 'btn mark-words', 'diff')]
      : []),
  ];
  const stack = htmlOf('div', 'stack', ...texts);
  const isFirst = isPictured(data.media) || shown.querySelector('.of-site, .wipe') !== null;
  const parts = texts.length === 0 ? [shown] : isFirst ? [shown, stack] : [stack, shown];
  const task = htmlOf('div', `task${isFirst ? '' : ' none-held'}`, ...parts);
  return [head(data, facts), ...perturbation(data, facts, look), task];
}
