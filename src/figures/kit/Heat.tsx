import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { Drawing, Mark } from '../../charts/Drawing.tsx';
import { href } from '../../ui/href.ts';
import { rounded, signed } from '../../ui/number-words.ts';
import type { MatrixFigure } from '../printed/figure.ts';
import { PanelName } from './Parts.tsx';
import type { Labelled } from './words.ts';

/** Between two shades: nobody tells more apart, and each is written hundreds of times. */
const STEP = 0.05;

/** Opacity of the strongest cell, at which the number on it is legible in both themes. */
export const STRONGEST = 0.5;

const strength = (weight: number): number => rounded(STEP * Math.round((STRONGEST * Math.min(1, weight)) / STEP));

/** Says how strongly a cell of a heat table is coloured, if at all; its colour is in the style sheet. */
export const heat = (weight: number): CSSProperties | undefined =>
  strength(weight) === 0 ? undefined : ({ '--shade': strength(weight) } as CSSProperties);

export interface HeatCell {
  readonly text: string;
  readonly small?: string;
  /** `count`: more of something; `up` and `down`: above and below the middle; `none`: no value. */
  readonly tone: 'count' | 'up' | 'down' | 'none';
  /** 0 to 1, of the strongest colour under which the numbers stay legible. */
  readonly weight: number;
  /** It says the whole cell in words; empty where the number says all. */
  readonly words: string;
  /** Address of the cases behind the cell; null where none can be named. */
  readonly href: string | null;
}

export interface HeatHead {
  readonly key: string;
  readonly label: string;
  readonly run?: string;
  readonly href?: string;
}

export const toneOf = (value: number | null): HeatCell['tone'] => (value === null ? 'none' : value < 0 ? 'down' : 'up');

export const headsOf = (named: readonly Labelled[]): readonly HeatHead[] =>
  named.map(({ id, label }) => ({ key: id, label }));

interface HeatKeyProps {
  /** Steps are in the order of the scale. */
  readonly steps: readonly (Pick<HeatCell, 'tone' | 'weight'> & { readonly label: string })[];
}

export function HeatKey({ steps }: HeatKeyProps) {
  return (
    <ul className="legend-row small flex wrap gap-1 gap-x-4 around-2 no-list">
      {steps.map(({ tone, weight, label }) => (
        <li key={label}>
          <svg viewBox="0 0 14 14" aria-hidden="true">
            <rect className={`heat-${tone}`} width={14} height={14} rx={2} fillOpacity={strength(weight)} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}

interface HeatTableProps {
  /** What the table shows, for its readers and its picture, where nothing around it says so. */
  readonly title?: string;
  readonly corner?: ReactNode;
  readonly columns: readonly HeatHead[];
  readonly rows: readonly HeatHead[];
  /** Null where nothing belongs, as on a diagonal. */
  readonly cell: (row: number, column: number) => HeatCell | null;
  /** Says more of a place, whether anything is in it or not: a class of the sheet. */
  readonly place?: (row: number, column: number) => string | undefined;
  /** Rows and columns are the same and many: they are numbered, and words of a cell are written when it is reached (`teller`). */
  readonly numbered?: boolean;
}

/** How many numbers have room beside each other on the smallest phone. */
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

function HeatRow({ row: { label, href }, number }: { readonly row: HeatHead; readonly number: number | null }) {
  if (number !== null)
    return (
      <th scope="row">
        <span className="inline-block overflow-hidden ellipsis">{`${label} `}</span>
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
  const look = {
    className: `${tone} ${place ?? ''}`.trim(),
    style: tone === 'none' ? undefined : heat(weight),
  };
  // A number that nothing is told about is no mark.
  if (words === '' && !isToldLater) return <td {...look}>{text}</td>;
  const told = { words: small === undefined ? words : `${text} ${small}: ${words}`, href };
  return (
    <td {...look}>
      <Mark told={isToldLater ? null : told}>
        {small === undefined ? text : `${text} `}
        {small === undefined ? null : <small>{small}</small>}
      </Mark>
    </td>
  );
}

/** A table that is its own picture: each cell prints its number, colour only helps to find it. It stands in a box of the class `heat-table`. */
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
  readonly label: string;
  readonly of: ReactNode;
  readonly what: string;
  readonly look: 'large' | 'counts';
}

export function HeatPanel({ label, of, what, look, ...table }: HeatPanelProps) {
  return (
    <div>
      <PanelName>{label}</PanelName>
      <p className="of">{of}</p>
      <Drawing of={`${label}: ${what}`} className={`heat-table ${look}`}>
        <HeatTable {...table} />
      </Drawing>
    </div>
  );
}

export type MatrixProps = Pick<MatrixFigure, 'title' | 'columns' | 'rows' | 'decimals' | 'negative' | 'positive'>;

export function MatrixKey({ negative, positive }: Pick<MatrixFigure, 'negative' | 'positive'>) {
  return (
    <HeatKey
      steps={[
        { tone: 'down', weight: 1, label: negative },
        { tone: 'up', weight: 1, label: positive },
      ]}
    />
  );
}

export function Matrix({ title, columns, rows, decimals }: MatrixProps) {
  const most = Math.max(...rows.flatMap((row) => row.values.map((value) => Math.abs(value ?? 0))));
  return (
    <Drawing of={title} className="heat-table">
      <HeatTable
        corner="Judge"
        columns={columns.map((label) => ({ key: label, label }))}
        rows={rows.map(({ label, judge, run }) => ({
          key: label,
          label,
          ...(run === undefined ? {} : { run }),
          ...(judge === null ? {} : { href: href(`/judge/${judge}/`) }),
        }))}
        cell={(row, column) => {
          const value = rows[row]?.values[column] ?? null;
          const text = value === null ? '–' : signed(value, decimals);
          const weight = value === null || most === 0 ? 0 : Math.abs(value) / most;
          return { text, tone: toneOf(value), weight, words: '', href: null };
        }}
      />
    </Drawing>
  );
}

/** With more panels than this, some stand below each other. */
const MOST = 4;

/** Grids of no more columns are small. */
const FEW_COLUMNS = 3;

interface AbreastProps {
  readonly columns: number;
  readonly children: readonly ReactElement[];
}

/** Sets panels abreast. Their number is written into the page, because a browser that lays it out while it arrives would move the first one. */
export function Abreast({ columns, children }: AbreastProps) {
  return (
    <div
      className={columns > FEW_COLUMNS ? 'criterion-panels' : 'criterion-panels small-grids'}
      style={{ '--of': Math.min(children.length, MOST) } as CSSProperties}
    >
      {children}
    </div>
  );
}
