import { useState } from 'react';
import { toggled } from '../ui/lists.ts';
import { numberWords } from '../ui/number-words.ts';
import { SearchBox } from '../ui/SearchBox.tsx';
import type { FacetsProps } from './facets-props.ts';
import { type GroupedRun, judgeGroups } from './judge-groups.ts';

/** A list of more runs than this is searched. */
const SEARCHED = 8;

type JudgesProps = Pick<FacetsProps, 'choices' | 'state' | 'counts' | 'change'>;

/** Two buttons for a run; if neither is pressed, it does not matter. */
function RunButtons({ of: { run, label, own }, state, counts, change }: JudgesProps & { readonly of: GroupedRun }) {
  const press = (verdict: 'right' | 'wrong'): void => {
    const other = verdict === 'right' ? 'wrong' : 'right';
    change({ [verdict]: toggled(state[verdict], run), [other]: state[other].filter((one) => one !== run) });
  };
  return (
    <li className={own === label ? undefined : 'grouped'}>
      <span>{own}</span>
      {(['right', 'wrong'] as const).map((verdict) => (
        <button
          key={verdict}
          type="button"
          className={counts.of(verdict, run) === 0 ? `verdict ${verdict} nothing` : `verdict ${verdict}`}
          aria-pressed={state[verdict].includes(run)}
          aria-label={`${label} ${verdict}, ${numberWords(counts.of(verdict, run))} cases`}
          onClick={() => press(verdict)}
        >
          {verdict} <span className="n">{numberWords(counts.of(verdict, run))}</span>
        </button>
      ))}
    </li>
  );
}

/** The judges, several runs of one below its name; many are searched by name. */
export function Judges(props: JudgesProps) {
  const { choices, state } = props;
  const [words, setWords] = useState('');
  const groups = judgeGroups(choices.runs, words, [...state.right, ...state.wrong]);
  return (
    <>
      {choices.runs.length > SEARCHED ? (
        <div className="find-run">
          <SearchBox
            value={words}
            typed={setWords}
            label="Find a judge of this list"
            placeholder="Find a judge"
            most={100}
          />
        </div>
      ) : null}
      <ul className="judges">
        {groups.map(({ judge, runs }) => [
          judge === '' ? null : (
            <li key={judge} className="of-judge">
              {judge}
            </li>
          ),
          ...runs.map((one) => <RunButtons key={one.run} {...props} of={one} />),
        ])}
        {groups.length === 0 ? <li className="of-judge">No judge has this name.</li> : null}
      </ul>
    </>
  );
}
