import fs from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { sortColumns } from '../../../src/cases/choices.ts';
import { exploreFields, filterOf } from '../../../src/explore/state.ts';
import { facetValueWords } from '../../../src/explore/words.ts';
import { figuresFields } from '../../../src/figures/kit/case-figure.ts';
import { OFFICIAL_SETTINGS } from '../../../src/metrics/query.ts';
import { scoreFolder } from '../../../src/release/instances/score-run.ts';
import { Benchmark } from '../../../src/schema/benchmark.ts';
import { tableId } from '../../../src/schema/value-link.ts';
import { readSearch, writeSearch } from '../../../src/ui/field.ts';
import { selectedBy } from '../../cases/columns/drawn-selections.ts';
import { readColumns } from '../../cases/plain.ts';
import { drawn } from '../../drawn.ts';
import { opened } from './opened.ts';
import { built, findCase, instances, lines, project, query, type Row } from './project.ts';

/** Names of attributes that are columns, keys of slices, parameters of a page, or properties of every object; and odd ones. */
const NAMES = [
  ...['value', 'metric', 'response', 'condition', 'criterion', 'variant', 'score', 'slice', 'id', 'judgments', 'run'],
  ...['longest_rationale', 'rowid', 'constructor', '__proto__', 'toString', 'instance', 'cluster', 'prompt_length'],
  ...[
    'case',
    'right',
    'words',
    'sort',
    'num',
    'den',
    'line',
    'place',
    'facet',
    'C++',
    '安全',
    'a "b", c',
    "it's",
    '-x',
    '%2F%2e',
    '~25',
  ],
];
const RESULTS = ['value', 'constructor'];

/** Every attribute has two values, which are names of that kind, too; the rows are written so that `__proto__` is one. */
function oddInstances(names: readonly string[]): string {
  return lines(
    instances(40).map((row, i): Row => {
      const attributes = Object.fromEntries(names.map((name, k) => [name, RESULTS[(i + k) % 2]]));
      return { ...row, media: [], attributes: { ...attributes, task: i % 4 === 0 ? 'count' : 'name' } };
    }),
  );
}

afterEach(() => vi.restoreAllMocks());

test('attributes may have any name: build, explorer, figures, cases and score', async () => {
  const root = await project({ 'data/mini/instances.jsonl': oddInstances(NAMES) });
  const release = await built(root);
  const [row] = await query(release, `SELECT * FROM instances WHERE instance = 'i1'`);
  for (const [k, name] of NAMES.entries()) expect(row?.[`attributes.${name}`]).toBe(RESULTS[(1 + k) % 2]);
  expect(Object.keys((await findCase(release, 'i1'))?.attributes ?? {}).sort()).toEqual([...NAMES, 'task'].sort());

  vi.spyOn(process, 'cwd').mockReturnValue(root);
  vi.resetModules();
  const { prerender } = await import('../../../src/pages/_prerender/explore.ts');
  const { prerenderFigures } = await import('../../../src/pages/_prerender/figures.ts');
  const yaml = await import('yaml');
  const text = await fs.readFile(path.join(root, 'data/mini/benchmark.yaml'), 'utf8');
  const benchmark = Benchmark.parse(yaml.parse(text));
  const data = release.manifest.benchmarks[0]?.instances;
  if (data == null) throw new Error('no instances');
  const { choices, first } = await prerender(benchmark, data, release.manifest.release);
  expect(choices.facets.map(({ name }) => name).sort()).toEqual([...NAMES, 'task'].sort());
  // Twenty rows stand in the page; the others come with the list.
  expect(first).toHaveLength(20);
  for (const { name, values } of choices.facets)
    for (const value of values) expect(typeof facetValueWords(choices, name, value)).toBe('string');

  const fields = exploreFields(choices);
  expect(new Set(Object.keys(fields.facets)).size).toBe(NAMES.length + 1);
  const everything = Object.fromEntries(
    Object.keys(fields.facets).map((name) => [name, name === 'task' ? ['count'] : ['constructor']]),
  );
  const state = readSearch(fields.fixed, '');
  const sort = sortColumns(choices).map((column, i) => ({ column, descending: i % 2 === 0 }));
  const all = { ...fields.fixed, ...fields.facets };
  const search = writeSearch(all, { ...state, ...everything, sort });
  expect(Object.entries(readSearch(fields.facets, search))).toEqual(Object.entries(everything));
  expect(readSearch(fields.fixed, search).sort).toEqual(sort);
  expect(new Set(sort.map(({ column }) => column)).size).toBe(NAMES.length + 9);
  const filter = filterOf(choices, { state, facets: everything });
  const database = await opened(release);
  const { list } = selectedBy(await readColumns(database.query, choices), { filter, run: '', words: null }, sort);
  // Half of the odd names say `constructor` on even cases, the others on odd ones: no case has all.
  expect([...list.places]).toEqual([]);
  database.close();

  const figures = await prerenderFigures(benchmark, release.manifest);
  expect(figures.length).toBeGreaterThan(0);
  for (const { choices: own } of figures) figuresFields(own);

  const folder = path.join(root, 'data/mini/runs/one');
  for (const where of [
    "task = 'count'",
    `"C++" = 'value' AND constructor = 'constructor' AND "attributes.instance" = 'value'`,
  ]) {
    const { rows } = await scoreFolder(folder, root, { where, settings: OFFICIAL_SETTINGS });
    const all = rows.find(({ metric, slice }) => metric === 'criterion_accuracy' && slice === 'split=easy');
    expect([where, all?.n]).toEqual([where, where.startsWith('task') ? 10 : 20]);
  }
});

test('hundreds of attributes do not exhaust the build', async () => {
  const names = Array.from({ length: drawn(500, 200) }, (_, k) => `attribute ${k}`);
  const root = await project({ 'data/mini/instances.jsonl': oddInstances(names) });
  const release = await built(root);
  const [row] = await query(release, `SELECT * FROM instances WHERE instance = 'i1'`);
  for (const [k, name] of names.entries()) expect(row?.[`attributes.${name}`]).toBe(RESULTS[(1 + k) % 2]);
});

test('a board’s id is safe in addresses and names of files, tells splits apart, and keeps plain names', () => {
  const splits = [
    'a/b',
    'a.b',
    '../a',
    'a b',
    '<b>',
    '安全',
    '%2F',
    '?a=b',
    '__proto__',
    'open_ended',
    'w'.repeat(128),
  ];
  const ids = splits.map((split) => tableId('pairwise', split));
  for (const id of ids) expect(id).toMatch(/^[\w-]{1,80}$/);
  expect(new Set(ids).size).toBe(splits.length);
  expect(ids[9]).toBe('pairwise-open_ended');
  expect(tableId('critique', null)).toBe('critique');
});
