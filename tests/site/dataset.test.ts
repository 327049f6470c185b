import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { Benchmark } from '../../src/schema/benchmark.ts';
import { datasetJson } from '../../src/site/data/dataset.ts';

const benchmark = Benchmark.parse(
  parse(readFileSync(new URL('../../data/multi-crit/benchmark.yaml', import.meta.url), 'utf8')),
);
const asked = {
  name: 'A </script><script>alert(1)</script> & more',
  description: 'Short.',
  url: 'http://localhost/data/',
  release: '0123456789ab',
  files: [{ url: 'http://localhost/data/scores.csv', type: 'text/csv' }],
};

test('a data set names its files, its release and whose figures it holds; nothing in it ends its script', () => {
  const json = datasetJson({ ...asked, benchmark });
  expect(json).not.toMatch(/[<>&]/);
  const read = JSON.parse(json);
  expect(read).toMatchObject({
    '@type': 'Dataset',
    name: asked.name,
    version: '0123456789ab',
    citation: benchmark.paper?.title,
  });
  expect(read.description.length).toBeGreaterThanOrEqual(50);
  expect(read.creator.length).toBe(benchmark.paper?.authors.length);
  expect(read.distribution).toEqual([
    { '@type': 'DataDownload', contentUrl: 'http://localhost/data/scores.csv', encodingFormat: 'text/csv' },
  ]);
});

test('the whole release is nobody’s paper', () => {
  expect(JSON.parse(datasetJson({ ...asked, benchmark: null }))).not.toHaveProperty('creator');
});
