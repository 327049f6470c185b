import { gzipSync } from 'node:zlib';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOST_BESIDE } from '../../src/figures/kit/case-figure.ts';
import { type PrerenderedFigures, rememberFigures } from '../../src/figures/page/case-figures.ts';
import { FiguresIsland } from '../../src/figures/page/FiguresIsland.tsx';
import { OFFICIAL_SETTINGS } from '../../src/metrics/query.ts';
import { scoreRunsInto } from '../../src/metrics/score.ts';
import { drawPages } from '../../src/pages/_prerender/figures.ts';
import { Benchmark } from '../../src/schema/benchmark.ts';
import { JUDGES_TABLE } from '../../src/schema/release.ts';
import { type Database, openDatabase } from '../metrics/database.ts';

const JUDGES = 33;
const CASES = 20;
const SPLITS = ['one', 'two', 'three'];
const CRITERIA = ['sc', 'pq'];
/** A figures page has 20 000 bytes, of which the page around it takes nearly 6 000 (docs/performance.md). */
const ROOM = 14_300;

const BENCHMARK = Benchmark.parse({
  ...{ id: 'many', order: 1, name: 'Many', tagline: 'Many runs', summary: ['Many runs.'], protocol: 'pairwise' },
  ...{ data_licence: 'none', splits: SPLITS.map((id) => ({ id, label: `Split ${id}` })) },
  criteria: SPLITS.flatMap((split) => CRITERIA.map((id) => ({ id, split, label: id, about: 'x' }))),
  metrics: [],
});

/** 0 to 99 by the place of an answer, as if by chance. */
const drawn = (...place: readonly number[]): number =>
  place.reduce((hash, n) => Math.imul(hash ^ (n + 1), 0x9e3779b1) >>> 0, 17) % 100;

/** 33 judges without and with an example each; the later ones are right more often. */
async function fill({ query, append }: Database): Promise<void> {
  await query(`CREATE TABLE judges (${JUDGES_TABLE})`);
  const runs = Array.from({ length: JUDGES }, (_, j) =>
    ['', '1-shot'].map((variant) => ({ run: `judge-${j}${variant}`, judge: `judge-${j}`, variant, j })),
  ).flat();
  await append(
    'runs',
    runs.map(({ run, judge, variant }) => [run, BENCHMARK.id, judge, 'pairwise', variant, 1]),
  );
  const cases = SPLITS.flatMap((split, s) =>
    Array.from({ length: CASES }, (_, i) => ({ instance: `${split}/${i}`, split, at: s * CASES + i })),
  );
  await append(
    'instances',
    cases.map(({ instance, split }) => [instance, instance, split, 10]),
  );
  const labels = cases.flatMap(({ instance, at }) =>
    CRITERIA.map((criterion, c) => ({ instance, criterion, at, c, value: drawn(at, c) < 50 ? 'a' : 'b' })),
  );
  await append(
    'gold',
    labels.map(({ instance, criterion, value }) => [instance, '', criterion, 'preference', value, null, '']),
  );
  await append(
    'judgments',
    runs.flatMap(({ run, j }, r) =>
      labels.map(({ instance, criterion, at, c, value }) => {
        const verdict = drawn(r, at, c) < 40 + j ? value : value === 'a' ? 'b' : 'a';
        return [run, instance, '', criterion, 'judge', 'base', '', 0, 'ab', verdict, null, 'ok', 100, null, null];
      }),
    ),
  );
}

let database: Database;
const pages = new Map<string, { readonly known: PrerenderedFigures; readonly html: string }>();
beforeAll(async () => {
  database = await openDatabase();
  await fill(database);
  await scoreRunsInto(database.query, OFFICIAL_SETTINGS);
  for (const { known } of await drawPages(database.query, BENCHMARK, { release: 'r', words: false })) {
    const address = `/${known.page.topic}.json`;
    rememberFigures(address, known);
    const html = renderToStaticMarkup(createElement(FiguresIsland, { address }));
    pages.set(known.page.topic, { known, html });
  }
});
afterAll(() => database.close());

const pageOf = (topic: string) => {
  const page = pages.get(topic);
  if (page === undefined) throw new Error(`no page ${topic}`);
  return page;
};
const count = (html: string, part: string): number => html.split(part).length - 1;

test.each(['answers', 'conflicts', 'judges'])('66 runs: the page of %s stays within its budget', (topic) => {
  const { html } = pageOf(topic);
  expect(gzipSync(html, { level: 9 }).byteLength).toBeLessThan(ROOM);
  expect(html.length).toBeLessThan(250_000);
});

test('forests draw the first judges, the best, and say how many there are', () => {
  const { html } = pageOf('conflicts');
  expect(html).toContain('The first 12 of 66 judges.');
  // Two splits are drawn, of two figures with two and three panels.
  expect(count(html, 'class="chart-row"')).toBe(12 * 2 * (2 + 3));
});

test('matrices show the judges nearest to people, one run of each, with a choice of up to 40', () => {
  const { html, known } = pageOf('judges');
  expect(html).toMatch(/Which judges<span class="used">16 of 66</);
  expect(html).toContain(`at most ${MOST_BESIDE} at a time`);
  const shown = known.choices.runs.filter(({ aside }) => aside !== true).map(({ run }) => run);
  expect(shown).toHaveLength(16);
  expect(shown.filter((run) => run.includes('shot'))).toEqual([]);
  expect(shown).toContain('judge-32');
});
