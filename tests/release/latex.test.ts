import fs from 'node:fs';
import path from 'node:path';
import Papa from 'papaparse';
import { beforeAll, describe, expect, test } from 'vitest';
import { registerExport } from '../../scripts/commands/export.ts';
import { runAudit } from '../../src/audit/index.ts';
import { latexFiles, latexText } from '../../src/release/latex.ts';
import { loadData } from '../../src/release/load.ts';
import type { Board } from '../../src/schema/board.ts';
import type { Manifest } from '../../src/schema/release.ts';
import { run } from '../importers/command.ts';
import { scratchFolder } from '../scratch.ts';
import { publishedBoards } from './all-boards.ts';

let files: ReadonlyMap<string, string>;
let boards: readonly Board[];

const manifest = { release: 'r1' } as Manifest;

beforeAll(async () => {
  boards = (await publishedBoards()).map((board) => ({ ...board, release: 'r1' }));
  const { cells } = runAudit((await loadData('.')).value);
  files = latexFiles({ boards, cells, manifest });
});

/** Reads what a reader of the PDF would see, with the marks of emphasis that our transcription has. */
const seen = (tex: string): string =>
  tex
    .replace(/\\underline\{([^{}]*)\}/g, '__$1__')
    .replace(/\\textbf\{((?:[^{}]|\{[^{}]*\})*)\}/g, '**$1**')
    .replaceAll('$\\checkmark$', '✓')
    .replaceAll('$-$', '−')
    .replace(/\\([{}$&#%_])/g, '$1');

const linesOf = (tex: string): readonly (readonly string[])[] =>
  tex
    .split('\n')
    .filter((line) => line.endsWith(' \\\\') && !line.includes('\\multicolumn'))
    .slice(1)
    .map((line) => line.slice(0, -3).split(' & ').map(seen));

describe('tables of LaTeX', () => {
  test.each(['multi-crit/table-3', 'multi-crit/table-4', 'mm-judgebias/table-2', 'mm-critic/table-2'])(
    '%s comes out character for character',
    (name) => {
      const [benchmark, table] = name.split('/');
      const csv = fs.readFileSync(`data/${benchmark}/published/${table}.csv`, 'utf8');
      const printed = Papa.parse<string[]>(csv, { skipEmptyLines: true }).data.slice(1);
      expect(printed.length).toBeGreaterThan(15);
      expect(linesOf(files.get(`${name}.tex`) ?? '')).toEqual(
        printed.map(([row, , , , , ...cells]) => [row, ...cells]),
      );
    },
  );

  test('a value, its interval and its rank have names, and a name that is not there stops LaTeX', () => {
    const macros = files.get('multi-crit/macros.tex') ?? '';
    const value = (name: string): string | undefined =>
      macros.split(`jb@multi-crit/${name}\\endcsname{`)[1]?.split('}')[0];
    const board = boards.find((one) => one.benchmark === 'multi-crit' && one.table === 'table-4');
    const cell = board?.rows.find(({ id }) => id === 'o4-mini')?.cells['pacc'];
    expect(value('table-4/o4-mini/pacc')).toBe(cell?.printed);
    expect(value('table-4/o4-mini/pacc/low')).toBe(cell?.interval?.lo.toFixed(2));
    expect(value('table-4/o4-mini/pacc/rank')).toBe(`${cell?.rank?.best}--${cell?.rank?.worst}`);
    expect(macros).toContain('\\errmessage{no value #1 in release r1}');
  });

  test('no name of a judge, a row or a column runs as a command', () => {
    const [first] = boards;
    if (first === undefined) throw new Error('no board');
    const evil = '\\input{/etc/passwd}%$&#_^~[x]*\n\u202e"<|>';
    const rows = first.rows.slice(0, 2).map((row, i) => ({ ...row, id: `${evil}${i}`, name: evil, group: evil }));
    const board: Board = { ...first, source: 'computed', table: evil, rows };
    const made = latexFiles({ boards: [board], cells: [], manifest });
    const text = [...made.values()].join('');
    expect(text).not.toMatch(/\\input|\u202e|[^\\]%\$/);
    expect([...made.keys()].every((name) => /^[\w.:+/-]+$/.test(name))).toBe(true);
    expect(latexText('50 % of a_b & {c}')).toBe('50 \\% of a\\_b \\& \\{c\\}');
  });

  test('a folder without a release is said, and nothing is written', async () => {
    const folder = scratchFolder();
    const out = path.join(folder, 'out');
    const ran = await run(registerExport, ['export', folder, '--to', 'latex', '--out', out]);
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toContain('No release in');
    expect(fs.existsSync(out) ? fs.readdirSync(out) : []).toEqual([]);
  });
});
