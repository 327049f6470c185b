import type { RowsChart } from '../charts/chart.ts';
import { Chart } from '../charts/Live.tsx';
import { rowsRoom } from '../charts/layouts.ts';
import { csvBlob } from '../schema/csv.ts';
import type { QueryRow } from '../sql/query.ts';
import type { Parameter } from '../sql/quote.ts';
import { fileName, saveFile } from '../ui/file-name.ts';
import { Button, ScrollBox } from '../ui/layout.tsx';
import { countOf, numberWords, rounded } from '../ui/number-words.ts';
import { visibleText } from '../ui/visible.ts';
import { MOST_ANSWERED, type SqlAnswer } from './ask-sql.ts';

/** Rows that the page shows; a file has all. */
const SHOWN = 200;
/** Rows that a chart has room for. */
const DRAWN = 40;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** Lists and whatever else a file has no cell for are written as JSON. */
function plain(value: unknown): Parameter {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number>) : value);
}

const DECIMALS = 6;
const cellWords = (value: unknown): string =>
  isNumber(value) ? String(rounded(value, DECIMALS)) : visibleText(String(plain(value) ?? ''));

/** Draws the first number of each row beside its first text; null where a row has not both. */
function resultChart(rows: readonly QueryRow[]): RowsChart | null {
  const [first = {}] = rows;
  const name = Object.keys(first).find((key) => typeof first[key] === 'string');
  const value = Object.keys(first).find((key) => isNumber(first[key]));
  if (name === undefined || value === undefined || rows.length < 2) return null;
  const drawn = rows.slice(0, DRAWN).flatMap((row) => {
    const x = row[value];
    return isNumber(x) ? [{ label: cellWords(row[name]), x }] : [];
  });
  const ends = [0, ...drawn.map(({ x }) => x)];
  const [lo, hi] = [Math.min(...ends), Math.max(...ends)];
  if (lo === hi) return null;
  return {
    kind: 'rows',
    title: `${value} by ${name}`,
    size: 'phone',
    axis: { label: value, domain: [lo, hi], log: false },
    ticks: 4,
    panel: '',
    sides: null,
    references: [],
    notes: 0,
    room: rowsRoom(drawn.map(({ label }) => label)),
    rows: drawn.map(({ label, x }) => ({
      label,
      told: null,
      text: String(rounded(x, 2)),
      marks: [{ mark: 'square', value: x, lo: null, hi: null }],
      joined: false,
      arrow: null,
    })),
  };
}

/** Says how many rows there are, and what of them is not shown. */
function rowsWords({ rows, isCut }: SqlAnswer): string {
  if (isCut) return `More than ${numberWords(MOST_ANSWERED)} rows: the rest is left out. The first ${SHOWN} are shown.`;
  return rows.length > SHOWN
    ? `${countOf(rows.length, 'row')}; the first ${SHOWN} are shown.`
    : `${countOf(rows.length, 'row')}.`;
}

interface SqlResultProps {
  readonly answer: SqlAnswer;
  readonly on: string;
  /** What is said of where it comes from. */
  readonly note: string;
}

/** Shows what a statement gave: a table, a chart where there is one, a file. */
export function SqlResult({ answer, on, note }: SqlResultProps) {
  const { rows } = answer;
  const columns = Object.keys(rows[0] ?? {});
  const chart = resultChart(rows);
  const save = (): void => {
    const cells = rows.map((row) => columns.map((column) => plain(row[column])));
    saveFile(`${fileName('sql', [on])}.csv`, csvBlob(columns, cells));
  };
  return (
    <section className="sql-result" aria-label="Result">
      <p role="status">
        {rowsWords(answer)} {note} {rows.length === 0 ? null : <Button onClick={save}>Save as CSV</Button>}
      </p>
      {rows.length === 0 ? null : (
        <ScrollBox label="Rows of the result" className="card sql-rows">
          <table className="plain">
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col" className={isNumber(rows[0]?.[column]) ? 'n' : undefined}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, SHOWN).map((row, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no other name and keep their places
                <tr key={i}>
                  {columns.map((column) => (
                    <td key={column} className={isNumber(row[column]) ? 'n breaks' : undefined}>
                      {cellWords(row[column])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {chart === null ? null : (
        <div className="drawing sql-chart">
          <Chart chart={chart} />
        </div>
      )}
    </section>
  );
}
