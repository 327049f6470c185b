import type { ReactElement } from 'react';
import { Button } from '../ui/layout.tsx';

interface SeriesLegendProps {
  /** A mark, or a part of a bar, of a look in the page's sheet. */
  readonly series: readonly { readonly label: string; readonly mark?: MarkKind; readonly look?: string }[];
  /** Whether the page has no script that reads its drawings: nothing can be pressed there. */
  readonly still?: boolean;
}

interface LegendMarkProps {
  readonly mark: MarkKind;
  /** The place of its colour in the sheet; without one it has that of its mark. */
  readonly hue?: number | undefined;
}

function LegendMark({ mark, hue }: LegendMarkProps) {
  const shape = <Shape mark={mark} x={7} y={7} />;
  return (
    <svg viewBox="0 0 14 14" aria-hidden="true">
      {hue === undefined ? shape : <g className={`hue-${hue}`}>{shape}</g>}
    </svg>
  );
}

/** Lists marks and what they stand for; each hides its own by the sheet alone (`src/ui/marks.ts`), so that static drawings are filtered, too. */
export function SeriesLegend({ series, still = false }: SeriesLegendProps) {
  return (
    <ul className="legend-row small flex wrap gap-1 gap-x-4 around-2 no-list">
      {series.map(({ label, mark, look = `mark-${mark}` }) => {
        const item = (
          <>
            {mark === undefined ? (
              <svg viewBox="0 0 14 14" aria-hidden="true">
                <rect className={look} width={14} height={14} rx={2} />
              </svg>
            ) : (
              <LegendMark mark={mark} />
            )}
            {label}
          </>
        );
        return (
          <li key={label}>
            {still ? (
              item
            ) : (
              <Button look="quiet" aria-pressed="true" data-shows={look}>
                {item}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface PressLegendProps {
  readonly label?: string;
  readonly items: readonly (LegendMarkProps & { readonly id: string; readonly label: string; readonly on: boolean })[];
  readonly press: (id: string) => void;
}

/** Lists marks and what they stand for, where the page itself hides and shows what is pressed. */
export function PressLegend({ label: of, items, press }: PressLegendProps) {
  return (
    <ul className="legend-row small flex wrap gap-1 gap-x-4 around-2 no-list" aria-label={of}>
      {items.map(({ id, label, mark, hue, on }) => (
        <li key={id}>
          <Button look="quiet" aria-pressed={on} onClick={() => press(id)}>
            <LegendMark mark={mark} hue={hue} />
            {label}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Disc, ring and diamond mean proprietary, open and fine-tuned judges and nothing else; shape and colour both tell marks apart. */
export type MarkKind = 'proprietary' | 'open' | 'fine-tuned' | 'square' | 'hollow' | 'triangle' | 'bar';

/** Marks of series that are no kind of judge, in the order in which they are given. */
const PLAIN_MARKS: readonly MarkKind[] = ['square', 'hollow', 'triangle', 'bar'];

const ACCESS: ReadonlySet<string> = new Set<MarkKind>(['proprietary', 'open', 'fine-tuned']);

export const accessMark = (access: string | null): MarkKind | null =>
  access !== null && ACCESS.has(access) ? (access as MarkKind) : null;

export const plainMark = (place: number): MarkKind => PLAIN_MARKS[place % PLAIN_MARKS.length] ?? 'square';

export interface SeriesLook {
  readonly mark: MarkKind;
  readonly hue: number;
}

/** Colours of series, the last a grey. */
const HUES = 7;

/** Gives the look of a series by its place: the first 28 differ in colour or mark. */
export const seriesLook = (place: number): SeriesLook => ({
  hue: (place % HUES) + 1,
  // Series of one colour are seven places apart, and differ in their marks.
  mark: plainMark(place + 2 * Math.floor(place / HUES)),
});

interface ShapeProps {
  readonly mark: MarkKind;
  readonly x: number;
  readonly y: number;
}

/** Draws one mark, about 10 units wide, centred. */
export function Shape({ mark, x, y }: ShapeProps): ReactElement {
  const className = `mark-${mark}`;
  switch (mark) {
    case 'proprietary':
      return <circle className={className} cx={x} cy={y} r={5} />;
    case 'open':
      return <circle className={className} cx={x} cy={y} r={4} />;
    case 'fine-tuned':
      return <path className={className} d={`M${x} ${y - 6}l6 6-6 6-6-6z`} />;
    case 'square':
      return <path className={className} d={`M${x - 4.5} ${y - 4.5}h9v9h-9z`} />;
    case 'hollow':
      return <path className={className} d={`M${x - 4} ${y - 4}h8v8h-8z`} />;
    case 'triangle':
      return <path className={className} d={`M${x} ${y - 5.5}l5.5 10h-11z`} />;
    case 'bar':
      return <path className={className} d={`M${x - 2} ${y - 6}h4v12h-4z`} />;
  }
}
