import { useEffect, useRef } from 'react';
import { MOST_JUDGES } from '../schema/most-judges.ts';
import { ControlGroup } from '../ui/ControlGroup.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { useBox } from '../ui/use-box.ts';
import { AddJudge } from './AddJudge.tsx';
import type { ChosenJudge, JudgeChoice } from './choice.ts';

interface ChooserProps {
  readonly choices: readonly JudgeChoice[];
  readonly chosen: readonly ChosenJudge[];
  readonly change: (judges: readonly string[]) => void;
}

/** The judges and runs chosen, the first marked as what the others are compared with, and a list to add one. */
export function JudgeChooser({ choices, chosen, change }: ChooserProps) {
  const texts = chosen.map(({ text }) => text);
  const group = useRef<HTMLDivElement>(null);
  const add = (text: string) => {
    if (text !== '') change([...texts, text]);
  };
  const list = useBox<HTMLSelectElement>('', add);
  // The button that was pressed goes with what it did: the keyboard goes on from the list, or from the judge that is first now.
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
        <span key={text} className="chip">
          {access === null ? null : <Glyph access={access} />}
          {name}
          {i === 0 ? (
            <small>compared with</small>
          ) : (
            <button type="button" className="btn quiet" onClick={() => putFirst(text)}>
              put first
            </button>
          )}
          <button type="button" className="btn quiet" aria-label={`Remove ${name}`} onClick={() => remove(text)}>
            ×
          </button>
        </span>
      ))}
      <AddJudge list={list} choices={choices} texts={texts} full={texts.length >= MOST_JUDGES} add={add} />
    </ControlGroup>
  );
}
