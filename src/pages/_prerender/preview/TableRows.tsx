import type { Board } from '../../../schema/board.ts';
import { rowLabel } from '../../../schema/row-words.ts';
import { PREVIEW } from '../../../ui/preview.ts';
import { CARD_EDGE } from './Card.tsx';
import { ink } from './ink.ts';
import { cutToRoom, PreviewWords } from './Words.tsx';

const SIZE = 22;
const LINE = 40;
const LEFT = 470;
const COLUMNS = 4;
const WIDTH = (PREVIEW.width - CARD_EDGE - LEFT) / COLUMNS;

interface TableRowsProps {
  readonly board: Board;
  readonly top: number;
  readonly bottom: number;
}

/** Shows the first rows and columns of a table without an order, as printed. */
export function TableRows({ board, top, bottom }: TableRowsProps) {
  const columns = board.columns.filter(({ unit }) => unit !== 'text').slice(0, COLUMNS);
  const rows = board.rows.slice(0, Math.max(0, Math.floor((bottom - top - LINE) / LINE)));
  const end = (i: number): number => LEFT + (i + 1) * WIDTH;
  return (
    <>
      {columns.map(({ key, label }, i) => (
        <PreviewWords
          key={key}
          text={cutToRoom(label, { size: SIZE, room: WIDTH - 16, weight: 'bold' })}
          x={end(i)}
          y={top + LINE - 14}
          size={SIZE}
          colour="ink-2"
          bold
          anchor="end"
        />
      ))}
      {rows.map((row, r) => {
        const y = top + (r + 2) * LINE - 14;
        const name = rowLabel(row, board) || row.row;
        return (
          <g key={row.id}>
            <path d={`M${CARD_EDGE} ${y - 28}H${PREVIEW.width - CARD_EDGE}`} stroke={ink('rule')} />
            <PreviewWords
              text={cutToRoom(name, { size: SIZE, room: LEFT - CARD_EDGE })}
              x={CARD_EDGE}
              y={y}
              size={SIZE}
              colour="ink"
            />
            {columns.map(({ key }, i) => (
              <PreviewWords
                key={key}
                text={(row.cells[key]?.printed ?? '').replaceAll(/[*_]{2}/g, '')}
                x={end(i)}
                y={y}
                size={SIZE}
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
