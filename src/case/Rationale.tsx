import { PARSE_WORDS } from '../cases/parse-words.ts';
import { numberWords } from '../ui/number-words.ts';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import { useQuestion } from '../ui/use-question.ts';
import { AnswerMark } from './AnswerMark.tsx';
import type { ReadBlock, RunReading } from './blocks.ts';
import { LongText } from './LongText.tsx';
import { PARSE_MEANING, type ShownAnswer } from './outcome.ts';
import type { CaseAnswer } from './parts.ts';
import type { CaseState } from './state.ts';

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

/** Shows the text under a remark on why it is not formatted. */
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

export function RationalePane({ name, reading, view, track }: RationaleProps) {
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
