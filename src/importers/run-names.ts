import type { Source } from '../records/source.ts';
import type { ImportOptions } from './importer.ts';
import type { Ledger } from './ledger.ts';
import { plainId } from './names.ts';

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

/** Gives a file's name without the moment at which its run began, and that moment; '' where the name tells none. */
function runOfFile({ name }: Source): { readonly task: string; readonly begun: string } {
  const [all, moment = ''] = BEGUN.exec(name.slice(name.lastIndexOf('/') + 1)) ?? [];
  return { task: all === undefined ? name : name.replace(all, ''), begun: moment.replace(/\D/g, '') };
}

/** Of files that differ in nothing but when their runs began, the newest counts, whole; that the others are not read is said. */
function newestRuns(files: readonly Source[], ledger: Ledger): readonly Source[] {
  const older = new Set<Source>();
  for (const runs of Map.groupBy(files, (file) => runOfFile(file).task).values()) {
    const [newest, ...others] = runs.toSorted((a, b) => runOfFile(b).begun.localeCompare(runOfFile(a).begun));
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

/**
 * Chooses the files of one judge among files of answers that do not say whose they are: those that are named after the judge asked for, or all where none
 * is. Null, with the reason reported, where names tell several judges and nobody said which: their answers would become one judge's.
 */
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

/** Finds the judge that was asked for; else, with a warning, the one that the name of the file or of its folder gives. */
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

/** Names a run and its benchmark: by the options, else by its judge and the format's own benchmark. */
export const runNames = (
  { run, benchmark }: ImportOptions,
  judge: string,
  usual: string,
): { readonly run: string; readonly benchmark: string; readonly judge: string } => ({
  run: run ?? judge,
  benchmark: benchmark ?? usual,
  judge,
});
