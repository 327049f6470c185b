import type { InstanceData } from '../schema/release.ts';
import type { Database } from './connection.ts';

/** Where the cases of a benchmark lie in files: all of `InstanceData` that pages read without its database. */
export type CaseFilesData = Pick<InstanceData, 'shards' | 'index' | 'columns' | 'lines' | 'postings' | 'texts'>;

/** A release that lies in this page and not on the server, such as one's own results. Everything throws ClientFailure, or a signal's reason. */
export interface LocalRelease {
  readonly data: () => Promise<CaseFilesData>;
  /** The content of a file that `data` leads to: of JSON its value, of columns their bytes. It may be made when it is asked for. */
  readonly file: (path: string) => Promise<unknown>;
  readonly database: () => Promise<Database>;
}

/**
 * Says whether a name used in place of a benchmark's id, or a path below it, is that of a local release: all addresses made of it lie in the
 * fragment, which no browser sends.
 */
export const isLocalName = (name: string): boolean => name.includes('#');

const held = new Map<string, LocalRelease>();

/** Registers who answers for the cases of a name used in place of a benchmark's id; null removes it. */
export function holdRelease(name: string, release: LocalRelease | null): void {
  if (release === null) held.delete(name);
  else held.set(name, release);
}

/** Says who answers for the cases of a name; undefined where the server does. */
export const localRelease = (name: string): LocalRelease | undefined => held.get(name);

/** Gives a file whose path begins with the name of a local release; undefined where the server has it. */
export function localFile(path: string): Promise<unknown> | undefined {
  // A name may begin with another.
  const [name = ''] = [...held.keys()].filter((one) => path.startsWith(`${one}/`)).sort((a, b) => b.length - a.length);
  return held.get(name)?.file(path);
}
