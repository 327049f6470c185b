import { createContext, type ReactNode, type ToggleEvent, useContext, useEffect, useRef, useState } from 'react';
import { numberWords } from '../../ui/number-words.ts';
import { NumbersTable, OfNumbers } from './NumbersTable.tsx';

/** Whether all splits, lines and rows are drawn at once: on paper, or in a file, nobody can ask for the others. */
export const WholeDrawings = createContext(false);

interface NumbersProps {
  /** Whose numbers: the figure's title. */
  readonly of: string;
  readonly summary?: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** A longer table is written only when it is opened, apart from its first rows. */
const SHORT = 12;
const FIRST = 8;

/** Shows the numbers of a drawing as a table that folds out. The rows that matter most stand first. */
export function Numbers({ of, summary, columns, rows }: NumbersProps) {
  const box = useRef<HTMLDetailsElement>(null);
  const [opened, setOpened] = useState(false);
  // It may have been opened before the script was there.
  useEffect(() => {
    if (box.current?.open === true) setOpened(true);
  }, []);
  const isWhole = useContext(WholeDrawings);
  const shown = isWhole || opened || rows.length <= SHORT ? rows : rows.slice(0, FIRST);
  return (
    <details ref={box} onToggle={(event: ToggleEvent<HTMLDetailsElement>) => setOpened(event.newState === 'open')}>
      <summary>{summary ?? <OfNumbers />}</summary>
      <NumbersTable of={of} columns={columns} rows={shown}>
        {shown.length === rows.length ? null : (
          <p className="about unfinished">
            The first {FIRST} of {numberWords(rows.length)} rows.{' '}
            <button type="button" className="btn js" onClick={() => setOpened(true)}>
              All rows
            </button>
            <span className="nojs">The others need scripts.</span>
          </p>
        )}
      </NumbersTable>
    </details>
  );
}
