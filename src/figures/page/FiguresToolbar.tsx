import { type RefObject, useCallback, useRef } from 'react';
import { facetValueWords } from '../../explore/words.ts';
import type { Protocol } from '../../schema/benchmark.ts';
import { entryOf } from '../../schema/words.ts';
import { PickList } from '../../ui/boxes.tsx';
import { FilterValues } from '../../ui/FilterGroup.tsx';
import { Button, ControlGroup } from '../../ui/layout.tsx';
import { toggled } from '../../ui/lists.ts';
import { numberWords } from '../../ui/number-words.ts';
import {
  besideParameter,
  type ChangeFigures,
  chosenParameter,
  type FigureChoices,
  type FigureScope,
  type FiguresState,
  figureFacet,
  MOST_BESIDE,
  runsBeside,
} from '../kit/case-figure.ts';
import { PROTOCOL_WORDS } from '../kit/words.ts';
import type { PrerenderedFigures } from './case-figures.ts';

interface ToolbarProps {
  readonly known: PrerenderedFigures;
  readonly closely: boolean;
  /** Whether there is a figure of judges side by side, and some do not stand there at first. */
  readonly aside: boolean;
  readonly state: FiguresState;
  readonly change: ChangeFigures;
  /** How many cases are selected; null while that is not known. */
  readonly cases: number | null;
  readonly status: React.ReactNode;
}

interface PickerProps {
  readonly choices: FigureChoices;
  readonly opening: FigureScope['runs'];
  readonly protocol: Protocol;
  readonly value: string;
  readonly change: ChangeFigures;
}

function Picker({ choices, opening, protocol, value, change }: PickerProps) {
  const name = chosenParameter('judge', protocol);
  const first = opening[protocol];
  const choose = useCallback((run: string) => change({ chosen: { [name]: run } }), [change, name]);
  const options = choices.runs
    .filter((run) => run.protocol === protocol)
    .map(({ run, label }) => ({ value: run === first ? '' : run, label }));
  return (
    <PickList
      label={PROTOCOL_WORDS[protocol].judge}
      value={value === first ? '' : value}
      options={options}
      choose={choose}
    />
  );
}

function FacetPickers({ known: { choices, counts }, state, change }: Pick<ToolbarProps, 'known' | 'state' | 'change'>) {
  return choices.facets.map(({ name, label, values }) => {
    const parameter = figureFacet(name);
    const chosen = state.facets[parameter] ?? [];
    return (
      <FilterValues
        key={name}
        label={label}
        used={chosen.length}
        options={() =>
          values.map((value) => ({
            value,
            label: facetValueWords(choices, name, value),
            n: entryOf(entryOf(counts, name) ?? {}, value) ?? 0,
          }))
        }
        chosen={chosen}
        onChoose={(value) => change({ facets: { [parameter]: toggled(chosen, value) } })}
      />
    );
  });
}

/** Chooses the runs side by side; where there are many, the page opens with one of each judge. */
function Beside({ known: { choices, page }, state, change }: Pick<ToolbarProps, 'known' | 'state' | 'change'>) {
  const { protocol } = page;
  const parameter = besideParameter(protocol);
  const choose = (beside: readonly string[]): void => change({ beside: { [parameter]: beside } });
  const runs = choices.runs.filter((run) => run.protocol === protocol);
  const shown = runsBeside(choices, protocol, state.beside[parameter] ?? []);
  const all = runs.slice(0, MOST_BESIDE).map(({ run }) => run);
  if (runs.length <= 2) return null;
  return (
    <details className="cases-filter" name="figures-choice">
      <summary className={(state.beside[parameter] ?? []).length > 0 ? 'btn on' : 'btn'}>
        Which judges
        <span className="used">
          {shown.length} of {runs.length}
        </span>
      </summary>
      <div className="cases-facets grid gap-2 items-start absolute border-strong rounded surface overflow-y-auto">
        <p className="small">At least two, at most {MOST_BESIDE} at a time.</p>
        <p>
          <Button onClick={() => choose([])}>The usual ones</Button>{' '}
          <Button onClick={() => choose(all)}>
            {runs.length > MOST_BESIDE ? `The first ${MOST_BESIDE} runs` : `All ${runs.length} runs`}
          </Button>
        </p>
        <ControlGroup className="options" label="Judges side by side">
          {runs.map(({ run, label }) => {
            const on = shown.includes(run);
            const locked = on ? shown.length <= 2 : shown.length >= MOST_BESIDE;
            return (
              <button
                key={run}
                type="button"
                className="option"
                aria-pressed={on}
                disabled={locked}
                onClick={() => choose(toggled(shown, run))}
              >
                <span>{label}</span>
              </button>
            );
          })}
        </ControlGroup>
      </div>
    </details>
  );
}

function Asked({
  known: { choices },
  state,
  change,
  opener,
}: Pick<ToolbarProps, 'known' | 'state' | 'change'> & { readonly opener: RefObject<HTMLElement | null> }) {
  // A button that removes itself hands the focus to its list.
  const take = (facets: FiguresState['facets']): void => {
    change({ facets });
    opener.current?.focus();
  };
  const chosen = choices.facets.flatMap(({ name, label }) => {
    const parameter = figureFacet(name);
    const values = state.facets[parameter] ?? [];
    return values.length === 0
      ? []
      : [{ parameter, words: `${label}: ${values.map((v) => facetValueWords(choices, name, v)).join(', ')}` }];
  });
  if (chosen.length === 0) return null;
  return (
    <ul className="chips flex wrap gap-1 below-2 no-list" aria-label="Selected">
      {chosen.map(({ parameter, words }) => (
        <li key={parameter}>
          <Button look="on" onClick={() => take({ [parameter]: [] })}>
            {words} <span aria-hidden="true">×</span>
            <span className="hidden">, take away</span>
          </Button>
        </li>
      ))}
      <li>
        <Button look="quiet" onClick={() => take(Object.fromEntries(chosen.map(({ parameter }) => [parameter, []])))}>
          All cases
        </Button>
      </li>
    </ul>
  );
}

/** Offers the choice of the judge and of the cases. It stays at the top while the figures scroll, and is not shown where scripts are off. */
export function FiguresToolbar({ known, closely, aside, state, change, cases, status }: ToolbarProps) {
  const { choices, opening, page } = known;
  const all = numberWords(choices.cases);
  const opener = useRef<HTMLElement>(null);
  const used = Object.values(state.facets).filter((values) => values.length > 0).length;
  return (
    <div className="figures-bar js border-b">
      <ControlGroup className="bar" label="What the figures show">
        {closely ? (
          <Picker
            choices={choices}
            opening={opening}
            protocol={page.protocol}
            value={state.chosen[chosenParameter('judge', page.protocol)] ?? ''}
            change={change}
          />
        ) : null}
        {page.topic === 'judges' || aside ? <Beside known={known} state={state} change={change} /> : null}
        <details className="cases-filter" name="figures-choice">
          <summary ref={opener} className={used > 0 ? 'btn on' : 'btn'}>
            Filter cases{used > 0 ? <span className="used">{used}</span> : null}
          </summary>
          <div className="cases-facets grid gap-2 items-start absolute border-strong rounded surface overflow-y-auto">
            <FacetPickers known={known} state={state} change={change} />
          </div>
        </details>
        <span className="doing small nowrap min-w-0 overflow-hidden ellipsis" role="status">
          {status}
        </span>
        <output className="count">
          {cases === null ? '' : cases === choices.cases ? `all ${all} cases` : `${numberWords(cases)} of ${all} cases`}
        </output>
      </ControlGroup>
      <Asked known={known} state={state} change={change} opener={opener} />
    </div>
  );
}
