import { csvText } from '../schema/csv.ts';
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

/** Gives the opinions with one more; one that says nothing any more goes. */
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
  new Blob(
    [
      csvText(
        ['run', 'instance', 'says', 'note'],
        runs.flatMap(({ run, label }) =>
          [...(opinions.get(label) ?? [])].map(([instance, { says, note }]) => [run, instance, says, note]),
        ),
      ),
    ],
    { type: 'text/csv' },
  );
