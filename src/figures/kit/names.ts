import { widthOfText } from './label-room.ts';

interface Named {
  readonly text: string;
  /** Of its mark. */
  readonly x: number;
  readonly y: number;
  /** Named before the others. */
  readonly first: boolean;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where a name is written. */
export interface NamePlace {
  readonly x: number;
  readonly y: number;
  readonly textAnchor: 'start' | 'middle' | 'end';
}

const APART = 9;
const HEIGHT = 12;
const RADIUS = 6;

const meets = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Right of a mark, left of it, above and below, and askew. */
function placesOf({ text, x, y }: Named): readonly { readonly place: NamePlace; readonly box: Box }[] {
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

/** A place for each name in which it meets no mark and no other name, inside `within`; null where there is none. */
export function freeNames(named: readonly Named[], within: Box): readonly (NamePlace | null)[] {
  const taken: Box[] = named.map(({ x, y }) => ({
    left: x - RADIUS,
    right: x + RADIUS,
    top: y - RADIUS,
    bottom: y + RADIUS,
  }));
  const found: (NamePlace | null)[] = named.map(() => null);
  const order = [...named.keys()].sort((a, b) => Number(named[b]?.first) - Number(named[a]?.first) || a - b);
  for (const i of order) {
    const own = named[i];
    const free =
      own &&
      placesOf(own).find(
        ({ box }) =>
          box.left >= within.left &&
          box.right <= within.right &&
          box.top >= within.top &&
          box.bottom <= within.bottom &&
          taken.every((other) => !meets(box, other)),
      );
    if (free === undefined) continue;
    taken.push(free.box);
    found[i] = free.place;
  }
  return found;
}
