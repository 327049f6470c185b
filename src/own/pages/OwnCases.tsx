import { SelectField } from '../../ui/boxes.tsx';
import '../../ui/document.css';
import '../../case/case.css';
import '../../explore/explore.css';
import '../../explore/facets.css';
import { useId, useState } from 'react';
import { CasePage } from '../../case/CaseIsland.tsx';
import { Explorer } from '../../explore/Explorer.tsx';
import type { OwnRun } from '../judge-files.ts';
import type { OwnSource } from '../own-source.ts';
import { type CaseOpinion, opinionOf, useResultsWork } from '../work-on-results.ts';
import { Gathered } from './Gathered.tsx';

export function OwnCasesList({ source }: { readonly source: OwnSource }) {
  return (
    <Gathered gather={source.list} doing="Gathering the cases">
      {(known) => <Explorer {...known} />}
    </Gathered>
  );
}

const CHOICES = [
  ['agree', 'The label is right'],
  ['disagree', 'The judge is right'],
  ['', 'Not said'],
] as const;

function CaseOpinionFields({
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

interface OwnCaseProps {
  readonly source: OwnSource;
  readonly instance: string;
  readonly runs: readonly OwnRun[];
}

function Opinion({ instance, runs }: Omit<OwnCaseProps, 'source'>) {
  const { opinions, say } = useResultsWork();
  const [chosen, choose] = useState(runs[0]?.label ?? '');
  return (
    <div className="opinions">
      {runs.length < 2 ? null : (
        <SelectField label="Run" value={chosen} options={runs.map(({ run, label }) => [label, run])} choose={choose} />
      )}
      <CaseOpinionFields
        key={`${chosen} ${instance}`}
        opinion={opinionOf(opinions, { label: chosen, instance })}
        change={(opinion) => say({ label: chosen, instance }, opinion)}
      />
    </div>
  );
}

export function OwnCase({ source, ...asked }: OwnCaseProps) {
  return (
    <Gathered gather={source.facts} doing="Opening the case">
      {(facts) => (
        <>
          <CasePage facts={facts} />
          <Opinion {...asked} />
        </>
      )}
    </Gathered>
  );
}
