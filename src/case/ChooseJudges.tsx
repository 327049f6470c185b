import { useState } from 'react';
import { MOST_RATIONALES } from '../explore/case-address.ts';
import { Panel } from '../ui/Panel.tsx';
import { type CaseFacts, caseRunLabel } from './facts.ts';

interface ChooseJudgesProps {
  readonly runs: readonly string[];
  readonly chosen: readonly string[];
  readonly facts: CaseFacts;
  readonly onChoose: (runs: readonly string[]) => void;
}

/** The judges whose texts stand side by side: up to four, in the order of the table above. */
export function ChooseJudges({ runs, chosen, facts, onChoose }: ChooseJudgesProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const full = chosen.length >= MOST_RATIONALES;
  const toggle = (run: string): void =>
    onChoose(runs.filter((one) => (one === run ? !chosen.includes(run) : chosen.includes(one))));
  return (
    <>
      <button
        type="button"
        className="btn judges-button"
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Judges: {chosen.map((run) => caseRunLabel(facts, run)).join(' · ')}
      </button>
      {anchor === null ? null : (
        <Panel label="Judges side by side" anchor={anchor} onClose={() => setAnchor(null)}>
          <p>Up to four. The last one stays.</p>
          <div className="judge-boxes">
            {runs.map((run) => {
              const on = chosen.includes(run);
              return (
                <label key={run}>
                  <input
                    type="checkbox"
                    checked={on}
                    disabled={on ? chosen.length === 1 : full}
                    onChange={() => toggle(run)}
                  />
                  {caseRunLabel(facts, run)}
                </label>
              );
            })}
          </div>
        </Panel>
      )}
    </>
  );
}
