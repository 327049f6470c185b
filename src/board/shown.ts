import type { BoardCell } from '../schema/board.ts';
import { factWords } from '../schema/judge-facts.ts';
import { MINUS_SIGN } from '../ui/number-words.ts';
import type { ArrangedLine } from './arrange.ts';
import type { CellDelta } from './delta.ts';
import type { BoardFrame } from './frame.ts';
import { referenceTexts } from './look.ts';
import type { Standings } from './rank.ts';
import type { SlimColumn, SlimRow } from './slim.ts';
import type { BoardState } from './state.ts';
import { statusWords } from './words.ts';

/** The table just as it is shown, as plain values: what a download holds. Minus signs are ASCII, so that programs read them. */
export interface ShownBoard {
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly ShownRow[];
}

interface ShownColumn extends Pick<SlimColumn, 'key' | 'label' | 'group' | 'metric' | 'unit' | 'direction'> {
  /** Group, label and, where differences are shown, the baseline. */
  readonly header: string;
}

export interface ShownRow {
  /** The id of the row on the board; a reference line has one of its own. */
  readonly id: string;
  readonly kind: ArrangedLine['kind'];
  readonly pinned: boolean;
  /** Best and worst place in the column that ranks; null where the row has none. */
  readonly rankBest: number | null;
  readonly rankWorst: number | null;
  readonly name: string;
  readonly judge: string | null;
  readonly organisation: string;
  readonly access: string;
  readonly thinking: boolean | null;
  readonly variant: string;
  readonly cells: readonly ShownCell[];
}

/** A cell as it is shown, and the cell it comes from: its note with its status said, its interval that of the difference where one is shown. */
export interface ShownCell {
  readonly shown: string;
  readonly cell: BoardCell | null;
  /** Ends of a reference line that is only known to lie between them; null for a single value. */
  readonly range: readonly [low: string, high: string] | null;
}

/** Text of a cell where nothing could be measured. */
export const NOTHING_SHOWN = '–';

const intervalOf = ({ interval }: CellDelta): BoardCell['interval'] =>
  interval && { lo: interval[0], hi: interval[1], kind: 'at most' };

function shownCell(frame: BoardFrame, row: SlimRow, column: SlimColumn): ShownCell {
  const cell = row.cells[column.key];
  if (cell === undefined) return { shown: '', cell: null, range: null };
  const delta = frame.deltas?.of(row, column) ?? null;
  const { printed, status } = cell;
  const note = [statusWords(status), cell.note].filter((part) => part !== '').join(': ');
  const value = status === 'not-applicable' || status === 'not-scored' ? NOTHING_SHOWN : printed;
  return {
    shown: delta === null ? value : delta.value.toFixed(column.decimals),
    range: null,
    cell: {
      ...cell,
      note,
      ...(delta === null
        ? {}
        : { value: Number(delta.value.toFixed(column.decimals)), interval: intervalOf(delta), rank: null }),
    },
  };
}

type Ranks = Pick<ShownRow, 'rankBest' | 'rankWorst'>;
const UNRANKED: Ranks = { rankBest: null, rankWorst: null };

function ranksOf(standings: Standings | null, row: SlimRow): Ranks {
  const standing = standings?.of.get(row.id);
  if (standing === undefined || standings === null) return UNRANKED;
  if (!standings.tested) return { rankBest: standing.place, rankWorst: standing.place };
  const { rank } = standing;
  return rank === null ? UNRANKED : { rankBest: rank.best, rankWorst: rank.worst };
}

function shownRow(frame: BoardFrame, standings: Standings | null, line: ArrangedLine): ShownRow {
  if (line.kind === 'reference') {
    const cells = frame.columns.map((column): ShownCell => {
      const texts = referenceTexts(frame.deltas, line.reference, column);
      const [low, high] = texts.map((text) => text.replace(MINUS_SIGN, '-').replace('+', ''));
      if (low === undefined) return { shown: '', cell: null, range: null };
      return high === undefined
        ? { shown: low, cell: null, range: null }
        : { shown: `${low}–${high}`, cell: null, range: [low, high] };
    });
    const name = line.reference.label;
    return {
      kind: 'reference',
      id: line.reference.id,
      pinned: false,
      ...UNRANKED,
      name,
      judge: null,
      organisation: '',
      access: '',
      thinking: null,
      variant: '',
      cells,
    };
  }
  const { row } = line;
  return {
    kind: line.kind,
    id: row.id,
    pinned: line.kind === 'judge' && line.pinned,
    ...(line.kind === 'judge' ? ranksOf(standings, row) : UNRANKED),
    name: row.name,
    judge: row.judge,
    organisation: row.organisation,
    access: row.access ?? '',
    thinking: row.thinking,
    variant: row.variant,
    cells: frame.columns.map((column) => shownCell(frame, row, column)),
  };
}

/** Gives rows, order, columns and numbers as they stand on the screen. */
export function shownTable(frame: BoardFrame, standings: Standings | null, lines: readonly ArrangedLine[]): ShownBoard {
  const less = frame.deltas === null ? '' : `, difference to ${frame.deltas.base.name}`;
  return {
    columns: frame.columns.map((column) => ({
      key: column.key,
      label: column.label,
      group: column.group,
      metric: column.metric,
      unit: column.unit,
      direction: column.direction,
      header: `${column.group === '' ? '' : `${column.group}: `}${column.label}${column.unit === 'text' ? '' : less}`,
    })),
    rows: lines.map((line) => shownRow(frame, standings, line)),
  };
}

const nameIn =
  ({ board }: BoardFrame) =>
  (key: string): string =>
    board.columns.find((column) => column.key === key)?.label ?? board.rowLabel;

/** Lists everything that hides rows or changes numbers, part by part. */
export function filterWords(frame: BoardFrame, state: BoardState): readonly string[] {
  const name = nameIn(frame);
  return [
    state.access.length === 0 ? '' : `only ${state.access.join(', ')}`,
    state.fact.length === 0 ? '' : `only ${factWords(state.fact)}`,
    state.thinking === 'any' ? '' : state.thinking === 'yes' ? 'only thinking' : 'only not thinking',
    state.q === '' ? '' : `rows with “${state.q}”`,
    state.hide.length === 0 ? '' : `without ${state.hide.map(name).join(', ')}`,
    frame.board.switches?.find(({ id, on }) => state[id] === on)?.label.toLowerCase() ?? '',
    frame.deltas === null ? '' : `differences to ${frame.deltas.base.name}`,
  ].filter((part) => part !== '');
}

/** Says the view in words: order, filters, baseline. */
export function viewWords(frame: BoardFrame, state: BoardState): string {
  const name = nameIn(frame);
  const sort = state.sort
    .map((key) => `${name(key.column)} ${key.descending ? 'descending' : 'ascending'}`)
    .join(', then ');
  const pinned = state.pin.length === 0 ? [] : [`${state.pin.length} pinned to the top`];
  return [sort === '' ? 'in printed order' : `sorted by ${sort}`, ...pinned, ...filterWords(frame, state)].join('; ');
}
