import { useCallback } from 'react';
import { type Choices, OUTCOMES, STATUSES } from '../cases/choices.ts';
import type { FacetCounts } from '../cases/facet-counts.ts';
import { Group, Options } from '../ui/Group.tsx';
import { toggled } from '../ui/lists.ts';
import { numberWords } from '../ui/number-words.ts';
import { SearchBox } from '../ui/SearchBox.tsx';
import { Said } from './Said.tsx';
import { type ExploreState, type FacetState, facetParameter } from './state.ts';
import type { ChangeExplore } from './use-explore-state.ts';
import { OUTCOME_WORDS, parseWords, valueWords } from './words.ts';

export interface FacetsProps {
  readonly choices: Choices;
  readonly state: ExploreState;
  readonly facets: FacetState;
  readonly counts: FacetCounts;
  readonly change: ChangeExplore;
}

function Words({ state, change }: Pick<FacetsProps, 'state' | 'change'>) {
  const typed = useCallback((words: string) => change({ words }, {}, 'replace'), [change]);
  const label = 'Words in a rationale';
  return <SearchBox value={state.words} typed={typed} label={label} placeholder={label} most={200} />;
}

/** Two buttons for each judge; if neither is pressed, the judge does not matter. */
function Judges({ choices, state, counts, change }: FacetsProps) {
  const press = (run: string, verdict: 'right' | 'wrong'): void => {
    const other = verdict === 'right' ? 'wrong' : 'right';
    change({ [verdict]: toggled(state[verdict], run), [other]: state[other].filter((one) => one !== run) });
  };
  return (
    <ul className="judges">
      {choices.runs.map(({ run, label }) => (
        <li key={run}>
          <span>{label}</span>
          {(['right', 'wrong'] as const).map((verdict) => (
            <button
              key={verdict}
              type="button"
              className={counts.of(verdict, run) === 0 ? `verdict ${verdict} nothing` : `verdict ${verdict}`}
              aria-pressed={state[verdict].includes(run)}
              aria-label={`${label} ${verdict}, ${numberWords(counts.of(verdict, run))} cases`}
              onClick={() => press(run, verdict)}
            >
              {verdict} <span className="n">{numberWords(counts.of(verdict, run))}</span>
            </button>
          ))}
        </li>
      ))}
    </ul>
  );
}

function Length({ state, change }: Pick<FacetsProps, 'state' | 'change'>) {
  const { length } = state;
  const end = (side: 'from' | 'to', label: string) => (
    <label>
      {label}
      <input
        key={`${side} ${length[side]}`}
        type="number"
        min={0}
        max={999_999_999}
        className="field"
        defaultValue={length[side] ?? ''}
        onBlur={({ currentTarget: { value, valueAsNumber } }) => {
          const to = value === '' || !Number.isFinite(valueAsNumber) ? null : Math.max(0, Math.round(valueAsNumber));
          if (to !== length[side]) change({ length: { ...length, [side]: to } });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
    </label>
  );
  return (
    <div className="range">
      {end('from', 'from')}
      {end('to', 'to')}
    </div>
  );
}

function Attributes({ choices, facets, counts, change }: FacetsProps) {
  return choices.facets.map(({ name, label, values }, i) => {
    const parameter = facetParameter(name);
    const chosen = facets[parameter] ?? [];
    const options = values.map((value) => ({
      value,
      label: valueWords(choices, name, value),
      n: counts.of(`attribute ${name}`, value),
    }));
    return (
      <Group key={name} label={label} used={chosen.length} open={i === 0}>
        <Options
          label={label}
          options={options}
          chosen={chosen}
          onChoose={(value) => change({}, { [parameter]: toggled(chosen, value) })}
        />
      </Group>
    );
  });
}

/** Everything that cases can be selected by, each value with the number of cases that it would leave. */
export function Facets(props: FacetsProps) {
  const { choices, state, counts, change } = props;
  const counted = (facet: string, values: readonly string[], labels: (value: string) => string) =>
    values
      .map((value) => ({ value, label: labels(value), n: counts.of(facet, value) }))
      .filter(({ value, n }) => n > 0 || state.parse.includes(value) || facet !== 'parse');
  const criterionLabel = (id: string): string => choices.criteria.find((one) => one.id === id)?.label ?? id;
  return (
    <aside className="facets js" aria-label="Filters">
      <a className="skip" href="#cases">
        Skip the filters
      </a>
      {choices.words ? <Words state={state} change={change} /> : null}
      {choices.runs.length === 0 ? null : (
        <Group label="Judges" used={state.right.length + state.wrong.length} open>
          <Judges {...props} />
        </Group>
      )}
      <Group label="Right or wrong" used={state.outcome.length}>
        <Options
          label="Right or wrong"
          options={counted('outcome', OUTCOMES, (o) => OUTCOME_WORDS[o as keyof typeof OUTCOME_WORDS])}
          chosen={state.outcome}
          onChoose={(value) => change({ outcome: OUTCOMES.filter((o) => toggled(state.outcome, value).includes(o)) })}
        />
      </Group>
      {choices.answers === undefined ? null : (
        <Group
          label="What people and judges say"
          used={[state.said.gold, state.said.verdict].filter((one) => one !== '').length}
        >
          <Said choices={choices} state={state} change={change} />
        </Group>
      )}
      {choices.criteria.length === 0 ? null : (
        <Group label="Criterion" used={state.criterion === '' ? 0 : 1}>
          <Options
            label="Criterion"
            options={counted(
              'criterion',
              choices.criteria.map(({ id }) => id),
              criterionLabel,
            )}
            chosen={[state.criterion]}
            onChoose={(id) => change({ criterion: id === state.criterion ? '' : id })}
          />
        </Group>
      )}
      <Attributes {...props} />
      <Group label="Parse status" used={state.parse.length}>
        <Options
          label="Parse status"
          options={counted('parse', STATUSES, parseWords)}
          chosen={state.parse}
          onChoose={(value) => change({ parse: toggled(state.parse, value) })}
        />
      </Group>
      <Group
        label="Longest rationale, characters"
        used={state.length.from === null && state.length.to === null ? 0 : 1}
      >
        <Length state={state} change={change} />
      </Group>
    </aside>
  );
}
