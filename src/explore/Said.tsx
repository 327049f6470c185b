import { useCallback } from 'react';
import type { Choices } from '../cases/choices.ts';
import { SAYINGS, type SaidFilter } from '../cases/wanted.ts';
import { saidWords } from '../cases/wanted-words.ts';
import { ListBox, type ListBoxProps } from '../ui/ListBox.tsx';
import type { ExploreState } from './state.ts';
import type { ChangeExplore } from './use-explore-state.ts';

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
