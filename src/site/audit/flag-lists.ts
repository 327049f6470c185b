import type { AuditFlag } from '../../schema/audit.ts';
import type { Board } from '../../schema/board.ts';
import type { Status } from '../../schema/published.ts';
import { countOf } from '../../ui/number-words.ts';
import { type FlagGroup, flagGroups } from './flag-groups.ts';

/** What flags of some statuses have in common. */
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

/** Gives the kind of a status. Each status has one. */
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

/** Names the place of a table's flags on the page of its benchmark's audit. */
export const flagPlace = (kind: FlagKind, { board }: FlagGroup): string => `${kind.id}-${board.table}`;

/** Says where the flags of a group begin on the page of its benchmark's audit: a path with an anchor. */
export function flagAddress(group: FlagGroup): string {
  const [first] = group.flags;
  const kind = first === undefined ? undefined : kindOf(first.status);
  const anchor = kind === undefined ? '' : `#${flagPlace(kind, group)}`;
  return `/${group.board.benchmark}/audit/${anchor}`;
}

/** Lists the kinds with flags of one benchmark, and their flags by table. */
export function flagLists(flags: readonly AuditFlag[], boards: readonly Board[]) {
  return FLAG_KINDS.map((kind) => {
    const own = flagsOf(flags, kind);
    return { kind, flags: own, groups: flagGroups(own, boards) };
  }).filter(({ flags: own }) => own.length > 0);
}
