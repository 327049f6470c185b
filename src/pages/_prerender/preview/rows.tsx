import { accessMark, type MarkKind } from '../../../charts/mark-kinds.tsx';
import { type Board, rowLabel } from '../../../schema/board.ts';
import { PREVIEW } from '../../../ui/href.ts';
import { CARD_EDGE, cutToRoom, ink, PreviewWords } from './Card.tsx';

/** A judge or a measure on a line from the worst value (0) to the best one (100). */
interface PlaceRow {
  readonly label: string;
  readonly access: string | null;
  readonly at: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly others: readonly number[];
  readonly value: string;
}

interface PlaceRowsProps {
  readonly rows: readonly PlaceRow[];
  readonly top: number;
  readonly bottom: number;
  /** Lines to compare with, over all rows. */
  readonly trivial?: readonly { readonly label: string; readonly at: number }[];
}

const SIZE = 23;
const HEAD = 30;
/** Heights of a row: the least that can be read, and the most that looks like a table. */
const [LEAST, MOST] = [34, 48];
const LEFT = 440;
const RIGHT = PREVIEW.width - CARD_EDGE - 150;
const HUNDRED = 100;
const NOTE = 19;
/** Room of the words that say which end is better. */
const BETTER = 90;
/** Letters of a name that is worth showing. */
const TELLING = 8;

/** Gives the name of a line as far as there is room; nothing where no one could tell which it is. */
function shortened(label: string, room: number): string {
  const text = cutToRoom(label, { size: NOTE, room });
  return text === label || text.length >= TELLING ? text : '';
}

export const roomFor = (top: number, bottom: number): number => Math.max(0, Math.floor((bottom - top - HEAD) / LEAST));

const x = (at: number): number => LEFT + ((RIGHT - LEFT) * at) / HUNDRED;

function BigMark({ mark, cx, cy }: { readonly mark: MarkKind | null; readonly cx: number; readonly cy: number }) {
  if (mark === 'open')
    return <circle cx={cx} cy={cy} r={8} fill={ink('ground')} stroke={ink('open')} strokeWidth={4} />;
  if (mark === 'fine-tuned') return <path d={`M${cx} ${cy - 12}l12 12-12 12-12-12z`} fill={ink('finetuned')} />;
  return <circle cx={cx} cy={cy} r={10} fill={ink(mark === null ? 'ink-2' : 'proprietary')} />;
}

function Row({ row, y }: { readonly row: PlaceRow; readonly y: number }) {
  const { from, to, others, at } = row;
  return (
    <>
      <PreviewWords
        text={cutToRoom(row.label, { size: SIZE, room: LEFT - CARD_EDGE - 16 })}
        x={CARD_EDGE}
        y={y + 8}
        size={SIZE}
        colour="ink"
      />
      <path d={`M${LEFT} ${y}H${RIGHT}`} stroke={ink('rule')} strokeWidth={2} />
      <path
        d={others.map((other) => `M${Math.round(x(other))} ${y - 8}v16`).join('')}
        stroke={ink('rule-strong')}
        strokeWidth={2}
      />
      {from === null || to === null ? null : (
        <path
          d={`M${x(from)} ${y}H${x(to)}`}
          stroke={ink('ink-3')}
          strokeWidth={7}
          strokeLinecap="round"
          opacity={0.55}
        />
      )}
      <BigMark mark={accessMark(row.access)} cx={x(at)} cy={y} />
      <PreviewWords
        text={row.value}
        x={PREVIEW.width - CARD_EDGE}
        y={y + 8}
        size={SIZE}
        colour="ink"
        bold
        anchor="end"
      />
    </>
  );
}

/** Shows rows on one line each, the better the further to the right. */
export function PlaceRows({ rows, top, bottom, trivial = [] }: PlaceRowsProps) {
  const height = Math.min(MOST, (bottom - top - HEAD) / rows.length);
  const middle = (i: number): number => top + HEAD + (i + 0.5) * height;
  const end = top + HEAD + rows.length * height;
  return (
    <>
      <PreviewWords text="better →" x={RIGHT} y={top + 18} size={NOTE} colour="ink-3" anchor="end" />
      {trivial.map(({ label, at }, i) => (
        <g key={label}>
          <path d={`M${x(at)} ${top + HEAD}V${end}`} stroke={ink('warn')} strokeWidth={2} strokeDasharray="7 6" />
          <PreviewWords
            text={shortened(label, x(trivial[i + 1]?.at ?? HUNDRED) - x(at) - (i + 1 < trivial.length ? 8 : BETTER))}
            x={x(at)}
            y={top + 18}
            size={NOTE}
            colour="warn"
          />
        </g>
      ))}
      {rows.map((row, i) => (
        <Row key={row.label} row={row} y={middle(i)} />
      ))}
    </>
  );
}

const CELL_SIZE = 22;
const CELL_LINE = 40;
const CELLS_LEFT = 470;
const COLUMNS = 4;
const WIDTH = (PREVIEW.width - CARD_EDGE - CELLS_LEFT) / COLUMNS;

interface TableRowsProps {
  readonly board: Board;
  readonly top: number;
  readonly bottom: number;
}

/** Shows the first rows and columns of a table without an order, as printed. */
export function TableRows({ board, top, bottom }: TableRowsProps) {
  const columns = board.columns.filter(({ unit }) => unit !== 'text').slice(0, COLUMNS);
  const rows = board.rows.slice(0, Math.max(0, Math.floor((bottom - top - CELL_LINE) / CELL_LINE)));
  const end = (i: number): number => CELLS_LEFT + (i + 1) * WIDTH;
  return (
    <>
      {columns.map(({ key, label }, i) => (
        <PreviewWords
          key={key}
          text={cutToRoom(label, { size: CELL_SIZE, room: WIDTH - 16, weight: 'bold' })}
          x={end(i)}
          y={top + CELL_LINE - 14}
          size={CELL_SIZE}
          colour="ink-2"
          bold
          anchor="end"
        />
      ))}
      {rows.map((row, r) => {
        const y = top + (r + 2) * CELL_LINE - 14;
        const name = rowLabel(row, board) || row.row;
        return (
          <g key={row.id}>
            <path d={`M${CARD_EDGE} ${y - 28}H${PREVIEW.width - CARD_EDGE}`} stroke={ink('rule')} />
            <PreviewWords
              text={cutToRoom(name, { size: CELL_SIZE, room: CELLS_LEFT - CARD_EDGE })}
              x={CARD_EDGE}
              y={y}
              size={CELL_SIZE}
              colour="ink"
            />
            {columns.map(({ key }, i) => (
              <PreviewWords
                key={key}
                text={(row.cells[key]?.printed ?? '').replaceAll(/[*_]{2}/g, '')}
                x={end(i)}
                y={y}
                size={CELL_SIZE}
                colour="ink"
                anchor="end"
              />
            ))}
          </g>
        );
      })}
    </>
  );
}
