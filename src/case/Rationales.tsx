import { useCallback, useMemo, useRef, useState } from 'react';
import { PARSE_WORDS } from '../cases/choices.ts';
import { MOST_RATIONALES } from '../explore/case-address.ts';
import type { Case } from '../schema/shard.ts';
import { Panel, ScrollBox } from '../ui/layout.tsx';
import { useQuestion } from '../ui/loading.tsx';
import { numberWords } from '../ui/number-words.ts';
import { AnswerMark, Segments } from './AnswerMark.tsx';
import { type ReadBlock, type RunReading, readingOf } from './blocks.ts';
import { type CaseFacts, caseRunLabel, lacksTexts } from './facts.ts';
import { CaseTexts, LongText } from './LongText.tsx';
import { PARSE_MEANING, type ShownAnswer } from './outcome.ts';
import { type CaseAnswer, type CasePart, hasBothOrders, isOf, repeatsOf, runsOfCase } from './parts.ts';
import type { CaseState, ChangeCase } from './state.ts';

const NOTHING: Partial<Record<CaseAnswer['parse'], string>> = {
  missing: 'The run holds no answer to this.',
  error: 'Nothing came back from the judge.',
};

/** A text that this build lacks is known by its length. */
const rationaleLength = ({ rationale, rationale_length: length }: CaseAnswer): string | null =>
  rationale === '' && length !== undefined && length > 0
    ? `${numberWords(length)} characters, not in this build.`
    : null;

interface PlainProps {
  readonly text: string;
  readonly nothing: string;
  /** Why the text is not shown as asked for; it is empty where there is nothing to say. */
  readonly remark: string;
}

function Plain({ text, nothing, remark }: PlainProps) {
  return (
    <>
      {remark === '' ? null : <p className="nothing">{remark}</p>}
      <LongText text={text} nothing={nothing} />
    </>
  );
}

/** Browsers remember a missing script until the page is reloaded. */
const loadFormatted = () => import('./Formatted.tsx');

/** Shows Markdown once its reader is loaded and has read it; until then, and where it fails, the text as it is. */
function FormattedText({ text, nothing }: { readonly text: string; readonly nothing: string }) {
  const renderer = useQuestion(loadFormatted);
  const plain = (remark: string) => <Plain text={text} nothing={nothing} remark={remark} />;
  if (renderer.state === 'failed')
    return plain('The formatting could not be loaded: shown as text. Reload the page to try again.');
  return renderer.state === 'ready' ? <renderer.data.Formatted text={text} plain={plain} /> : plain('');
}

function Body({ answer, view }: { readonly answer: CaseAnswer; readonly view: CaseState['view'] }) {
  const { rationale, raw, parse } = answer;
  const nothing = NOTHING[parse] ?? rationaleLength(answer) ?? 'The judge gave no text.';
  if (view === 'raw') {
    if (raw !== undefined) return <LongText text={raw} nothing={nothing} />;
    return <Plain text={rationale} nothing={nothing} remark="No raw output is kept beside this text." />;
  }
  if (view === 'text' || rationale.trim() === '') return <LongText text={rationale} nothing={nothing} />;
  return <FormattedText text={rationale} nothing={nothing} />;
}

/** Says how the text was read, what it cost, and its tokens. The status is left out where a mark says it already. */
function ReadingStatus({ block }: { readonly block: ReadBlock }) {
  const { parse, cost, tokens } = block.answer;
  const marks: (ShownAnswer | null)[] = [block.verdict, ...block.scores.map(({ shown }) => shown)];
  const said = marks.some((shown) => shown?.text === PARSE_WORDS[parse]);
  return (
    <>
      {said ? null : (
        <span className={`pill${parse === 'ok' ? '' : ' warn'}`} title={PARSE_MEANING[parse]}>
          {PARSE_WORDS[parse]}
        </span>
      )}
      {tokens === undefined ? null : <span className="pill">{tokens} tokens</span>}
      {cost === undefined ? null : <span className="pill">cost {cost}</span>}
    </>
  );
}

function BlockView({ block, view }: { readonly block: ReadBlock; readonly view: CaseState['view'] }) {
  return (
    <div className="block">
      <p className="read">
        {block.heading === '' ? null : <b>{block.heading}</b>}
        {block.verdict === null ? null : <AnswerMark shown={block.verdict} />}
        {block.scores.map(({ by, shown }) => (
          <span key={by} className="score">
            <AnswerMark shown={shown} />
            {by === '' ? null : <small>by {by}</small>}
          </span>
        ))}
        <ReadingStatus block={block} />
      </p>
      <Body answer={block.answer} view={view} />
    </div>
  );
}

interface RationaleProps {
  readonly name: string;
  readonly reading: RunReading;
  readonly view: CaseState['view'];
  /** Takes part in scrolling together. */
  readonly track: (element: HTMLElement | null) => (() => void) | undefined;
}

function RationalePane({ name, reading, view, track }: RationaleProps) {
  return (
    <section className="pane rationale" aria-label={`Rationale of ${name}`}>
      <h3 className="pane-head">{name}</h3>
      <ScrollBox ref={track} className="pane-text reading" label={`Text of ${name}`}>
        {reading.note === '' ? null : <p className="nothing">{reading.note}</p>}
        {reading.blocks.length === 0 ? (
          <p className="nothing">The run holds no output for this.</p>
        ) : (
          reading.blocks.map((block) => <BlockView key={block.key} block={block} view={view} />)
        )}
      </ScrollBox>
    </section>
  );
}

interface ChooseJudgesProps {
  readonly runs: readonly string[];
  readonly chosen: readonly string[];
  readonly facts: CaseFacts;
  readonly onChoose: (runs: readonly string[]) => void;
}

/** The judges whose texts stand side by side: up to four, in the order of the table above. */
function ChooseJudges({ runs, chosen, facts, onChoose }: ChooseJudgesProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const full = chosen.length >= MOST_RATIONALES;
  const toggle = (run: string): void =>
    onChoose(runs.filter((one) => (one === run ? !chosen.includes(run) : chosen.includes(one))));
  return (
    <>
      <button
        type="button"
        className="btn judges-button"
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Judges: {chosen.map((run) => caseRunLabel(facts, run)).join(' · ')}
      </button>
      {anchor === null ? null : (
        <Panel label="Judges side by side" anchor={anchor} onClose={() => setAnchor(null)}>
          <p>Up to four. The last one stays.</p>
          <div className="judge-boxes">
            {runs.map((run) => {
              const on = chosen.includes(run);
              return (
                <label key={run}>
                  <input
                    type="checkbox"
                    checked={on}
                    disabled={on ? chosen.length === 1 : full}
                    onChange={() => toggle(run)}
                  />
                  {caseRunLabel(facts, run)}
                </label>
              );
            })}
          </div>
        </Panel>
      )}
    </>
  );
}

/** Measures how far down a text is scrolled, from 0 to 1. */
function depth({ scrollTop, scrollHeight, clientHeight }: HTMLElement): number {
  const room = scrollHeight - clientHeight;
  return room <= 0 ? 0 : scrollTop / room;
}

/**
 * Scrolls texts side by side by the same share of their lengths, and returns a ref for each. A text that was moved sends a scroll event of
 * its own, which is recognised by its position and ignored.
 */
function useScrollTogether(together: boolean): (element: HTMLElement | null) => (() => void) | undefined {
  const texts = useRef(new Set<HTMLElement>());
  const moved = useRef(new Map<HTMLElement, number>());
  return useCallback(
    (element) => {
      if (element === null) return;
      const follow = (): void => {
        if (moved.current.get(element) === Math.round(element.scrollTop)) {
          moved.current.delete(element);
          return;
        }
        const share = depth(element);
        for (const other of texts.current) {
          if (other === element) continue;
          other.scrollTop = share * (other.scrollHeight - other.clientHeight);
          moved.current.set(other, Math.round(other.scrollTop));
        }
      };
      texts.current.add(element);
      if (together) element.addEventListener('scroll', follow, { passive: true });
      return () => {
        texts.current.delete(element);
        moved.current.delete(element);
        element.removeEventListener('scroll', follow);
      };
    },
    [together],
  );
}

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
      <ChooseJudges runs={runsOfCase(data)} chosen={open} facts={facts} onChoose={(judges) => change({ judges })} />
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
          className={together ? 'btn on abreast' : 'btn abreast'}
          aria-pressed={together}
          onClick={() => change({ scroll: together ? 'apart' : 'together' })}
        >
          Scroll together
        </button>
      )}
    </div>
  );
}

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
      {lacksTexts(facts) ? <CaseTexts facts={facts} /> : null}
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
      {lacksTexts(facts) ? null : <CaseTexts facts={facts} />}
    </section>
  );
}
