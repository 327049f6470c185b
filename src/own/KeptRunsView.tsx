import { useCallback, useEffect, useRef, useState } from 'react';
import { reasonOf } from '../client/failure.ts';
import { Button } from '../ui/layout.tsx';
import { bytesWords } from '../ui/number-words.ts';
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

async function keptRuns(): Promise<KeptList> {
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

async function eraseKept(name: string): Promise<void> {
  await inStore('runs', 'readwrite', (store) => store.delete(name));
  await inStore('opinions', 'readwrite', (store) => store.delete(name));
  changed();
}

async function eraseAll(): Promise<void> {
  await eraseStorage();
  changed();
}

function onKeptChange(call: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = call;
  return () => channel.close();
}

const NONE: readonly string[] = [];

export function useKeptRuns() {
  // It is null until it was read.
  const [list, setList] = useState<KeptList | null>(null);
  const [trouble, setTrouble] = useState('');
  const read = useCallback(async () => setList(await keptRuns()), []);
  const change = useCallback(
    async (task: () => Promise<void>): Promise<boolean> => {
      try {
        await task();
        await read();
        setTrouble('');
        return true;
      } catch (error) {
        setTrouble(reasonOf(error));
        setList((known) => known ?? { runs: [], damaged: [] });
        return false;
      }
    },
    [read],
  );
  useEffect(() => {
    const look = (): void => void change(async () => undefined);
    look();
    return onKeptChange(look);
  }, [change]);
  return { list: list?.runs ?? null, damaged: list?.damaged ?? NONE, trouble, change };
}

const day = (iso: string): string => new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });

interface KeptRunsViewProps {
  readonly kept: ReturnType<typeof useKeptRuns>;
  readonly open: string;
  readonly show: (kept: KeptRuns) => void;
}

export function KeptRunsView({ kept: { list, damaged, trouble, change }, open, show }: KeptRunsViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [erased, setErased] = useState(false);
  const erase = async (task: () => Promise<void>): Promise<void> => {
    setErased(true);
    // The button disappears with what it erased; the focus must not.
    if (await change(task)) heading.current?.focus();
  };
  const all = list ?? [];
  const bytes = all.reduce((n, one) => n + one.bytes, 0);
  const isEmpty = all.length + damaged.length === 0;
  if (isEmpty && !erased && trouble === '') return null;
  return (
    <>
      <section className="kept" aria-label="Kept in this browser">
        <h2 ref={heading} tabIndex={-1}>
          {isEmpty ? 'Nothing is kept in this browser' : `Kept in this browser: ${bytesWords(bytes)}`}
        </h2>
        <ul className="around-2 no-list">
          {all.map((one) => (
            <li className="flex wrap gap-2 items-center around-2" key={one.name}>
              <span className="breaks min-w-0">
                <b>{one.title}</b>
                <small>
                  {bytesWords(one.bytes)}, {day(one.kept)}
                  {one.name === open ? ', open now' : ''}
                </small>
              </span>
              <Button aria-label={`Open ${one.title}`} onClick={() => show(one)}>
                Open
              </Button>
              <Button aria-label={`Erase ${one.title}`} onClick={() => erase(() => eraseKept(one.name))}>
                Erase
              </Button>
            </li>
          ))}
          {damaged.map((name) => (
            <li className="flex wrap gap-2 items-center around-2" key={name}>
              <span className="breaks min-w-0">
                <b>{name}</b>
                <small>damaged, or kept by another version of this page: it cannot be opened</small>
              </span>
              <Button aria-label={`Erase ${name}`} onClick={() => erase(() => eraseKept(name))}>
                Erase
              </Button>
            </li>
          ))}
        </ul>
        {isEmpty ? null : <Button onClick={() => erase(eraseAll)}>Erase all</Button>}
      </section>
      {trouble === '' ? null : (
        <p className="trouble" role="alert">
          This browser kept nothing or gave nothing back: {trouble.replace(/\.$/, '')}. What is on the page stays until
          it is closed. {isEmpty ? <Button onClick={() => erase(eraseAll)}>Erase what is kept</Button> : null}
        </p>
      )}
    </>
  );
}
