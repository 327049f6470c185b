import { useMemo } from 'react';
import { PARSE_WORDS } from '../cases/choices.ts';
import { decidingSentence } from '../cases/deciding.ts';
import type { Case } from '../schema/shard.ts';
import { ScrollBox } from '../ui/layout.tsx';
import { Text } from '../ui/Text.tsx';
import { AnswerMark, Segments } from './AnswerMark.tsx';
import { type ReadBlock, type RunReading, readingOf } from './blocks.ts';
import { CaseTexts } from './CaseTexts.tsx';
import { type CaseFacts, caseRunLabel, lacksTexts } from './facts.ts';
import { PARSE_MEANING, type ShownAnswer } from './outcome.ts';
import { type CasePart, hasBothOrders, isOf, repeatsOf } from './parts.ts';
import type { CaseState, ChangeCase } from './state.ts';
import { WholeReason } from './WholeReason.tsx';

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

/** Says in a sentence what a judge answered whose reason this build lacks. */
function withoutReason({ answer: { rationale, rationale_length: length = 0 }, verdict }: ReadBlock): string {
  if (rationale !== '' || length === 0 || verdict === null) return '';
  const other = verdict.outcome === 'wrong' || verdict.outcome === 'tie' ? '; the label says otherwise' : '';
  return `It said ${verdict.text}${verdict.outcome === 'right' ? ', as the label does' : other}.`;
}

/** Characters beside the sentence that decides from which on it is quoted: of less it is nearly all. */
const MORE = 40;

/** Shows the sentence of a reason that decides, with an edge that says whether the judge was right. */
function Quote({ block }: { readonly block: ReadBlock }) {
  const { answer, verdict } = block;
  const decides = useMemo(() => decidingSentence(answer.rationale), [answer.rationale]);
  const said = answer.rationale === '' ? withoutReason(block) : decides;
  const outcome = verdict?.outcome === 'tie' ? 'wrong' : verdict?.outcome;
  const isAll = answer.rationale !== '' && said.length + MORE > answer.rationale.trim().length;
  return said === '' || isAll ? null : (
    <blockquote className={`decides ${outcome ?? ''}`} dir="auto">
      <Text text={said} />
    </blockquote>
  );
}

/** Says what an answer was read as. */
function Marks({ block }: { readonly block: ReadBlock }) {
  return (
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
  );
}

interface RationaleProps {
  readonly view: CaseState['view'];
  readonly name: string;
  readonly reading: RunReading;
}

function RationalePane({ name, reading: { note, blocks }, view }: RationaleProps) {
  const [first, other] = blocks;
  return (
    <section className="card rationale" aria-label={`Rationale of ${name}`}>
      <div className="pane-head">
        <h3>{name}</h3>
        {first === undefined || other !== undefined ? null : <Marks block={first} />}
      </div>
      <ScrollBox className="pane-text reading" label={`Text of ${name}`}>
        {note === '' ? null : <p className="nothing">{note}</p>}
        {first === undefined ? <p className="nothing">The run holds no output for this.</p> : null}
        {blocks.map((block) => (
          <div key={block.key} className="block">
            {other === undefined ? null : <Marks block={block} />}
            <Quote block={block} />
            <WholeReason answer={block.answer} view={view} />
          </div>
        ))}
      </ScrollBox>
    </section>
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
  { value: 'formatted', label: 'Formatted' },
  { value: 'text', label: 'As text' },
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

function Controls({ data, facts, state, change, parts, part, first }: ControlsProps) {
  const choose = (key: string): void => change({ criterion: key === first ? '' : key });
  return (
    <div className="reading-bar">
      <h2 id="rationales-title">Reasons</h2>
      {parts.length < 2 ? null : (
        <Segments
          label="Question"
          options={parts.map(({ key, label }) => ({ value: key, label }))}
          value={part.key}
          onChoose={choose}
        />
      )}
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
    </div>
  );
}

export function RationalesSideBySide({ condition, ...props }: RationalesProps) {
  const { data, facts, state, part, open } = props;
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
      <Controls {...props} />
      {lacksTexts(facts) ? <CaseTexts facts={facts} /> : null}
      {asked ? (
        <div className={`side-by-side of-${open.length}`}>
          {readings.map(({ run, reading }) => (
            <RationalePane key={run} name={caseRunLabel(facts, run)} reading={reading} view={state.view} />
          ))}
        </div>
      ) : (
        <p className="pane pane-text nothing">No run answers this question.</p>
      )}
      {lacksTexts(facts) ? null : <CaseTexts facts={facts} />}
    </section>
  );
}
