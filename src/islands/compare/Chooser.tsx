import { Glyph } from '../../components/board/Glyph.tsx';
import type { SlimRow } from '../../components/board/slim.ts';
import { MOST_JUDGES } from '../../url-state/compare.ts';
import { useBox } from '../board/use-box.ts';

export interface Choice {
  readonly id: string;
  readonly name: string;
  readonly access: NonNullable<SlimRow['access']>;
}

interface ChooserProps {
  readonly choices: readonly Choice[];
  readonly chosen: readonly Choice[];
  readonly change: (judges: readonly string[]) => void;
}

const GROUPS: readonly Choice['access'][] = ['proprietary', 'open', 'fine-tuned', 'program', 'human'];

/** The judges chosen, the first marked as what the others are compared with, and a list to add one. */
export function Chooser({ choices, chosen, change }: ChooserProps) {
  const ids = chosen.map((judge) => judge.id);
  const full = chosen.length >= MOST_JUDGES;
  const add = (id: string) => {
    if (id !== '') change([...ids, id]);
  };
  const list = useBox<HTMLSelectElement>('', add);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a line of buttons in every browser
    <div className="bar js" role="group" aria-label="Judges to compare">
      {chosen.map((judge, i) => (
        <span key={judge.id} className="chip">
          <Glyph access={judge.access} />
          {judge.name}
          {i === 0 ? (
            <small>compared with</small>
          ) : (
            <button
              type="button"
              className="btn quiet"
              onClick={() => change([judge.id, ...ids.filter((id) => id !== judge.id)])}
            >
              put first
            </button>
          )}
          <button
            type="button"
            className="btn quiet"
            aria-label={`Remove ${judge.name}`}
            onClick={() => change(ids.filter((id) => id !== judge.id))}
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
            const members = choices.filter((judge) => judge.access === access && !ids.includes(judge.id));
            return members.length === 0 ? null : (
              <optgroup key={access} label={access}>
                {members.map((judge) => (
                  <option key={judge.id} value={judge.id}>
                    {judge.name}
                  </option>
                ))}
              </optgroup>
            );
          })}
        </select>
      </label>
    </div>
  );
}
