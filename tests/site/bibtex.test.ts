import { expect, test } from 'vitest';
import { Benchmark } from '../../src/schema/benchmark.ts';
import { bibtex } from '../../src/site/about/bibtex.ts';

const BARE = {
  id: 'demo',
  name: 'Demo',
  order: 1,
  tagline: 'Demo',
  summary: ['Demo.'],
  protocol: 'pairwise',
  data_licence: 'none',
  metrics: [{ id: 'pacc', unit: 'percent', source: 'table 1' }],
} as const;
const withPaper = (paper: object) => Benchmark.parse({ ...BARE, paper });

test('an article of a conference, with what is known and nothing else', () => {
  const text = bibtex(withPaper({ title: 'Judges', authors: ['A. One', 'B. Two'], year: 2026, venue: 'CONF 2026' }));
  expect(text).toBe(
    '@inproceedings{demo2026,\n  title = {{Judges}},\n  author = {A. One and B. Two},\n  year = {2026},\n  booktitle = {CONF 2026}\n}\n',
  );
});

test('what LaTeX would read as a command is escaped', () => {
  expect(bibtex(withPaper({ title: 'R&D at 100% of #1_x', authors: ['A'], year: 2026 }))).toContain(
    'title = {{R\\&D at 100\\% of \\#1\\_x}}',
  );
});

test('no paper, no entry', () => {
  expect(bibtex(Benchmark.parse(BARE))).toBeNull();
});
