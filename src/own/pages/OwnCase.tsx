import '../../ui/document.css';
import '../../case/case.css';
import { CasePage } from '../../case/CaseIsland.tsx';
import { FragmentAddress } from '../../ui/FragmentAddress.tsx';
import { CaseOpinionFields } from '../CaseOpinionFields.tsx';
import { type CaseOpinions, opinionOf, type SayOpinion } from '../case-opinions.ts';
import type { OwnRun } from '../judge-files.ts';
import type { OwnSource } from '../own-source.ts';
import { Gathered } from './Gathered.tsx';

interface OwnCaseProps {
  readonly source: OwnSource;
  /** The case in the address. */
  readonly instance: string;
  readonly runs: readonly OwnRun[];
  readonly opinions: CaseOpinions;
  readonly say: SayOpinion;
}

/** The page of an own case, with room for what one says of it. */
export function OwnCase({ source, instance, runs, opinions, say }: OwnCaseProps) {
  return (
    <>
      <FragmentAddress>
        <Gathered gather={source.facts} doing="Opening the case">
          {(facts) => <CasePage facts={facts} />}
        </Gathered>
      </FragmentAddress>
      {runs.map(({ run, label }) => (
        <CaseOpinionFields
          key={`${label} ${instance}`}
          of={runs.length > 1 ? run : ''}
          opinion={opinionOf(opinions, { label, instance })}
          change={(opinion) => say({ label, instance }, opinion)}
        />
      ))}
    </>
  );
}
