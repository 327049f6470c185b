import { COLOUR_NAMES, LETTERS, type Random, SCENE_SHAPES, type Scene, type SceneItem } from './scene.ts';

/** Tasks whose answer is free; each has its own wording and opening line. */
export const OPEN_TASKS = {
  description: {
    ask: 'Describe the picture so that someone who cannot see it could draw it.',
    open: 'To describe the picture so that someone could draw it:',
  },
  inventory: {
    ask: 'List every object in the picture and say where each one is.',
    open: 'A list of every object, and where each is:',
  },
  caption: {
    ask: 'Write a lively caption for this picture that names what it holds.',
    open: 'A lively caption that names what it holds:',
  },
  story: {
    ask: 'Tell a short story about what is drawn here, true to what can be seen.',
    open: 'A short story, true to what can be seen here:',
  },
} as const;
export type OpenTask = keyof typeof OPEN_TASKS;
export const OPEN_NAMES: readonly OpenTask[] = ['description', 'inventory', 'caption', 'story'];

/** Items that one step of a solution is about, for example all red shapes. */
interface Group {
  readonly name: string;
  readonly items: readonly SceneItem[];
}

/** A question with one right answer, solved on the items given. */
export interface SolvedQuestion {
  readonly kind: 'difference' | 'count' | 'letters' | 'sum' | 'range';
  readonly text: string;
  /** The first line of a solution: what is asked for, in its own words. */
  readonly open: string;
  readonly groups: readonly Group[];
  readonly answer: string;
}

const ofColour = (items: readonly SceneItem[], colour: string): Group => ({
  name: `${colour} shapes`,
  items: items.filter((i) => i.colour === colour),
});
const ofNoun = (items: readonly SceneItem[], noun: string): Group => ({
  name: `${noun}s`,
  items: items.filter((i) => i.noun === noun),
});
const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;

function differenceQuestion(items: readonly SceneItem[], more: string, fewer: string): SolvedQuestion {
  const groups = [ofColour(items, more), ofColour(items, fewer)];
  const [p, q] = groups.map((g) => g.items.length);
  return {
    kind: 'difference',
    text: `How many more ${more} shapes than ${fewer} shapes are there?`,
    open: `We need how many more ${more} shapes than ${fewer} shapes there are.`,
    groups,
    answer: String((p ?? 0) - (q ?? 0)),
  };
}

function count(items: readonly SceneItem[], noun: string): SolvedQuestion {
  const group = ofNoun(items, noun);
  return {
    kind: 'count',
    text: `Count the ${noun}s: what number of them is there?`,
    open: `We count the ${noun}s to get their number.`,
    groups: [group],
    answer: String(group.items.length),
  };
}

function letters(items: readonly SceneItem[], colour: string): SolvedQuestion {
  const group = ofColour(items, colour);
  return {
    kind: 'letters',
    text: `Which letters stand on ${colour} shapes, in alphabetical order?`,
    open: `We look for the letters on ${colour} shapes, in alphabetical order.`,
    groups: [group],
    answer: group.items
      .map((i) => i.mark)
      .sort()
      .join(', '),
  };
}

function sum(items: readonly SceneItem[], places: readonly string[]): SolvedQuestion {
  const chosen = items.filter((i) => places.includes(i.place));
  return {
    kind: 'sum',
    text: `What do the bars at ${list(places)} add up to?`,
    open: `We add up the bars at ${list(places)}.`,
    groups: [{ name: 'these bars', items: chosen }],
    answer: String(chosen.reduce((total, i) => total + i.value, 0)),
  };
}

function range(items: readonly SceneItem[]): SolvedQuestion {
  const values = items.map((i) => i.value);
  return {
    kind: 'range',
    text: 'By how much does the highest bar exceed the lowest bar?',
    open: 'We need by how much the highest bar exceeds the lowest bar.',
    groups: [{ name: 'all bars', items }],
    answer: String(items.length === 0 ? 0 : Math.max(...values) - Math.min(...values)),
  };
}

const most = <T extends string>(names: readonly T[], size: (name: T) => number): T[] =>
  [...names].sort((p, q) => size(q) - size(p));

/** Makes a closed question that the scene answers with at least two things to look at. */
export function makeQuestion(scene: Scene, r: Random): SolvedQuestion {
  const { items } = scene;
  if (scene.kind === 'chart') {
    if (r.chance(0.4)) return range(items);
    const places = new Set(r.shuffle(items.map((i) => i.place)).slice(0, 3));
    return sum(
      items,
      LETTERS.filter((l) => places.has(l)),
    );
  }
  const [first = 'red', second = 'blue'] = most(COLOUR_NAMES, (c) => ofColour(items, c).items.length);
  const [noun = 'circle'] = most(SCENE_SHAPES, (n) => ofNoun(items, n).items.length);
  if (scene.kind === 'labels' && r.chance(0.5)) return letters(items, first);
  return r.chance(0.4) ? count(items, noun) : differenceQuestion(items, first, second);
}

const colour = `(${COLOUR_NAMES.join('|')})`;
const PATTERNS: readonly (readonly [RegExp, (items: readonly SceneItem[], m: readonly string[]) => SolvedQuestion])[] =
  [
    [
      new RegExp(`^How many more ${colour} shapes than ${colour} shapes`),
      (items, m) => differenceQuestion(items, m[1] ?? '', m[2] ?? ''),
    ],
    [new RegExp(`^Count the (${SCENE_SHAPES.join('|')})s`), (items, m) => count(items, m[1] ?? '')],
    [new RegExp(`^Which letters stand on ${colour} shapes`), (items, m) => letters(items, m[1] ?? '')],
    [/^What do the bars at ([A-Z, and]+) add/, (items, m) => sum(items, (m[1] ?? '').match(/[A-Z]/g) ?? [])],
    [/^By how much does the highest bar/, (items) => range(items)],
  ];

/** Says what a reader makes of a query: the question solved anew on the items it sees, or null for a free task or an unknown one. */
export function understand(query: string, items: readonly SceneItem[]): SolvedQuestion | null {
  for (const [pattern, solve] of PATTERNS) {
    const m = query.match(pattern);
    if (m !== null) return solve(items, m);
  }
  return null;
}

/** Gives the free task that a query sets, or null. */
export const openTask = (query: string): OpenTask | null =>
  OPEN_NAMES.find((name) => query.startsWith(OPEN_TASKS[name].ask)) ?? null;

/** A question about numbers in the text alone. */
export interface TextQuestion {
  readonly kind: 'adding' | 'ordering';
  readonly text: string;
  readonly open: string;
  readonly numbers: readonly number[];
}

export function makeTextQuestion(r: Random): TextQuestion {
  const numbers = r.shuffle(Array.from({ length: 40 }, (_, i) => i + 3)).slice(0, 3 + r.int(3));
  const named = list(numbers.map(String));
  return r.chance(0.5)
    ? { kind: 'adding', text: `Add the numbers ${named}.`, open: `We add the numbers ${named}.`, numbers }
    : {
        kind: 'ordering',
        text: `Put the numbers ${named} in order, smallest first.`,
        open: `We put the numbers ${named} in order.`,
        numbers,
      };
}

/** Reads a text question back: its kind and numbers, or null. */
export function understandText(query: string): Pick<TextQuestion, 'kind' | 'numbers'> | null {
  const m = query.match(/^(Add|Put) the numbers ([\d, and]+)/);
  if (m === null) return null;
  return { kind: m[1] === 'Add' ? 'adding' : 'ordering', numbers: ((m[2] ?? '').match(/\d+/g) ?? []).map(Number) };
}

const words = (text: string): string[] => text.toLowerCase().match(/[a-z]{4,}|\d+|\b(?!a\b)[a-z]\b/g) ?? [];

/**
 * Says whether an answer's first line speaks of what the query asks: at least 60 % of the query's words of four letters or more, numbers and bar
 * letters occur in it.
 */
export function answersQuery(query: string, opening: string): boolean {
  const asked = new Set(words(query));
  const spoken = words(opening);
  return spoken.length > 0 && spoken.filter((w) => asked.has(w)).length >= 0.6 * spoken.length;
}
