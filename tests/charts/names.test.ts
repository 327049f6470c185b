import { expect, test } from 'vitest';
import { freeNames, widthOfText } from '../../src/charts/names.ts';

type Box = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

const apart = (a: Box, b: Box): boolean =>
  a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

/** Names of marks in a drawing of 420 × 340 units, with the box of each. */
function namesIn(marks: readonly { text: string; x: number; y: number; first: boolean }[]) {
  return freeNames(marks, { left: 0, right: 420, top: 0, bottom: 340 }).flatMap((name, own) => {
    if (name === null) return [];
    const { x, y, textAnchor } = name.place;
    const width = widthOfText(name.number === null ? (marks[own]?.text ?? '') : String(name.number));
    const left = textAnchor === 'start' ? x : textAnchor === 'end' ? x - width : x - width / 2;
    return [
      { own, number: name.number, leader: name.leader, box: { left, right: left + width, top: y - 10, bottom: y } },
    ];
  });
}

test('names of marks, and the lines to them, meet no other name and no mark', () => {
  const marks = Array.from({ length: 60 }, (_, i) => ({
    text: `Judge number ${i}`,
    x: 200 + 190 * Math.sin(i * 12.9898),
    y: 170 + 150 * Math.sin(i * 78.233),
    first: i % 5 === 0,
  }));
  const names = namesIn(marks);
  expect(names.length).toBeGreaterThan(5);
  for (const [i, { own, number, leader, box }] of names.entries()) {
    for (const other of names.slice(i + 1)) expect(apart(box, other.box)).toBe(true);
    // A number's line may cross marks: it is there for those that have no other place.
    const path = leader === null || number !== null ? [] : Array.from({ length: 21 }, (_, k) => k / 20);
    const points = path.map((at) => ({
      x: (leader?.from[0] ?? 0) * (1 - at) + (leader?.to[0] ?? 0) * at,
      y: (leader?.from[1] ?? 0) * (1 - at) + (leader?.to[1] ?? 0) * at,
    }));
    for (const [k, { x, y }] of marks.entries()) {
      if (k === own) continue;
      expect(x > box.left && x < box.right && y > box.top && y < box.bottom).toBe(false);
      for (const point of points) expect(Math.hypot(point.x - x, point.y - y)).toBeGreaterThan(3);
    }
    for (const { own: k, box: b } of names) {
      if (k === own) continue;
      for (const { x, y } of points) expect(x > b.left && x < b.right && y > b.top && y < b.bottom).toBe(false);
    }
  }
});

test('a mark in a cluster has its name at the end of a line', () => {
  const cross = [
    [0, 0],
    [15, 0],
    [-15, 0],
    [0, 15],
    [0, -15],
  ] as const;
  const cluster = cross.map(([x, y], i) => ({ text: `Judge number ${i}`, x: 200 + x, y: 150 + y, first: i > 0 }));
  const names = namesIn(cluster);
  expect(names.map(({ own }) => own)).toEqual([0, 1, 2, 3, 4]);
  expect(names.filter(({ leader }) => leader !== null).map(({ own }) => own)).toEqual([0]);
});

test('a mark whose name has no place has a number there, counted in their order', () => {
  const marks = Array.from({ length: 30 }, (_, i) => ({
    text: `A judge with a name of many letters ${i}`,
    x: 200 + (i % 6) * 14,
    y: 150 + Math.floor(i / 6) * 14,
    first: false,
  }));
  const names = freeNames(marks, { left: 0, right: 420, top: 0, bottom: 340 });
  const numbers = names.flatMap((name) => name?.number ?? []);
  expect(numbers.length).toBeGreaterThan(10);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(names.filter((name) => name === null).length).toBeLessThan(5);
});
