import { type Board, isComputed } from '../schema/board.ts';

type TableHead = Pick<Board, 'benchmark' | 'number' | 'source' | 'printedIn'>;

const kindOf = (board: TableHead): number => (isComputed(board) ? 1 : board.printedIn === undefined ? 0 : 2);

/** A benchmark's tables: its paper's in their order, boards of its runs, boards printed elsewhere. The first leaderboard is the main one. */
export function tablesOf<B extends TableHead>(boards: readonly B[], benchmark: string): B[] {
  return boards
    .filter((board) => board.benchmark === benchmark)
    .sort((a, b) => kindOf(a) - kindOf(b) || a.number - b.number);
}

type Titled = Pick<Board, 'table' | 'title' | 'kind'>;

export interface TabEntry {
  readonly label: string;
  readonly table: string;
  readonly current: boolean;
  /** Of the entry that is open: its tables, where there are several. */
  readonly parts: readonly { readonly label: string; readonly table: string; readonly current: boolean }[];
}

/** Splits a title: `Score: Core` → Score, Core. Tables of settings and of the data go together, whatever they are called. */
function namesOf({ title, kind }: Titled): readonly [group: string, part: string] {
  if (kind === 'comparison') return ['Settings', title];
  if (kind === 'statistics') return ['Data', title];
  const at = title.indexOf(': ');
  return at < 0 ? [title, title] : [title.slice(0, at), title.slice(at + 2)];
}

/** All tables in one line: leaderboards by measure, settings, data. An entry leads to the part called as the one that is open (Score: Core → Accuracy: Core). */
export function tabEntries(boards: readonly Titled[], current: string): readonly TabEntry[] {
  const open = boards.find(({ table }) => table === current);
  const [openGroup, openPart] = open === undefined ? ['', ''] : namesOf(open);
  return [...Map.groupBy(boards, (board) => namesOf(board)[0])].flatMap(([group, tables]): TabEntry[] => {
    const [first] = tables;
    const isOpen = group === openGroup;
    if (first === undefined || (first.kind === 'statistics' && !isOpen)) return [];
    const same = tables.find((board) => namesOf(board)[1] === openPart) ?? first;
    const parts = tables.map((board) => ({
      label: namesOf(board)[1],
      table: board.table,
      current: board.table === current,
    }));
    const label = tables.length === 1 ? first.title : group;
    return [{ label, table: same.table, current: isOpen, parts: isOpen && tables.length > 1 ? parts : [] }];
  });
}
