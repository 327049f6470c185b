import { PagePart } from '../ui/Part.tsx';
import type { ComparableData } from './boards.ts';
import { Comparing } from './Comparing.tsx';
import type { ChosenJudge } from './choice.ts';
import { Leaderboards } from './Leaderboards.tsx';
import { type CaseSet, likeliestSet } from './paired/sets.ts';
import { SetBar, setWords } from './SetBar.tsx';
import type { ChangeCompare, CompareState } from './state.ts';

/** It comes with the engine's code, so it is loaded when somebody wants it. */
const loadPairCompare = () => import('./PairCompare.tsx');

interface CaseCompareProps {
  /** At least one. */
  readonly sets: readonly [CaseSet, ...CaseSet[]];
  readonly comparable: ComparableData;
  /** Whether nothing has to be loaded for it. */
  readonly isHere: boolean;
  readonly state: CompareState;
  readonly chosen: readonly ChosenJudge[];
  readonly nameOf: (judge: string) => string;
  readonly change: ChangeCompare;
}

/** Judges compared by the cases that they answered. The address says whether it is wanted: `in` names the cases. */
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
