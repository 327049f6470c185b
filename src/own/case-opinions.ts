import { csvText } from '../schema/csv.ts';

/** What somebody says of a lost case: whether the label is right against the judge, and why. */
export interface CaseOpinion {
  readonly says: '' | 'agree' | 'disagree';
  readonly note: string;
}

/** By run, then by case. */
export type CaseOpinions = Readonly<Record<string, Readonly<Record<string, CaseOpinion>>>>;

export const NO_OPINION: CaseOpinion = { says: '', note: '' };

/** The labels with one more; one that says nothing any more goes. */
export function withOpinion(
  labels: CaseOpinions,
  { run, instance }: { readonly run: string; readonly instance: string },
  label: CaseOpinion,
): CaseOpinions {
  // Names of cases come from files: a Map keeps one called `__proto__`.
  const own = new Map(Object.entries(labels[run] ?? {}));
  if (label.says === '' && label.note.trim() === '') own.delete(instance);
  else own.set(instance, label);
  return { ...labels, [run]: Object.fromEntries(own) };
}

export const opinionOf = (labels: CaseOpinions, run: string, instance: string): CaseOpinion =>
  new Map(Object.entries(labels[run] ?? {})).get(instance) ?? NO_OPINION;

/** How many cases have a label. */
export const opinionCount = (labels: CaseOpinions): number =>
  Object.values(labels).reduce((n, own) => n + Object.keys(own).length, 0);

/** One row for each label. */
export const opinionsCsv = (labels: CaseOpinions): Blob =>
  new Blob(
    [
      csvText(
        ['run', 'instance', 'says', 'note'],
        Object.entries(labels).flatMap(([run, own]) =>
          Object.entries(own).map(([instance, { says, note }]) => [run, instance, says, note]),
        ),
      ),
    ],
    { type: 'text/csv' },
  );
