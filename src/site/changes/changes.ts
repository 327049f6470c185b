import { datedWords } from '../../board/words.ts';
import type { RowsChart } from '../../charts/chart.ts';
import { rowsRoom } from '../../charts/layouts.ts';
import {
  type ChangeKind,
  type DatedReleases,
  type DatedValue,
  datedFile,
  type ReleaseComparison,
  reasonFor,
  renamedWords,
  type ValueChange,
} from '../../schema/dated-release.ts';
import { href } from '../../ui/href.ts';
import { countOf, numberWords } from '../../ui/number-words.ts';

/** What the page of changes is made of. */
export interface ChangesData {
  readonly dated: DatedReleases;
  /** Names of the tables that there are today, by `<benchmark>/<board>`. */
  readonly boards: Readonly<Record<string, string>>;
  /** What has changed between the two that the page opens with; null where no dated release can be read. */
  readonly opening: ReleaseComparison | null;
}

/** Stands for the values of the site itself among the ids of releases. */
export const TODAY = 'today';

/** The two that the page compares unless it is told: the newest release with other values than today's, and today's. */
export function openingPair({ releases, today }: DatedReleases): { readonly from: string; readonly to: string } {
  const other = releases.findLast(({ id }) => id !== today.id) ?? releases.at(-1);
  return { from: other?.id ?? TODAY, to: TODAY };
}

export const datedPath = (id: string, { today }: DatedReleases): string => (id === TODAY ? today.file : datedFile(id));

/** Names the two that are compared. */
export const betweenWords = (from: string, to: string): string =>
  [from, to].map((id) => (id === TODAY ? 'today’s values' : `release ${id}`)).join(' and ');

/** A kind of change: how the sentence counts it, its heading, and what it means. */
interface ChangeSection {
  readonly kind: ChangeKind;
  readonly says: string;
  readonly heading: string;
  readonly about: string;
}

/** In the order of the page. */
export const CHANGE_SECTIONS: readonly ChangeSection[] = [
  {
    kind: 'beyond',
    says: 'moved beyond the interval',
    heading: 'Moved beyond the interval',
    about: 'The value lies outside the 95 % interval that it had.',
  },
  {
    kind: 'within',
    says: 'moved within the interval',
    heading: 'Moved within the interval',
    about: 'The value lies inside the 95 % interval that it had.',
  },
  {
    kind: 'moved',
    says: 'moved and had no interval',
    heading: 'Moved, without an interval',
    about: 'The value had no interval that it could be held against.',
  },
  {
    kind: 'method',
    says: 'got another definition',
    heading: 'Method changed',
    about: 'The definition of the metric is another one: a difference is neither progress nor decline.',
  },
  {
    kind: 'labels',
    says: 'changed with the labels',
    heading: 'Labels changed',
    about: 'The labels of the benchmark are others, so the judge’s own answers may be the same.',
  },
  { kind: 'new', says: 'appeared', heading: 'New', about: 'Values that the first release did not have.' },
  { kind: 'gone', says: 'disappeared', heading: 'Gone', about: 'Values that the second release does not have.' },
  {
    kind: 'around',
    says: 'stayed, with another interval, n or rank',
    heading: 'Same value, another interval, n or rank',
    about: 'Ranks and intervals also depend on the other judges of a table.',
  },
];

const judgesOf = (changes: readonly ValueChange[]): number =>
  new Set(changes.map(({ was, is }) => (was ?? is)?.judge)).size;

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** Says what changed, in a sentence: `1 value moved beyond …; 6 146 are the same.` */
export function changesSentence(comparison: ReleaseComparison): string {
  const { changes, same } = comparison;
  const counted = CHANGE_SECTIONS.flatMap(({ kind, says }) => {
    const own = changes.filter((change) => change.kind === kind);
    const whose = isWhole(kind) ? ` of ${countOf(judgesOf(own), 'judge')}` : '';
    return own.length === 0 ? [] : [`${countOf(own.length, 'value')}${whose} ${says}`];
  });
  const parts = [...counted, ...renamedWords(comparison)];
  if (parts.length === 0) return `Nothing changed: all ${countOf(same, 'value')} are the same.`;
  return `${joined(parts)}; ${same === 0 ? 'no value is' : `${numberWords(same)} are`} the same.`;
}

/** A line of a table of changes. */
export interface ChangeLine {
  readonly board: string;
  readonly judge: string;
  /** The column, or how many values a judge has there that are all new or gone. */
  readonly what: string;
  readonly was: string;
  readonly is: string;
  readonly reason: string;
  readonly href: string | null;
}

/** Address of a table as it is, with what it was in a release. */
const asThenHref = ({ benchmark, board, run }: DatedValue, release: string): string =>
  href(`/${benchmark}/${board}/?pin=${encodeURIComponent(run)}${release === TODAY ? '' : `&release=${release}`}`);

interface Told {
  readonly data: Pick<ChangesData, 'dated' | 'boards'>;
  /** Id of the first release. */
  readonly from: string;
}

const isWhole = (kind: ChangeKind): boolean => kind === 'new' || kind === 'gone';

function lineOf(change: ValueChange, count: number, { data, from }: Told): ChangeLine | null {
  const { kind, was, is } = change;
  const value = is ?? was;
  if (value === null) return null;
  const name = `${value.benchmark}/${value.board}`;
  const isSum = isWhole(kind) && count > 1;
  const shown = (one: DatedValue | null): string => (isSum || one === null ? '' : datedWords(one));
  const board = data.boards[name];
  return {
    board: board ?? name,
    judge: value.name,
    what: isSum ? countOf(count, 'value') : value.label,
    ...{ was: shown(was), is: shown(is), reason: reasonFor(change, data.dated) },
    href: board === undefined ? null : asThenHref(value, from),
  };
}

/** Lists changes of a kind; what is new or gone has a line for each judge of a table. */
export function changeLines(kind: ChangeKind, { changes }: ReleaseComparison, told: Told): readonly ChangeLine[] {
  const own = changes.filter((change) => change.kind === kind);
  const groups = Map.groupBy(own, ({ was, is }, i) => {
    const { benchmark = '', board = '', run = '' } = was ?? is ?? {};
    return isWhole(kind) ? [benchmark, board, run].join('\n') : i;
  });
  return [...groups.values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : (lineOf(first, 1 + more.length, told) ?? []),
  );
}

/** Gives how far a value moved, in units of the distance to the end of the interval that it had on that side; null where that has no length. */
function moveOf({ was, is }: ValueChange): number | null {
  if (was === null || is === null) return null;
  const move = Number(is.value) - Number(was.value);
  const half = move > 0 ? Number(was.high) - Number(was.value) : Number(was.value) - Number(was.low);
  return half > 0 ? move / half : null;
}

/** Lines that are drawn. */
const MOST_DRAWN = 15;
const LEAST_DOMAIN = 1.5;

/** Draws the largest moves on one scale, whatever their units; null where nothing moved that had an interval. */
export function movesChart({ changes }: ReleaseComparison, told: Told): RowsChart | null {
  const moves = changes
    .filter(({ kind }) => kind === 'beyond' || kind === 'within')
    .flatMap((change) => {
      const move = moveOf(change);
      const line = lineOf(change, 1, told);
      return move === null || line === null ? [] : [{ move, line }];
    })
    .sort((a, b) => Math.abs(b.move) - Math.abs(a.move))
    .slice(0, MOST_DRAWN);
  if (moves.length === 0) return null;
  const end = Math.max(LEAST_DOMAIN, ...moves.map(({ move }) => Math.abs(move))) * 1.05;
  const named = moves.map(({ line, move }) => ({ ...line, move, label: `${line.judge}: ${line.what}` }));
  return {
    kind: 'rows',
    size: 'phone',
    title: 'The largest moves, in units of the interval',
    axis: { label: 'moves in units of the interval; 1 is its end', domain: [-end, end], log: false },
    ticks: 4,
    panel: '',
    sides: ['lower than before', 'higher'],
    references: [
      { at: -1, label: 'lower end of the interval' },
      { at: 1, label: 'upper end of the interval' },
    ],
    notes: 2,
    room: rowsRoom(named.map(({ label }) => label)),
    rows: named.map(({ label, board, move, was, is, href: address }) => ({
      label,
      told: { words: `${board}, ${label}: then ${was}, now ${is}`, href: address },
      text: `${was.replace(/ .*/, '')} to ${is.replace(/ .*/, '')}`,
      marks: [],
      joined: false,
      arrow: { from: 0, to: move },
    })),
  };
}
