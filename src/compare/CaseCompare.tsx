import { ControlGroup } from '../ui/layout.tsx';
import { PagePart } from '../ui/loading.tsx';
import type { ComparableData } from './boards.ts';
import { Comparing } from './Comparing.tsx';
import type { ChangeCompare, ChosenJudge, CompareState } from './choice.ts';
import { type CaseSet, type Contestant, entryText, likeliestSet, placeWords, runLabel, standardRun } from './choice.ts';
import { Leaderboards } from './Tables.tsx';

const setWords = ({ of, protocol }: CaseSet): string => placeWords(of, protocol);

interface SetBarProps {
  readonly sets: readonly CaseSet[];
  readonly set: CaseSet;
  readonly state: CompareState;
  readonly nameOf: (judge: string) => string;
  readonly change: ChangeCompare;
}

/** Lists the judges of the address with another run in this one's place. */
function withChosen(judges: readonly string[], { entry, runs }: Contestant, run: string): string[] {
  const text = entryText(entry.judge, standardRun(runs)?.run === run ? null : run);
  return judges.map((other) => (other === entry.text ? text : other));
}

function RunPicker({ contestant, set, state, nameOf, change }: Omit<SetBarProps, 'sets'> & { contestant: Contestant }) {
  const { entry, run, runs } = contestant;
  if (runs.length < 2) return null;
  const contestants = [set.base, ...set.others];
  const own = contestants.filter((one) => one.entry.judge === entry.judge);
  const taken = new Set(contestants.filter((one) => one !== contestant).map((one) => one.run.run));
  return (
    <label className="btn pick">
      {nameOf(entry.judge)}
      {own.length > 1 ? ` (${own.indexOf(contestant) + 1})` : ''}:{' '}
      <select
        value={run.run}
        autoComplete="off"
        onChange={(event) =>
          change({ in: set.key, judges: withChosen(state.judges, contestant, event.currentTarget.value), by: '' })
        }
      >
        {runs.map((one) => (
          <option key={one.run} value={one.run} disabled={taken.has(one.run)}>
            {runLabel(one, runs)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Which cases are compared, by which run of a judge that has several, and over which rows. */
function SetBar({ sets, set, state, nameOf, change }: SetBarProps) {
  return (
    <ControlGroup className="bar" label="Cases to compare by">
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
      {[set.base, ...set.others].map((contestant) => (
        <RunPicker key={contestant.entry.text} {...{ contestant, set, state, nameOf, change }} />
      ))}
      <label className="btn pick">
        Judgments:{' '}
        <select
          value={state.support}
          autoComplete="off"
          onChange={(event) =>
            change({ in: set.key, support: event.currentTarget.value === 'shared' ? 'shared' : 'union' })
          }
        >
          <option value="union">all of each run</option>
          <option value="shared">only those of both</option>
        </select>
      </label>
    </ControlGroup>
  );
}

/** Loaded on demand, since it brings the engine's code. */
const loadPairCompare = () => import('./PairCompare.tsx');

interface CaseCompareProps {
  readonly sets: readonly [CaseSet, ...CaseSet[]];
  readonly comparable: ComparableData;
  /** Whether it can be shown without loading anything. */
  readonly isHere: boolean;
  readonly state: CompareState;
  readonly chosen: readonly ChosenJudge[];
  readonly nameOf: (judge: string) => string;
  readonly change: ChangeCompare;
}

/** Compares judges by the cases that they answered. The address says whether it is wanted: `in` names the cases. */
export function CaseCompare({ sets, comparable, isHere, state, chosen, nameOf, change }: CaseCompareProps) {
  const set = sets.find(({ key }) => key === state.in) ?? likeliestSet(sets);
  const { of, absent } = set;
  return (
    <section className="by-case">
      <h2>
        Case by case
        {of.synthetic ? <span className="tag">synthetic demonstration</span> : null}
      </h2>
      <SetBar sets={sets} set={set} state={state} nameOf={nameOf} change={change} />
      {absent.length === 0 ? null : (
        <p className="small">
          {chosen
            .filter(({ text }) => absent.some((entry) => entry.text === text))
            .map(({ name }) => name)
            .join(' and ')}
          : no run in {setWords(set)}.
        </p>
      )}
      {state.in === '' && !isHere ? (
        <>
          <div className="state">
            <button type="button" className="btn on" onClick={() => change({ in: set.key })}>
              Compare case by case
            </button>
            <small>loads 5 to 8 MB once</small>
          </div>
          <Leaderboards set={set} comparable={comparable} nameOf={nameOf} />
        </>
      ) : (
        <PagePart load={loadPairCompare} waiting={<Comparing />}>
          {({ PairCompare }) =>
            set.others.map((other) => (
              <PairCompare key={other.entry.text} {...{ set, other, comparable, state, nameOf, change }} />
            ))
          }
        </PagePart>
      )}
    </section>
  );
}
