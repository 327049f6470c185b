import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** A reader who follows a comment or a link to a document finds it, and the section in it. */
const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');
const under = (folder: string): string[] =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')));
const top = fs.readdirSync(ROOT);
const documents = [...top, ...under('docs')].filter((file) => file.endsWith('.md'));
const sources = [
  ...top.filter((file) => /\.(ts|mjs)$/.test(file)),
  ...['src', 'scripts', 'tests', 'data'].flatMap(under).filter((file) => /\.(ts|tsx|astro|css|yaml)$/.test(file)),
];

const headings = (document: string): string[] =>
  [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.replaceAll('`', '').trim());

/** The anchor that GitHub gives a heading: `Where is …` → `where-is-`. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Comments of a file, several lines as one: what stands in strings is no citation. */
function comments(file: string): string[] {
  const text = read(file);
  if (file.endsWith('.yaml')) return [...text.matchAll(/(?:^|\s)# ?(.*)$/gm)].map(([, words = '']) => words);
  const blocks = [...text.matchAll(/\/\*[\s\S]*?\*\//g)].map(([words]) => words.replace(/\n\s*\* ?/g, ' '));
  return [...blocks, ...[...text.matchAll(/(?:^|\s)\/\/ (.*)$/gm)].map(([, words = '']) => words)];
}

/** Citations in a comment: `docs/metrics.md "Worked check"` → the document and its section, null without one. */
const citations = (comment: string): { readonly document: string; readonly section: string | null }[] =>
  [...comment.matchAll(/([\w./-]+\.md)\b(?:,? "([^"]+)")?/g)].map(([, document = '', section]) => ({
    document,
    section: section ?? null,
  }));

/** What is wrong with a citation; empty when nothing is. */
function fault({ document, section }: { readonly document: string; readonly section: string | null }): string {
  if (!documents.includes(document)) return `${document} is not in the project`;
  return section === null || headings(document).includes(section) ? '' : `${document} has no section "${section}"`;
}

describe('documents', () => {
  test('a citation of a document or section that is not there would be found', () => {
    const comment = 'by the rule of docs/metrics.md "Worked check", as lost.md and docs/metrics.md "Nowhere" say';
    expect(citations(comment).map(fault)).toEqual([
      '',
      'lost.md is not in the project',
      'docs/metrics.md has no section "Nowhere"',
    ]);
  });

  test('every document and section that a comment cites exists', () => {
    const cited = sources
      .filter((file) => file !== 'tests/policy/documents.test.ts')
      .flatMap((file) => comments(file).flatMap((comment) => citations(comment).map((found) => ({ file, ...found }))));
    expect(cited.length).toBeGreaterThan(15);
    expect(cited.flatMap((one) => (fault(one) === '' ? [] : [`${one.file}: ${fault(one)}`]))).toEqual([]);
  });

  test('files of the project that a document names exist', () => {
    const named = documents.flatMap((document) =>
      [...read(document).matchAll(/`((?:src|tests|scripts)\/[\w./[\]-]+)`/g)].map(([, file = '']) => ({
        document,
        file,
      })),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ file }) => !fs.existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  test.each(documents)('links of %s lead to files and sections that exist', (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
    const wrong = links.flatMap(([link, target = '', section]) => {
      const file = target === '' ? document : path.posix.join(path.posix.dirname(document), target);
      if (!fs.existsSync(path.join(ROOT, file))) return [link];
      return section === undefined || headings(file).map(anchor).includes(section) ? [] : [link];
    });
    expect(wrong).toEqual([]);
  });
});
