import { expect, test } from 'vitest';
import { runFilesOf } from '../../../src/own/intake/run-files.ts';
import { blobSource } from '../../../src/records/bytes.ts';

test('a dropped run folder is taken where it lies, without a copy of its files in memory', async () => {
  const source = {
    ...blobSource('own/judgments.jsonl', new Blob(['{}\n'])),
    slice: () => Promise.reject(new Error('its bytes were read')),
  };
  const nested = blobSource('own/pictures/one.png', new Blob(['x']));
  const { label, files } = await runFilesOf('own', [source, nested]);
  expect(label).toBe('own');
  expect(Object.keys(files)).toEqual(['judgments.jsonl']);
  expect(await files['judgments.jsonl']?.text()).toBe('{}\n');
});
