import type { Problem } from '../schema/problem.ts';

const LISTED = 5;

/** Files that a system puts into folders. */
const HIDDEN = /(?:^|\/)\.[^/]*$/;

/** Which files were there, and which of them were read or told of. */
interface GivenFiles {
  readonly given: readonly string[];
  readonly known: ReadonlySet<string>;
  /** Writes a number of files. */
  readonly written?: (n: number) => string;
}

/** Reports files that no import read and no problem mentions. */
export function unreadFiles(format: string, { given, known, written = String }: GivenFiles): readonly Problem[] {
  const names = given.filter((name) => !known.has(name) && !HIDDEN.test(name));
  const [file] = names;
  if (file === undefined) return [];
  const more = names.length > LISTED ? ` and ${written(names.length - LISTED)} more` : '';
  return [
    {
      severity: 'warning',
      file: names.length === 1 ? file : `${written(names.length)} files`,
      message: `not read: no part of what is read as ${format}`,
      ...(names.length > 1 && { found: names.slice(0, LISTED).join(', ') + more }),
    },
  ];
}
