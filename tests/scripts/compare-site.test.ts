import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { differences, masked } from '../../scripts/compare-site.ts';
import { scratchFolder } from '../scratch.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/compare-site.ts');

/** A site of one page whose one sheet holds the rules given. */
function site({ release, sheet, rules, text }: Record<'release' | 'sheet' | 'rules' | 'text', string>): string {
  const folder = scratchFolder();
  fs.mkdirSync(path.join(folder, '_astro'));
  fs.writeFileSync(path.join(folder, '_astro', sheet), rules);
  const head = `<meta name="release" content="${release}"><link rel="stylesheet" href="/_astro/${sheet}">`;
  fs.writeFileSync(path.join(folder, 'index.html'), `${head}<p>${text} ${release}</p>`);
  return folder;
}
const ONE = { release: 'aaaaaaaaaaaa', sheet: 'look.DMiOkXe-.css', rules: 'p{color:red}', text: 'Judges' };
const compare = (...folders: readonly string[]) =>
  spawnSync(process.execPath, [SCRIPT, ...folders], { encoding: 'utf8' });

test('hashes, the release and the name of a sheet are no difference', () => {
  const { status, stdout } = compare(site(ONE), site({ ...ONE, release: 'bbbbbbbbbbbb', sheet: 'Group.Cp6VOvSF.css' }));
  expect(stdout).toContain('0 differ');
  expect(status).toBe(0);
});

test.each([
  { ...ONE, text: 'Models' },
  { ...ONE, rules: 'p{color:blue}' },
])('%o differs, and the page is named', (other) => {
  const { status, stdout } = compare(site(ONE), site(other));
  expect(status).toBe(1);
  expect(stdout).toMatch(/^index\.html\n {2}- /);
});

test('one folder is wrong usage', () => {
  expect(compare(site(ONE)).status).toBe(2);
});

test('lines that moved are told from lines that changed', () => {
  expect(differences('<a></a><b></b>', '<b></b><a></a>')).toHaveLength(1);
  expect(differences('<a>1</a><b>2</b>', '<a>1</a><b>3</b>')).toEqual(['- <b>2</b>', '+ <b>3</b>']);
});

test('the id of an island and the hash of a file are masked', () => {
  expect(masked('<astro-island uid="Z1nkq9T" component-url="/_astro/Board.ws1b3ZD2.js">')).toBe(
    masked('<astro-island uid="1a" component-url="/_astro/Board.aaaaaaaa.js">'),
  );
  expect(masked('<astro-island data-modules="/_astro/a.ws1b3ZD2.js" uid="Z1nkq9T" prefix="r1">')).toBe(
    masked('<astro-island data-modules="/_astro/a.aaaaaaaa.js" uid="1a" prefix="r1">'),
  );
});
