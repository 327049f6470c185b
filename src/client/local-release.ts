import type { InstanceData } from '../schema/release.ts';
import type { CaseText } from '../schema/release-paths.ts';
import type { StoredCase } from '../schema/stored-case.ts';
import type { Database } from './connection.ts';

/** Where the cases of a benchmark lie in files: all of `InstanceData` that pages read without its database. */
export type CaseFilesData = Pick<InstanceData, 'cases' | 'columns' | 'lines' | 'postings' | 'texts'>;

/** A release that lies in this page and not on the server, such as one's own results. Everything throws ClientFailure, or a signal's reason. */
export interface LocalRelease {
  readonly data: () => Promise<CaseFilesData>;
  /** Those of the cases that it has. */
  readonly cases: (ids: readonly string[]) => Promise<readonly StoredCase[]>;
  /** Lines of cases by places in its table `instances`. They are made anew: what the site adds to them may come later. */
  readonly lines: (places: readonly number[]) => Promise<ReadonlyMap<number, CaseText>>;
  readonly words: (bucket: number) => Promise<Readonly<Record<string, readonly number[]>>>;
  /** The bytes of a file of columns that `data` names, made when it is asked for. */
  readonly file: (path: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  readonly database: () => Promise<Database>;
}

/** Whether a name in the place of a benchmark's id is that of a local release: addresses made of it lie in the fragment, which no browser sends. */
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
export function localFile(path: string): ReturnType<LocalRelease['file']> | undefined {
  // A name may begin with another.
  const [name = ''] = [...held.keys()].filter((one) => path.startsWith(`${one}/`)).sort((a, b) => b.length - a.length);
  return held.get(name)?.file(path);
}
