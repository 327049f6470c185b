import { type ReactNode, type RefObject, useCallback, useEffect, useRef } from 'react';
import type { SortKey } from '../schema/board.ts';
import { Button } from './layout.tsx';

type Box = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Keeps a text box or a list in step with the URL without losing what somebody has typed: its content from before the script was loaded is
 * read as a change, and later changes of the URL are written into it.
 */
export function useBox<T extends Box>(value: string, change: (value: string) => void): RefObject<T | null> {
  const box = useRef<T>(null);
  const isHydrated = useRef(false);
  useEffect(() => {
    const element = box.current;
    if (element === null || element.value === value) {
      isHydrated.current = true;
      return;
    }
    const served = element instanceof HTMLSelectElement ? '' : element.defaultValue;
    const typedBefore = !isHydrated.current && element.value !== served;
    isHydrated.current = true;
    if (typedBefore) change(element.value);
    else element.value = value;
  }, [value, change]);
  return box;
}

interface SearchBoxProps {
  readonly value: string;
  /** Called at every keystroke; must stay the same function as long as it does the same. */
  readonly typed: (value: string) => void;
  readonly label: string;
  readonly placeholder: string;
  readonly most: number;
}

export function SearchBox({ value, typed, label, placeholder, most }: SearchBoxProps) {
  const box = useBox<HTMLInputElement>(value, typed);
  return (
    <input
      ref={box}
      type="search"
      className="field"
      autoComplete="off"
      spellCheck={false}
      maxLength={most}
      placeholder={placeholder}
      aria-label={label}
      defaultValue=""
      onInput={(event) => typed(event.currentTarget.value)}
    />
  );
}

interface NumberRange {
  readonly from: number | null;
  readonly to: number | null;
}

/** Says of a range whose ends are the wrong way round that it holds nothing; '' of any other. */
export const reversedWords = ({ from, to }: NumberRange): string =>
  from !== null && to !== null && from > to
    ? `Nothing is from ${from} to ${to}: the first number is the larger one.`
    : '';

interface RangeBoxesProps {
  readonly range: NumberRange;
  readonly step?: number;
  readonly most: number;
  readonly change: (range: NumberRange) => void;
  readonly onFocus?: () => void;
}

/**
 * Takes the two ends of a range as numbers, both read at every keystroke, and those that were typed before the page was hydrated. A box is not
 * written into while somebody types in it.
 */
export function RangeBoxes({ range, step = 1, most, change, onFocus }: RangeBoxesProps) {
  const [from, to] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const isHydrated = useRef(false);
  const typed = (): void => {
    const [first = null, last = null] = [from, to].map(({ current }) => {
      const n = current?.valueAsNumber ?? Number.NaN;
      return Number.isFinite(n) ? Math.round(Math.min(most, Math.max(0, n)) * (1 / step)) / (1 / step) : null;
    });
    change({ from: first, to: last });
  };
  const written = (): void => {
    for (const [{ current }, end] of [[from, range.from] as const, [to, range.to] as const])
      if (current !== null && document.activeElement !== current) current.value = end === null ? '' : String(end);
  };
  // After every drawing: it costs nothing where the boxes say the range already.
  useEffect(() => {
    const isTyped = !isHydrated.current && [from, to].some(({ current }) => current?.value !== '');
    isHydrated.current = true;
    if (isTyped) typed();
    else written();
  });
  const end = (label: string, box: RefObject<HTMLInputElement | null>) => (
    <label>
      {label}
      <input
        ref={box}
        type="number"
        className="field"
        autoComplete="off"
        min={0}
        max={most}
        step={step}
        onFocus={onFocus}
        onInput={typed}
        onBlur={() => setTimeout(written)}
      />
    </label>
  );
  return (
    <>
      {end('from', from)}
      {end('to', to)}
      <output>{reversedWords(range)}</output>
    </>
  );
}

export interface ListBoxProps {
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** This must stay the same function while nothing else changes. */
  readonly choose: (value: string) => void;
  readonly className?: string;
}

/** Shows a list that works before its script is loaded: an earlier choice is read when the page is hydrated. */
export function ListBox({ value, options, choose, className }: ListBoxProps) {
  const list = useBox<HTMLSelectElement>(value, choose);
  return (
    <select
      ref={list}
      className={className}
      defaultValue=""
      autoComplete="off"
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface PickListProps extends Omit<ListBoxProps, 'className'> {
  readonly label: string;
  readonly title?: string;
}

/** Shows a list beside its name, told apart where it is not at what the page opens with (the empty value). */
export function PickList({ label, title, ...list }: PickListProps) {
  return (
    <label className={list.value === '' ? 'btn pick' : 'btn pick on'} title={title}>
      <span>{label}</span>
      <ListBox {...list} />
    </label>
  );
}

interface ThenByProps {
  readonly columns: readonly (readonly [id: string, label: string])[];
  readonly sort: readonly SortKey[];
  /** Whether a column's better, or larger, end comes first. */
  readonly descendingFirst: (column: string) => boolean;
  readonly change: (sort: readonly SortKey[]) => void;
}

/** Gives the order with this column as its second key; '' removes every key after the first. */
function withSecond([first, , ...rest]: readonly SortKey[], column: string, descending: boolean): SortKey[] {
  if (first === undefined) return [];
  return column === '' ? [first] : [first, { column, descending }, ...rest.filter((key) => key.column !== column)];
}

/** Chooses the second key of an order without the Shift key: for touch screens, and for those who do not know of it. */
export function ThenBy({ columns, sort, descendingFirst, change }: ThenByProps) {
  const [first, second] = sort;
  const choose = useCallback(
    (column: string) => change(withSecond(sort, column, descendingFirst(column))),
    [sort, descendingFirst, change],
  );
  if (first === undefined) return null;
  const free = columns.filter(([id]) => id !== first.column).map(([value, label]) => ({ value, label }));
  return (
    <>
      <PickList
        label="Then by"
        title="Rows that are equal in the first order. Shift and a click on a heading does the same, for any number of columns."
        value={second?.column ?? ''}
        options={[{ value: '', label: '–' }, ...free]}
        choose={choose}
      />
      {second === undefined ? null : (
        <Button
          aria-label={`${second.descending ? 'descending' : 'ascending'}, reverse the second order`}
          onClick={() => change(withSecond(sort, second.column, !second.descending))}
        >
          {second.descending ? 'descending' : 'ascending'}
        </Button>
      )}
    </>
  );
}

interface SelectFieldProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly choose: (value: string) => void;
  readonly className?: string;
}

/** A list beside its name that is drawn by its script alone: its value is the page's. */
export function SelectField({ label, value, options, choose, className }: SelectFieldProps) {
  return (
    <label className={className}>
      {label}{' '}
      <select className="field" value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {options.map(([id, words]) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
