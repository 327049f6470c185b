import { type ReactNode, type ToggleEvent, useEffect, useRef, useState } from 'react';
import { numberWords } from '../../ui/number-words.ts';

interface NumbersProps {
  /** Whose numbers: the figure's title. */
  readonly of: string;
  readonly summary?: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** A longer table is written only when it is opened, apart from its first rows. */
const SHORT = 40;
const FIRST = 12;

/** The numbers of a drawing as a table that folds out; the first cell of a row names it. The rows that matter most stand first. */
export function Numbers({ of, summary = 'Table of these numbers', columns, rows }: NumbersProps) {
  const box = useRef<HTMLDetailsElement>(null);
  const [opened, setOpened] = useState(false);
  // It may have been opened before the script was there.
  useEffect(() => {
    if (box.current?.open === true) setOpened(true);
  }, []);
  const shown = opened || rows.length <= SHORT ? rows : rows.slice(0, FIRST);
  return (
    <details ref={box} onToggle={(event: ToggleEvent<HTMLDetailsElement>) => setOpened(event.newState === 'open')}>
      <summary>{summary}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="numbers" tabIndex={0} aria-label={`${of}, table`}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, cells: [first, ...rest] }) => (
              <tr key={key}>
                <th scope="row">{first}</th>
                {rest.map((cell, i) => (
                  <td key={columns[i + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length === rows.length ? null : (
          <p className="about">
            The first {FIRST} of {numberWords(rows.length)} rows; the others need scripts.
          </p>
        )}
      </section>
    </details>
  );
}
