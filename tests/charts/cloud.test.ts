import { expect, test } from 'vitest';
import { markAhead, nearestMark, paintCloud } from '../../src/charts/cloud.ts';
import { uniform } from '../stats/helpers.ts';

const draw = uniform(31);
const cloudOf = (count: number, colours = 3) => ({
  x: Float32Array.from({ length: count }, () => Math.floor(800 * draw())),
  y: Float32Array.from({ length: count }, () => Math.floor(400 * draw())),
  colour: Uint8Array.from({ length: count }, () => 1 + Math.floor(colours * draw())),
});
const image = (width = 800, height = 400) =>
  ({ data: new Uint8ClampedArray(4 * width * height), width, height }) as unknown as ImageData;

test('the nearest mark is that of a search through all of them, and none is beyond reach', () => {
  const cloud = cloudOf(2000);
  for (let round = 0; round < 300; round += 1) {
    const spot = { x: 800 * draw(), y: 400 * draw() };
    const far = Array.from(cloud.x, (x, i) => Math.hypot(x - spot.x, (cloud.y[i] ?? 0) - spot.y));
    const least = Math.min(...far);
    const found = nearestMark(cloud, spot, 9);
    if (least > 9) expect(found).toBe(-1);
    else expect(far[found]).toBeCloseTo(least, 9);
  }
  expect(nearestMark(cloudOf(0), { x: 1, y: 1 }, 9)).toBe(-1);
});

test('arrow keys reach what lies ahead, and from left to right come to the end', () => {
  const cloud = cloudOf(60);
  let [at, steps] = [markAhead(cloud, { x: -1, y: 200 }, [1, 0]), 0];
  for (; steps < 100; steps += 1) {
    const from = { x: cloud.x[at] ?? 0, y: cloud.y[at] ?? 0 };
    const next = markAhead(cloud, from, [1, 0]);
    if (next === -1) break;
    expect(cloud.x[next]).toBeGreaterThan(from.x);
    at = next;
  }
  expect(steps).toBeGreaterThan(5);
  expect(cloud.x[at]).toBe(Math.max(...cloud.x));
});

test('every mark is painted in its colour, on whatever scale, and nothing beside them', () => {
  const cloud = { x: Float32Array.of(10, 100.4, 799), y: Float32Array.of(10, 50, 399), colour: Uint8Array.of(1, 2, 1) };
  for (const scale of [1, 2]) {
    const { data, ...size } = image(800 * scale, 400 * scale);
    paintCloud({ data, ...size } as ImageData, cloud, {
      colours: [
        [0, 0, 0],
        [255, 0, 0],
        [0, 0, 255],
      ],
      scale,
    });
    const pixel = (x: number, y: number) => [...data.slice(4 * (y * size.width + x), 4 * (y * size.width + x) + 4)];
    expect(pixel(10 * scale, 10 * scale).slice(0, 3)).toEqual([255, 0, 0]);
    expect(pixel(Math.round(100.4 * scale), 50 * scale).slice(0, 3)).toEqual([0, 0, 255]);
    expect(pixel(200 * scale, 200 * scale)).toEqual([0, 0, 0, 0]);
    const painted = data.filter((value, i) => i % 4 === 3 && value > 0).length;
    expect(painted).toBeLessThan(3 * (2 * 3 * scale + 1) ** 2);
  }
});

test('of two colours on one spot neither hides the other, however many marks they have', () => {
  const count = 40_000;
  const cloud = {
    x: new Float32Array(count).fill(20),
    y: new Float32Array(count).fill(20),
    colour: Uint8Array.from({ length: count }, (_, i) => (i < count / 2 ? 1 : 2)),
  };
  const { data, ...size } = image(40, 40);
  paintCloud({ data, ...size } as ImageData, cloud, {
    colours: [
      [0, 0, 0],
      [255, 0, 0],
      [0, 0, 255],
    ],
    scale: 1,
  });
  const at = 4 * (20 * 40 + 20);
  expect(data[at]).toBeGreaterThan(40);
  expect(data[at + 2]).toBeGreaterThan(40);
  expect(data[at + 3]).toBeGreaterThan(240);
});
