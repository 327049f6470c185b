import { useCallback, useRef, useState } from 'react';
import { reasonOf } from '../client/failure.ts';

/** Makes and saves a file; gives what the visitor should know of it, '' for nothing. */
type MakeFile = () => Promise<string>;
export type SaveFile = (name: string, make: MakeFile) => void;

/** Keeps the files on their way, which go on being made whatever page is looked at; one that cannot be made says why. */
export function useFileSaving() {
  const [making, setMaking] = useState<readonly string[]>([]);
  const [told, setTold] = useState('');
  const running = useRef(new Set<Promise<void>>());
  const save = useCallback<SaveFile>((name, make) => {
    const work = async (): Promise<void> => {
      setMaking((names) => [...names, name]);
      setTold('');
      const words = await make().catch((error: unknown) => `${name}: this file could not be made. ${reasonOf(error)}`);
      setTold(words);
      setMaking((names) => names.toSpliced(names.indexOf(name), 1));
    };
    const one = work().finally(() => running.current.delete(one));
    running.current.add(one);
  }, []);
  /** Resolves when every file that is being made now is ready. */
  const saved = useCallback(async () => void (await Promise.all(running.current)), []);
  return { making, told, save, saved };
}
