import { expect, test } from 'vitest';
import { throttled } from '../../../src/own/intake/score-runs.ts';

test('the first count is heard, then one in a tenth of a second', () => {
  let time = 5;
  const heard: number[] = [];
  const hear = throttled(
    (count: number) => heard.push(count),
    () => time,
  );
  for (let count = 0; count <= 1000; count++, time++) hear(count);
  expect(heard).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
});
