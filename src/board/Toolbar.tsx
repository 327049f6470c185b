import { type MouseEvent, type ReactNode, useCallback, useMemo } from 'react';
import { isLocalName } from '../client/local-release.ts';
import { OFFICIAL_SETTINGS } from '../metrics/query.ts';
import { JUDGE_FACTS, rowLabel } from '../schema/board.ts';
import { ACCESS_WORDS, MOST_JUDGES } from '../schema/words.ts';
import { PickList, SearchBox } from '../ui/boxes.tsx';
import { href } from '../ui/href.ts';
import { GlyphOfWord } from '../ui/JudgeName.tsx';
import { Button, ControlGroup } from '../ui/layout.tsx';
import { toggled } from '../ui/lists.ts';
import type { PageBoard, PageRow } from './page-board.ts';
import { type BoardState, type ChangeBoard, plotHref } from './state.ts';
import { bodyRows } from './use-view.ts';

type RowAccess = NonNullable<PageRow['access']>;
const ACCESS_ORDER: readonly RowAccess[] = ['proprietary', 'open', 'fine-tuned', 'program', 'human'];

interface ToolbarProps {
  readonly board: PageBoard;
  readonly state: BoardState;
  readonly change: ChangeBoard;
  readonly onColumns: (event: MouseEvent<HTMLElement>) => void;
  readonly onDownload: (event: MouseEvent<HTMLElement>) => void;
  readonly onCopy: (event: MouseEvent<HTMLElement>) => void;
  readonly onCsv: () => void;
  readonly status: string;
}

type Part = Pick<ToolbarProps, 'board' | 'state' | 'change'>;

function Search({ state, change, board }: Part) {
  const typed = useCallback((q: string) => change({ q }, 'replace'), [change]);
  const label = `Filter by ${board.rowLabel.toLowerCase()}`;
  return <SearchBox value={state.q} typed={typed} label={label} placeholder="Filter rows" most={80} />;
}

interface TogglesProps {
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly shown: ReactNode }[];
  readonly chosen: readonly string[];
  readonly toggle: (id: string) => void;
}

function Toggles({ label, options, chosen, toggle }: TogglesProps) {
  return (
    <ControlGroup className="set" label={label}>
      {options.map(({ id, shown }) => (
        <Button key={id} aria-pressed={chosen.includes(id)} onClick={() => toggle(id)}>
          {shown}
        </Button>
      ))}
    </ControlGroup>
  );
}

function AccessFilter({ board, state, change }: Part) {
  const present = ACCESS_ORDER.filter((access) => board.rows.some((row) => row.access === access));
  if (present.length < 2) return null;
  const options = present.map((access) => ({
    id: access,
    shown: (
      <>
        <GlyphOfWord access={access} />
        {ACCESS_WORDS[access]}
      </>
    ),
  }));
  const toggle = (access: string) => change({ access: toggled(state.access, access) });
  return <Toggles label="Show only" options={options} chosen={state.access} toggle={toggle} />;
}

function FactFilter({ board, state, change }: Part) {
  const rows = bodyRows(board);
  const telling = JUDGE_FACTS.filter(({ id }) => {
    const known = rows.filter((row) => row.facts?.includes(id)).length;
    return known > 0 && known < rows.length;
  });
  if (telling.length === 0) return null;
  const options = telling.map(({ id, label }) => ({ id, shown: label }));
  const toggle = (fact: string) => change({ fact: toggled(state.fact, fact) });
  return <Toggles label="Show only what is known to be" options={options} chosen={state.fact} toggle={toggle} />;
}

const MODES = [
  { id: 'yes', shown: 'thinking' },
  { id: 'no', shown: 'not thinking' },
];

function ThinkingFilter({ board, state, change }: Part) {
  const known = new Set(board.rows.map((row) => row.thinking));
  if (!known.has(true) || !known.has(false)) return null;
  const toggle = (mode: string) =>
    change({ thinking: state.thinking === mode ? 'any' : mode === 'yes' ? 'yes' : 'no' });
  return <Toggles label="Show only by mode" options={MODES} chosen={[state.thinking]} toggle={toggle} />;
}

function Baseline({ board, state, change }: Part) {
  const judges = useMemo(() => bodyRows(board).filter((row) => row.kind === 'judge'), [board]);
  const choose = useCallback((base: string) => change({ base }), [change]);
  if (judges.length < 2) return null;
  const options = judges.map((row) => ({ value: row.id, label: rowLabel(row, board) }));
  return (
    <PickList
      label="Baseline"
      value={state.base}
      options={[{ value: '', label: 'none' }, ...options]}
      choose={choose}
    />
  );
}

function ComparePinned({ board, state }: Omit<Part, 'change'>) {
  const pinned = new Set(board.rows.filter((row) => state.pin.includes(row.id)).flatMap((row) => row.judge ?? []));
  if (pinned.size < 2 || pinned.size > MOST_JUDGES) return null;
  return (
    <a className="btn" href={`${href('/compare/')}?judges=${[...pinned].join(',')}`}>
      Compare pinned
    </a>
  );
}

function PlotThese({ board }: Pick<Part, 'board'>) {
  const address = isLocalName(board.benchmark) ? null : plotHref(board);
  if (address === null) return null;
  return (
    <a className="btn" href={address}>
      Plot
    </a>
  );
}

/** Other ways to count; one that changes nothing on this board is not offered. */
function Switches({ board, state, change }: Part) {
  return board.switches?.map(({ id, on, label }) => {
    const pressed = state[id] === on;
    return (
      <Button key={id} aria-pressed={pressed} onClick={() => change({ [id]: pressed ? OFFICIAL_SETTINGS[id] : on })}>
        {label}
      </Button>
    );
  });
}

function chosenFilters(board: PageBoard, state: BoardState): number {
  const switched = board.switches?.filter(({ id, on }) => state[id] === on).length ?? 0;
  return (
    state.access.length + state.fact.length + Number(state.thinking !== 'any') + Number(state.base !== '') + switched
  );
}

/** Controls in lines, filters in a sheet where the window is narrow. They need scripts, so they are not shown where those are off. */
export function BoardToolbar({ board, state, change, onColumns, onDownload, onCopy, onCsv, status }: ToolbarProps) {
  const part = { board, state, change };
  const chosen = chosenFilters(board, state);
  return (
    <ControlGroup className="bar js" label="Table controls">
      <Search {...part} />
      <Button look="to-sheet" popoverTarget="board-filters">
        Filters{chosen === 0 ? '' : ` (${chosen})`}
      </Button>
      <div id="board-filters" popover="auto" className="sheet">
        <AccessFilter {...part} />
        <FactFilter {...part} />
        <ThinkingFilter {...part} />
        <Baseline {...part} />
        <Switches {...part} />
        <ComparePinned board={board} state={state} />
      </div>
      <Button aria-haspopup="dialog" onClick={onColumns}>
        Columns
      </Button>
      <PlotThese board={board} />
      <output className="count">{status}</output>
      <Button look="quiet" onClick={onCopy}>
        Copy link
      </Button>
      <Button onClick={onCsv}>CSV</Button>
      <Button aria-haspopup="dialog" onClick={onDownload}>
        Download
      </Button>
    </ControlGroup>
  );
}
