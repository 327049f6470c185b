import { memo, useCallback } from 'react';
import { contextWords, isComputed } from '../schema/board.ts';
import { href } from '../ui/href.ts';
import { Glyph } from '../ui/JudgeName.tsx';
import { classNames } from '../ui/lists.ts';
import type { BoardFrame } from './look.ts';
import { type CellLook, deltaLook, keptStyle, PLAIN_LOOK, referenceLook, valueLook } from './look.ts';
import { boardCasesHref, type PageBoard, type PageColumn, type PageReference, type PageRow } from './page-board.ts';
import type { Standings } from './standings.ts';
import { coverageWords, explanationId, isFlagged, rankWords, statusWords, TICK_MARK, totalName } from './words.ts';

function CellText({ text }: { readonly text: string }) {
  if (text !== TICK_MARK) return text;
  return (
    <svg className="tick" viewBox="0 0 12 10" role="img" aria-label="yes">
      <path d="M1 5.5 4.5 9 11 1" />
    </svg>
  );
}

function ValueCell({
  look,
  flag,
  kept,
  cases,
  showCard,
}: {
  readonly look: CellLook;
  readonly flag: string | null;
  /** The cell's place among the columns kept at the left; null for the others. */
  readonly kept: number | null;
  /** Address of the cases that cost these points; null where there are none to open. */
  readonly cases: string | null;
  readonly showCard?: ((place: HTMLElement, byTouch: boolean) => void) | undefined;
}) {
  const style = kept === null ? look.style : { ...look.style, ...keptStyle(kept) };
  const aside = look.aside === '' ? null : <span className="hidden">{` ${look.aside}`}</span>;
  return (
    <td
      className={classNames(look.className, kept !== null && 'kept')}
      style={style}
      onPointerEnter={({ currentTarget, pointerType }) => showCard?.(currentTarget, pointerType === 'touch')}
      onFocus={({ currentTarget }) => showCard?.(currentTarget, false)}
    >
      {flag === null && cases !== null ? (
        <a className="cases" href={cases}>
          {look.text}
        </a>
      ) : flag === null ? (
        <CellText text={look.text} />
      ) : (
        <button type="button" popoverTarget={explanationId('flag', flag)}>
          <s>{look.text}</s>
        </button>
      )}
      {look.apart === undefined ? null : <small className="apart">{look.apart}</small>}
      {aside}
    </td>
  );
}

function lookOf(frame: BoardFrame, row: PageRow, column: PageColumn): CellLook {
  const cell = row.cells[column.key];
  const scale = frame.scales[column.key];
  if (cell === undefined || scale === undefined) return PLAIN_LOOK;
  const delta = frame.deltas?.of(row, column);
  return delta === undefined || delta === null
    ? valueLook(cell, column, { scale, heat: frame.warm.has(column.key) })
    : deltaLook(delta, column, frame.heat);
}

/** Says where the cases lie behind a computed value; null where it cost nothing or is published. */
function casesOf({ board }: BoardFrame, row: PageRow, { key, losses }: PageColumn): string | null {
  if (losses === undefined || (row.cells[key]?.value ?? null) === null) return null;
  return boardCasesHref(board.benchmark, losses, row.id);
}

function keptAt(frame: BoardFrame, index: number): number | null {
  return index < frame.left ? index : null;
}

const Cells = memo(function Cells({ frame, row }: { readonly frame: BoardFrame; readonly row: PageRow }) {
  return frame.columns.map((column, i) => {
    return (
      <ValueCell
        key={column.key}
        look={lookOf(frame, row, column)}
        flag={isFlagged(row.cells[column.key], column) ? `${row.id}.${column.key}` : null}
        kept={keptAt(frame, i)}
        cases={casesOf(frame, row, column)}
        showCard={(place, byTouch) => frame.showCard({ place, byTouch, row, column })}
      />
    );
  });
});

function rankReason(row: PageRow, column: PageColumn): string {
  const cell = row.cells[column.key];
  if (cell?.apart !== undefined) return `another quantity, ${cell.apart}`;
  return cell === undefined ? 'nothing printed' : cell.noInterval || statusWords(cell.status) || 'not tested';
}

/** Rank interval, or place where the column has no test; a dash says why there is neither. */
function Rank({ row, standings, place }: Pick<JudgeRowProps, 'row' | 'standings' | 'place'>) {
  if (standings === null) return null;
  const among = place === undefined ? null : <b>{place}</b>;
  const standing = standings.of.get(row.id);
  const rank = standing?.rank ?? null;
  if (standing !== undefined && !standings.tested) return <td className="rank none">{among ?? standing.place}</td>;
  if (rank === null) {
    const reason = rankReason(row, standings.column);
    return (
      <td className="rank none">
        {among ?? '–'}
        <span className="hidden"> no rank: {reason}</span>
      </td>
    );
  }
  return (
    <td className={rank.couldBeFirst ? 'rank first' : 'rank'}>
      {among}
      {among === null ? rankWords(rank) : <small> {rankWords(rank)}</small>}
      {rank.couldBeFirst ? <span className="hidden"> could be first</span> : null}
    </td>
  );
}

function PinButton({
  row,
  pinned,
  frame,
}: {
  readonly row: PageRow;
  readonly pinned: boolean;
  readonly frame: BoardFrame;
}) {
  return (
    <button
      type="button"
      className="pin js"
      aria-pressed={pinned}
      aria-label={`Pin ${row.name} to the top`}
      onClick={() => frame.pin(row.id)}
    />
  );
}

const DOT = ' · ';

/** Shows the second line of a row; what is in the `span` is left out on a phone. */
function Context({ row, frame: { board } }: Pick<JudgeRowProps, 'row' | 'frame'>) {
  const { apart, more } = contextWords(row, board);
  const coverage = coverageWords(row, board.columns, isComputed(board));
  if (apart === '' && more === '' && coverage === '') return null;
  return (
    <small>
      {apart}
      {more === '' ? null : <span>{apart === '' ? `${more}${coverage === '' ? '' : DOT}` : `${DOT}${more}`}</span>}
      {apart === '' || coverage === '' ? coverage : `${DOT}${coverage}`}
    </small>
  );
}

interface JudgeRowProps {
  readonly frame: BoardFrame;
  readonly row: PageRow;
  readonly standings: Standings | null;
  readonly pinned: boolean;
  readonly under: boolean;
  /** Whether the row is the first of its group, which has a stronger rule above it. */
  readonly groupStart: boolean;
  /** The row has this place among the rows that filters leave; undefined without filters. */
  readonly place: number | undefined;
  /** Counts all rows, where only some are in the page. */
  readonly index: number | undefined;
}

type Badge = readonly [kind: 'part' | 'constant' | 'figures', text: string, label: string];

function badgesOf({ name, involvement, constant }: PageRow, { figures }: PageBoard): readonly Badge[] {
  const badges: readonly (Badge | false)[] = [
    involvement.length > 0 && ['part', 'took part in making it', `${name} took part in making it: how`],
    constant !== undefined && ['constant', `always says ${constant.answer}`, `${name} always says ${constant.answer}`],
    figures === true && ['figures', 'figures', `Figures that explain the values of ${name}`],
  ];
  return badges.filter((badge) => badge !== false);
}

const judgeHref = (judge: string, { pinned }: PageBoard): string =>
  href(`/judge/${judge}/${pinned === undefined ? '' : `?release=${encodeURIComponent(pinned)}`}`);

export const JudgeRow = memo(function JudgeRow(props: JudgeRowProps) {
  const { frame, row, standings, pinned, under, groupStart, place, index } = props;
  const isBase = frame.deltas?.base.id === row.id;
  const named = useCallback(
    (line: HTMLElement | null) => {
      if (line !== null) line.dataset['row'] = row.id;
    },
    [row.id],
  );
  const className = classNames(
    pinned && 'pinned',
    under && 'under',
    row.mine && 'mine',
    groupStart && 'tie-start',
    isBase && 'base',
  );
  return (
    <tr ref={named} className={className} aria-rowindex={index}>
      <Rank row={row} standings={standings} place={place} />
      <th scope="row">
        {row.kind === 'judge' ? <PinButton row={row} pinned={pinned} frame={frame} /> : null}
        {row.access === null ? null : <Glyph access={row.access} />}
        {row.judge === null ? row.name : <a href={judgeHref(row.judge, frame.board)}>{row.name}</a>}
        {badgesOf(row, frame.board).map(([kind, text, label]) => (
          <button
            key={kind}
            type="button"
            className={kind === 'part' ? kind : `part ${kind}`}
            popoverTarget={explanationId(kind, row.id)}
            aria-label={label}
          >
            {text}
          </button>
        ))}
        <Context row={row} frame={frame} />
      </th>
      <Cells frame={frame} row={row} />
    </tr>
  );
});

interface OtherRowProps {
  readonly frame: BoardFrame;
  readonly ranked: boolean;
  readonly index: number | undefined;
}

/** Shows a trivial judge in its own style: it has no rank and no heat, and is not counted. */
export function ReferenceRow({
  frame,
  reference,
  ranked,
  index,
}: OtherRowProps & { readonly reference: PageReference }) {
  return (
    <tr className="reference" aria-rowindex={index}>
      {ranked ? <td className="rank" /> : null}
      <th scope="row">
        {reference.label}
        <small>reference line</small>
      </th>
      {frame.columns.map((column, i) => (
        <ValueCell
          key={column.key}
          look={referenceLook(frame, reference, column)}
          flag={null}
          kept={keptAt(frame, i)}
          cases={null}
        />
      ))}
    </tr>
  );
}

export function TotalRow({ frame, row, ranked, index }: OtherRowProps & { readonly row: PageRow }) {
  return (
    <tr className="total" aria-rowindex={index}>
      {ranked ? <td className="rank" /> : null}
      <th scope="row">{totalName(row)}</th>
      <Cells frame={frame} row={row} />
    </tr>
  );
}
