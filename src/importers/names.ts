import type { Source } from '../records/bytes.ts';
import type { Problem } from '../schema/problem.ts';
import type { ImportOptions } from './importer.ts';
import type { Ledger } from './ledger.ts';

/** Signs that part words and carry no more: blanks and punctuation, but `#`, which sets `C#` apart from `C`. */
const PARTING = /^(?:[\s\p{Z}]|(?!#)\p{P})$/u;

/** Writes one sign of an id: letters without their accents and digits as they are, parting signs as a hyphen, all others by their number. */
function idSign(sign: string): string {
  const plain = sign
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  if (plain === '' || /^[a-z0-9]+$/.test(plain)) return plain;
  if (PARTING.test(sign)) return '-';
  return `-u${(sign.codePointAt(0) ?? 0).toString(16)}-`;
}

/** An id for addresses. Signs that are none are written by number, to set names apart: `GPT-4.1 (low)` → `gpt-4-1-low`, `C++` → `c-u2b-u2b`, `安全` → `u5b89-u5168`. */
export function plainId(name: string): string {
  return Array.from(name.normalize('NFKC'), idSign).join('').replace(/-+/g, '-').replace(/^-|-$/g, '');
}

/** Gives a name without the blanks at its ends that nobody means; others, such as a no-break space, stay and are remarked on. */
const trimmedOf = (name: string): string => name.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');

/** Small letters and hyphens where these lose only capitals, blanks and underscores (`Factual Accuracy` → `factual-accuracy`), else as written (`C++`, `安全`). */
export function nameId(name: string): string {
  const trimmed = trimmedOf(name);
  const id = trimmed.toLowerCase().replaceAll(/[ _]+/g, '-');
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) ? id : trimmed;
}

const WORDS = /^[A-Za-z0-9 ,&/():;.'_-]+$/;

/** Of words and what joins them as `plainId` (`Perception & Understanding` → `perception-understanding`), else the name as people wrote it. */
export function wordsId(name: string): string {
  const trimmed = trimmedOf(name);
  return WORDS.test(trimmed) ? plainId(trimmed) : trimmed;
}

interface Place {
  readonly file: string;
  readonly line?: number | undefined;
  readonly field: string;
}

/** A name with the id it is to get; `within`: where an id stands for one thing alone, for example a split; everywhere by default. */
export type NamedId = readonly [name: string, id: string, within?: string];

/** Ids of one import with the names that they come from, so that two names never become one without a word. */
export class NameBook {
  private readonly names = new Map<string, string>();

  rivalOf({ file, line, field }: Place, ...[name, id, within = '']: NamedId): Problem | null {
    const key = `${field}\u0000${within}\u0000${id}`;
    const first = this.names.get(key) ?? name;
    this.names.set(key, first);
    if (first === name) return null;
    const message = `has the id ${id}, which is that of ${JSON.stringify(first)} already; it was left out`;
    const hint = 'write one name in one way, and two names so that they differ in more';
    return { file, line, field, found: name, message, hint };
  }

  rivalAmong({ file, line }: Omit<Place, 'field'>, names: Readonly<Record<string, NamedId>>): Problem | null {
    for (const [field, [name, id, within]] of Object.entries(names)) {
      const rival = id === '' ? null : this.rivalOf({ file, line, field }, name.trim(), id, within);
      if (rival !== null) return rival;
    }
    return null;
  }
}

/** Finds the judge that was asked for among those that files name: by its spelling, else by its id; the only one when none was asked for. */
export function namedJudge(names: readonly string[], asked: string | undefined): string | null {
  const [only] = names;
  if (asked === undefined) return names.length === 1 && only !== undefined ? only : null;
  return names.find((name) => name === asked) ?? names.find((name) => plainId(name) === plainId(asked)) ?? null;
}

export function rivalJudge(names: readonly string[], chosen: string): Problem | null {
  const rival = names.find((name) => name !== chosen && plainId(name) === plainId(chosen));
  if (rival === undefined) return null;
  const message = `has the id ${plainId(chosen)}, and so has ${JSON.stringify(rival)}; nothing was read`;
  return { file: '.', field: 'judge', found: chosen, message, hint: 'rename one so that they differ in more' };
}

/** When a run began, as names of files tell it: `20260101_120000`, also with other signs between day and time. */
const MOMENT = /\d{4}-?\d\d-?\d\d[T_-]?\d\d-?\d\d-?\d\d(?:\.\d+)?/.source;
const BEGUN = new RegExp(`(?:^|[_.-])(${MOMENT})(?=$|[_.-])`);

/** Words in file names that say what is in a file rather than who wrote it. */
const NOT_A_NAME = new RegExp(
  `(?:^|[_.-])(?:${MOMENT}|samples_multi_crit.*|outputs?|responses?|judge?ments?|results?|raw|critiques?)(?=$|[_.-])`,
  'g',
);

/** Gives the id of the judge that the name of a file or of its folder tells; '' where none does. */
export function judgeInName(file: string): string {
  const parts = file.split('/').reverse();
  const stems = parts.map((part, i) =>
    i === 0 ? part.replace(/(?:\.(?:jsonl|ndjson|json|csv|tsv|parquet|gz))+$/, '') : part,
  );
  const name = stems.map((stem) => stem.replace(NOT_A_NAME, '')).find((stem) => plainId(stem) !== '');
  return plainId(name ?? '');
}

/** Gives the moment at which a file's run began, as its digits; '' where the name tells none. */
export const momentInName = (name: string): string =>
  (BEGUN.exec(name.slice(name.lastIndexOf('/') + 1))?.[1] ?? '').replace(/\D/g, '');

const taskOfFile = ({ name }: Source): string =>
  name.replace(BEGUN.exec(name.slice(name.lastIndexOf('/') + 1))?.[0] ?? '', '');

/** Of files that differ in nothing but when their runs began, the newest counts, whole; that the others are not read is said. */
function newestRuns(files: readonly Source[], ledger: Ledger): readonly Source[] {
  const older = new Set<Source>();
  for (const runs of Map.groupBy(files, taskOfFile).values()) {
    const [newest, ...others] = runs.toSorted((a, b) => momentInName(b.name).localeCompare(momentInName(a.name)));
    for (const file of others) {
      older.add(file);
      const message = `not read: an older run; ${newest?.name} is newer, and counts`;
      ledger.warn({
        file: file.name,
        message,
        hint: 'import the older file by itself where it is the one that counts',
      });
    }
  }
  return files.filter((file) => !older.has(file));
}

/** The files named after the judge asked for, or all where none is; null (reported) where names tell several judges and nobody said which. */
export function filesOfJudge(
  files: readonly Source[],
  { judge }: ImportOptions,
  ledger: Ledger,
): readonly Source[] | null {
  const byJudge = Map.groupBy(files, ({ name }) => judgeInName(name));
  if (byJudge.size < 2) return newestRuns(files, ledger);
  if (judge !== undefined) return newestRuns(byJudge.get(plainId(judge)) ?? files, ledger);
  ledger.fail({
    file: '.',
    field: 'judge',
    found: [...byJudge.keys()].map((name) => name || 'no name').join(', '),
    message: 'files of several judges, by their names; nothing was read',
    expected: 'the files of one',
    hint: 'give one judge’s files alone; on the command line --judge takes those that are named so, or all if none is',
  });
  return null;
}

export function judgeOfImport(options: ImportOptions, file: string | undefined, ledger: Ledger): string {
  if (options.judge !== undefined) return plainId(options.judge);
  const judge = judgeInName(file ?? '');
  const message = 'the judge is named nowhere in the file';
  ledger.warn({
    file: file ?? '.',
    field: 'judge',
    message,
    found: judge,
    hint: 'its name was taken from the file name; say --judge to set it',
  });
  return judge;
}

export const runNames = (
  { run, benchmark }: ImportOptions,
  judge: string,
  usual: string,
): { readonly run: string; readonly benchmark: string; readonly judge: string } => ({
  run: run ?? judge,
  benchmark: benchmark ?? usual,
  judge,
});
