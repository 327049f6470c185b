import '../../ui/document.css';
import '../../case/case.css';
import { CasePage } from '../../case/CaseIsland.tsx';
import { FragmentAddress } from '../../ui/FragmentAddress.tsx';
import { CaseOpinionFields } from '../CaseOpinionFields.tsx';
import { type CaseOpinions, opinionOf, type SayOpinion } from '../case-opinions.ts';
import type { OwnSource } from '../own-source.ts';
import { Gathered } from './Gathered.tsx';

interface OwnCaseProps {
  readonly source: OwnSource;
  /** The case in the address. */
  readonly instance: string;
  /** Names of own runs. */
  readonly runs: readonly string[];
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
      {runs.map((run) => (
        <CaseOpinionFields
          key={`${run} ${instance}`}
          of={runs.length > 1 ? run : ''}
          opinion={opinionOf(opinions, { run, instance })}
          change={(opinion) => say({ run, instance }, opinion)}
        />
      ))}
    </>
  );
}
