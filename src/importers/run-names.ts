import type { Source } from '../records/source.ts';
import type { ImportOptions } from './importer.ts';
import type { Ledger } from './ledger.ts';
import { plainId } from './names.ts';

/** Words in file names that say what is in a file rather than who wrote it. */
const NOT_A_NAME =
  /(?:^|[_.-])(?:\d{8}_\d{6}|samples_multi_crit.*|outputs?|responses?|judge?ments?|results?|raw|critiques?)(?=$|[_.-])/g;

/** Gives the id of the judge that the name of a file or of its folder tells; '' where none does. */
export function judgeInName(file: string): string {
  const parts = file.split('/').reverse();
  const stems = parts.map((part, i) =>
    i === 0 ? part.replace(/(?:\.(?:jsonl|ndjson|json|csv|tsv|parquet|gz))+$/, '') : part,
  );
  const name = stems.map((stem) => stem.replace(NOT_A_NAME, '')).find((stem) => plainId(stem) !== '');
  return plainId(name ?? '');
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
  if (byJudge.size < 2) return files;
  if (judge !== undefined) return byJudge.get(plainId(judge)) ?? files;
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
