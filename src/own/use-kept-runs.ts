import { useCallback, useEffect, useState } from 'react';
import { reasonOf } from '../client/failure.ts';
import { type KeptList, keptRuns, onKeptChange } from './kept.ts';

const NONE: readonly string[] = [];

/** Holds what this browser keeps of own results; every tab sees what another changes. */
export function useKeptRuns() {
  // It is null until it was read.
  const [list, setList] = useState<KeptList | null>(null);
  const [trouble, setTrouble] = useState('');
  const read = useCallback(async () => setList(await keptRuns()), []);
  /** Changes what is kept, and says whether that worked; a browser that keeps nothing says why. */
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
