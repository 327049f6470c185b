import { hash32 } from '../../src/schema/release-paths.ts';

/** Seeded randomness without state shared between instances: equal keys give equal draws, in any order of generation. */
export interface Random {
  next(): number;
  int(n: number): number;
  chance(p: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
}

type Key = string | number;

/** Makes a generator (mulberry32) that starts from the keys. Throws only where a list to pick from is empty. */
export function random(...keys: readonly Key[]): Random {
  let state = hash32(keys.join('\u001f'));
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (n: number) => Math.floor(next() * n);
  const pick = <T>(list: readonly T[]): T => {
    const item = list[int(list.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  };
  const shuffle = <T>(list: readonly T[]): T[] =>
    list
      .map((item) => ({ item, at: next() }))
      .sort((p, q) => p.at - q.at)
      .map((p) => p.item);
  return { next, int, chance: (p) => next() < p, pick, shuffle };
}

export const draw = (...keys: readonly Key[]): number => random(...keys).next();

/** Writes eight hexadecimal digits that name the text, for file names. */
export const hashName = (text: string): string => hash32(text).toString(16).padStart(8, '0');

export const SCENE_COLOURS = {
  red: ['#d1342f', '#8f1d19'],
  blue: ['#2463c9', '#143c80'],
  green: ['#2f9e4d', '#1a6330'],
  orange: ['#ee8a1c', '#a35a0a'],
  purple: ['#7a3fb0', '#4d2473'],
  brown: ['#7b5136', '#4a2f1e'],
} as const;
export type Colour = keyof typeof SCENE_COLOURS;
export const COLOUR_NAMES = Object.keys(SCENE_COLOURS) as readonly Colour[];

export const SCENE_SHAPES = ['circle', 'square', 'triangle', 'star', 'hexagon'] as const;
export const SCENE_SIZES = ['small', 'large'] as const;
/** Row by row; index = 3 · row + column. */
export const CELLS: readonly string[] =
  'top left,top middle,top right,middle left,centre,middle right,bottom left,bottom middle,bottom right'.split(',');
export const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J'] as const;
export const GROUNDS = { white: '#ffffff', cream: '#f7f0df', grey: '#e3e4e6', mint: '#e2f1ea' } as const;

type Noun = (typeof SCENE_SHAPES)[number] | 'bar';

/** One thing to be seen. A bar's place is its letter; only bars have a value above 0, only labelled shapes a mark. */
export interface SceneItem {
  readonly noun: Noun;
  readonly colour: Colour;
  readonly size: (typeof SCENE_SIZES)[number] | '';
  readonly place: string;
  readonly mark: string;
  readonly value: number;
}

export interface Scene {
  readonly id: string;
  readonly kind: 'shapes' | 'labels' | 'chart';
  /** How it is drawn: in a strict grid, or loosely; with or without ruled lines. */
  readonly style: 'strict' | 'loose';
  readonly ground: keyof typeof GROUNDS;
  readonly items: readonly SceneItem[];
}

const KINDS = ['shapes', 'labels', 'chart'] as const;

function shapes(r: Random, marks: readonly string[]): SceneItem[] {
  const colours = r.shuffle(COLOUR_NAMES).slice(0, 3);
  const nouns = r.shuffle(SCENE_SHAPES).slice(0, 3);
  const places = r.shuffle(CELLS).slice(0, 5 + r.int(4));
  return places
    .sort((p, q) => CELLS.indexOf(p) - CELLS.indexOf(q))
    .map((place, i) => ({
      noun: r.pick(nouns),
      colour: r.pick(colours),
      size: r.pick(SCENE_SIZES),
      place,
      mark: marks[i] ?? '',
      value: 0,
    }));
}

function bars(r: Random): SceneItem[] {
  return LETTERS.slice(0, 5 + r.int(3)).map((place) => ({
    noun: 'bar',
    colour: r.pick(COLOUR_NAMES),
    size: '',
    place,
    mark: '',
    value: 1 + r.int(9),
  }));
}

/** Makes the scene of this number: five to eight shapes in nine cells, with or without letters, or a chart of five to seven bars. */
export function makeScene(seed: number, index: number): Scene {
  const r = random('scene', seed, index);
  const kind = KINDS[index % KINDS.length] ?? 'shapes';
  const items = kind === 'chart' ? bars(r) : shapes(r, kind === 'labels' ? r.shuffle(LETTERS) : []);
  return {
    id: `scene-${String(index).padStart(4, '0')}`,
    kind,
    style: r.chance(0.5) ? 'strict' : 'loose',
    ground: r.pick(Object.keys(GROUNDS) as (keyof typeof GROUNDS)[]),
    items,
  };
}

/** Grades a scene by how many things it holds: up to 5 are easy, 6 moderate, more hard. */
export const sceneDifficulty = (scene: Scene): string =>
  scene.items.length <= 5 ? 'easy' : scene.items.length === 6 ? 'moderate' : 'hard';

/** Gives the item in words, precise enough to find it: the form that `claimsIn` reads back. */
export function mention(item: SceneItem): string {
  const words = [item.size, item.colour, item.noun].filter((w) => w !== '').join(' ');
  const article = /^[aeiou]/.test(words) ? 'an' : 'a';
  if (item.noun === 'bar') return `${article} ${words} at ${item.place} reaching ${item.value}`;
  const marked = item.mark === '' ? '' : ` marked ${item.mark}`;
  return `${article} ${words}${marked} at the ${item.place}`;
}

export const describeScene = (scene: Scene): string =>
  `${scene.kind === 'chart' ? 'Bar chart' : 'Drawing'} on ${scene.ground}: ${scene.items.map(mention).join('; ')}.`;

const CLAIM = new RegExp(
  `\\ban? (?:(${SCENE_SIZES.join('|')}) )?(${COLOUR_NAMES.join('|')}) (${[...SCENE_SHAPES, 'bar'].join('|')})` +
    `(?: marked ([A-Z]))? at (?:the )?(${CELLS.join('|')}|[A-Z])\\b(?: reaching (\\d+))?`,
  'g',
);

/** Finds every precise mention in a text, in order: what the text claims to be in the picture. */
export function claimsIn(text: string): SceneItem[] {
  return [...text.matchAll(CLAIM)].map((m) => ({
    noun: [...SCENE_SHAPES, 'bar' as const].find((n) => n === m[3]) ?? 'bar',
    colour: COLOUR_NAMES.find((c) => c === m[2]) ?? 'red',
    size: SCENE_SIZES.find((s) => s === m[1]) ?? '',
    place: m[5] ?? '',
    mark: m[4] ?? '',
    value: Number(m[6] ?? 0),
  }));
}

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
export const OPEN_NAMES = Object.keys(OPEN_TASKS) as readonly OpenTask[];

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

const ofColour = (items: readonly SceneItem[], colour: string): Group => {
  return { name: `${colour} shapes`, items: items.filter((i) => i.colour === colour) };
};
const ofNoun = (items: readonly SceneItem[], noun: string): Group => {
  return { name: `${noun}s`, items: items.filter((i) => i.noun === noun) };
};
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

export const openTask = (query: string): OpenTask | null =>
  OPEN_NAMES.find((name) => query.startsWith(OPEN_TASKS[name].ask)) ?? null;

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
