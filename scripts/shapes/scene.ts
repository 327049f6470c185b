import { hash32 } from '../../src/schema/release-paths.ts';

/** Seeded randomness without state shared between instances: equal keys give equal draws, in any order of generation. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, n). */
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

/** Makes one draw in [0, 1) from the keys alone. */
export const draw = (...keys: readonly Key[]): number => random(...keys).next();

/** Writes eight hexadecimal digits that name the text, for file names. */
export const hashName = (text: string): string => hash32(text).toString(16).padStart(8, '0');

/** Fill and outline of each colour name. */
export const SCENE_COLOURS = {
  red: ['#d1342f', '#8f1d19'],
  blue: ['#2463c9', '#143c80'],
  green: ['#2f9e4d', '#1a6330'],
  orange: ['#ee8a1c', '#a35a0a'],
  purple: ['#7a3fb0', '#4d2473'],
  brown: ['#7b5136', '#4a2f1e'],
} as const;
export type Colour = keyof typeof SCENE_COLOURS;
export const COLOUR_NAMES: readonly Colour[] = ['red', 'blue', 'green', 'orange', 'purple', 'brown'];

export const SCENE_SHAPES = ['circle', 'square', 'triangle', 'star', 'hexagon'] as const;
export const SCENE_SIZES = ['small', 'large'] as const;
/** Row by row; index = 3 · row + column. */
export const CELLS: readonly string[] = [
  'top left',
  'top middle',
  'top right',
  'middle left',
  'centre',
  'middle right',
  'bottom left',
  'bottom middle',
  'bottom right',
];
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
    ground: r.pick(['white', 'cream', 'grey', 'mint'] as const),
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

/** Gives a whole picture in words, for its alternative text. */
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
