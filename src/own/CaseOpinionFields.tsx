import { useId } from 'react';
import type { CaseOpinion } from './case-opinions.ts';

const CHOICES = [
  ['agree', 'The label is right'],
  ['disagree', 'The judge is right'],
  ['', 'Not said'],
] as const;

export function CaseOpinionFields({
  opinion,
  change,
}: {
  readonly opinion: CaseOpinion;
  readonly change: (opinion: CaseOpinion) => void;
}) {
  const name = useId();
  return (
    <fieldset className="case-opinion page-only">
      <legend>What do you say?</legend>
      {CHOICES.map(([says, words]) => (
        <label key={says}>
          <input
            type="radio"
            name={name}
            checked={opinion.says === says}
            onChange={() => change({ ...opinion, says })}
          />{' '}
          {words}
        </label>
      ))}
      <label>
        Note{' '}
        <input
          className="field"
          value={opinion.note}
          onChange={({ currentTarget }) => change({ ...opinion, note: currentTarget.value })}
        />
      </label>
    </fieldset>
  );
}
