import { MOST_JUDGES } from '../schema/most-judges.ts';
import { ControlGroup } from '../ui/ControlGroup.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { useBox } from '../ui/use-box.ts';
import type { ChosenJudge, JudgeChoice } from './choice.ts';
import { withRun } from './names.ts';
import { entryText } from './paired/sets.ts';

interface ChooserProps {
  readonly choices: readonly JudgeChoice[];
  readonly chosen: readonly ChosenJudge[];
  readonly change: (judges: readonly string[]) => void;
}

const GROUPS: readonly JudgeChoice['access'][] = [null, 'proprietary', 'open', 'fine-tuned', 'program', 'human'];

/** A judge, and each of its runs that its name alone does not mean. */
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

/** The judges and runs chosen, the first marked as what the others are compared with, and a list to add one. */
export function JudgeChooser({ choices, chosen, change }: ChooserProps) {
  const texts = chosen.map(({ text }) => text);
  const full = chosen.length >= MOST_JUDGES;
  const add = (text: string) => {
    if (text !== '') change([...texts, text]);
  };
  const list = useBox<HTMLSelectElement>('', add);
  return (
    <ControlGroup className="bar js" label="Judges to compare">
      {chosen.map(({ text, name, access }, i) => (
        <span key={text} className="chip">
          {access === null ? null : <Glyph access={access} />}
          {name}
          {i === 0 ? (
            <small>compared with</small>
          ) : (
            <button
              type="button"
              className="btn quiet"
              onClick={() => change([text, ...texts.filter((other) => other !== text)])}
            >
              put first
            </button>
          )}
          <button
            type="button"
            className="btn quiet"
            aria-label={`Remove ${name}`}
            onClick={() => change(texts.filter((other) => other !== text))}
          >
            remove
          </button>
        </span>
      ))}
      <label className="btn pick">
        <span className="hidden">Add a judge</span>
        <select
          ref={list}
          defaultValue=""
          disabled={full}
          autoComplete="off"
          onChange={(event) => add(event.currentTarget.value)}
        >
          <option value="">{full ? 'Four at most' : 'Add a judge…'}</option>
          {GROUPS.map((access) => {
            const members = choices
              .filter((judge) => judge.access === access)
              .flatMap(optionsOf)
              .filter(({ text }) => !texts.includes(text));
            return members.length === 0 ? null : (
              <optgroup key={access} label={access ?? 'yours'}>
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
    </ControlGroup>
  );
}
