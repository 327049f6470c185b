import type { ReactNode } from 'react';
import { type CellDelta, deltaTitle, printsZero } from '../board/delta.ts';
import { deltaClass, valueLook } from '../board/look.ts';
import type { PageColumn } from '../board/page-board.ts';
import type { ColumnScale } from '../board/standings.ts';
import { cellSentences, isFlagged } from '../board/words.ts';
import { type BoardCell, boardName, isComputed } from '../schema/board.ts';
import { href } from '../ui/href.ts';
import { JudgeName } from '../ui/JudgeName.tsx';
import { ScrollBox } from '../ui/layout.tsx';
import { Waiting } from '../ui/loading.tsx';
import { chanceWords, countOf, signed } from '../ui/number-words.ts';
import { type CaseSet, type ComparableData, contestantName } from './choice.ts';
import {
  type CompareLine,
  type CompareTable,
  compareTables,
  type DifferenceTally,
  equalWords,
  inTabOrder,
} from './differences.ts';

export function Comparing({ children = 'Comparing case by case…' }: { readonly children?: ReactNode }) {
  return (
    <p className="state" role="status" aria-busy="true">
      <Waiting>{children}</Waiting>
    </p>
  );
}

interface SignedRangeProps {
  readonly value: number;
  readonly interval: readonly [lo: number, hi: number] | null;
  readonly decimals: number;
}

export function SignedRange({ value, interval, decimals }: SignedRangeProps) {
  return (
    <>
      {signed(value, decimals)}
      {interval === null ? null : <small>{interval.map((end) => signed(end, decimals)).join(' to ')}</small>}
    </>
  );
}

interface TallySentenceProps {
  readonly name: string;
  readonly base: string;
  readonly what: string;
  readonly noun?: string;
  readonly tally: DifferenceTally;
}

export function TallySentence({ name, base, what, noun = '', tally }: TallySentenceProps) {
  const { ahead, behind, open, untested } = tally;
  return (
    <p>
      <b>{name}</b> and {base}, {what}: ahead in <b className="up">{ahead}</b>
      {noun}, behind in <b className="down">{behind}</b>, too close to call in <b>{open}</b>
      {untested === 0 ? '' : `, not tested in ${untested}`}.
    </p>
  );
}

/** Cells have no heat and no bar here, because there are only a few judges. */
const PLAIN: ColumnScale = { heat: null, bar: null, best: null, second: null };

function Value({ cell, column }: { readonly cell: BoardCell; readonly column: PageColumn }) {
  const look = valueLook(cell, column, { scale: PLAIN, heat: false });
  const doubt = isFlagged(cell, column);
  return (
    <td
      title={cellSentences(cell, column, false).join('; ') || undefined}
      className={doubt ? 'doubt' : look.className}
      style={look.style}
    >
      {doubt ? <s className="warned">{look.text}</s> : look.text}
      {doubt ? <span className="hidden"> {cell.status}</span> : null}
    </td>
  );
}

interface DifferenceProps {
  readonly difference: CellDelta | null;
  readonly column: PageColumn;
  readonly name: string;
  readonly base: string;
}

function verdict(difference: CellDelta, { column, name, base }: Omit<DifferenceProps, 'difference'>): string {
  const { better, significant } = difference;
  if (better === 0) return printsZero(difference, column) ? equalWords(difference) : 'neither end is better';
  const doubt = chanceWords(significant);
  return `${better > 0 ? name : base} ahead${doubt === '' ? '' : `, ${doubt}`}`;
}

function DifferenceCells({ difference, ...of }: DifferenceProps) {
  const { column } = of;
  if (difference === null) {
    return (
      <td className="none" colSpan={2}>
        a value is missing or in doubt
      </td>
    );
  }
  return (
    <>
      <td className={deltaClass(difference)} title={deltaTitle(difference, column)}>
        <SignedRange {...difference} decimals={column.decimals} />
      </td>
      <td className="verdict">{verdict(difference, of)}</td>
    </>
  );
}

function Line({ line, names }: { readonly line: CompareLine; readonly names: readonly string[] }) {
  const [base = '', ...others] = names;
  const { column, cells, differences } = line;
  return (
    <tr>
      <th scope="row">
        {column.label}
        {column.group === '' ? null : <small>{column.group}</small>}
      </th>
      {names.map((name, i) => {
        const cell = cells[i];
        return cell === undefined ? null : <Value key={name} cell={cell} column={column} />;
      })}
      {others.map((name, i) => (
        <DifferenceCells key={name} difference={differences[i] ?? null} column={column} name={name} base={base} />
      ))}
    </tr>
  );
}

function CompareTableView({ table, names }: { readonly table: CompareTable; readonly names: readonly string[] }) {
  const { board, variant, lines } = table;
  const [base = '', ...others] = names;
  const heading = `${board.heading}${variant === '' ? '' : ` (${variant})`}`;
  return (
    <section className="compared">
      <h3 className="below-2 text-body bold leading-3">
        <a href={href(`/${board.benchmark}/${board.table}/`)}>{heading}</a>
        <small>{boardName(board)}</small>
      </h3>
      <ScrollBox label={`${heading}, scrolls sideways`}>
        <table className="board compare">
          <caption className="hidden">
            {heading}: {names.join(', ')}
          </caption>
          <thead>
            <tr>
              <th scope="col" className="name">
                Column
              </th>
              {names.map((name) => (
                <th key={name} scope="col">
                  <JudgeName name={name} />
                </th>
              ))}
              {others.map((name) => (
                <th key={name} scope="colgroup" colSpan={2} className="versus">
                  {others.length === 1 ? 'Difference, 95 %' : `${name} against ${base}`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line key={line.column.key} line={line} names={names} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

interface TablesProps {
  readonly tables: readonly CompareTable[];
  readonly names: readonly string[];
}

export function Tables({ tables, names }: TablesProps) {
  return (
    <div className="abreast">
      {tables.map((table) => (
        <CompareTableView
          key={`${table.board.benchmark} ${table.board.table} ${table.variant}`}
          table={table}
          names={names}
        />
      ))}
    </div>
  );
}

interface LeaderboardsProps {
  readonly set: CaseSet;
  readonly comparable: ComparableData;
  readonly nameOf: (judge: string) => string;
}

export function Leaderboards({ set, comparable, nameOf }: LeaderboardsProps) {
  const contestants = [set.base, ...set.others];
  const runs = contestants.map(({ run }) => run.run);
  const boards = inTabOrder(comparable.boards)
    .filter((board) => board.benchmark === set.of.benchmark && isComputed(board))
    // A row is a run, so two runs of one judge are two sides.
    .map((board) => ({ ...board, rows: board.rows.map((row) => ({ ...row, judge: row.id })) }));
  const names = contestants.map((one) => contestantName(nameOf(one.entry.judge), one));
  const tables = compareTables(boards, runs);
  if (tables.length === 0) return null;
  return (
    <details className="more-tables">
      <summary>{countOf(tables.length, 'table')}, column by column</summary>
      <Tables tables={tables} names={names} />
    </details>
  );
}
