import type { ReactElement, ReactNode } from 'react';
import { Plot } from '../../charts/Drawing.tsx';
import { Mark, placed } from '../../charts/Mark.tsx';
import { teller } from '../../charts/tell.ts';
import { WrappedText } from '../../charts/WrappedText.tsx';
import {
  beyond,
  type CellPlace,
  fittedLook,
  type GridLook,
  type HeatCell,
  type HeatHead,
  LOOKS,
  leftOf,
  strength,
  thinned,
  topOf,
  widthOf,
} from './heat-look.ts';

interface HeatGridProps {
  /** What the grid shows, for those who do not see it and for its export. */
  readonly title: string;
  readonly look: keyof typeof LOOKS;
  readonly rows: readonly HeatHead[];
  readonly columns: readonly HeatHead[];
  /** Null where nothing belongs, as on a diagonal. */
  readonly cell: (row: number, column: number) => HeatCell | null;
  readonly rowTitle?: string;
  readonly columnTitle?: string;
  /** It is drawn over the cells. */
  readonly over?: (at: (row: number, column: number) => CellPlace) => ReactNode;
}

interface CellProps {
  readonly look: GridLook;
  readonly cell: HeatCell;
  readonly x: number;
}

/**
 * Draws what is written in a cell. The words and the address are there only where there are few cells, since elsewhere they would be most
 * of the page.
 */
function Cell({ look, cell, x }: CellProps): ReactElement {
  const { width, height, gap } = look;
  const middle = (width - gap) / 2;
  const drawn = (
    <>
      <rect
        className={`heat-${cell.tone}`}
        width={width - gap}
        height={height - gap}
        rx={look.radius || undefined}
        fillOpacity={cell.tone === 'none' ? undefined : strength(cell.weight)}
      />
      {cell.text === '' ? null : (
        <text className="cell" x={middle} y={height / 2 + (cell.small === undefined ? 4 : -1)}>
          {cell.text}
        </text>
      )}
      {cell.small === undefined ? null : (
        <>
          {' '}
          <text className="small" x={middle} y={height / 2 + 17}>
            {cell.small}
          </text>
        </>
      )}
    </>
  );
  const words = cell.small === undefined ? cell.words : `${cell.text} ${cell.small}: ${cell.words}`;
  return (
    <Mark told={look.told === 'at once' ? { words, href: cell.href } : undefined} at={placed(x)}>
      {drawn}
    </Mark>
  );
}

/** How far a column's name may reach over its neighbours, which are seldom long themselves. */
const OVERLAP = 1.5;

interface HeadsProps extends Pick<HeatGridProps, 'rows' | 'columns'> {
  readonly rowTitle: string | undefined;
  readonly columnTitle: string | undefined;
  readonly look: GridLook;
  readonly left: number;
  readonly top: number;
  /** How much higher every other column head stands. */
  readonly lift: number;
}

/** Links a name to the page about it. */
const Named = ({ href, children }: { readonly href: string | undefined; readonly children: ReactNode }) =>
  href === undefined ? (
    children
  ) : (
    <a href={href} tabIndex={-1}>
      {children}
    </a>
  );

/** Says what the columns and the rows are, in one word each. */
function Titles({ look, rows, columns, left, top, rowTitle, columnTitle }: HeadsProps) {
  const isBelow = look.heads === 'below';
  const isStaggered = look.heads === 'staggered';
  const across = columns.length * look.width;
  return (
    <>
      {rowTitle === undefined ? null : (
        <text
          className="axis"
          x={isStaggered ? 1 : left - 10}
          y={isStaggered ? 10 : top - 8}
          textAnchor={isStaggered ? 'start' : 'end'}
        >
          {rowTitle}
        </text>
      )}
      {columnTitle === undefined ? null : (
        <text
          className="axis"
          x={left + (isBelow ? across / 2 : across)}
          y={isBelow ? top + rows.length * look.height + 30 : 10}
          textAnchor={isBelow ? 'middle' : 'end'}
        >
          {columnTitle}
        </text>
      )}
    </>
  );
}

/** Names of columns, or the numbers of the rows that have the same names. */
function GridHeads({ look, rows, columns, left, top, lift }: HeadsProps) {
  const bottom = top + rows.length * look.height;
  const every = look.numbered ? thinned(look, columns.length) : 1;
  return columns.map(({ key, label }, i) => {
    const middle = left + i * look.width + (look.width - look.gap) / 2;
    return (
      <text key={key} className={(i + 1) % every === 0 ? 'column' : 'column thin'} textAnchor="middle">
        <WrappedText
          text={look.numbered ? String(i + 1) : label}
          x={middle}
          y={look.heads === 'below' ? bottom + 14 : top - 8 - (i % 2) * lift}
          most={look.letters}
          room={(lift > 0 ? 2 : OVERLAP) * look.width}
        />
      </text>
    );
  });
}

/** Names of rows; where a grid has the same on both sides and is large, with the numbers that stand at the columns. */
function RowHeads({ look, rows, left, top }: HeadsProps) {
  const { height, numbered } = look;
  const every = numbered ? thinned(look, rows.length) : 1;
  return rows.map(({ key, label, href }, i) => {
    const y = top + i * height + height / 2 + 4;
    return (
      <g key={key}>
        <Named href={href}>
          <text className="label" textAnchor="end">
            <WrappedText
              text={label}
              x={left - (numbered ? look.numbers + 2 : 8)}
              y={y + (look.lines > 1 ? 4 : 0)}
              most={look.lines > 1 ? look.letters : label.length}
              room={left - (numbered ? look.numbers : 0)}
            />
          </text>
        </Named>
        {numbered ? (
          <text className={(i + 1) % every === 0 ? 'column' : 'column thin'} x={left - 8} y={y} textAnchor="end">
            {i + 1}
          </text>
        ) : null}
      </g>
    );
  });
}

/** Draws rows × columns of coloured cells. Each prints its number, so that colour only helps to find it. */
export function HeatGrid({ title, look: name, rows, columns, cell, rowTitle, columnTitle, over }: HeatGridProps) {
  const look = fittedLook(LOOKS[name], columns);
  const left = leftOf(look, rows);
  const { top, lift } = topOf(look, columns);
  const width = left + columns.length * look.width + beyond(look, columns);
  const height = top + rows.length * look.height + (look.heads === 'below' ? 36 : 4);
  const heads = { look, rows, columns, left, top, lift, rowTitle, columnTitle };
  const tell = look.told === 'when reached' ? teller('.cells', ({ row, column }) => cell(row, column)) : undefined;
  const at = (row: number, column: number): CellPlace => ({
    x: left + column * look.width,
    y: top + row * look.height,
    width: look.width,
    height: look.height,
  });
  return (
    <Plot
      viewBox={`0 0 ${width} ${height}`}
      className={`heat-grid ${name}`}
      style={widthOf(look, width, left)}
      title={title}
      onPointerOver={tell}
      onFocus={tell}
    >
      <g className="heads">
        <Titles {...heads} />
        <GridHeads {...heads} />
        <RowHeads {...heads} />
      </g>
      {look.sparse ? (
        <rect
          className="heat-none"
          x={left}
          y={top}
          width={columns.length * look.width}
          height={rows.length * look.height}
        />
      ) : null}
      {rows.map(({ key }, i) => (
        <g key={key} className="cells" {...placed(left, at(i, 0).y)}>
          {columns.map((column, j) => {
            const own = cell(i, j);
            const x = j * look.width;
            if (own !== null) return <Cell key={column.key} look={look} cell={own} x={x} />;
            if (look.sparse) return null;
            return (
              <rect
                key={column.key}
                className="heat-none"
                x={x}
                width={look.width - look.gap}
                height={look.height - look.gap}
                rx={look.radius}
              />
            );
          })}
        </g>
      ))}
      {over?.(at)}
    </Plot>
  );
}
