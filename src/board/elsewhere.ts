import { type Board, type BoardRow, boardName, judgesAmong, rowLabel } from '../schema/board.ts';
import { href } from '../ui/href.ts';
import type { PageBoard } from './page-board.ts';
import { rankWords } from './words.ts';

/** A board outside of its page: in a frame, as a badge, as Markdown. */

type Addressed = Pick<Board, 'benchmark' | 'table'>;
type Ranked = Pick<PageBoard, 'kind' | 'sort'>;

export const boardPath = ({ benchmark, table }: Addressed): string => `/${benchmark}/${table}/`;
export const embedPath = (board: Addressed): string => `/embed${boardPath(board)}`;
export const badgePath = (board: Addressed, { id }: Pick<BoardRow, 'id'>): string =>
  `/badges${boardPath(board)}${id}.svg`;

/** Lists the judges of a leaderboard whose rank is known; each has a badge. */
export function rankedRows<R extends Pick<BoardRow, 'kind' | 'access' | 'cells'>>(
  board: Ranked & { readonly rows: readonly R[] },
): readonly R[] {
  const { kind, sort, rows } = board;
  if (kind !== 'leaderboard' || sort === null) return [];
  return judgesAmong(rows).filter(({ cells }) => (cells[sort.column]?.rank ?? null) !== null);
}

/** Signs that mean something in Markdown or in HTML, which Markdown may hold. */
const MEANS = /[\\`*_[\]<>|~&$]/g;

/** Writes any text as Markdown that shows its characters, in one line. */
export const markdownText = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(MEANS, '\\$&');

const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Writes any text for XML or HTML, also within double quotes, in one line; signs that XML refuses are left out, no-break spaces stay. */
export const markupText = (text: string): string =>
  text
    .replace(/[ \p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]+/gu, ' ')
    .replace(/[&<>"]/g, (sign) => MARKUP[sign] ?? sign);

/** In px: the head with the picture, a row, and the most that a frame takes of a page. */
const [HEAD, ROW, MOST] = [420, 46, 900] as const;

/** Writes the frame that shows a board; its address is of the page that is open. */
export function embedHtml(board: PageBoard): string {
  const height = Math.min(MOST, HEAD + ROW * board.rows.length);
  const address = new URL(href(embedPath(board)), location.href).href;
  return `<iframe src="${markupText(address)}" title="${markupText(boardName(board))}" width="100%" height="${height}" loading="lazy" style="border: 0"></iframe>`;
}

/** Says a rank: `rank 1–3 of 16 (95 %)`. */
export const badgeWords = (rank: { readonly best: number; readonly worst: number }, of: number): string =>
  `rank ${rankWords(rank)} of ${of} (95 %)`;

/** Writes the badge of a judge as Markdown that leads to its row. */
export function badgeMarkdown(board: PageBoard, row: PageBoard['rows'][number]): string {
  const [badge, page] = [badgePath(board, row), `${boardPath(board)}?pin=${encodeURIComponent(row.id)}`].map(
    (path) => new URL(href(path), location.href).href,
  );
  return `[![${markdownText(`${rowLabel(row, board)}: rank on ${boardName(board)}`)}](${badge})](${page})`;
}
