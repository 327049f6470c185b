import { unreadFiles } from '../../importers/canonical.ts';
import { FORMATS } from '../../importers/index.ts';
import type { Source } from '../../records/source.ts';
import type { Problem } from '../../schema/problem.ts';
import { numberWords } from '../../ui/number-words.ts';
import { type ToldProblems, toldProblemsOf } from '../told.ts';
import type { Recognised } from './recognise.ts';
import { MAPPING } from './recognise.ts';
import { type ImportedRun, importRunFiles, runFilesOf } from './run-files.ts';

/** Reports files that no import read and no problem mentions. An import that gave up before it read any has said why. */
function unreadProblems({ format, sources }: Recognised, imported: readonly ImportedRun[]): readonly Problem[] {
  if (imported.every(({ told, read }) => read.length === 0 && told.errors > 0)) return [];
  const known = new Set(imported.flatMap(({ told, read }) => [...read, ...told.problems.map(({ file }) => file)]));
  const given = sources.map(({ name }) => name).filter((name) => !MAPPING.test(name));
  return unreadFiles(format, { given, known, written: numberWords });
}

/** What leads is said of the records again when they are scored, beside the values. */
function withoutLead({ problems, errors, warnings }: ToldProblems): ToldProblems {
  const others = problems.filter(({ lead }) => !lead);
  return { problems: others, errors: errors - (problems.length - others.length), warnings };
}

interface Importing {
  /** The mapping file of a table. */
  readonly mapping?: Source;
  /** Called with the number of records, by judge. */
  readonly count?: (whose: string, records: number) => void;
}

/** Imports files of one form, a run for each judge, and tells of files that nobody read. A run folder is taken as it is. */
export async function importSet(set: Recognised, { mapping, count }: Importing = {}): Promise<readonly ImportedRun[]> {
  const format = FORMATS.find(({ id }) => id === set.format);
  if (format === undefined)
    return [{ run: await runFilesOf(set.folder, set.sources), told: toldProblemsOf([]), read: [] }];
  const imported: ImportedRun[] = [];
  for (const take of set.takes) {
    const counted = (records: number): void => count?.(take.judge ?? format.id, records);
    const one = await importRunFiles({ format, sources: set.sources, options: { mapping, ...take }, count: counted });
    imported.push(one.run === null ? one : { ...one, told: withoutLead(one.told) });
  }
  return [...imported, { run: null, told: toldProblemsOf(unreadProblems(set, imported)), read: [] }];
}
