import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { PART_CODE } from '../../src/release/instance-parts.ts';
import { folderOf, graph, importsOf, ROOT, read, source } from './tree.ts';

/** Folders of the interface, which all pages may use. */
const SHOWS = ['ui', 'charts', 'explore', 'case', 'figures', 'board', 'compare', 'plot', 'site', 'prove', 'own'];

/**
 * Every folder of `src`, from the ground up, and the folders that it may import from beside itself (docs/architecture.md shows them as
 * floors). A folder that is missing here, a needless entry and a circle are faults.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  schema: [],
  sql: [],
  stats: ['schema'],
  records: ['schema'],
  client: ['schema', 'sql'],
  metrics: ['schema', 'sql', 'stats'],
  importers: ['schema', 'sql', 'records'],
  audit: ['schema', 'stats', 'metrics'],
  cases: ['schema', 'sql', 'stats', 'metrics'],
  scoring: ['schema', 'sql', 'stats', 'records', 'metrics', 'cases'],
  release: ['schema', 'sql', 'stats', 'records', 'metrics', 'importers', 'audit', 'cases', 'scoring'],
  ui: ['schema', 'client'],
  charts: ['schema', 'ui'],
  explore: ['schema', 'sql', 'cases', 'client', 'ui'],
  case: ['schema', 'cases', 'client', 'ui', 'explore'],
  figures: ['schema', 'sql', 'stats', 'metrics', 'cases', 'client', 'ui', 'charts', 'explore', 'prove'],
  prove: ['schema', 'sql', 'metrics', 'client', 'ui', 'charts', 'explore'],
  board: ['schema', 'stats', 'metrics', 'client', 'ui', 'explore', 'prove'],
  compare: ['schema', 'sql', 'stats', 'metrics', 'cases', 'client', 'ui', 'charts', 'explore', 'board'],
  plot: ['schema', 'stats', 'metrics', 'client', 'ui', 'charts', 'figures', 'board'],
  own: [
    'schema',
    'sql',
    'records',
    'metrics',
    'importers',
    'scoring',
    'cases',
    'client',
    'ui',
    'charts',
    'explore',
    'case',
    'figures',
    'prove',
    'board',
    'compare',
  ],
  site: ['schema', 'metrics', 'release', 'client', 'ui', 'charts', 'case', 'prove', 'board'],
  pages: ['schema', 'sql', 'metrics', 'cases', 'release', ...SHOWS],
};
/** Folders that the page runs too, or that draw: no Node. */
const WITHOUT_NODE = Object.keys(MAY_IMPORT).filter((folder) => !['release', 'pages'].includes(folder));
const DRAWS = [...SHOWS, 'pages'];
/** Folders, and parts of folders, that know neither Node nor React. */
const PURE = [
  'schema',
  'sql',
  'stats',
  'records',
  'metrics',
  'scoring',
  'importers',
  'audit',
  'cases',
  'compare/paired',
  'own/intake',
];

/** Arrows between folders, each with the imports that make it. */
const arrows = Map.groupBy(
  [...graph].flatMap(([file, targets]) => targets.map((target) => [file, target] as const)),
  ([file, target]) => `${folderOf(file)} → ${folderOf(target)}`,
);

/** One circle through the nodes of a graph, as the way round; null if there is none. */
function circleOf(next: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const way: string[] = [];
  function visit(node: string): string[] | null {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node];
    if (done.has(node)) return null;
    way.push(node);
    for (const target of next.get(node) ?? []) {
      const circle = visit(target);
      if (circle !== null) return circle;
    }
    way.pop();
    done.add(node);
    return null;
  }
  for (const node of next.keys()) {
    const circle = visit(node);
    if (circle !== null) return circle;
  }
  return null;
}

describe('imports', () => {
  test('the table of allowed imports names every folder of src and no other', () => {
    const folders = fs.readdirSync(path.join(ROOT, 'src'), { withFileTypes: true }).filter((e) => e.isDirectory());
    expect(Object.keys(MAY_IMPORT).sort()).toEqual(folders.map(({ name }) => name).sort());
  });

  test.each(Object.entries(MAY_IMPORT))(
    'src/%s imports only from the folders that the table allows',
    (folder, allowed) => {
      const wrong = [...graph].flatMap(([file, targets]) =>
        folderOf(file) !== folder
          ? []
          : targets
              .filter((target) => folderOf(target) !== folder && !allowed.includes(folderOf(target)))
              .map((target) => `${file} → ${target}`),
      );
      expect(wrong).toEqual([]);
    },
  );

  test('every allowed import is needed', () => {
    const allowed = Object.entries(MAY_IMPORT).flatMap(([from, to]) => to.map((one) => `${from} → ${one}`));
    expect(allowed.filter((arrow) => !arrows.has(arrow))).toEqual([]);
  });

  test('the circle that is looked for would be found', () => {
    expect(
      circleOf(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual(['b', 'c', 'b']);
    expect(
      circleOf(
        new Map([
          ['a', ['b', 'c']],
          ['b', ['c']],
          ['c', []],
        ]),
      ),
    ).toBeNull();
  });

  test('no folder imports itself by way of others', () => {
    expect(circleOf(new Map(Object.entries(MAY_IMPORT)))).toBeNull();
  });

  test('no file imports itself by way of others, types included', () => {
    expect(circleOf(graph)).toBeNull();
  });

  test('what is imported exists', () => {
    const missing = [...graph].flatMap(([file, targets]) =>
      targets.filter((target) => !fs.existsSync(path.join(ROOT, target))).map((target) => `${file} → ${target}`),
    );
    expect(missing).toEqual([]);
  });

  const reaching = (folder: string, foreign: RegExp): string[] =>
    source
      .filter((file) => file.startsWith(`src/${folder}/`))
      .flatMap((file) =>
        importsOf(file)
          .filter((name) => foreign.test(name))
          .map((name) => `${file}: ${name}`),
      );

  test.each(PURE)('src/%s knows neither Node nor React', (folder) => {
    expect(reaching(folder, /^(node:|react|@duckdb)/)).toEqual([]);
  });

  test.each(WITHOUT_NODE)('src/%s holds nothing that only the build can run', (folder) => {
    const found = reaching(folder, /^(node:(?!url)|@duckdb\/node)/);
    // The one file of a folder of the page that draws while the site is built; the page's code leaves it out.
    expect(found.filter((one) => !one.startsWith('src/charts/prerender.ts:'))).toEqual([]);
  });
});

test('docs/architecture.md names every folder of src, and no folder that is not there', () => {
  const named = [...read('docs/architecture.md').matchAll(/`src\/([\w-]+)\/`/g)].map((m) => m[1] ?? '');
  expect([...new Set(named)].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
});

test('no benchmark is named where something is drawn', () => {
  const ids = fs.readdirSync(path.join(ROOT, 'data'), { withFileTypes: true }).filter((e) => e.isDirectory());
  const named = source
    .filter((f) => DRAWS.includes(folderOf(f)) && !PURE.some((folder) => f.startsWith(`src/${folder}/`)))
    .filter((f) => ids.some((id) => read(f).includes(id.name)));
  expect(named).toEqual([]);
});

test('a part of the release is made anew when any code changes that it is made by', () => {
  const found = new Set<string>();
  const follow = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const target of graph.get(file) ?? []) follow(target);
  };
  for (const file of source) if (file.startsWith('src/release/instances/')) follow(file);
  expect(PART_CODE).toEqual([...new Set([...found].map(folderOf))].sort());
});
