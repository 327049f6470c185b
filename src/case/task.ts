import { conflictCount } from '../cases/gold.ts';
import { wordsOfId } from '../cases/labels.ts';
import type { Case } from '../schema/shard.ts';
import { entryOf } from '../schema/words.ts';
import { countOf } from '../ui/number-words.ts';
import { visibleText } from '../ui/visible.ts';
import { type CaseFacts, conditionLabel, lacksTexts } from './facts.ts';
import { conditionsOf, headFacts, headingOf } from './parts.ts';
import { drawPictures } from './pictures.ts';
import { choice, htmlOf, plainSign, textPanes } from './plain.ts';
import {
  areDepicted,
  EMPTY_PROMPT,
  EMPTY_RESPONSE,
  NO_RESPONSE,
  type ShownText,
  type SideLook,
  shownPrompts,
  shownResponses,
} from './shown-texts.ts';
import { changeWords, isPictured, SIDE_WORDS } from './sides.ts';
import { SIGN_LINES } from './sign-lines.ts';

/** How the task of a case is looked at. */
export interface TaskLook extends SideLook {
  /** Address of the release's data, with a slash at its end. */
  readonly data: string;
}

/** Reads from an address how it asks for the task to be looked at. */
export function sideLook(data: Case, query: URLSearchParams): SideLook {
  const [first = null, ...others] = conditionsOf(data);
  const side = query.get('side');
  return {
    side: side === 'before' || side === 'after' ? side : 'both',
    condition: others.find((one) => one === query.get('condition')) ?? first,
  };
}

/** Says in our words what is asked, and of a prompt that this build lacks how long it is. */
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
    htmlOf('code', 'case-id', data.instance),
  ];
  return htmlOf('div', 'head case-head', heading, ...lede(data, facts), htmlOf('div', 'facts', ...line));
}

/** Shows what a perturbation changes, and offers its sides. */
function perturbation(data: Case, facts: CaseFacts, { side, condition }: SideLook): readonly HTMLElement[] {
  if (condition === null) return [];
  const group = (label: string, buttons: readonly HTMLElement[]): HTMLElement => {
    const segments = htmlOf('div', 'segments', ...buttons);
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
    'reading-bar',
    htmlOf('h2', '', 'Perturbation'),
    named.length > 1 ? group('Perturbation', named) : htmlOf('span', '', conditionLabel(facts, condition)),
    htmlOf('span', 'small', changeWords(data, condition)),
    htmlOf('span', 'spacer'),
    group('Side', sides),
  );
  return [bar];
}

/** Names the makers of responses that are pictures; the pictures themselves stand beside. */
function depicted(items: readonly ShownText[]): HTMLElement {
  const said = items.map(({ name, by }, i) =>
    htmlOf('span', '', `${i === 0 ? '' : ' · '}${name}: `, htmlOf('b', '', by === '' ? 'a picture' : visibleText(by))),
  );
  return htmlOf('p', 'made-by', ...said, ' ', htmlOf('small', '', items.length === 1 ? 'picture' : 'pictures'));
}

function responses(data: Case, look: SideLook, { names, unseen }: CaseFacts): readonly HTMLElement[] {
  if (data.responses.length === 0 && unseen !== '') return [];
  const items = shownResponses(data, look, names);
  if (items.length === 0) return [htmlOf('p', 'nothing', NO_RESPONSE)];
  return [areDepicted(data, items) ? depicted(items) : textPanes(items, EMPTY_RESPONSE)];
}

/** Lists the texts that stand beside each other, pair by pair, in the order of the page. */
export function shownPairs(data: Case, look: SideLook, { names }: CaseFacts): readonly (readonly ShownText[])[] {
  const items = shownResponses(data, look, names);
  return [shownPrompts(data, look), areDepicted(data, items) ? [] : items].filter(({ length }) => length > 1);
}

/** Says whether there are two texts whose words can be compared. */
const isComparable = (texts: readonly ShownText[]): boolean =>
  texts.length === 2 && texts.every(({ text }) => text.trim() !== '');

/**
 * Draws the first band of a case: its heading, what was asked and what is judged. The page's own script draws it as soon as the case is
 * there, and it stays; the island draws the next case with it.
 */
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
