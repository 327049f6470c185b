import { createContext, useCallback, useContext, useRef, useState } from 'react';
import { reasonOf } from '../client/failure.ts';
import { type CaseOpinions, NO_OPINIONS, type SayOpinion } from './case-opinions.ts';

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

/** What a visitor does with results on any of their pages: says something of cases, and saves files. */
interface WorkOnResults {
  readonly opinions: CaseOpinions;
  readonly say: SayOpinion;
  readonly save: SaveFile;
}

/** Given by the island, so that no page between hands it on. */
export const ResultsWork = createContext<WorkOnResults>({
  opinions: NO_OPINIONS,
  say: () => undefined,
  save: () => undefined,
});

export const useResultsWork = (): WorkOnResults => useContext(ResultsWork);
