import type { ComponentPropsWithRef, ReactNode, SyntheticEvent } from 'react';
import { Button, ScrollBox } from '../ui/layout.tsx';
import type { PointsChart, ToldMark } from './chart.ts';
import { DRAWING_WIDTH, numbersInWords } from './layouts.ts';
import { type MarkKind, Shape } from './mark-kinds.tsx';
import { fittedName } from './names.ts';

interface DrawingProps extends Pick<ComponentPropsWithRef<'section'>, 'onPointerOver' | 'onFocus'> {
  readonly of: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The box of a drawing, which is its one tab stop: arrow keys go from mark to mark (`src/ui/marks.ts`); too wide a drawing scrolls in it. */
export function Drawing({ of, className, children, ...told }: DrawingProps) {
  const names = className === undefined ? 'drawing' : `drawing ${className}`;
  return (
    <ScrollBox className={names} {...told} data-marks label={`${of}, drawing`}>
      {children}
    </ScrollBox>
  );
}

/** Gives the attribute that places a part of a drawing. Links in drawings may have it, too, which React's types do not know. */
export const placed = (x: number, y = 0): { readonly transform: string } => ({
  transform: y === 0 ? `translate(${x})` : `translate(${x} ${y})`,
});

interface MarkProps {
  /** What the mark tells its tooltip and screen readers, and where it leads; null where that is written when it is reached (`teller`). */
  readonly told?: ToldMark | null | undefined;
  /** The run that it is about; a mark that opens the page of its judge needs none. */
  readonly run?: string | undefined;
  readonly at?: { readonly transform: string };
  readonly children: ReactNode;
}

/** A mark that can be pointed at, tapped and reached with the arrow keys (`src/ui/marks.ts`); it is no tab stop, its drawing is. */
export function Mark({ told = null, run, at, children }: MarkProps) {
  const { words = '', href = null } = told ?? {};
  // A mark without an address is no link; it must then be a picture, since nothing else may carry words.
  const kind = href === null ? (words === '' ? {} : { role: 'img' }) : { href };
  const attributes = { ...at, ...(words === '' ? {} : { 'aria-label': words }), ...kind };
  return (
    <a {...attributes} data-run={run} tabIndex={-1}>
      {children}
    </a>
  );
}

/** A mark's place: the index of its line in the drawing, and its own index in that line. */
interface MarkPlace {
  readonly row: number;
  readonly column: number;
}

const indexIn = (list: ArrayLike<Element>, one: Element | undefined): number =>
  one === undefined ? -1 : Array.from(list).indexOf(one);

/** Writes words and address into a mark when a pointer or the focus reaches it, since they would be most of the page. `line`: selector of a row. */
export const teller =
  (line: string, told: (place: MarkPlace) => ToldMark | null) =>
  ({ target, currentTarget }: SyntheticEvent): void => {
    const mark = target instanceof Element ? (target.closest('a') ?? undefined) : undefined;
    const own = mark?.closest(line) ?? undefined;
    const part = own === undefined ? undefined : [...own.children].find((one) => one.contains(mark ?? null));
    const place = {
      row: indexIn(currentTarget.querySelectorAll(line), own),
      column: own === undefined ? -1 : indexIn(own.children, part),
    };
    const found = place.row < 0 || place.column < 0 ? null : told(place);
    if (mark === undefined || found === null) return;
    mark.setAttribute('aria-label', found.words);
    if (found.href === null) {
      mark.removeAttribute('href');
      mark.setAttribute('role', 'img');
      return;
    }
    mark.removeAttribute('role');
    mark.setAttribute('href', found.href);
  };

interface OnPhoneProps {
  readonly phone: ReactNode;
  readonly children: ReactNode;
}

/** Holds a drawing that is too wide for a phone, and the one that stands there in its place; the style sheet shows one of them. */
export const OnPhone = ({ phone, children }: OnPhoneProps) => (
  <>
    <div className="on-desk">{children}</div>
    <div className="on-phone">{phone}</div>
  </>
);

interface DrawnNameProps {
  readonly text: string;
  readonly room: number;
}

/** Fills a `text` of a drawing with a name that does not run out of it. A name that is cut has the whole one as its title. */
export function DrawnName({ text, room }: DrawnNameProps) {
  const shown = fittedName(text, room);
  if (shown === text) return text;
  return (
    <>
      <title>{text}</title>
      {shown}
    </>
  );
}

interface PanelTitleProps {
  readonly label: string;
  /** The mark of the judge that the panel is about; null where it is about no kind of judge. */
  readonly mark: MarkKind | null;
}

export function PanelTitle({ label, mark }: PanelTitleProps) {
  const x = mark === null ? 2 : 18;
  return (
    <>
      {mark === null ? null : <Shape mark={mark} x={8} y={10} />}
      <text className="panel" x={x} y={14}>
        <DrawnName text={label} room={DRAWING_WIDTH - x} />
      </text>
    </>
  );
}

/** Names the points that a drawing has only numbers for; shown with them, at the press of `NameAll`. */
export function SpareNames({ chart }: { readonly chart: PointsChart }) {
  const words = numbersInWords(chart);
  return words === '' ? null : <p className="of spare">{words}</p>;
}

/** Shows and hides the numbers of points whose names have no place, and their list (`src/ui/marks.ts` presses it, the sheet does it). */
export const NameAll = () => (
  <Button look="js" aria-pressed="false" data-names>
    Name all
  </Button>
);

/** Opens the window in which the figure around it is saved (`save/SavePanel.astro`): one with an address (`id`), a heading and a `.source`. */
export const SaveButton = () => (
  <Button look="js" data-save>
    Save<span className="hidden"> this figure</span>
  </Button>
);
