import { memo, useCallback, useState } from 'react';
import { CASE_OUTCOMES, type Choices, type Facet, type RunChoice, STATUSES } from '../cases/choices.ts';
import type { FacetCounts } from '../cases/columns/counts.ts';
import { type LabelsBy, saidWords } from '../cases/labels.ts';
import { SAYINGS, type SaidFilter } from '../cases/wanted.ts';
import { ListBox, type ListBoxProps, RangeBoxes, SearchBox } from '../ui/boxes.tsx';
import { FilterGroup, FilterValues } from '../ui/FilterGroup.tsx';
import { JudgeName } from '../ui/JudgeName.tsx';
import { Button } from '../ui/layout.tsx';
import { classNames, toggled } from '../ui/lists.ts';
import { PagePart } from '../ui/loading.tsx';
import { countOf, numberWords } from '../ui/number-words.ts';
import type { Prerendered } from './gather-list.ts';
import type { ChangeExplore } from './selection.ts';
import { type ExploreState, type FacetState, facetParameter } from './state.ts';
import { facetValueWords, OUTCOME_WORDS, parseWords } from './words.ts';

interface FacetsProps {
  readonly choices: Choices;
  readonly texts: Prerendered['texts'];
  readonly state: ExploreState;
  readonly facets: FacetState;
  readonly counts: FacetCounts;
  readonly whole: FacetCounts;
  readonly change: ChangeExplore;
}

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

const SEARCHED = 8;

type JudgesProps = Pick<FacetsProps, 'choices' | 'state' | 'counts' | 'whole' | 'change'>;

/** Says whether a run is right or wrong on any case: one that only gives scores is neither. */
const hasVerdicts = ({ whole }: Pick<FacetsProps, 'whole'>, { run }: RunChoice): boolean =>
  whole.of('right', run) + whole.of('wrong', run) > 0;

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
          className={classNames(
            'verdict text-mark text-left border-strong surface',
            verdict,
            counts.of(verdict, run) === 0 && 'nothing',
          )}
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

/** Judges with their runs below them, searched where they are many. Runs that only give scores are counted. It is redrawn only where it changes: it is the longest of all filters. */
const Judges = memo(function Judges(props: JudgesProps) {
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

interface SaidProps {
  readonly choices: Choices;
  readonly state: ExploreState;
  readonly change: ChangeExplore;
}

interface PickProps extends Omit<ListBoxProps, 'className'> {
  readonly label: string;
}

function Pick({ label, ...list }: PickProps) {
  return (
    <label>
      {label}
      <ListBox className="field" {...list} />
    </label>
  );
}

const named = (labels: LabelsBy, sayings: readonly string[]) => [
  { value: '', label: 'anything' },
  ...sayings.map((value) => ({ value, label: saidWords(labels, value) })),
];

function Said({ choices, state: { said, run }, change }: SaidProps) {
  const say = useCallback((part: Partial<SaidFilter>) => change({ said: { ...said, ...part } }), [change, said]);
  const sayGold = useCallback((gold: string) => say({ gold }), [say]);
  const sayVerdict = useCallback((verdict: string) => say({ verdict }), [say]);
  const chooseRun = useCallback((chosen: string) => change({ run: chosen }), [change]);
  const runs = [{ value: '', label: 'Any judge' }, ...choices.runs.map(({ run: value, label }) => ({ value, label }))];
  return (
    <div className="range flex wrap gap-2 text-small">
      <Pick label="Label" value={said.gold} options={named(choices.labels, choices.answers ?? [])} choose={sayGold} />
      <Pick label="Judge" value={run} options={runs} choose={chooseRun} />
      <Pick label="says" value={said.verdict} options={named(choices.labels, SAYINGS)} choose={sayVerdict} />
    </div>
  );
}

/** Searches in reasons, and says of which where a build holds a part of them, or none. */
function Words({ choices, texts, state, change }: Pick<FacetsProps, 'choices' | 'texts' | 'state' | 'change'>) {
  const typed = useCallback((words: string) => change({ words }, {}, 'replace'), [change]);
  const label = 'Words in a reason';
  if (!choices.words) {
    return texts?.present === false ? (
      <p className="small">Reasons cannot be searched: they were not fetched for this build.</p>
    ) : null;
  }
  return (
    <>
      <SearchBox value={state.words} typed={typed} label={label} placeholder={label} most={200} />
      {state.words === '' || texts?.part === undefined ? null : (
        <p className="small">Searched is what this build holds: {texts.part}.</p>
      )}
    </>
  );
}

const LONGEST = 999_999_999;

const loadHistogram = () => import('./LengthHistogram.tsx');

/** Bars to brush over, which come when somebody opens the group, and two fields that say the same. */
function Length({ choices, state, counts, change }: FacetsProps) {
  const [opened, setOpened] = useState(false);
  const { length } = state;
  const used = length.from === null && length.to === null ? 0 : 1;
  const { lengths } = choices;
  if (lengths === undefined && used === 0) return null;
  return (
    <FilterGroup label="Longest reason, characters" used={used} onOpen={() => setOpened(true)}>
      {() => (
        <>
          {opened && lengths !== undefined ? (
            <PagePart load={loadHistogram} waiting={<div className="histogram text-small relative" />}>
              {({ LengthHistogram }) => (
                <LengthHistogram
                  lengths={lengths}
                  count={(bin) => counts.of('length', bin)}
                  total={counts.total}
                  range={length}
                  choose={(range, step) => change({ length: range }, {}, step ? 'replace' : 'push')}
                />
              )}
            </PagePart>
          ) : null}
          <div className="range flex wrap gap-2 text-small">
            <RangeBoxes range={length} most={LONGEST} change={(range) => change({ length: range }, {}, 'replace')} />
          </div>
        </>
      )}
    </FilterGroup>
  );
}

const NOTHING: readonly string[] = [];

interface AttributeProps extends Pick<FacetsProps, 'choices' | 'counts' | 'change'> {
  readonly facet: Facet;
  readonly chosen: readonly string[];
  readonly open: boolean;
}

const Attribute = memo(function Attribute({ choices, facet, chosen, counts, change, open }: AttributeProps) {
  const { name, label, values } = facet;
  const options = () =>
    values.map((value) => ({
      value,
      label: facetValueWords(choices, name, value),
      n: counts.of(`attribute ${name}`, value),
    }));
  return (
    <FilterValues
      {...{ label, options, chosen, open }}
      used={chosen.length}
      onChoose={(value) => change({}, { [facetParameter(name)]: toggled(chosen, value) })}
    />
  );
});

/** Shows everything that cases can be selected by, each value with the number of cases that it would leave: a column, or on a phone a sheet. */
export const Facets = memo(function Facets(props: FacetsProps) {
  const { choices, state, facets, counts, whole, change } = props;
  const counted = (facet: string, values: readonly string[], labels: (value: string) => string) => () =>
    values
      .map((value) => ({ value, label: labels(value), n: counts.of(facet, value) }))
      .filter(({ value, n }) => n > 0 || state.parse.includes(value) || facet !== 'parse');
  const criterionLabel = (id: string): string => choices.criteria.find((one) => one.id === id)?.label ?? id;
  return (
    <aside id="filters" className="facets js grid gap-2 border-0 overflow-y-auto" aria-label="Filters" popover="auto">
      <a className="skip" href="#cases">
        Skip the filters
      </a>
      <div className="sheet-head">
        <b>Filters</b>
        <Button popoverTarget="filters" popoverTargetAction="hide">
          Show {countOf(counts.total, 'case')}
        </Button>
      </div>
      <Words {...props} />
      {choices.runs.length === 0 ? null : (
        <FilterGroup label="Judges" used={state.right.length + state.wrong.length} open>
          {() => <Judges {...{ choices, state, counts, whole, change }} />}
        </FilterGroup>
      )}
      <FilterValues
        label="Right or wrong"
        used={state.outcome.length}
        options={counted('outcome', CASE_OUTCOMES, (o) => OUTCOME_WORDS[o as keyof typeof OUTCOME_WORDS])}
        chosen={state.outcome}
        onChoose={(value) =>
          change({ outcome: CASE_OUTCOMES.filter((o) => toggled(state.outcome, value).includes(o)) })
        }
      />
      {choices.answers === undefined ? null : (
        <FilterGroup
          label="Labels and answers"
          used={[state.said.gold, state.said.verdict].filter((one) => one !== '').length}
        >
          {() => <Said choices={choices} state={state} change={change} />}
        </FilterGroup>
      )}
      {choices.criteria.length === 0 ? null : (
        <FilterValues
          label="Criterion"
          used={state.criterion === '' ? 0 : 1}
          options={counted(
            'criterion',
            choices.criteria.map(({ id }) => id),
            criterionLabel,
          )}
          chosen={[state.criterion]}
          onChoose={(id) => change({ criterion: id === state.criterion ? '' : id })}
        />
      )}
      {choices.facets.map((facet, i) => (
        <Attribute
          key={facet.name}
          {...{ choices, facet, counts, change }}
          chosen={facets[facetParameter(facet.name)] ?? NOTHING}
          open={i === 0}
        />
      ))}
      <FilterValues
        label="Parse status"
        used={state.parse.length}
        options={counted('parse', STATUSES, parseWords)}
        chosen={state.parse}
        onChoose={(value) => change({ parse: toggled(state.parse, value) })}
      />
      <Length {...props} />
    </aside>
  );
});
