import { createContext, useCallback, useContext, useRef, useState } from 'react';
import { reasonOf } from '../client/failure.ts';
import { csvBlob } from '../schema/csv.ts';
import type { OwnRun } from './judge-files.ts';

/** What somebody says of a case: whether the label is right against the judge, and why. */
export interface CaseOpinion {
  readonly says: '' | 'agree' | 'disagree';
  readonly note: string;
}

/** Opinions by the label of a run, then by case. They are Maps, since both names come from files and may be `__proto__`. */
export type CaseOpinions = ReadonlyMap<string, ReadonlyMap<string, CaseOpinion>>;

export const NO_OPINION: CaseOpinion = { says: '', note: '' };
export const NO_OPINIONS: CaseOpinions = new Map();

interface OpinionOf {
  /** The run's label, since runs of two results may have one name. */
  readonly label: string;
  readonly instance: string;
}

export type SayOpinion = (of: OpinionOf, opinion: CaseOpinion) => void;

export function withOpinion(
  opinions: CaseOpinions,
  { label, instance }: OpinionOf,
  opinion: CaseOpinion,
): CaseOpinions {
  const own = new Map(opinions.get(label));
  if (opinion.says === '' && opinion.note.trim() === '') own.delete(instance);
  else own.set(instance, opinion);
  return new Map(opinions).set(label, own);
}

export const opinionOf = (opinions: CaseOpinions, { label, instance }: OpinionOf): CaseOpinion =>
  opinions.get(label)?.get(instance) ?? NO_OPINION;

export const opinionCount = (opinions: CaseOpinions, runs: readonly OwnRun[]): number =>
  runs.reduce((n, { label }) => n + (opinions.get(label)?.size ?? 0), 0);

export const opinionsCsv = (opinions: CaseOpinions, runs: readonly OwnRun[]): Blob =>
  csvBlob(
    ['run', 'instance', 'says', 'note'],
    runs.flatMap(({ run, label }) =>
      [...(opinions.get(label) ?? [])].map(([instance, { says, note }]) => [run, instance, says, note]),
    ),
  );

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
