import { rounded } from '../ui/number-words.ts';

/** Width of a letter in units of a drawing, in a wide typeface as large as on a phone (`--text-mark` in drawing.css). */
export const LETTER_UNITS = 7.35;

export const widthOfText = (text: string): number => Math.ceil(text.length * LETTER_UNITS);

/** Fits a name into `room` units: whole, or cut with an ellipsis. */
export function fittedName(text: string, room: number): string {
  const most = Math.max(1, Math.floor(room / LETTER_UNITS));
  const letters = [...text];
  return letters.length <= most
    ? text
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

interface Named {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Whether the mark is named before the others. */
  readonly first: boolean;
}

export type DrawnEdges = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

interface NamePlace {
  readonly x: number;
  readonly y: number;
  readonly textAnchor: 'start' | 'middle' | 'end';
}

interface Candidate {
  readonly place: NamePlace;
  readonly box: DrawnEdges;
  /** The line from the mark to its name; null where the name stands beside it. */
  readonly leader: Line | null;
}

interface Line {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

const APART = 9;
const HEIGHT = 12;
const RADIUS = 6;
/** Distances, and number of directions, at which a name is tried that finds no place beside its mark. */
const FARTHER = [20, 30, 42, 56, 72] as const;
const DIRECTIONS = 12;
/** A line is looked at every few units. */
const STEP = 3;

const meets = (one: DrawnEdges, other: DrawnEdges): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

function placesBeside({ text, x, y }: Named): readonly Omit<Candidate, 'leader'>[] {
  const width = widthOfText(text);
  const beside = { top: y - HEIGHT / 2, bottom: y + HEIGHT / 2 };
  const over = { left: x - width / 2, right: x + width / 2 };
  const askew = [-APART, APART + 9].flatMap((by) => {
    const place = { x, y: y + by };
    const box =
      by < 0 ? { top: y - APART - HEIGHT, bottom: y - APART } : { top: y + APART, bottom: y + APART + HEIGHT };
    return [
      { place: { ...place, textAnchor: 'start' as const }, box: { left: x, right: x + width, ...box } },
      { place: { ...place, textAnchor: 'end' as const }, box: { left: x - width, right: x, ...box } },
    ];
  });
  return [
    {
      place: { x: x + APART, y: y + 4, textAnchor: 'start' },
      box: { left: x + APART, right: x + APART + width, ...beside },
    },
    {
      place: { x: x - APART, y: y + 4, textAnchor: 'end' },
      box: { left: x - APART - width, right: x - APART, ...beside },
    },
    { place: { x, y: y - APART, textAnchor: 'middle' }, box: { ...over, top: y - APART - HEIGHT, bottom: y - APART } },
    {
      place: { x, y: y + APART + 9, textAnchor: 'middle' },
      box: { ...over, top: y + APART, bottom: y + APART + HEIGHT },
    },
    ...askew,
  ];
}

function placesFarther({ text, x, y }: Named): readonly Candidate[] {
  const width = widthOfText(text);
  return FARTHER.flatMap((far) =>
    Array.from({ length: DIRECTIONS }, (_, i): Candidate => {
      const angle = (2 * Math.PI * (i + 0.5)) / DIRECTIONS;
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      const to = [rounded(x + far * dx, 1), rounded(y + far * dy, 1)] as const;
      const left = dx > 0 ? to[0] + 2 : to[0] - 2 - width;
      return {
        place: { x: dx > 0 ? left : left + width, y: to[1] + 4, textAnchor: dx > 0 ? 'start' : 'end' },
        box: { left, right: left + width, top: to[1] - HEIGHT / 2, bottom: to[1] + HEIGHT / 2 },
        leader: { from: [rounded(x + RADIUS * dx, 1), rounded(y + RADIUS * dy, 1)], to },
      };
    }),
  );
}

function boxesOn({ from, to }: Line): readonly DrawnEdges[] {
  const steps = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / STEP);
  return Array.from({ length: steps }, (_, i) => {
    const [x, y] = [0, 1].map((k) => (from[k] ?? 0) + (((to[k] ?? 0) - (from[k] ?? 0)) * (i + 1)) / steps);
    return { left: (x ?? 0) - 1, right: (x ?? 0) + 1, top: (y ?? 0) - 1, bottom: (y ?? 0) + 1 };
  });
}

const isWithin = (box: DrawnEdges, within: DrawnEdges): boolean =>
  box.left >= within.left && box.right <= within.right && box.top >= within.top && box.bottom <= within.bottom;

/** A name with its line, if it has one; one that finds no place has a number in its stead, which a list beside the drawing explains. */
export interface PlacedName extends Pick<Candidate, 'place' | 'leader'> {
  readonly number: number | null;
}

/** A place for each name that meets no mark, name or line: beside its mark (these first), else at the end of a line, else a number there; null where not even that has a place. */
export function freeNames(named: readonly Named[], within: DrawnEdges): readonly (PlacedName | null)[] {
  const marks: DrawnEdges[] = named.map(({ x, y }) => ({
    left: x - RADIUS,
    right: x + RADIUS,
    top: y - RADIUS,
    bottom: y + RADIUS,
  }));
  const taken = [...marks];
  const found: (PlacedName | null)[] = named.map(() => null);
  const order = [...named.keys()].sort((a, b) => Number(named[b]?.first) - Number(named[a]?.first) || a - b);
  const isFree = (box: DrawnEdges, others: readonly DrawnEdges[]): boolean =>
    others.every((other) => !meets(box, other));
  const place = (i: number, candidates: readonly Candidate[], number: number | null = null): void => {
    const others = taken.filter((box) => box !== marks[i]);
    const free = candidates.find(
      ({ box, leader }) =>
        isWithin(box, within) &&
        isFree(box, taken) &&
        (leader === null || number !== null || boxesOn(leader).every((point) => isFree(point, others))),
    );
    if (free === undefined) return;
    taken.push(free.box, ...(free.leader === null ? [] : boxesOn(free.leader)));
    found[i] = { ...free, number };
  };
  const each = (candidatesOf: (own: Named) => readonly Candidate[]): void => {
    for (const i of order) {
      const own = named[i];
      if (own !== undefined && found[i] === null) place(i, candidatesOf(own));
    }
  };
  const beside = (own: Named): readonly Candidate[] => placesBeside(own).map((one) => ({ ...one, leader: null }));
  each(beside);
  each(placesFarther);
  const left = order.filter((i) => found[i] === null && named[i]?.text !== '').sort((a, b) => a - b);
  for (const [k, i] of left.entries()) {
    const own = { x: 0, y: 0, first: false, ...named[i], text: String(k + 1) };
    place(i, [...beside(own), ...placesFarther(own)], k + 1);
  }
  return found;
}
