import { useCallback } from 'react';
import type { Choices } from '../cases/choices.ts';
import { SAYINGS, type SaidFilter, saidWords } from '../cases/said.ts';
import { useBox } from '../ui/use-box.ts';
import type { ExploreState } from './state.ts';
import type { ChangeExplore } from './use-explore-state.ts';

interface SaidProps {
  readonly choices: Choices;
  readonly state: ExploreState;
  readonly change: ChangeExplore;
}

interface PickProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly choose: (value: string) => void;
}

function Pick({ label, value, options, choose }: PickProps) {
  const list = useBox<HTMLSelectElement>(value, choose);
  return (
    <label>
      {label}
      <select
        ref={list}
        className="field"
        defaultValue=""
        autoComplete="off"
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

const named = (sayings: readonly string[]) => [
  { value: '', label: 'anything' },
  ...sayings.map((value) => ({ value, label: saidWords(value) })),
];

/** What people say of a pair and what a judge says of it, where they may say more than one or the other. */
export function Said({ choices, state: { said, run }, change }: SaidProps) {
  const say = useCallback((part: Partial<SaidFilter>) => change({ said: { ...said, ...part } }), [change, said]);
  const sayGold = useCallback((gold: string) => say({ gold }), [say]);
  const sayVerdict = useCallback((verdict: string) => say({ verdict }), [say]);
  const chooseRun = useCallback((chosen: string) => change({ run: chosen }), [change]);
  const runs = [{ value: '', label: 'Any judge' }, ...choices.runs.map(({ run: value, label }) => ({ value, label }))];
  return (
    <div className="range">
      <Pick label="People say" value={said.gold} options={named(choices.answers ?? [])} choose={sayGold} />
      <Pick label="Judge" value={run} options={runs} choose={chooseRun} />
      <Pick label="says" value={said.verdict} options={named(SAYINGS)} choose={sayVerdict} />
    </div>
  );
}
