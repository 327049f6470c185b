import { type Board, isComputed } from '../schema/board.ts';
import type { PublishedCell } from '../schema/published.ts';
import type { Release } from './read.ts';

/** Characters that LaTeX takes for commands, or that its fonts lack. A name may begin a row, where `[` and `*` would belong to the line before. */
const LATEX_SIGNS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'{}$&#%_'].map((sign) => [sign, `\\${sign}`])),
  ...Object.fromEntries([...'[]*'].map((sign) => [sign, `{${sign}}`])),
  ...{ '\\': '\\textbackslash{}', '~': '\\textasciitilde{}', '^': '\\textasciicircum{}', '`': '\\textasciigrave{}' },
  ...{ '<': '\\textless{}', '>': '\\textgreater{}', '|': '\\textbar{}', '"': '\\textquotedbl{}' },
  ...{ '✓': '$\\checkmark$', '↑': '$\\uparrow$', '↓': '$\\downarrow$', '−': '$-$', '±': '$\\pm$', '×': '$\\times$' },
  ...{ '≤': '$\\leq$', '≥': '$\\geq$', κ: '$\\kappa$', ρ: '$\\rho$', σ: '$\\sigma$', τ: '$\\tau$', Δ: '$\\Delta$' },
};

/** Writes any text so that LaTeX prints its characters and runs none of them. */
export const latexText = (text: string): string =>
  [...text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')].map((sign) => LATEX_SIGNS[sign] ?? sign).join('');

/** Writes a name as part of a macro's: anything else than these characters might be a command. */
const keyOf = (parts: readonly string[]): string =>
  parts.map((part) => part.replace(/[^\w.:+-]+/g, '-') || '-').join('/');

interface TableLine {
  readonly group: string;
  readonly name: string;
  /** By column key. */
  readonly cells: Readonly<Record<string, string>>;
}

function emphasised({ printed, emphasis: { bold, underline } }: PublishedCell): string {
  const underlined = underline ? `\\underline{${latexText(printed)}}` : latexText(printed);
  return bold ? `\\textbf{${underlined}}` : underlined;
}

/** Gives the rows of a table in their order: of a printed one as they are printed, with their emphasis. */
function tableLines(board: Board, cells: readonly PublishedCell[]): TableLine[] {
  if (isComputed(board))
    return board.rows.map(({ group, name, variant, cells: own }) => ({
      group,
      name: variant === '' ? name : `${name} (${board.settings?.[variant] ?? variant})`,
      cells: Object.fromEntries(Object.entries(own).map(([key, { printed }]) => [key, latexText(printed)])),
    }));
  return [...Map.groupBy(cells, ({ rowIndex }) => rowIndex).values()].map((own) => ({
    group: own[0]?.group ?? '',
    name: own[0]?.row ?? '',
    cells: Object.fromEntries(own.map((cell) => [cell.column, emphasised(cell)])),
  }));
}

const rowText = (cells: readonly string[]): string => `${cells.join(' & ')} \\\\`;

/** Gives the names of groups of columns, each over its own; none where no column has one. */
function groupHead({ columns }: Board): string[] {
  if (columns.every(({ group }) => group === '')) return [];
  const spans: [string, number][] = [];
  for (const { group } of columns) {
    const last = spans.at(-1);
    if (last?.[0] === group) last[1]++;
    else spans.push([group, 1]);
  }
  return [rowText(['', ...spans.map(([group, span]) => `\\multicolumn{${span}}{c}{${latexText(group)}}`)])];
}

function tabularText(board: Board, cells: readonly PublishedCell[]): string {
  const { columns } = board;
  const heads = columns.map(({ printed, label }) => latexText(printed === '' ? label : printed));
  let before = '';
  const body = tableLines(board, cells).flatMap(({ group, name, cells: own }) => {
    const words = group === '' ? [] : [`\\multicolumn{${columns.length + 1}}{l}{${latexText(group)}} \\\\`];
    const head = group === before ? [] : ['\\midrule', ...words];
    before = group;
    return [...head, rowText([latexText(name), ...columns.map(({ key }) => own[key] ?? '')])];
  });
  return [
    `% ${latexText(`${board.benchmarkName}, ${board.title}`)}; release ${board.release}. Needs booktabs and amssymb.`,
    `\\begin{tabular}{l${'r'.repeat(columns.length)}}`,
    '\\toprule',
    ...groupHead(board),
    rowText([latexText(board.rowLabel), ...heads]),
    ...(body[0] === '\\midrule' ? [] : ['\\midrule']),
    ...body,
    '\\bottomrule',
    '\\end{tabular}',
    '',
  ].join('\n');
}

/** Gives the values of a board by the names of macros: `table-4/o3/average`, and `…/low`, `…/high` and `…/rank` where there are such. */
function* macrosOf({ table, rows, columns }: Board): Generator<readonly [string, string]> {
  const taken = new Set<string>();
  for (const { id, cells } of rows)
    for (const { key, decimals } of columns) {
      const cell = cells[key];
      if (cell === undefined) continue;
      const plain = keyOf([table, id, key]);
      let name = plain;
      for (let n = 2; taken.has(name); n++) name = `${plain}-${n}`;
      taken.add(name);
      yield [name, latexText(cell.printed)];
      const { interval, rank } = cell;
      if (interval !== null) yield [`${name}/low`, interval.lo.toFixed(decimals)];
      if (interval !== null) yield [`${name}/high`, interval.hi.toFixed(decimals)];
      if (rank !== null)
        yield [`${name}/rank`, rank.best === rank.worst ? `${rank.best}` : `${rank.best}--${rank.worst}`];
    }
}

const macroText = (name: string, value: string): string => `\\expandafter\\def\\csname jb@${name}\\endcsname{${value}}`;

/** Writes every table of a release, and per benchmark the values by name: `\jb{multi-crit/table-4/o3/average}`; a name that the release lacks stops LaTeX. */
export function latexFiles({ boards, cells, manifest }: Pick<Release, 'boards' | 'cells' | 'manifest'>) {
  const files = new Map<string, string>();
  const missing = `\\errmessage{no value #1 in release ${manifest.release}}`;
  const command = `\\def\\jb#1{\\ifcsname jb@#1\\endcsname\\csname jb@#1\\endcsname\\else${missing}\\fi}`;
  for (const [benchmark, own] of Map.groupBy(boards, (board) => board.benchmark)) {
    const macros = own.flatMap((board) => [...macrosOf(board)]);
    const lines = macros.map(([name, value]) => macroText(`${benchmark}/${name}`, value));
    files.set(`${benchmark}/macros.tex`, [command, ...lines, ''].join('\n'));
    for (const board of own) {
      const printed = cells.filter((cell) => cell.benchmark === benchmark && cell.table === board.table);
      files.set(`${benchmark}/${keyOf([board.table])}.tex`, tabularText(board, printed));
    }
  }
  return files;
}
