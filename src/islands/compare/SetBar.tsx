import { type CaseSet, type Contestant, runWords } from '../../compare/sets.ts';
import type { CompareState } from '../../url-state/compare.ts';

export type ChangeCompare = (state: Partial<CompareState>) => void;

export const setWords = ({ of, protocol }: CaseSet): string => `${of.name}, ${protocol}`;

interface SetBarProps {
  readonly sets: readonly CaseSet[];
  readonly set: CaseSet;
  readonly state: CompareState;
  readonly nameOf: (judge: string) => string;
  readonly change: ChangeCompare;
}

/** The runs kept when another one of the judge is chosen in this set. */
function withRun(runs: readonly string[], { runs: own }: Contestant, chosen: string): string[] {
  return [...runs.filter((run) => own.every((one) => one.run !== run)), chosen];
}

function RunChoice({ contestant, set, state, nameOf, change }: Omit<SetBarProps, 'sets'> & { contestant: Contestant }) {
  const { judge, run, runs } = contestant;
  if (runs.length < 2) return null;
  return (
    <label className="btn pick">
      {nameOf(judge)}:{' '}
      <select
        value={run.run}
        autoComplete="off"
        onChange={(event) =>
          change({ in: set.key, runs: withRun(state.runs, contestant, event.currentTarget.value), by: '' })
        }
      >
        {runs.map((one) => (
          <option key={one.run} value={one.run}>
            {runWords(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Which cases are compared, by which run of a judge that has several, and over which rows. */
export function SetBar({ sets, set, state, nameOf, change }: SetBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a line of buttons in every browser
    <div className="bar" role="group" aria-label="Cases to compare by">
      <span className="set">
        {sets.map((one) => (
          <button
            key={one.key}
            type="button"
            className="btn"
            aria-pressed={one.key === set.key}
            onClick={() => change({ in: one.key, by: '' })}
          >
            {setWords(one)}
          </button>
        ))}
      </span>
      {[set.first, ...set.others].map((contestant) => (
        <RunChoice
          key={contestant.judge}
          contestant={contestant}
          set={set}
          state={state}
          nameOf={nameOf}
          change={change}
        />
      ))}
      <label className="btn pick">
        Rows:{' '}
        <select
          value={state.support}
          autoComplete="off"
          onChange={(event) =>
            change({ in: set.key, support: event.currentTarget.value === 'shared' ? 'shared' : 'union' })
          }
        >
          <option value="union">all that each judge has</option>
          <option value="shared">only those both have</option>
        </select>
      </label>
    </div>
  );
}
