import { type CaseOpinions, NO_OPINIONS } from './case-opinions.ts';
import type { RunFiles } from './intake/run-files.ts';
import { inStore } from './storage.ts';

/** What is kept: runs, and what one says of their cases. */
type Keeping = Pick<KeptRuns, 'runs' | 'opinions'>;

/** Own runs that are kept in this browser, as they were imported: scores are worked out anew, so another release does them no harm. */
export interface KeptRuns {
  readonly name: string;
  readonly runs: readonly RunFiles[];
  readonly opinions: CaseOpinions;
  readonly bytes: number;
  /** ISO 8601. */
  readonly kept: string;
}

/** Tells other tabs that the list is another. */
const CHANNEL = 'judgeboard-own';

const changed = (): void => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
};

const sizeOf = (runs: readonly RunFiles[]): number =>
  runs.flatMap(({ files }) => Object.values(files)).reduce((n, { size }) => n + size, 0);

/** Keeps runs under a name, in place of older ones of that name. Rejects where the browser has no room or keeps nothing. */
export async function keepRuns(name: string, { runs, opinions }: Keeping): Promise<void> {
  const kept: KeptRuns = { name, runs, opinions, bytes: sizeOf(runs), kept: new Date().toISOString() };
  await inStore('runs', 'readwrite', (store) => store.put(kept));
  changed();
}

/** Everything that is kept, by name. */
export async function keptRuns(): Promise<KeptRuns[]> {
  type Stored = Omit<KeptRuns, 'opinions'> & Partial<KeptRuns>;
  const stored = await inStore<Stored[]>('runs', 'readonly', (store) => store.getAll());
  // What was kept before opinions were has none.
  return stored.map((one) => ({ ...one, opinions: one.opinions ?? NO_OPINIONS }));
}

/** Erases everything that this site keeps of own files. */
export async function eraseRuns(): Promise<void> {
  await inStore('runs', 'readwrite', (store) => store.clear());
  await inStore('handed', 'readwrite', (store) => store.clear());
  changed();
}

/** Calls back when another tab, or this one, has changed what is kept; gives the way to stop. */
export function onKeptChange(call: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = call;
  return () => channel.close();
}
