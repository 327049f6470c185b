import { memo, type PointerEvent, type ReactElement, useState } from 'react';
import { Drawing } from './Drawing.tsx';
import { placed } from './place.ts';
import { rounded } from './rounded.ts';

const CELL = 38;
const LINE = 26;
const HEAD = 22;
const FOOT = 30;
/** Width of a letter of a label, about, and of its number. */
const LETTER = 6.6;
const PLACE = 26;
const SHORTEST = 120;
/** Fill of a cell at 1 and −1: the number on it stays legible. */
const STRONGEST = 0.6;
const KEYS = [-1, -0.5, 0, 0.5, 1];
const keyText = (value: number): string => value.toFixed(1).replace('-', '\u2212');

export interface PairCell {
  readonly text: string;
  /** −1 … 1, for the colour; null where there is none. */
  readonly value: number | null;
  /** The cell in a sentence. */
  readonly words: string;
  /** The cases behind it; null where none can be named. */
  readonly href: string | null;
}

/** The cell of two rows of which nothing is known. */
export const NO_CELL: PairCell = { text: '', value: null, words: '', href: null };

interface PairMatrixProps {
  readonly title: string;
  readonly labels: readonly string[];
  /** The cell of two different rows. */
  readonly cell: (row: number, column: number) => PairCell;
  /** What stands at either end of the scale. */
  readonly negative: string;
  readonly positive: string;
}

interface Place {
  readonly row: number;
  readonly column: number;
}

/** Names are numbered, and the columns have the numbers. */
const numbered = (place: number): string => String(place + 1);

/** A cell at its own place. */
function Drawn({ value, text }: Pick<PairCell, 'value' | 'text'>): ReactElement {
  return (
    <>
      <rect
        className={value === null ? 'none' : value < 0 ? 'heat-down' : 'heat-up'}
        x={0.5}
        y={0.5}
        width={CELL - 1}
        height={LINE - 1}
        fillOpacity={value === null ? undefined : rounded(STRONGEST * Math.min(1, Math.abs(value)))}
      />
      <text className="cell" x={CELL / 2} y={LINE / 2 + 4}>
        {text}
      </text>
    </>
  );
}

function Key({
  x,
  y,
  negative,
  positive,
}: { readonly x: number; readonly y: number } & Pick<PairMatrixProps, 'negative' | 'positive'>) {
  const width = KEYS.length * CELL;
  return (
    <g className="key" transform={`translate(${x} ${y})`}>
      {KEYS.map((value, i) => (
        <g key={value} {...placed(i * CELL)}>
          <Drawn value={value} text={keyText(value)} />
        </g>
      ))}
      <text x={-8} y={LINE / 2 + 4} textAnchor="end">
        {negative}
      </text>
      <text x={width + 8} y={LINE / 2 + 4}>
        {positive}
      </text>
    </g>
  );
}

type CellsProps = Pick<PairMatrixProps, 'labels' | 'cell'> & { readonly left: number };

const Cells = memo(function Cells({ labels, cell, left }: CellsProps) {
  return (
    <>
      {labels.map((label, column) => (
        <text key={label} className="column" x={left + column * CELL + CELL / 2} y={HEAD - 7}>
          {numbered(column)}
        </text>
      ))}
      {labels.map((label, row) => (
        <g key={label} transform={`translate(0 ${HEAD + row * LINE})`}>
          <text className="label" x={left - PLACE - 2} y={LINE / 2 + 4} textAnchor="end">
            {label}
          </text>
          <text className="column" x={left - 8} y={LINE / 2 + 4} textAnchor="end">
            {numbered(row)}
          </text>
          {labels.map((other, column) => {
            const at = placed(left + column * CELL);
            if (row === column) return <rect key={other} className="self" {...at} width={CELL} height={LINE} />;
            const { text, value, href } = cell(row, column);
            // The table below holds the same links: the keyboard goes there, and not through hundreds of cells.
            return href === null ? (
              <g key={other} {...at}>
                <Drawn value={value} text={text} />
              </g>
            ) : (
              <a key={other} href={href} tabIndex={-1} {...at}>
                <Drawn value={value} text={text} />
              </a>
            );
          })}
        </g>
      ))}
    </>
  );
});

/** What a cell says in words, for a reader who points at it: written into every cell it would be most of the page. */
function Words({ labels, cell, at }: Pick<PairMatrixProps, 'labels' | 'cell'> & { readonly at: Place | null }) {
  const known = at !== null && at.row !== at.column && at.row in labels && at.column in labels;
  return (
    <p className="of js cell-words">{known ? cell(at.row, at.column).words : 'Point at a cell to read it in words.'}</p>
  );
}

/** Every two rows of one list, as cells that lead to the cases behind them. */
export function PairMatrix({ title, labels, cell, negative, positive }: PairMatrixProps) {
  const [at, setAt] = useState<Place | null>(null);
  const longest = Math.max(...labels.map(({ length }) => length));
  const left = Math.max(SHORTEST, Math.ceil(longest * LETTER)) + PLACE;
  const bottom = HEAD + labels.length * LINE;
  const width = left + Math.max(labels.length * CELL, (KEYS.length + 5) * CELL);
  const height = bottom + FOOT + LINE;
  const point = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): void => {
    const box = currentTarget.getBoundingClientRect();
    const unit = width / box.width;
    const column = Math.floor(((clientX - box.left) * unit - left) / CELL);
    const row = Math.floor(((clientY - box.top) * unit - HEAD) / LINE);
    setAt((old) => (old?.row === row && old.column === column ? old : { row, column }));
  };
  return (
    <>
      <Drawing of={title}>
        {/* biome-ignore lint/a11y/useSemanticElements: an SVG with links is a group, and fieldset is for forms */}
        <svg
          viewBox={`0 0 ${width} ${height}`}
          className="pairs"
          style={{ width, minWidth: width }}
          role="group"
          aria-label={title}
          onPointerMove={point}
          onPointerLeave={() => setAt(null)}
        >
          <Cells labels={labels} cell={cell} left={left} />
          <Key x={left + 2 * CELL} y={bottom + FOOT - 10} negative={negative} positive={positive} />
        </svg>
      </Drawing>
      <Words labels={labels} cell={cell} at={at} />
    </>
  );
}
