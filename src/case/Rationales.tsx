import { type ReactNode, useMemo } from 'react';
import { PARSE_WORDS } from '../cases/choices.ts';
import { decidingSentence } from '../cases/deciding.ts';
import { labelsFor } from '../cases/gold.ts';
import { TextCredit, TextsMissing } from '../explore/TextCredit.tsx';
import type { Case } from '../schema/stored-case.ts';
import { ScrollBox } from '../ui/layout.tsx';
import { useQuestion } from '../ui/loading.tsx';
import { numberWords } from '../ui/number-words.ts';
import { Text } from '../ui/Text.tsx';
import { AnswerMark, Segments } from './AnswerMark.tsx';
import { LongText } from './Drawn.tsx';
import { type CaseFacts, caseRunLabel, conditionLabel, lacksTexts, nameInCase } from './facts.ts';
import { goldOf } from './matrix.ts';
import { PARSE_MEANING, type ShownAnswer, shownScore, shownVerdict } from './outcome.ts';
import { type CaseAnswer, type CasePart, hasBothOrders, isOf, repeatsOf } from './parts.ts';
import { useMarker } from './Searched.tsx';
import type { CaseState, ChangeCase } from './state.ts';

/** Says whose prompts and reasons a case has, or what brings them where this build lacks them; nothing where they came with the figures. */
export function CaseTexts({ facts }: { readonly facts: CaseFacts }) {
  const { benchmark, texts } = facts;
  if (texts === null) return null;
  return lacksTexts(facts) ? <TextsMissing {...{ benchmark, texts }} /> : <TextCredit {...{ benchmark, texts }} />;
}

interface ReadBlock {
  readonly key: string;
  /** The side of a perturbation; empty where there is only one side. */
  readonly heading: string;
  readonly answer: CaseAnswer;
  readonly verdict: ShownAnswer | null;
  /** Scores, with the name of who gave them where that is not the judge itself. */
  readonly scores: readonly { readonly by: string; readonly shown: ShownAnswer }[];
}

interface RunReading {
  readonly blocks: readonly ReadBlock[];
  /** Says that another repeat or order is shown than the one asked for. */
  readonly note: string;
}

type Wanted = Pick<CaseState, 'side' | 'repeat' | 'order'> & { readonly condition: string | null };

/** Takes the texts that match; where none does, all of the first one's kind, with `true`. */
function prefer<T>(
  answers: readonly CaseAnswer[],
  kind: (answer: CaseAnswer) => T,
  wanted: T,
): [readonly CaseAnswer[], boolean] {
  const own = answers.filter((answer) => kind(answer) === wanted);
  const [first] = answers;
  if (own.length > 0 || first === undefined) return [own, false];
  return [answers.filter((answer) => kind(answer) === kind(first)), true];
}

function oneBlock(
  answers: readonly CaseAnswer[],
  facts: CaseFacts,
  { gold, heading }: { readonly gold: string | null; readonly heading: string },
): ReadBlock[] {
  const [answer] = answers;
  if (answer === undefined) return [];
  const scored = answers.filter((one) => one.score !== null || one.critique_judge !== undefined);
  const wantsScore = scored.length > 0 || (answer.verdict === null && gold === null);
  return [
    {
      key: `${heading} ${answer.rationale.length} ${answer.critique_judge ?? ''}`,
      heading,
      answer,
      verdict: answer.verdict !== null || gold !== null ? shownVerdict(answer, gold, facts.labels) : null,
      scores: (scored.length > 0 ? scored : wantsScore ? [answer] : []).map((one) => ({
        by: one.critique_judge === undefined ? '' : nameInCase(facts, one.critique_judge),
        shown: shownScore(one),
      })),
    },
  ];
}

/** Answers with one text between them, such as a critique scored by several judges, are one block. */
function blocksWith(
  answers: readonly CaseAnswer[],
  facts: CaseFacts,
  { gold, heading }: { readonly gold: string | null; readonly heading: string },
): ReadBlock[] {
  const texts = [...new Set(answers.map(({ rationale }) => rationale))];
  return texts.flatMap((text) =>
    oneBlock(
      answers.filter(({ rationale }) => rationale === text),
      facts,
      { gold, heading },
    ),
  );
}

/** Gathers what one run wrote about a part, on the sides asked for: in the repeat and order asked for, or in those that it has. */
export function readingOf(
  data: Case,
  facts: CaseFacts,
  { part, run, wanted }: { readonly part: CasePart; readonly run: string; readonly wanted: Wanted },
): RunReading {
  const own = data.judgments
    .filter((answer) => answer.run === run && isOf(part)(answer))
    .toSorted((a, b) => a.repeat - b.repeat);
  const first = own[0]?.repeat ?? 0;
  const [repeated, otherRepeat] = prefer(
    own,
    ({ repeat }) => repeat,
    wanted.repeat === '' ? first : Number(wanted.repeat),
  );
  const [ordered, otherOrder] = prefer(repeated, ({ order }) => order, wanted.order);
  const gold = goldOf(labelsFor(data, run), part);
  const perturbed = wanted.condition !== null && own.some(({ condition }) => condition !== 'base');
  const before = blocksWith(
    ordered.filter(({ condition }) => condition === 'base'),
    facts,
    { gold, heading: perturbed ? 'Before' : '' },
  );
  const { condition } = wanted;
  const after =
    condition === null
      ? []
      : blocksWith(
          ordered.filter((one) => one.condition === condition),
          facts,
          { gold, heading: `After: ${conditionLabel(facts, condition)}` },
        );
  const notes = [
    ...(otherRepeat ? [`This judge has no repeat ${Number(wanted.repeat) + 1}; the first is shown.`] : []),
    ...(otherOrder ? ['This judge was not asked in that order; the other is shown.'] : []),
  ];
  return {
    blocks: [...(perturbed && wanted.side === 'after' ? [] : before), ...(wanted.side === 'before' ? [] : after)],
    note: notes.join(' '),
  };
}

const NOTHING: Partial<Record<CaseAnswer['parse'], string>> = {
  missing: 'The run holds no answer to this.',
  error: 'Nothing came back from the judge.',
};

/** A text that this build lacks is known by its length. */
const rationaleLength = ({ rationale, rationale_length: length }: CaseAnswer): string | null =>
  rationale === '' && length !== undefined && length > 0
    ? `${numberWords(length)} characters, not in this build.`
    : null;

/** Browsers remember a missing script until the page is reloaded. */
const loadFormatted = () => import('./Formatted.tsx');

type PlainOf = (remark: string) => ReactNode;

/** Shows Markdown once its reader is loaded and has read it; until then, and where it fails, the text as it is. */
function FormattedText({ text, plain }: { readonly text: string; readonly plain: PlainOf }) {
  const renderer = useQuestion(loadFormatted);
  if (renderer.state === 'failed')
    return plain('The formatting could not be loaded: shown as text. Reload the page to try again.');
  return renderer.state === 'ready' ? <renderer.data.Formatted text={text} plain={plain} /> : plain('');
}

function WholeReason({ answer, view }: { readonly answer: CaseAnswer; readonly view: CaseState['view'] }) {
  const { rationale, raw, parse } = answer;
  const marker = useMarker();
  const nothing = NOTHING[parse] ?? rationaleLength(answer) ?? 'The judge gave no text.';
  const text = view === 'raw' ? (raw ?? rationale) : rationale;
  const plain: PlainOf = (remark) => (
    <>
      {remark === '' ? null : <p className="nothing">{remark}</p>}
      <LongText text={text} nothing={nothing} marker={marker} />
    </>
  );
  if (view === 'formatted' && text.trim() !== '') return <FormattedText text={text} plain={plain} />;
  return plain(view === 'raw' && raw === undefined ? 'No raw output is kept beside this text.' : '');
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
    <blockquote className={`decides below-3 max-w-line ${outcome ?? ''}`} dir="auto">
      <Text text={said} />
    </blockquote>
  );
}

function Marks({ block }: { readonly block: ReadBlock }) {
  return (
    <p className="read flex wrap items-center below-2 text-small">
      {block.heading === '' ? null : <b>{block.heading}</b>}
      {block.verdict === null ? null : <AnswerMark shown={block.verdict} />}
      {block.scores.map(({ by, shown }) => (
        <span key={by} className="score inline-flex gap-1 items-center">
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
    <section className="card rationale overflow-hidden" aria-label={`Rationale of ${name}`}>
      <div className="pane-head small">
        <h3>{name}</h3>
        {first === undefined || other !== undefined ? null : <Marks block={first} />}
      </div>
      <ScrollBox className="pane-text reading" label={`Text of ${name}`}>
        {note === '' ? null : <p className="nothing">{note}</p>}
        {first === undefined ? <p className="nothing">The run holds no output for this.</p> : null}
        {blocks.map((block) => (
          <div key={block.key} className="passage">
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
          <option className="ink surface" key={repeat} value={repeat}>
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
    <div className="reading-bar flex wrap gap-2 items-center">
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
    <section className="rationales grid gap-3 one-column" id="rationales" aria-labelledby="rationales-title">
      <Controls {...props} />
      {lacksTexts(facts) ? <CaseTexts facts={facts} /> : null}
      {asked ? (
        <div className={`side-by-side grid gap-4 of-${open.length}`}>
          {readings.map(({ run, reading }) => (
            <RationalePane key={run} name={caseRunLabel(facts, run)} reading={reading} view={state.view} />
          ))}
        </div>
      ) : (
        <p className="pane pane-text nothing min-w-0 border surface">No run answers this question.</p>
      )}
      {lacksTexts(facts) ? null : <CaseTexts facts={facts} />}
    </section>
  );
}
