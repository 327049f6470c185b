import type { Problem } from '../schema/problem.ts';
import { slug } from './importer.ts';

/**
 * The id of a criterion, an annotator or a condition: small letters and hyphens where these lose nothing but capitals, blanks and
 * underscores (`Factual Accuracy` → `factual-accuracy`), else the name as people wrote it (`C++`, `安全`).
 */
export function nameId(name: string): string {
  const id = slug(name);
  return id ===
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_]+/g, '-')
    ? id
    : name.trim();
}

/** Where a name stands. */
interface Place {
  readonly file: string;
  readonly line: number;
  readonly field: string;
}

/** Ids of one import with the names that they come from, so that two names never become one without a word. */
export class NameBook {
  private readonly names = new Map<string, string>();

  /** What is wrong with giving this id to this name: another has it already. */
  rivalOf({ file, line, field }: Place, name: string, id: string): Problem | null {
    const key = `${field}\u0000${id}`;
    const first = this.names.get(key) ?? name;
    this.names.set(key, first);
    if (first === name) return null;
    const message = `has the id ${id}, which is that of ${JSON.stringify(first)} already; the row was left out`;
    return {
      file,
      line,
      field,
      found: name,
      message,
      hint: 'write one name in one way, and two names so that they differ in more',
    };
  }
}
