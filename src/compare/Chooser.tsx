import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { ACCESS_WORDS, MOST_JUDGES } from '../schema/words.ts';
import { useBox } from '../ui/boxes.tsx';
import { Glyph } from '../ui/JudgeName.tsx';
import { Button, ControlGroup } from '../ui/layout.tsx';
import { type ChosenJudge, entryText, type JudgeChoice, withRun } from './choice.ts';

interface AddJudgeProps {
  readonly list: RefObject<HTMLSelectElement | null>;
  readonly choices: readonly JudgeChoice[];
  readonly texts: readonly string[];
  readonly full: boolean;
  readonly add: (text: string) => void;
}

const GROUPS: readonly JudgeChoice['access'][] = [null, 'proprietary', 'open', 'fine-tuned', 'program', 'human'];

function optionsOf({ id, name, runs }: JudgeChoice): readonly { readonly text: string; readonly words: string }[] {
  const others = runs.filter(({ standard }) => !standard);
  return [
    { text: id, words: name },
    ...others.map(({ run, label, place }) => ({
      text: entryText(id, run),
      words: `${withRun(name, label)} (${place})`,
    })),
  ];
}

/** Says whether a key opens the list, where the next change is what somebody took from it. */
const opens = ({ key, altKey }: KeyboardEvent): boolean => key === ' ' || key === 'F4' || altKey;

/** Adds a judge: a choice by pointer counts at once; letters and arrows change a closed list at each key, so what they come to counts at ↵, or when one goes on. */
function AddJudge({ list, choices, texts, full, add }: AddJudgeProps) {
  const isPassing = useRef(false);
  const take = () => {
    isPassing.current = false;
    add(list.current?.value ?? '');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLSelectElement>) => {
    isPassing.current = event.key !== 'Enter' && !opens(event);
    if (event.key !== 'Enter' || event.currentTarget.value === '') return;
    event.preventDefault();
    take();
  };
  return (
    <label className="btn pick">
      <span className="hidden">Add a judge</span>
      <select
        ref={list}
        defaultValue=""
        disabled={full}
        autoComplete="off"
        onPointerDown={() => {
          isPassing.current = false;
        }}
        onKeyDown={onKeyDown}
        onChange={() => {
          if (!isPassing.current) take();
        }}
        onBlur={take}
      >
        <option value="">{full ? 'Four at most' : 'Add a judge…'}</option>
        {GROUPS.map((access) => {
          const members = choices
            .filter((judge) => judge.access === access)
            .flatMap(optionsOf)
            .filter(({ text }) => !texts.includes(text));
          return members.length === 0 ? null : (
            <optgroup key={access} label={access === null ? 'yours' : ACCESS_WORDS[access]}>
              {members.map(({ text, words }) => (
                <option key={text} value={text}>
                  {words}
                </option>
              ))}
            </optgroup>
          );
        })}
      </select>
    </label>
  );
}

interface ChooserProps {
  readonly choices: readonly JudgeChoice[];
  readonly chosen: readonly ChosenJudge[];
  readonly change: (judges: readonly string[]) => void;
}

/** Shows the judges and runs chosen, the first marked as the baseline of the others, and a list to add one. */
export function JudgeChooser({ choices, chosen, change }: ChooserProps) {
  const texts = chosen.map(({ text }) => text);
  const group = useRef<HTMLDivElement>(null);
  const add = (text: string) => {
    if (text !== '') change([...texts, text]);
  };
  const list = useBox<HTMLSelectElement>('', add);
  // The pressed button disappears: the focus moves to the list, or to the judge that is first now.
  const goesOn = useRef<() => void>(undefined);
  useEffect(() => {
    goesOn.current?.();
    goesOn.current = undefined;
  });
  const putFirst = (text: string) => {
    goesOn.current = () => group.current?.querySelector('button')?.focus();
    change([text, ...texts.filter((other) => other !== text)]);
  };
  const remove = (text: string) => {
    goesOn.current = () => list.current?.focus();
    change(texts.filter((other) => other !== text));
  };
  return (
    <ControlGroup ref={group} className="bar js" label="Judges to compare">
      {chosen.map(({ text, name, access }, i) => (
        <span key={text} className="chip inline-flex items-center text-dense">
          {access === null ? null : <Glyph access={access} />}
          {name}
          {i === 0 ? (
            <small>baseline</small>
          ) : (
            <Button look="quiet" onClick={() => putFirst(text)}>
              make baseline
            </Button>
          )}
          <Button look="quiet" aria-label={`Remove ${name}`} onClick={() => remove(text)}>
            ×
          </Button>
        </span>
      ))}
      <AddJudge list={list} choices={choices} texts={texts} full={texts.length >= MOST_JUDGES} add={add} />
    </ControlGroup>
  );
}
