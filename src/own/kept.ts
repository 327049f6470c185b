import type { RunFiles } from './intake/run-files.ts';
import { eraseStorage, inStore } from './storage.ts';
import { type CaseOpinions, NO_OPINIONS } from './work-on-results.ts';

/** Own runs that are kept in this browser, as they were imported: scores are worked out anew, so another release does them no harm. */
export interface KeptRuns {
  readonly name: string;
  readonly title: string;
  readonly runs: readonly RunFiles[];
  readonly opinions: CaseOpinions;
  readonly bytes: number;
  /** ISO 8601. */
  readonly kept: string;
  /** The release that they were scored with when they were kept. */
  readonly release: string;
}

type KeptOpinions = Pick<KeptRuns, 'name' | 'opinions'>;

const CHANNEL = 'judgeboard-own';

const changed = (): void => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
};

const sizeOf = (runs: readonly RunFiles[]): number =>
  runs.flatMap(({ files }) => Object.values(files)).reduce((n, { size }) => n + size, 0);

/** Replaces the stored opinions of cases. Rejects as `keepRuns`. */
export async function keepOpinions({ name, opinions }: KeptOpinions): Promise<void> {
  await inStore('opinions', 'readwrite', (store) => store.put({ name, opinions }));
  changed();
}

/** Keeps runs under a name, in place of older ones of that name. Rejects where the browser has no room or keeps nothing. */
export async function keepRuns({ opinions, ...kept }: Omit<KeptRuns, 'bytes' | 'kept'>): Promise<void> {
  const record = { ...kept, bytes: sizeOf(kept.runs), kept: new Date().toISOString() };
  await inStore('runs', 'readwrite', (store) => store.put(record));
  await keepOpinions({ name: kept.name, opinions });
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

const areOpinions = (opinions: unknown): boolean =>
  opinions instanceof Map &&
  [...opinions.values()].every(
    (own) =>
      own instanceof Map &&
      [...own.values()].every((one) => typeof one?.says === 'string' && typeof one.note === 'string'),
  );

/** Says whether stored runs are as this page stores them: another version may have written them, or a disk have lost some of them. */
const areRuns = ({ name, kept, runs, opinions }: Partial<KeptRuns>): boolean =>
  [name, kept].every(isText) &&
  Array.isArray(runs) &&
  runs.every(
    ({ label, files }: Partial<RunFiles>) =>
      typeof label === 'string' && Object.values(files ?? { none: null }).every((file) => file instanceof Blob),
  ) &&
  (opinions === undefined || areOpinions(opinions));

export interface KeptList {
  readonly runs: readonly KeptRuns[];
  readonly damaged: readonly string[];
}

export async function keptRuns(): Promise<KeptList> {
  type Stored = Omit<KeptRuns, 'opinions' | 'title' | 'release'> & Partial<KeptRuns>;
  const stored = await inStore<Stored[]>('runs', 'readonly', (store) => store.getAll());
  const said = await inStore<KeptOpinions[]>('opinions', 'readonly', (store) => store.getAll());
  const unsound = [
    ...stored.filter((one) => !areRuns(one)),
    ...said.filter(({ name, opinions }) => !isText(name) || !areOpinions(opinions)),
  ];
  const damaged = new Set(unsound.map(({ name }) => name));
  const opinions = new Map(said.map((one) => [one.name, one.opinions]));
  const runs = stored
    .filter(({ name }) => !damaged.has(name))
    // What was kept by an older version of this page lacks some of it; its name was its title.
    .map((one) => ({
      ...one,
      title: one.title ?? one.name,
      release: one.release ?? '',
      opinions: opinions.get(one.name) ?? one.opinions ?? NO_OPINIONS,
    }))
    .sort((a, b) => b.kept.localeCompare(a.kept));
  return { runs, damaged: [...damaged].map(String) };
}

export async function eraseKept(name: string): Promise<void> {
  await inStore('runs', 'readwrite', (store) => store.delete(name));
  await inStore('opinions', 'readwrite', (store) => store.delete(name));
  changed();
}

export async function eraseAll(): Promise<void> {
  await eraseStorage();
  changed();
}

export function onKeptChange(call: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = call;
  return () => channel.close();
}
