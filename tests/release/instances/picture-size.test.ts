import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pictureSize } from '../../../src/release/instances/load-runs.ts';

const drawn = (width: number, height: number, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 60, b: 20, alpha } } });

test('the size of a picture is read from the first bytes of each kind of file', async () => {
  const files = await Promise.all([
    drawn(437, 21).png().toBuffer(),
    drawn(437, 21).jpeg().toBuffer(),
    drawn(437, 21)
      .jpeg({ progressive: true })
      .withExif({ IFD0: { Copyright: 'x'.repeat(900) } })
      .toBuffer(),
    drawn(437, 21).webp({ quality: 50 }).toBuffer(),
    drawn(437, 21).webp({ lossless: true }).toBuffer(),
    drawn(437, 21, 0.5).webp({ quality: 50 }).toBuffer(),
    drawn(437, 21)
      .webp()
      .withExif({ IFD0: { Copyright: 'x' } })
      .toBuffer(),
  ]);
  expect(files.map(pictureSize)).toEqual(files.map(() => [437, 21]));
});

test('a file that ends before it says its size has none', async () => {
  for (const file of [
    await drawn(40, 30).png().toBuffer(),
    await drawn(40, 30).jpeg().toBuffer(),
    await drawn(40, 30).webp().toBuffer(),
  ])
    for (let end = 0; end < 20; end += 1) expect(pictureSize(file.subarray(0, end))).toBeNull();
  expect(pictureSize(Uint8Array.of(255, 216, 255, 224, 0, 0, 255, 217, 1, 2, 3, 4))).toBeNull();
});
