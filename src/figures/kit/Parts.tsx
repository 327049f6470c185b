import {
  createContext,
  isValidElement,
  type MouseEvent,
  type ReactNode,
  type ToggleEvent,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { SaveButton } from '../../charts/Drawing.tsx';
import { isLocalName } from '../../client/local-release.ts';
import { openValue, PROOF_TITLE } from '../../prove/open-value.ts';
import { tableId, valueSearch } from '../../schema/value-link.ts';
import { numberWords } from '../../schema/words.ts';
import { href } from '../../ui/href.ts';
import { useHydrated } from '../../ui/island.tsx';
import { Button, ColumnHeads, HowToRead, ScrollBox } from '../../ui/layout.tsx';
import { keyed } from '../../ui/lists.ts';
import type { LinkScope } from './case-figure.ts';

interface FigureBoxProps {
  readonly id: string;
  readonly title: string;
  /** A line of the page, or half of it where the screen is wide. */
  readonly width: 'half' | 'broad';
  /** Where the numbers come from, with n; it is also written under a saved picture. */
  readonly source: ReactNode;
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** Whether a figure stands in a frame of somebody else's page, where its title is the page's and nothing can be pressed. */
export const InFrame = createContext(false);

/** Names one of a figure's panels. */
export function PanelName({ children }: { readonly children: ReactNode }) {
  return <h4 aria-level={useContext(InFrame) ? 2 : undefined}>{children}</h4>;
}

/** Shows what every figure has: its title, where its numbers come from, its address, and the way to save it. */
export function FigureBox({ id, title, width, source, busy = false, children }: FigureBoxProps) {
  const isFramed = useContext(InFrame);
  return (
    <figure className={width === 'broad' ? 'figure broad renewed' : 'figure renewed'} id={id} aria-busy={busy}>
      <figcaption className="grid gap-1 below-3">
        {isFramed ? null : <h3 className="text-head">{title}</h3>}
        <div className="tools flex wrap gap-1 gap-x-3 items-center">
          <span className="source">{source}</span>
          {isFramed ? null : (
            <>
              <a href={`#${id}`}>
                Link<span className="hidden"> to this figure</span>
              </a>
              <SaveButton />
            </>
          )}
        </div>
      </figcaption>
      {children}
    </figure>
  );
}

interface ReadingProps {
  /** A line per split: the first stands above the picture, the others behind the fold; empty where there is nothing to say. */
  readonly says: string;
  /** The longest that the figure may say for another judge; left out where what it says is of no judge that is chosen. */
  readonly room?: string;
  readonly children: ReactNode;
  readonly more?: ReactNode;
}

export function Reading({ says, room, children, more }: ReadingProps) {
  const [first = '', ...others] = says.split('\n');
  const [most] = room?.split('\n') ?? [];
  return (
    <>
      {first === '' ? null : (
        <p className="takeaway" data-room={most}>
          <span>{first}</span>
        </p>
      )}
      <HowToRead>
        {others.length === 0 ? null : <p className="about lines">{others.join('\n')}</p>}
        <p className="about">{children}</p>
        {more === undefined ? null : <p className="about">{more}</p>}
      </HowToRead>
    </>
  );
}

interface DrawingBesideProps {
  readonly drawing: ReactNode;
  /** The table has the drawing's numbers: a folded one shows its first rows where it stands beside the drawing. */
  readonly table: ReactNode;
}

export function DrawingBeside({ drawing, table }: DrawingBesideProps) {
  return (
    <div className="drawing-beside">
      <div>
        <div>{drawing}</div>
        {table}
      </div>
    </div>
  );
}

interface ProvedValueProps {
  readonly links: LinkScope;
  /** The split whose board it is; null where a protocol has one board. */
  readonly split: string | null;
  /** Key of the board's column. */
  readonly column: string;
  readonly run: string;
  readonly words: string;
}

/**
 * A value that a board of the release has too, which opens its card. It is plain text before scripts are there, for selected cases, of which no board is,
 * and for one's own results.
 */
export function ProvedValue({ links: { choices, scope }, split, column, run, words }: ProvedValueProps) {
  const { benchmark, runs } = choices;
  const protocol = runs.find((one) => one.run === run)?.protocol;
  const isPart = Object.values(scope.facets ?? {}).some((values) => values.length > 0);
  const isKnown = protocol !== undefined && !isPart && !isLocalName(benchmark) && /\d/.test(words);
  if (!useHydrated() || !isKnown) return words;
  const table = tableId(protocol, split);
  const search = valueSearch({ benchmark, table, rows: [run], columns: [column], release: '', shown: '' });
  const open = (event: MouseEvent<HTMLAnchorElement>): void =>
    openValue(event, event.currentTarget, () => import('../../prove/ProofCard.tsx'));
  return (
    <a href={href(`/sql/${search}`)} title={PROOF_TITLE} onClick={open}>
      {words}
    </a>
  );
}

interface NumbersTableProps {
  readonly of: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
  /** Written above a table as wide as the page. */
  readonly caption?: string;
  readonly children?: ReactNode;
}

const nameOfRow = (cells: readonly ReactNode[]): string =>
  cells
    .map((cell) => (isValidElement(cell) ? cell.key : cell))
    .slice(0, 3)
    .join(' ');

/** Shows the numbers of a drawing as a table in a box that scrolls; the first cell of a row names it. */
export function NumbersTable({ of, columns, rows, caption, children }: NumbersTableProps) {
  return (
    <ScrollBox className={caption === undefined ? 'numbers' : 'numbers wide'} label={`${of}, table`}>
      <table>
        {caption === undefined ? null : <caption className="ink-2 text-left">{caption}</caption>}
        <thead>
          <ColumnHeads columns={columns} />
        </thead>
        <tbody>
          {keyed(rows, nameOfRow).map(({ key, item: [first, ...rest] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {rest.map((cell, i) => (
                <td key={columns[i + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </ScrollBox>
  );
}

export const OfNumbers = () => (
  <>
    Table<span className="hidden"> of these numbers</span>
  </>
);

/** Whether all splits, lines and rows are drawn at once: on paper, or in a file, nobody can ask for the others. */
export const WholeDrawings = createContext(false);

interface NumbersProps extends Pick<NumbersTableProps, 'of' | 'columns' | 'rows'> {
  readonly summary?: string;
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
            <Button look="js" onClick={() => setOpened(true)}>
              All rows
            </Button>
            <span className="nojs">The others need scripts.</span>
          </p>
        )}
      </NumbersTable>
    </details>
  );
}
