import { csvText } from '../schema/csv.ts';

/** What somebody says of a case: whether the label is right against the judge, and why. */
export interface CaseOpinion {
  readonly says: '' | 'agree' | 'disagree';
  readonly note: string;
}

/** By run, then by case. They are Maps, since both names come from files and may be `__proto__`. */
export type CaseOpinions = ReadonlyMap<string, ReadonlyMap<string, CaseOpinion>>;

export const NO_OPINION: CaseOpinion = { says: '', note: '' };
export const NO_OPINIONS: CaseOpinions = new Map();

/** What an opinion is of. */
interface OpinionOf {
  readonly run: string;
  readonly instance: string;
}

/** Takes what somebody says of a case. */
export type SayOpinion = (of: OpinionOf, opinion: CaseOpinion) => void;

/** The opinions with one more; one that says nothing any more goes. */
export function withOpinion(opinions: CaseOpinions, { run, instance }: OpinionOf, opinion: CaseOpinion): CaseOpinions {
  const own = new Map(opinions.get(run));
  if (opinion.says === '' && opinion.note.trim() === '') own.delete(instance);
  else own.set(instance, opinion);
  return new Map(opinions).set(run, own);
}

export const opinionOf = (opinions: CaseOpinions, { run, instance }: OpinionOf): CaseOpinion =>
  opinions.get(run)?.get(instance) ?? NO_OPINION;

/** How many cases one has an opinion of. */
export const opinionCount = (opinions: CaseOpinions): number =>
  [...opinions.values()].reduce((n, own) => n + own.size, 0);

/** One row for each opinion. */
export const opinionsCsv = (opinions: CaseOpinions): Blob =>
  new Blob(
    [
      csvText(
        ['run', 'instance', 'says', 'note'],
        [...opinions].flatMap(([run, own]) =>
          [...own].map(([instance, { says, note }]) => [run, instance, says, note]),
        ),
      ),
    ],
    { type: 'text/csv' },
  );
