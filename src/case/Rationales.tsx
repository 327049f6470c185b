import { useMemo } from 'react';
import { TextCredit } from '../explore/TextCredit.tsx';
import type { Case } from '../schema/shard.ts';
import { readingOf } from './blocks.ts';
import { ChooseJudges } from './ChooseJudges.tsx';
import { type CaseFacts, caseRunLabel, lacksTexts } from './facts.ts';
import type { CasePart } from './parts.ts';
import { hasBothOrders, isOf, repeatsOf, runsOf } from './parts.ts';
import { RationalePane } from './Rationale.tsx';
import { Segments } from './Segments.tsx';
import type { CaseState, ChangeCase } from './state.ts';
import { useScrollTogether } from './use-scroll-together.ts';

export interface RationalesProps {
  readonly data: Case;
  readonly facts: CaseFacts;
  readonly state: CaseState;
  readonly change: ChangeCase;
  readonly parts: readonly CasePart[];
  readonly part: CasePart;
  /** Key of the part that the page begins with, which the address leaves out. */
  readonly first: string | undefined;
  readonly condition: string | null;
  /** Runs whose texts are shown. */
  readonly open: readonly string[];
}

const VIEWS = [
  { value: 'text', label: 'As text' },
  { value: 'formatted', label: 'Formatted' },
  { value: 'raw', label: 'Raw output' },
] as const;

const ORDERS = [
  { value: 'ab', label: 'A first' },
  { value: 'ba', label: 'B first' },
] as const;

type ControlsProps = Omit<RationalesProps, 'condition'>;

function Repeats({ data, state, change }: Pick<ControlsProps, 'data' | 'state' | 'change'>) {
  const repeats = repeatsOf(data);
  if (repeats.length < 2) return null;
  const chosen = state.repeat === '' ? (repeats[0] ?? '') : state.repeat;
  return (
    <label className="btn pick">
      <span>Repeat</span>
      <select
        value={chosen}
        onChange={({ currentTarget: { value } }) => change({ repeat: value === repeats[0] ? '' : value })}
      >
        {repeats.map((repeat) => (
          <option key={repeat} value={repeat}>
            {Number(repeat) + 1} of {repeats.length}
          </option>
        ))}
      </select>
    </label>
  );
}

function Controls({ data, facts, state, change, parts, part, first, open }: ControlsProps) {
  const together = state.scroll === 'together';
  const choose = (key: string): void => change({ criterion: key === first ? '' : key });
  return (
    <div className="reading-bar">
      {parts.length < 2 ? null : (
        <Segments
          label="Question"
          options={parts.map(({ key, label }) => ({ value: key, label }))}
          value={part.key}
          onChoose={choose}
        />
      )}
      <ChooseJudges runs={runsOf(data)} chosen={open} facts={facts} onChoose={(judges) => change({ judges })} />
      {lacksTexts(facts) ? null : (
        <Segments
          label="How texts are shown"
          options={VIEWS}
          value={state.view}
          onChoose={(view) => change({ view })}
        />
      )}
      {hasBothOrders(data) ? (
        <Segments
          label="Order of the responses"
          options={ORDERS}
          value={state.order}
          onChoose={(order) => change({ order })}
        />
      ) : null}
      <Repeats data={data} state={state} change={change} />
      {open.length < 2 || lacksTexts(facts) ? null : (
        <button
          type="button"
          className={together ? 'btn on' : 'btn'}
          aria-pressed={together}
          onClick={() => change({ scroll: together ? 'apart' : 'together' })}
        >
          Scroll together
        </button>
      )}
    </div>
  );
}

/** What judges wrote, side by side. */
export function RationalesSideBySide({ condition, ...props }: RationalesProps) {
  const { data, facts, state, part, open } = props;
  const track = useScrollTogether(state.scroll === 'together');
  const { side, repeat, order } = state;
  const readings = useMemo(
    () =>
      open.map((run) => ({
        run,
        reading: readingOf(data, facts, { part, run, wanted: { side, repeat, order, condition } }),
      })),
    [data, facts, part, open, side, repeat, order, condition],
  );
  const asked = data.judgments.some(isOf(part));
  return (
    <section className="rationales" id="rationales" aria-labelledby="rationales-title">
      <h2 id="rationales-title">Reasons</h2>
      {facts.texts === null || lacksTexts(facts) ? null : (
        <TextCredit benchmark={facts.benchmark} texts={facts.texts} />
      )}
      <Controls {...props} />
      {asked ? (
        <div className={`side-by-side of-${open.length}`}>
          {readings.map(({ run, reading }) => (
            <RationalePane
              key={run}
              name={caseRunLabel(facts, run)}
              reading={reading}
              view={state.view}
              track={track}
            />
          ))}
        </div>
      ) : (
        <p className="pane pane-text nothing">No run answers this question.</p>
      )}
    </section>
  );
}
