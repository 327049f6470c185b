import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Compares two built sites page by page, so that a change of structure alone can be shown to change no page:
 * `node scripts/compare-site.ts BEFORE AFTER` (two `dist` folders). Says which pages differ and how; exit code 1 if any does, 2 for wrong usage.
 */

const SHOWN = 6;
const WIDTH = 200;

/** Pages and data files by their path with hashes masked; scripts, styles and the release's own files are compared through the pages that name them. */
function pagesOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
    file.split(path.sep).join('/'),
  );
  const pages = files.filter((file) => /\.(html|json|bib|txt|xml)$/.test(file) && !/^(_astro|data)\//.test(file));
  return new Map(pages.map((file) => [masked(file), file]));
}

/** Hashes in the names of files say when a file changed, not what a page shows; the colon and the dot around them stay. */
export function masked(text: string, release = ''): string {
  const named = text
    .replace(/(\/_astro\/[^"'\s]*?\.)[\w-]{8}(\.(?:js|css|woff2|svg|png|webp))/g, '$1HASH$2')
    .replace(/\.[0-9a-f]{12}(\.\w+)/g, '.HASH$1')
    // An island's id is a hash of its script's address, among other things.
    .replace(/(<astro-island (?:data-modules="[^"]*" )?uid=")\w+/g, '$1HASH');
  return release === '' ? named : named.replaceAll(release, 'RELEASE');
}

/** Finds the release that a site's pages were made from: each page names it. */
function releaseOf(folder: string): string {
  const home = readFileSync(path.join(folder, 'index.html'), 'utf8');
  return /<meta name="release" content="(\w+)"/.exec(home)?.[1] ?? '';
}

/** Names links of sheets by what they hold: which file of several a sheet is called after does not matter, its rules and their order do. */
function withSheets(html: string, folder: string): string {
  return html.replace(
    /(<link rel="stylesheet" href=")[^"]*?(\/_astro\/[^"]+\.css)"/g,
    (_, link: string, file: string) => {
      const rules = readFileSync(path.join(folder, file));
      return `${link}${createHash('sha256').update(rules).digest('hex')}"`;
    },
  );
}

/** Writes one element, or one text, a line. */
const linesOf = (text: string): string[] => text.replaceAll(/></g, '>\n<').split('\n');

/** Lists the lines that only one of two texts has, each with its sign; the order within a text is kept. A line that moved is shown as such. */
export function differences(before: string, after: string): string[] {
  if (before === after) return [];
  const [gone, come] = [linesOf(before), linesOf(after)];
  const count = (lines: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
    return counts;
  };
  const beyond = (lines: readonly string[], others: Map<string, number>): string[] =>
    lines.filter((line) => {
      const left = others.get(line) ?? 0;
      others.set(line, left - 1);
      return left <= 0;
    });
  const out = [
    ...beyond(gone, count(come)).map((line) => `- ${line}`),
    ...beyond(come, count(gone)).map((line) => `+ ${line}`),
  ];
  if (out.length > 0) return out;
  const at = gone.findIndex((line, i) => line !== come[i]);
  return [`~ same lines in another order, from line ${at + 1}: ${gone[at]} | ${come[at]}`];
}

function main(): number {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [before, after, ...more] = positionals;
  if (before === undefined || after === undefined || more.length > 0) {
    console.error('Usage: node scripts/compare-site.ts BEFORE AFTER');
    return 2;
  }
  const [old, now] = [pagesOf(before), pagesOf(after)];
  const releases = [releaseOf(before), releaseOf(after)] as const;
  const read = (folder: string, file: string, release: string): string =>
    masked(withSheets(readFileSync(path.join(folder, file), 'utf8'), folder), release);
  let differ = 0;
  for (const name of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const [a, b] = [old.get(name), now.get(name)];
    const found =
      a === undefined || b === undefined
        ? [a === undefined ? '+ the page is new' : '- the page is gone']
        : differences(read(before, a, releases[0]), read(after, b, releases[1]));
    if (found.length === 0) continue;
    differ += 1;
    console.log(name);
    for (const line of found.slice(0, SHOWN)) console.log(`  ${line.slice(0, WIDTH)}`);
    if (found.length > SHOWN) console.log(`  and ${found.length - SHOWN} more`);
  }
  console.log(`${old.size} pages before, ${now.size} after, ${differ} differ.`);
  return differ === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = main();
