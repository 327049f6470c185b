import { badgePath, badgeWords, boardPath, markdownText, rankedRows } from '../../board/elsewhere.ts';
import { flipWords, headlineAnswer, headlineOfBoard } from '../../board/headline.ts';
import { columnName, rankWords, statusWords, totalName } from '../../board/words.ts';
import { fittedName, widthOfText } from '../../charts/names.ts';
import { type Release, releaseName } from '../../release/read.ts';
import type { Benchmark } from '../../schema/benchmark.ts';
import {
  type Board,
  type BoardCell,
  type BoardColumn,
  type BoardRow,
  boardName,
  isComputed,
  rowLabel,
} from '../../schema/board.ts';
import { DIRECTION_WORDS } from '../../schema/metric.ts';
import { boardFile } from '../../schema/release-paths.ts';
import { ended } from '../../schema/words.ts';
import { judgesWithPage } from '../../site/judge/profile.ts';
import { href } from '../../ui/href.ts';
import { markupText } from '../../ui/markup.ts';
import { endsWords, fixed, numberWords, plainPrinted, withMinus } from '../../ui/number-words.ts';

/** Boards for other pages, README files and programs: badges, Markdown, and the list of all for language models. */

const BADGE = { height: 22, baseline: 15, letters: 12, edge: 8, most: 360 } as const;
const BADGE_GROUNDS = ['#54585c', '#0b5c6b', '#34383b'] as const;

/** Draws texts side by side, each on its ground; widths are those of a wide typeface, since whoever shows it has one of their own. */
function badgeSvg(title: string, texts: readonly string[]): string {
  const { height, baseline, letters, edge, most } = BADGE;
  let width = 0;
  const parts = texts.map((text, i) => {
    const shown = fittedName(text, most);
    const own = widthOfText(shown) + 2 * edge;
    const x = width;
    width += own;
    const ground = `<rect x="${x}" width="${own}" height="${height}" fill="${BADGE_GROUNDS[i % BADGE_GROUNDS.length]}"/>`;
    return `${ground}<text x="${x + own / 2}" y="${baseline}">${markupText(shown)}</text>`;
  });
  const font = `font-family="Verdana, 'DejaVu Sans', sans-serif" font-size="${letters}" fill="#fff" text-anchor="middle"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img"><title>${markupText(title)}</title><g ${font}>${parts.join('')}</g></svg>`;
}

/** Gives the badges of a leaderboard by path: one for each judge whose rank is known. Each says its release, so that a copy of it does. */
export function boardBadges(board: Board): readonly { readonly path: string; readonly svg: string }[] {
  const headline = headlineOfBoard(board);
  if (headline === null) return [];
  const { column, entries } = headline;
  return rankedRows(board).flatMap((row) => {
    const rank = row.cells[column.key]?.rank ?? null;
    if (rank === null) return [];
    const words = badgeWords(rank, entries.length);
    const title = `${rowLabel(row, board)} on ${boardName(board)}: ${words} by ${columnName(board, column)}, release ${board.release}`;
    return [
      { path: badgePath(board, row), svg: badgeSvg(title, [boardName(board), words, `release ${board.release}`]) },
    ];
  });
}

const cellsOf = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;

/** Says a value with its interval, its n where that is not the column's, and its status: `74.6 (72.5 to 76.6; n 1 702; suspect)`. */
function markdownValue(cell: BoardCell | undefined, { decimals, n }: BoardColumn): string {
  if (cell === undefined) return '';
  const { interval, status } = cell;
  const said = [
    interval === null ? '' : endsWords(interval.lo, interval.hi, decimals),
    cell.n === null || cell.n === n ? '' : `n ${numberWords(cell.n)}`,
    statusWords(status),
    cell.apart ?? '',
  ].filter((words) => words !== '');
  const printed = withMinus(plainPrinted(cell.printed));
  return markdownText(said.length === 0 ? printed : `${printed} (${said.join('; ')})`);
}

/** Rows in the order of their ranks, then those without a place. */
function orderedRows(board: Board): readonly BoardRow[] {
  const first = headlineOfBoard(board)?.entries.map(({ row }) => row) ?? [];
  return [...first, ...board.rows.filter((row) => !first.includes(row))];
}

function markdownTable(board: Board): readonly string[] {
  const { columns, references, sort } = board;
  const isRanked = rankedRows(board).length > 0;
  const rankOf = ({ cells }: BoardRow): string => {
    const rank = cells[sort?.column ?? '']?.rank ?? null;
    return rank === null ? '' : rankWords(rank);
  };
  const line = (rank: string, name: string, values: readonly string[]) =>
    cellsOf([...(isRanked ? [rank] : []), markdownText(name), ...values]);
  const heads = columns.map((column) => {
    const name = columnName(board, column);
    return markdownText(column.n === null ? name : `${name}, n ${numberWords(column.n)}`);
  });
  const rows = orderedRows(board).map((row) => {
    const values = columns.map((column) => markdownValue(row.cells[column.key], column));
    return line(rankOf(row), row.kind === 'total' ? totalName(row) : rowLabel(row, board), values);
  });
  const lines = references.map(({ label, values }) => {
    const ends = columns.map(({ key, decimals }) => {
      const range = values[key];
      return range === undefined ? '' : [...new Set([range.lo, range.hi].map((x) => fixed(x, decimals)))].join(' to ');
    });
    return line('', `${label} (reference line)`, ends);
  });
  const head = line('Rank', board.rowLabel, heads);
  const rule = cellsOf(new Array(columns.length + (isRanked ? 2 : 1)).fill('---'));
  return [head, rule, ...rows, ...lines];
}

const paragraphs = (parts: readonly string[]): string => `${parts.filter((part) => part !== '').join('\n\n')}\n`;

type Sources = Pick<Release, 'manifest'> & { readonly benchmark: Benchmark; readonly site: URL | undefined };

/** Writes a board as Markdown: its answer, all values with intervals and n, what the columns are, and where all of it is from. */
export function boardMarkdown(board: Board, { manifest, benchmark, site }: Sources): string {
  const address = (path: string): string => new URL(href(path), site).href;
  const file = boardFile(manifest.files, board)?.path;
  const headline = board.kind === 'leaderboard' ? headlineOfBoard(board) : null;
  const answer = headline === null ? '' : `${headlineAnswer(headline)} ${flipWords(board)}`;
  const columns = board.columns.map((column) => {
    const said = [column.about, column.formula, column.unit === 'text' ? '' : DIRECTION_WORDS[column.direction]];
    const sentences = said.filter((words) => words !== '').map(ended);
    return `- ${markdownText(`${columnName(board, column)}: ${sentences.join(' ')}`)}`;
  });
  const from = isComputed(board)
    ? `Computed from the judgments of ${board.rows.length} runs`
    : `Printed in ${board.printedIn ?? `table ${board.number} of the paper`}`;
  return paragraphs([
    `# ${markdownText(`${board.benchmarkName}, ${board.title}: ${board.heading}`)}`,
    markdownText(answer),
    markdownText(board.about),
    markdownTable(board).join('\n'),
    'In brackets: the 95 % interval, n where it is not the column’s, and what else is to be known of a value. A rank says which places the tests leave open.',
    columns.join('\n'),
    [
      `- ${markdownText(`${from}. Licence: ${benchmark.data_licence}`)}`,
      `- Page: ${address(boardPath(board))}`,
      ...(file === undefined ? [] : [`- JSON: ${address(`/data/${file}`)}`]),
      `- Release: ${board.release}`,
    ].join('\n'),
  ]);
}

/** Where a board lies as Markdown. */
export const markdownPath = (board: Pick<Board, 'benchmark' | 'table'>): string =>
  boardPath(board).replace(/\/$/, '.md');

/** Writes what language models are told of a site, in the form of https://llmstxt.org. */
export function llmsText(release: Release, site: URL | undefined): string {
  const { benchmarks, boards, judges } = release;
  const link = (name: string, path: string, about: string): string =>
    `- [${markdownText(name)}](${new URL(href(path), site).href}): ${markdownText(about)}`;
  const tables = benchmarks.map(({ id, name }) => {
    const own = boards.filter(({ benchmark }) => benchmark === id);
    return [`## ${markdownText(name)}`, ...own.map((board) => link(board.title, markdownPath(board), board.heading))];
  });
  return paragraphs([
    '# Judgeboard',
    '> How often models that judge answers and pictures agree with people: values with 95 % intervals, ranks by tests, and the judgments behind them.',
    `This is release ${releaseName(release)}. Boards are listed as Markdown; each says where its page and its JSON lie. A rank such as 1–3 is an interval.`,
    [
      '## Data and methods',
      link('Index', '/api/v1/index.json', 'benchmarks, boards, judges and files with their hashes, for programs'),
      link('Files', '/data/', 'every file of the release, and code that reads it'),
      link('SQL', '/sql/', 'the statement behind a value, and any other that reads'),
      link('Methods', '/methods/', 'what each metric means, intervals, tests and ranks'),
    ].join('\n'),
    ...tables.map((lines) => lines.join('\n')),
    [
      '## Judges',
      ...judgesWithPage({ benchmarks, boards, judges }).map(({ id, name, organisation }) =>
        link(name, `/judge/${id}/`, organisation),
      ),
    ].join('\n'),
  ]);
}
