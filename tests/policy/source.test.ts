import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { files, ROOT, read, source } from './tree.ts';

/** House rules that a reader of the code relies on (CONTRIBUTING.md). */
test('SQL is quoted in src/sql only', () => {
  const byHand = /\("'", "''"\)|\('"', '""'\)|\(VALUES \$|['"]\$\{\w+\}['"] (AS|THEN) /;
  const copies = [`x.replaceAll("'", "''")`, '(VALUES $', "'$" + "{id}' AS metric"];
  expect(copies.filter((copy) => !byHand.test(copy))).toEqual([]);
  expect(source.filter((f) => !f.startsWith('src/sql/') && byHand.test(read(f)))).toEqual([]);
});

test('bits are counted where their count is made wide enough to be added up', () => {
  expect(source.filter((f) => /bit_count\(/.test(read(f)))).toEqual(['src/sql/quote.ts']);
});

test('files have at most 400 lines', () => {
  const linesOf = (file: string): number => read(file).trimEnd().split('\n').length;
  expect([...source, ...files('scripts'), ...files('tests')].filter((file) => linesOf(file) > 400)).toEqual([]);
});

test('no markup from strings', () => {
  /** The one inline script: a constant of ours, hashed in the CSP. And data for search engines, which `datasetJson` keeps from ending their script. */
  const own = /set:html=\{BOOT\}|type="application\/ld\+json" set:html=\{dataset\}/;
  // Drawings of ours, made while the site is built.
  const drawings = 'src/charts/Live.tsx';
  const unsafe = source.filter(
    (f) => f !== drawings && /dangerouslySetInnerHTML|set:html|innerHTML\s*=/.test(read(f).replace(own, '')),
  );
  expect(unsafe).toEqual([]);
});

/** Drawings without axes: icons, strips of a few marks, pictures of pages and cases; grids of cells, and lengths against scores. */
const DRAWN_BY_HAND: readonly string[] = [
  ...[
    'board/Rows.tsx',
    'board/BoardTable.tsx',
    'board/StatusPill.astro',
    'case/AnswerMark.tsx',
    'site/frame/Base.astro',
  ],
  ...['explore/CaseRow.tsx', 'explore/CaseTable.tsx', 'explore/LengthHistogram.tsx', 'compare/CompareIsland.tsx'],
  ...['site/judge/PlaceLine.astro', 'pages/[benchmark]/about.astro', 'pages/_prerender/preview/card.ts'],
  'pages/_prerender/elsewhere.ts',
  ...['figures/kit/Heat.tsx', 'figures/instance-matrix/InstanceMatrix.tsx'],
].map((file) => `src/${file}`);

test('charts with axes are made of Recharts in src/charts: nothing else is drawn by hand than what is listed', () => {
  // A release reads drawings of others, and makes none.
  const drawing = source.filter((f) => !/^src\/(charts|release)\//.test(f));
  const byHand = drawing.filter((f) => /<(?:svg|Plot)\b/.test(read(f)));
  expect(byHand.filter((f) => !DRAWN_BY_HAND.includes(f))).toEqual([]);
  expect(DRAWN_BY_HAND.filter((f) => !byHand.includes(f))).toEqual([]);
  expect(drawing.filter((f) => /from 'recharts'/.test(read(f)))).toEqual([]);
});

describe('styles', () => {
  const sheets = fs
    .readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => path.posix.join('src', file.split(path.sep).join('/')));

  test('every sheet names the layers in their order, and all its rules are in one of them', () => {
    const loose = sheets.filter((file) => {
      const text = read(file).replace(/\/\*[\s\S]*?\*\//g, '');
      const rest = text.replace('@layer tokens, base, kit, page;', '').replace(/@import "[^"]+";/g, '');
      return (
        rest === text ||
        !/^\s*(@layer (tokens|base|kit|page) \{[\s\S]*\n\})?\s*$/.test(rest) ||
        rest.split(/\n\}/).length > 2
      );
    });
    expect(loose).toEqual([]);
  });

  test('no class is given its looks by two sheets', () => {
    const sheetsOf = new Map<string, Set<string>>();
    for (const file of sheets) {
      const text = read(file).replace(/\/\*[\s\S]*?\*\//g, '');
      const selectors = [...text.matchAll(/([^{};]+)\{/g)].flatMap((m) => (m[1] ?? '').split(/,(?![^(]*\))/));
      for (const selector of selectors) {
        // The class alone, in any state: where it stands is not said.
        const own = /^[a-z]*\.([\w-]+)$/.exec(selector.trim().replace(/::?(?!has)[\w-]+(\([^)]*\))?/g, ''))?.[1];
        if (own !== undefined) sheetsOf.set(own, (sheetsOf.get(own) ?? new Set()).add(file));
      }
    }
    expect(
      [...sheetsOf].filter(([, files]) => files.size > 1).map(([own, files]) => `${own}: ${[...files].join(', ')}`),
    ).toEqual([]);
  });

  test('sheets have at most 400 lines', () => {
    expect(sheets.filter((file) => read(file).split('\n').length > 400)).toEqual([]);
  });
});
