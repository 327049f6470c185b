import { useCallback, useEffect, useRef, useState } from 'react';
import { reasonOf } from '../client/failure.ts';
import { Button } from '../ui/layout.tsx';
import { bytesWords } from '../ui/number-words.ts';
import { eraseAll, eraseKept, type KeptList, type KeptRuns, keptRuns, onKeptChange } from './kept.ts';

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
        <ul>
          {all.map((one) => (
            <li key={one.name}>
              <span>
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
            <li key={name}>
              <span>
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
