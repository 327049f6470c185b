import type { Problem } from '../../schema/problem.ts';
import { systemMessage } from '../input-writer.ts';

/** Beginnings of DuckDB's messages, or parts of them, that are the machine's fault, and what they mean. */
const DATABASE: readonly (readonly [RegExp, string])[] = [
  [/No space left on device|Could not write (?:all bytes|file)|wanted=\d+ wrote/i, 'The disk is full.'],
  [/Read-only file system/i, 'The file system is read-only.'],
  [/Permission denied/i, 'Not allowed to write there.'],
  [/^Out of Memory Error/i, 'The database needs more memory than it may use.'],
];

/** Says in a sentence what a failure of disk, memory or rights means, whether Node or DuckDB met it; null for any other error. */
export function machineMessage(error: unknown): string | null {
  const known = systemMessage(error);
  if (known !== null) return known;
  const text = error instanceof Error ? error.message : String(error);
  return DATABASE.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** How each message of DuckDB begins: `Out of Range Error: …`. A message of JavaScript has no name before it. */
const REFUSED = /^[A-Z][A-Za-z ]* Error: /;

/**
 * Makes a problem of a statement that the database refused while a benchmark was made, by its first line and the step; null for any other error. So the
 * other benchmarks can be built without it.
 */
export function refusedStatement(error: unknown, benchmark: string, step: string): Problem | null {
  const [line = ''] = error instanceof Error ? error.message.split('\n') : [];
  if (!REFUSED.test(line) || machineMessage(error) !== null) return null;
  return {
    file: `data/${benchmark}`,
    message: `the database refused a statement in the step “${step}”, so there is nothing of this benchmark`,
    found: line,
    hint: 'this is a fault of the program and not of the records: please report this line',
  };
}
