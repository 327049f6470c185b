import { type Board, type BoardRow, boardName, judgesAmong, rowLabel } from '../schema/board.ts';
import { href } from '../ui/href.ts';
import { frameHtml, markupText } from '../ui/markup.ts';
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

/** In px: the head with the picture, a row, and the most that a frame takes of a page. */
const [HEAD, ROW, MOST] = [420, 46, 900] as const;

const absolute = (address: string): string => new URL(address, location.href).href;

/** Writes the frame that shows a board; its address is of the page that is open. */
export function embedHtml(board: PageBoard): string {
  const height = Math.min(MOST, HEAD + ROW * board.rows.length);
  return frameHtml(absolute(href(embedPath(board))), boardName(board), height);
}

/** Says a rank: `rank 1–3 of 16 (95 %)`. */
export const badgeWords = (rank: { readonly best: number; readonly worst: number }, of: number): string =>
  `rank ${rankWords(rank)} of ${of} (95 %)`;

/** A badge on pages of others: its picture, what is read in its place, and the page that it leads to; `label` tells it from those beside it. */
export interface RankBadge {
  readonly id: string;
  readonly label: string;
  readonly words: string;
  readonly badge: string;
  readonly page: string;
}

/** Gives the badges of a board, each of which leads to its row. */
export const badgesOnBoard = (board: PageBoard, rows: readonly PageBoard['rows'][number][]): readonly RankBadge[] =>
  rows.map((row) => ({
    ...{ id: row.id, label: rowLabel(row, board), words: `${rowLabel(row, board)}: rank on ${boardName(board)}` },
    badge: href(badgePath(board, row)),
    page: `${href(boardPath(board))}?pin=${encodeURIComponent(row.id)}`,
  }));

export const badgeMarkdown = ({ words, badge, page }: RankBadge): string =>
  `[![${markdownText(words)}](${absolute(badge)})](${absolute(page)})`;

export const badgeHtml = ({ words, badge, page }: RankBadge): string =>
  `<a href="${markupText(absolute(page))}"><img src="${markupText(absolute(badge))}" alt="${markupText(words)}"></a>`;
