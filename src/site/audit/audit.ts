import { type Board, type BoardRow, boardName } from '../../schema/board.ts';
import type { AuditFlag, PublishedCell, Status } from '../../schema/published.ts';
import type { IngestReport } from '../../schema/release.ts';
import { countOf, numberWords } from '../../ui/number-words.ts';

export interface FlagGroup {
  readonly board: Board;
  readonly flags: readonly AuditFlag[];
}

/** Groups flags by table, in the order of benchmarks and tables; a table without flags is left out. */
export function flagGroups(flags: readonly AuditFlag[], boards: readonly Board[]): FlagGroup[] {
  const byTable = Map.groupBy(flags, ({ benchmark, table }) => `${benchmark} ${table}`);
  return boards.flatMap((board) => {
    const own = byTable.get(`${board.benchmark} ${board.table}`);
    return own === undefined ? [] : [{ board, flags: own }];
  });
}

export function flaggedRow({ rows }: Board, { row, variant, judge }: AuditFlag): BoardRow | undefined {
  return rows.find((r) => r.row === row && r.variant === variant && (r.judge ?? '') === judge);
}

interface FlagKind {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly statuses: readonly Status[];
  /** Long lists of cells that are used as printed fold. */
  readonly folded: boolean;
}

export const FLAG_KINDS: readonly FlagKind[] = [
  {
    id: 'doubt',
    title: 'In doubt',
    about: 'Rejected: gives no number. Suspect: struck through, left out of ranks and figures.',
    statuses: ['rejected', 'suspect'],
    folded: false,
  },
  {
    id: 'differs',
    title: 'Differs when recomputed',
    about: 'The judgments give another value; the printed one stays in use.',
    statuses: ['recomputed-differs'],
    folded: false,
  },
  {
    id: 'remarks',
    title: 'Remarks',
    about: 'Odd, but used as printed.',
    statuses: ['ok', 'recomputed-equal', 'not-applicable', 'not-scored'],
    folded: true,
  },
  {
    id: 'coverage',
    title: 'Reconstructed n',
    about: 'The digits fit only fewer samples than the full set; n is the most that fits.',
    statuses: ['coverage'],
    folded: true,
  },
];

const kindOf = (status: Status): FlagKind | undefined => FLAG_KINDS.find(({ statuses }) => statuses.includes(status));

export const flagsOf = (flags: readonly AuditFlag[], kind: FlagKind): readonly AuditFlag[] =>
  flags.filter(({ status }) => kindOf(status) === kind);

/** Counts the cells that flags are of: a cell may have several. */
export const flaggedCells = (flags: readonly AuditFlag[]): number =>
  new Set(flags.map(({ benchmark, table, rowIndex, column }) => [benchmark, table, rowIndex, column].join('\n'))).size;

/** Writes `82 cells`, and how many flags they have where that is another number: `82 cells, 88 flags`. */
export function flaggedWords(flags: readonly AuditFlag[]): string {
  const cells = flaggedCells(flags);
  const words = countOf(cells, 'cell');
  return cells === flags.length ? words : `${words}, ${countOf(flags.length, 'flag')}`;
}

export const flagPlace = (kind: FlagKind, { board }: FlagGroup): string => `${kind.id}-${board.table}`;

/** Says where the flags of a group begin on the page of its benchmark's audit: a path with an anchor. */
export function flagAddress(group: FlagGroup): string {
  const [first] = group.flags;
  const kind = first === undefined ? undefined : kindOf(first.status);
  const anchor = kind === undefined ? '' : `#${flagPlace(kind, group)}`;
  return `/${group.board.benchmark}/audit/${anchor}`;
}

export function flagLists(flags: readonly AuditFlag[], boards: readonly Board[]) {
  return FLAG_KINDS.map((kind) => {
    const own = flagsOf(flags, kind);
    return { kind, flags: own, groups: flagGroups(own, boards) };
  }).filter(({ flags: own }) => own.length > 0);
}

export interface RecordCounts {
  readonly runs: number;
  readonly unused: number;
  readonly read: number;
  readonly accepted: number;
  readonly rejected: number;
}

/** Runs and rows of reports, added up. Every row read is either accepted or rejected. */
export function recordCounts(reports: readonly IngestReport[]): RecordCounts {
  const runs = reports.flatMap((report) => report.runs);
  const files = [...reports.flatMap((report) => report.files), ...runs.flatMap((run) => run.files)];
  const sum = (of: (file: (typeof files)[number]) => number): number => files.reduce((n, file) => n + of(file), 0);
  return {
    runs: runs.length,
    unused: runs.filter(({ used }) => !used).length,
    read: sum(({ read }) => read),
    accepted: sum(({ accepted }) => accepted),
    rejected: sum(({ rejected }) => rejected),
  };
}

/** Parts of a bar, from what is used as printed to what is not used at all. */
export const STATUS_PARTS = [
  { id: 'used', label: 'used as printed', statuses: ['ok', 'recomputed-equal'] },
  { id: 'partly', label: 'rests on fewer answers than stated', statuses: ['coverage'] },
  { id: 'none', label: 'nothing measured', statuses: ['not-applicable', 'not-scored'] },
  { id: 'differs', label: 'used, while the judgments give another value', statuses: ['recomputed-differs'] },
  { id: 'suspect', label: 'suspect', statuses: ['suspect'] },
  { id: 'rejected', label: 'rejected', statuses: ['rejected'] },
] as const satisfies readonly { id: string; label: string; statuses: readonly Status[] }[];

export interface StatusBar {
  readonly board: Board;
  readonly name: string;
  readonly n: number;
  /** Parts are in the order of `STATUS_PARTS`; those without a cell are left out. */
  readonly parts: readonly { readonly id: string; readonly n: number }[];
  readonly doubt: number;
  /** For example `162 cells: 43 used as printed, 18 rejected`. */
  readonly words: string;
}

/** Makes a bar for every table with printed cells, in the order of `boards`. */
export function statusBars(cells: readonly PublishedCell[], boards: readonly Board[]): StatusBar[] {
  return boards.flatMap((board) => {
    const own = cells.filter(({ benchmark, table }) => benchmark === board.benchmark && table === board.table);
    const count = (statuses: readonly Status[]): number => own.filter(({ status }) => statuses.includes(status)).length;
    const parts = STATUS_PARTS.map(({ id, label, statuses }) => ({ id, label, n: count(statuses) })).filter(
      ({ n }) => n > 0,
    );
    if (own.length === 0) return [];
    const words = parts.map(({ n, label }) => `${numberWords(n)} ${label}`).join(', ');
    return {
      board,
      name: boardName(board),
      n: own.length,
      parts: parts.map(({ id, n }) => ({ id, n })),
      doubt: count(['suspect', 'rejected']),
      words: `${countOf(own.length, 'cell')}: ${words}`,
    };
  });
}

/** Counts the cells in doubt: `82 of 3 338 printed cells are in doubt; MM-Critic, table 12 has the most, 20.` */
export function doubtWords(bars: readonly StatusBar[]): string {
  const [all, doubt] = [bars.reduce((sum, { n }) => sum + n, 0), bars.reduce((sum, bar) => sum + bar.doubt, 0)];
  const [worst] = bars.toSorted((a, b) => b.doubt - a.doubt);
  if (worst === undefined || doubt === 0) return `None of ${countOf(all, 'printed cell')} is in doubt.`;
  return `${numberWords(doubt)} of ${countOf(all, 'printed cell')} ${doubt === 1 ? 'is' : 'are'} in doubt; ${worst.name} has the most, ${numberWords(worst.doubt)}.`;
}
