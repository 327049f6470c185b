import type { ReactNode } from 'react';
import { Drawing } from '../../charts/Drawing.tsx';
import { Mark } from '../../charts/Mark.tsx';
import { type HeatCell, type HeatHead, shadeOf } from './heat-look.ts';

interface HeatTableProps {
  /** What the table shows, for its readers and its picture, where nothing around it says so. */
  readonly title?: string;
  /** What the columns and the rows are. */
  readonly corner?: ReactNode;
  readonly columns: readonly HeatHead[];
  readonly rows: readonly HeatHead[];
  /** Null where nothing belongs, as on a diagonal. */
  readonly cell: (row: number, column: number) => HeatCell | null;
  /** Says more of a place, whether anything is in it or not: a class of the sheet. */
  readonly place?: (row: number, column: number) => string | undefined;
  /**
   * Rows and columns are the same and many: columns have the numbers of the rows, and so have the rows on a phone. What a cell tells is
   * written when it is reached (`teller`), since it would be most of the page.
   */
  readonly numbered?: boolean;
}

/** So many numbers have room beside each other on the smallest phone. */
const MOST_NUMBERS = 19;

/** Names a column, or numbers it; a phone leaves numbers out where they have no room. */
function HeatColumn({ label, place, of }: { readonly label: string; readonly place: number; readonly of: number }) {
  if (of === 0) return <th scope="col">{label}</th>;
  const isShown = (place + 1) % Math.ceil(of / MOST_NUMBERS) === 0;
  return (
    <th scope="col" aria-label={label} className={isShown ? undefined : 'thin'}>
      {place + 1}
    </th>
  );
}

/** Names a row, with a link to the page about it, or with its number. */
function HeatRow({ row: { label, href }, number }: { readonly row: HeatHead; readonly number: number | null }) {
  if (number !== null)
    return (
      <th scope="row">
        <span>{`${label} `}</span>
        <small>{number}</small>
      </th>
    );
  return (
    <th scope="row">
      {href === undefined ? (
        label
      ) : (
        <a href={href} tabIndex={-1}>
          {label}
        </a>
      )}
    </th>
  );
}

interface CellProps {
  readonly cell: HeatCell | null;
  readonly place: string | undefined;
  readonly isToldLater: boolean;
}

function Cell({ cell, place, isToldLater }: CellProps) {
  if (cell === null) return <td className={place} />;
  const { text, small, words, href, tone, weight } = cell;
  const look = [tone === 'none' ? tone : shadeOf(tone, weight), place ?? ''].join(' ').trim();
  // A number that nothing is told about is no mark.
  if (words === '' && !isToldLater) return <td className={look}>{text}</td>;
  const told = { words: small === undefined ? words : `${text} ${small}: ${words}`, href };
  return (
    <td className={look}>
      <Mark told={isToldLater ? null : told}>
        {small === undefined ? text : `${text} `}
        {small === undefined ? null : <small>{small}</small>}
      </Mark>
    </td>
  );
}

/**
 * Shows rows × columns of coloured cells as a table that is its own picture: each cell prints its number, so that colour only helps to find
 * it. It stands in a box of the class `heat-table`.
 */
export function HeatTable({ title, corner, columns, rows, cell, place, numbered = false }: HeatTableProps) {
  return (
    <table>
      {title === undefined ? null : <caption className="hidden">{title}</caption>}
      <thead>
        <tr>
          {corner === undefined ? <td /> : <th scope="col">{corner}</th>}
          {columns.map(({ key, label }, i) => (
            <HeatColumn key={key} label={label} place={i} of={numbered ? columns.length : 0} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={row.key} data-run={row.run}>
            <HeatRow row={row} number={numbered ? i + 1 : null} />
            {columns.map(({ key }, j) => (
              <Cell key={key} cell={cell(i, j)} place={place?.(i, j)} isToldLater={numbered} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HeatPanelProps extends HeatTableProps {
  /** A split, and what holds of the whole of it. */
  readonly label: string;
  readonly of: string;
  readonly what: string;
  readonly look: 'large' | 'counts';
}

/** Shows the heat table of one split, under its name. */
export function HeatPanel({ label, of, what, look, ...table }: HeatPanelProps) {
  return (
    <div>
      <h4>{label}</h4>
      <p className="of">{of}</p>
      <Drawing of={`${label}: ${what}`} className={`heat-table ${look}`}>
        <HeatTable {...table} />
      </Drawing>
    </div>
  );
}
