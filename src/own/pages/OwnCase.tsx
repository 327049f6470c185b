import '../../ui/document.css';
import '../../case/case.css';
import { useState } from 'react';
import { CasePage } from '../../case/CaseIsland.tsx';
import { CaseOpinionFields } from '../CaseOpinionFields.tsx';
import { opinionOf } from '../case-opinions.ts';
import type { OwnRun } from '../judge-files.ts';
import type { OwnSource } from '../own-source.ts';
import { useResultsWork } from '../work-on-results.ts';
import { Gathered } from './Gathered.tsx';

interface OwnCaseProps {
  readonly source: OwnSource;
  readonly instance: string;
  readonly runs: readonly OwnRun[];
}

/** Shows room for what one says of the case, of one run at a time. */
function Opinion({ instance, runs }: Omit<OwnCaseProps, 'source'>) {
  const { opinions, say } = useResultsWork();
  const [chosen, choose] = useState(runs[0]?.label ?? '');
  return (
    <div className="opinions">
      {runs.length < 2 ? null : (
        <label>
          Run{' '}
          <select className="field" value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            {runs.map(({ run, label }) => (
              <option key={label} value={label}>
                {run}
              </option>
            ))}
          </select>
        </label>
      )}
      <CaseOpinionFields
        key={`${chosen} ${instance}`}
        opinion={opinionOf(opinions, { label: chosen, instance })}
        change={(opinion) => say({ label: chosen, instance }, opinion)}
      />
    </div>
  );
}

/** Shows the page of an own case, with room for what one says of it. */
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
