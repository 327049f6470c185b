import type { Board, BoardRow } from './board.ts';

/** Gives a name without what papers print differently: case, spaces, hyphens and the plus of an added setting. */
function letters(name: string): string {
  return name.toLowerCase().replace(/[\s_+-]+/g, '');
}

/** Says whether a setting names all that a group does: `A + B` is `Annotator: A, Critic: B`. */
const isSaidBy = (setting: string, group: string): boolean =>
  setting !== '' && setting.split(' + ').every((part) => letters(group).includes(letters(part)));

/** Second line of a judge, in two parts. */
export interface ContextWords {
  /** What tells a row from others of its judge: it stands on a phone, too. */
  readonly apart: string;
  /** How it ran, and who made it. */
  readonly more: string;
}

type NamedRow = Pick<BoardRow, 'kind' | 'name' | 'judge' | 'row' | 'group' | 'variant' | 'thinking' | 'organisation'>;
type WordedRows = Pick<Board, 'kind' | 'settings'> & { readonly rows: readonly NamedRow[] };

/** Says what may tell two rows of a judge apart, the plainest first. */
function partsOf(row: NamedRow, { kind, settings = {} }: WordedRows): readonly [string, string, string, string] {
  const mode =
    row.thinking === true ? 'thinking' : row.thinking === false && /^no-/.test(row.variant) ? 'not thinking' : '';
  // `InternVL3.5-8B (think)` says no more than the name and "thinking".
  const spelled = mode === '' ? row.row : row.row.replace(/\s*\([^()]*\)$/, '');
  const setting = settings[row.variant] ?? '';
  const known = [row.name, setting].map(letters);
  const printed = row.judge !== null && !known.includes(letters(spelled)) ? row.row : '';
  return [setting, kind === 'leaderboard' || isSaidBy(setting, row.group) ? '' : row.group, mode, printed];
}

const joined = (words: readonly string[]): string => words.filter((word) => word !== '').join(' · ');

/** Gives what a row says of its judge beside the name. */
export function contextWords(row: NamedRow, board: WordedRows): ContextWords {
  const [setting, group, mode, printed] = partsOf(row, board);
  const same = board.rows.filter(({ kind, name }) => kind === row.kind && name === row.name);
  const told = same.map((one) => partsOf(one, board));
  // It takes as few parts as tell all of them apart: none where the judge has one row.
  const needed = [0, 1, 2, 3, 4].find(
    (n) => new Set(told.map((parts) => joined(parts.slice(0, n)))).size === same.length,
  );
  const apart = [setting, group, mode, printed].slice(0, needed);
  const all =
    board.kind === 'leaderboard'
      ? [setting, row.organisation, mode, printed]
      : [setting, mode, printed, group, row.organisation];
  return { apart: joined(apart), more: joined(all.filter((part) => !apart.includes(part))) };
}

/** Writes a row by its judge's name, and by what tells it from the judge's other rows: `Gemini 2.5 Pro`, `GPT-4o, with examples`. */
export function rowLabel(row: NamedRow, board: WordedRows): string {
  const { apart } = contextWords(row, board);
  return apart === '' ? row.name : `${row.name}, ${apart}`;
}
