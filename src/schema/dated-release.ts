import Papa from 'papaparse';

/** What a dated release says of each of its values: a line each, every field as text, `releases/<id>.csv.gz`. */
export const DATED_COLUMNS = [
  'benchmark',
  'board',
  'judge',
  'run',
  'name',
  'column',
  'label',
  'metric',
  'slice',
  /** The digits as they stand in the table; `value`, `low` and `high` have two more. */
  'shown',
  'value',
  'low',
  'high',
  'n',
  /** `2-5`, or `3` where the interval is one place. */
  'rank',
  /** Version of the metric's definition; '' for a value that a paper prints. */
  'version',
  /** Hash of the benchmark's labels; '' where none are here. */
  'labels',
] as const;

export type DatedValue = Readonly<Record<(typeof DATED_COLUMNS)[number], string>>;

/** A release whose values stay; the end of its id is the beginning of the SHA-256 of its text. */
export interface DatedRelease {
  readonly id: string;
  readonly date: string;
  /** What changed with it, in the words of whoever published it. */
  readonly what: string;
  /** Address of the whole site of that release, where somebody still hosts it. */
  readonly site?: string | undefined;
}

/** What people say of changes: judges by their id then and now, and why something left or changed, by id. */
export interface ChangeNotes {
  readonly renamed: Readonly<Record<string, string>>;
  readonly reasons: Readonly<Record<string, string>>;
}

/** The dated releases of a site, the oldest first, and the file of the values that it shows itself, below `data/`. */
export interface DatedReleases extends ChangeNotes {
  readonly releases: readonly DatedRelease[];
  readonly today: { readonly file: string; readonly id: string | null };
}

/** Names a column in a release and on judges' pages. */
export const datedLabel = ({ group, label }: { readonly group: string; readonly label: string }): string =>
  group === '' ? label : `${group}, ${label}`;

/** Digits of the hash that end an id. */
export const ID_DIGITS = 8;

export const datedFile = (id: string): string => `releases/${id}.csv.gz`;

/** Gives the beginning of the hash that the values of a release have. */
export const hashOfId = (id: string): string => id.slice(-ID_DIGITS);

/** Says that a text is no release that this version can compare. */
export class UnreadRelease extends Error {}

/** Reads the values of a dated release. Throws `UnreadRelease` where columns are missing, as in a file of an older version, or lines are cut off. */
export function datedValues(id: string, text: string): readonly DatedValue[] {
  const { data, meta, errors } = Papa.parse<DatedValue>(text, { header: true, skipEmptyLines: true });
  const missing = DATED_COLUMNS.filter((name) => meta.fields?.includes(name) !== true);
  if (missing.length > 0)
    throw new UnreadRelease(
      `Release ${id} was written by another version: its values lack ${missing.map((name) => `“${name}”`).join(', ')}, so they cannot be compared.`,
    );
  const [fault] = errors;
  if (fault === undefined) return data;
  throw new UnreadRelease(
    `Release ${id} cannot be read: line ${(fault.row ?? 0) + 2} is not whole (${fault.message}). Was the file written to its end?`,
  );
}

/** What became of a value; the first that holds, since a change of its method or labels explains all others. */
export type ChangeKind = 'new' | 'gone' | 'method' | 'labels' | 'beyond' | 'within' | 'moved' | 'around';

export interface ValueChange {
  readonly kind: ChangeKind;
  /** Null where it was not there, or is no more. */
  readonly was: DatedValue | null;
  readonly is: DatedValue | null;
}

export interface ReleaseComparison {
  readonly changes: readonly ValueChange[];
  /** Judges with another id, and how many values they have. */
  readonly renamed: readonly { readonly from: string; readonly to: string; readonly values: number }[];
  readonly same: number;
}

/** Gives the id that a judge has now, through any number of renames. */
export function presentId(judge: string, renamed: ChangeNotes['renamed']): string {
  const seen = new Set([judge]);
  let id = judge;
  for (let next = renamed[id]; next !== undefined && !seen.has(next); next = renamed[id]) {
    seen.add(next);
    id = next;
  }
  return id;
}

/** Names a value among those of a release. */
export const valueKey = ({ benchmark, board, run, column }: DatedValue): string =>
  [benchmark, board, run, column].join('\n');

const endOf = (text: string): number | null => (text === '' ? null : Number(text));

function kindOf(was: DatedValue, is: DatedValue): ChangeKind | null {
  if (was.version !== is.version) return 'method';
  const isAsBefore = (['shown', 'value', 'low', 'high', 'n', 'rank'] as const).every((name) => was[name] === is[name]);
  if (isAsBefore) return null;
  if (was.labels !== is.labels) return 'labels';
  const [value, low, high] = [Number(is.value), endOf(was.low), endOf(was.high)];
  if (Number(was.value) === value) return 'around';
  if (low === null || high === null) return 'moved';
  return value < low || value > high ? 'beyond' : 'within';
}

/** Gives a value as it would be called now: of a renamed judge with its present id, by which rows of printed tables are called, too. */
function calledNow(value: DatedValue, renamed: ChangeNotes['renamed']): DatedValue {
  const judge = presentId(value.judge, renamed);
  if (judge === value.judge || value.judge === '') return value;
  const run = value.run.startsWith(value.judge) ? judge + value.run.slice(value.judge.length) : value.run;
  return { ...value, judge, run };
}

/** Compares two releases value by value: what pages, feed and pinned links say of changes. */
export function compareReleases(
  before: readonly DatedValue[],
  after: readonly DatedValue[],
  { renamed }: Pick<ChangeNotes, 'renamed'>,
): ReleaseComparison {
  const left = new Map(after.map((value) => [valueKey(value), value]));
  const changes: ValueChange[] = [];
  const names = new Map<string, { from: string; to: string; values: number }>();
  let same = 0;
  for (const was of before) {
    const called = calledNow(was, renamed);
    const key = [valueKey(called), valueKey(was)].find((one) => left.has(one)) ?? '';
    const is = left.get(key);
    if (is === undefined) {
      changes.push({ kind: 'gone', was, is: null });
      continue;
    }
    left.delete(key);
    if (is.judge !== was.judge) {
      const name = names.get(was.judge) ?? { from: was.judge, to: is.judge, values: 0 };
      names.set(was.judge, { ...name, values: name.values + 1 });
    }
    const kind = kindOf(was, is);
    if (kind === null) same += 1;
    else changes.push({ kind, was, is });
  }
  for (const is of left.values()) changes.push({ kind: 'new', was: null, is });
  return { changes, renamed: [...names.values()], same };
}

/** Says which judges have another id: `molmo was renamed molmo-7b`. */
export const renamedWords = ({ renamed }: Pick<ReleaseComparison, 'renamed'>): readonly string[] =>
  renamed.map(({ from, to }) => `${from} was renamed ${to}`);

/** Says why a value is gone, or has another method or other labels, where a reason was given: of the judge, the metric, the table or the benchmark. */
export function reasonFor({ kind, was }: ValueChange, { reasons }: Pick<ChangeNotes, 'reasons'>): string {
  if (was === null) return '';
  const { benchmark, board, judge, metric } = was;
  const table = `${benchmark}/${board}`;
  const names = { gone: [judge, table, benchmark], method: [metric], labels: [table, benchmark] };
  const own = Object.hasOwn(names, kind) ? names[kind as keyof typeof names] : [];
  return own.map((name) => reasons[name]).find((reason) => reason !== undefined) ?? '';
}
