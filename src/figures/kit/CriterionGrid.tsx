import type { ReactNode } from 'react';
import type { Named } from '../conflicts/data.ts';
import { placed } from './place.ts';
import { rounded } from './rounded.ts';

const CELL = 92;
const HEIGHT = 66;
const LEFT = 128;
const TOP = 44;
const GAP = 2;
const STRONGEST = 0.62;
/** Larger than this its text would shout. */
const LARGEST = 1.15;

/** One cell: what is printed in it, how strongly it is filled, and where it leads. */
export interface GridCell {
  readonly big: string;
  readonly small: string;
  readonly href: string | null;
  /** The whole of it in words. */
  readonly words: string;
  readonly tone: 'count' | 'up' | 'down';
  /** 0 to 1. */
  readonly weight: number;
}

interface CriterionGridProps {
  readonly label: string;
  readonly criteria: readonly Named[];
  readonly cell: (row: string, column: string) => GridCell | null;
  readonly rowTitle: string;
  readonly columnTitle: string;
}

/** `Instruction following` on two lines. */
function Lines({ text, x, y }: { readonly text: string; readonly x: number; readonly y: number }) {
  const words = text.split(' ');
  const middle = Math.ceil(words.length / 2);
  const lines = words.length > 1 && text.length > 13 ? [words.slice(0, middle), words.slice(middle)] : [words];
  return lines.map((line, i) => (
    <tspan key={line.join(' ')} x={x} y={y + (i - (lines.length - 1)) * 13}>
      {line.join(' ')}
    </tspan>
  ));
}

/** The ground of a cell, at its own place. */
const GROUND = { x: GAP / 2, y: GAP / 2, width: CELL - GAP, height: HEIGHT - GAP, rx: 3 };

function Cell({ cell, at }: { readonly cell: GridCell; readonly at: ReturnType<typeof placed> }): ReactNode {
  const drawn = (
    <>
      <rect
        className={`grid-${cell.tone}`}
        {...GROUND}
        fillOpacity={rounded(STRONGEST * Math.min(1, Math.max(0, cell.weight)))}
      />
      <text className="big" x={CELL / 2} y={HEIGHT / 2 - 1}>
        {cell.big}
      </text>{' '}
      <text className="small" x={CELL / 2} y={HEIGHT / 2 + 17}>
        {cell.small}
      </text>
    </>
  );
  return cell.href === null ? (
    <g {...at}>
      <title>{cell.words}</title>
      {drawn}
    </g>
  ) : (
    <a {...at} href={cell.href} aria-label={`${cell.big} ${cell.small}: ${cell.words}`}>
      {drawn}
    </a>
  );
}

/** Criterion × criterion; each cell prints its numbers, so that colour only helps to find them. */
export function CriterionGrid({ label, criteria, cell, rowTitle, columnTitle }: CriterionGridProps) {
  const width = LEFT + criteria.length * CELL;
  const height = TOP + criteria.length * HEIGHT;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG with links is a group, and fieldset is for forms
    <svg viewBox={`0 0 ${width} ${height}`} style={{ maxWidth: width * LARGEST }} role="group" aria-label={label}>
      <text className="axis" x={LEFT - 10} y={TOP - 8} textAnchor="end">
        {rowTitle}
      </text>
      <text className="axis" x={width} y={10} textAnchor="end">
        {columnTitle}
      </text>
      {criteria.map((row, i) => (
        <g key={row.id}>
          <text className="label" textAnchor="end">
            <Lines text={row.label} x={LEFT - 10} y={TOP + i * HEIGHT + HEIGHT / 2 + 8} />
          </text>
          <text className="label" textAnchor="middle">
            <Lines text={row.label} x={LEFT + i * CELL + CELL / 2} y={TOP - 8} />
          </text>
          {criteria.map((column, j) => {
            const at = placed(LEFT + j * CELL, TOP + i * HEIGHT);
            const own = i === j ? null : cell(row.id, column.id);
            return own === null ? (
              <rect key={column.id} className="nothing" {...at} {...GROUND} />
            ) : (
              <Cell key={column.id} cell={own} at={at} />
            );
          })}
        </g>
      ))}
    </svg>
  );
}
