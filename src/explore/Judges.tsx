import { memo, useState } from 'react';
import type { RunChoice } from '../cases/choices.ts';
import { JudgeName } from '../ui/JudgeName.tsx';
import { toggled } from '../ui/lists.ts';
import { countOf, numberWords } from '../ui/number-words.ts';
import { SearchBox } from '../ui/SearchBox.tsx';
import type { FacetsProps } from './facets-props.ts';

/** A run among those of its judge: what it is called there. */
interface GroupedRun extends RunChoice {
  readonly own: string;
}

/** A judge with its runs; the name is '' where it has one run only, which then has the judge's name. */
interface JudgeGroup {
  readonly judge: string;
  readonly runs: readonly GroupedRun[];
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Which runs are shown: those offered whose names hold all of the words, and those in `kept`, whatever is searched for. */
interface RunsWanted {
  readonly offered: (run: RunChoice) => boolean;
  readonly words: string;
  readonly kept: readonly string[];
}

/** Groups judges with the runs that are wanted, in their order. */
export function judgeGroups(runs: readonly RunChoice[], { offered, words, kept }: RunsWanted): readonly JudgeGroup[] {
  const wanted = wordsOf(words);
  const fits = (one: RunChoice): boolean =>
    kept.includes(one.run) || (offered(one) && wanted.every((word) => one.label.toLowerCase().includes(word)));
  return [...Map.groupBy(runs, ({ judge }) => judge)].flatMap(([judge, all]) => {
    const isAlone = all.length === 1;
    const own = (label: string): string =>
      isAlone || !label.startsWith(`${judge}, `) ? label : label.slice(judge.length + 2);
    const shown = all.filter(fits).map((one) => ({ ...one, own: own(one.label) }));
    return shown.length === 0 ? [] : [{ judge: isAlone ? '' : judge, runs: shown }];
  });
}

/** A list of more runs than this is searched. */
const SEARCHED = 8;

type JudgesProps = Pick<FacetsProps, 'choices' | 'state' | 'counts' | 'whole' | 'change'>;

/** Says whether a run is right or wrong on any case: one that only gives scores is neither. */
const hasVerdicts = ({ whole }: Pick<FacetsProps, 'whole'>, { run }: RunChoice): boolean =>
  whole.of('right', run) + whole.of('wrong', run) > 0;

/** Shows two buttons for a run; if neither is pressed, it does not matter. */
function RunButtons({
  of: { run, label, own },
  state,
  counts,
  change,
}: Omit<JudgesProps, 'choices' | 'whole'> & { readonly of: GroupedRun }) {
  const press = (verdict: 'right' | 'wrong'): void => {
    const other = verdict === 'right' ? 'wrong' : 'right';
    change({ [verdict]: toggled(state[verdict], run), [other]: state[other].filter((one) => one !== run) });
  };
  return (
    <li className={own === label ? undefined : 'grouped'}>
      <span>
        <JudgeName name={own} />
      </span>
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

/**
 * Lists the judges, several runs of one below its name; many are searched by name. Runs that only give scores are counted, not listed. The
 * list is drawn again only where something of it changes: it is the longest of all filters.
 */
export const Judges = memo(function Judges(props: JudgesProps) {
  const { choices, state } = props;
  const [words, setWords] = useState('');
  const offered = (run: RunChoice): boolean => hasVerdicts(props, run);
  const groups = judgeGroups(choices.runs, { offered, words, kept: [...state.right, ...state.wrong] });
  const verdicts = choices.runs.filter(offered).length;
  const scoring = choices.runs.length - verdicts;
  return (
    <>
      {verdicts > SEARCHED ? (
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
        {groups.length === 0 && words !== '' ? <li className="of-judge">No judge has this name.</li> : null}
      </ul>
      {scoring === 0 ? null : (
        <p className="small">{countOf(scoring, 'run')} gave scores, which are neither right nor wrong.</p>
      )}
    </>
  );
});
