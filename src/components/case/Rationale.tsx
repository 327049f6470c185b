import { Component, type ReactNode } from 'react';
import { PARSE_WORDS } from '../../explore/parse-words.ts';
import type { CaseState } from '../../url-state/case.ts';
import type { Block, Reading } from './blocks.ts';
import { LongText } from './LongText.tsx';
import { Mark } from './Mark.tsx';
import { PARSE_MEANING, type Shown } from './outcome.ts';
import type { Answer } from './parts.ts';
import { useModule } from './use-module.ts';

/** Longer texts are not read as Markdown: that would hold the page up. */
const MOST_FORMATTED = 50_000;

/** Shows its alternative where Markdown brings the renderer down. */
class Otherwise extends Component<{ readonly instead: ReactNode; readonly children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }
  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}

const NOTHING: Partial<Record<Answer['parse'], string>> = {
  missing: 'The run holds no answer to this.',
  error: 'Nothing came back from the judge.',
};

/** The text under a remark on why it is not shown as asked for. */
function Plain({
  text,
  nothing,
  remark,
}: {
  readonly text: string;
  readonly nothing: string;
  readonly remark: string;
}) {
  return (
    <>
      <p className="nothing">{remark}</p>
      <LongText text={text} nothing={nothing} />
    </>
  );
}

/** Markdown, once its renderer is there; until then, and where it fails, the text as it is. */
function FormattedText({ text, nothing }: { readonly text: string; readonly nothing: string }) {
  const renderer = useModule(true, () => import('./Formatted.tsx'));
  if (text.length > MOST_FORMATTED)
    return <Plain text={text} nothing={nothing} remark="Too long to format: shown as text." />;
  if (renderer.state === 'waiting') return <LongText text={text} nothing={nothing} />;
  if (renderer.state === 'failed')
    return (
      <Plain
        text={text}
        nothing={nothing}
        remark="The formatting could not be loaded: shown as text. Reload the page to try again."
      />
    );
  const instead = <Plain text={text} nothing={nothing} remark="This text cannot be formatted: shown as it is." />;
  return (
    <Otherwise key={text} instead={instead}>
      <renderer.module.Formatted text={text} />
    </Otherwise>
  );
}

function Body({ answer, view }: { readonly answer: Answer; readonly view: CaseState['view'] }) {
  const { rationale, raw, parse } = answer;
  const nothing = NOTHING[parse] ?? 'The judge gave no text.';
  if (view === 'raw') {
    if (raw !== undefined) return <LongText text={raw} nothing={nothing} />;
    return <Plain text={rationale} nothing={nothing} remark="No raw output is kept beside this text." />;
  }
  if (view === 'text' || rationale.trim() === '') return <LongText text={rationale} nothing={nothing} />;
  return <FormattedText text={rationale} nothing={nothing} />;
}

/** A mark says how the text was read; where it does, the status is not said twice. */
function Status({ block }: { readonly block: Block }) {
  const { parse, cost, tokens } = block.answer;
  const marks: (Shown | null)[] = [block.verdict, ...block.scores.map(({ shown }) => shown)];
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

function BlockView({ block, view }: { readonly block: Block; readonly view: CaseState['view'] }) {
  return (
    <div className="block">
      <p className="read">
        {block.heading === '' ? null : <b>{block.heading}</b>}
        {block.verdict === null ? null : <Mark shown={block.verdict} />}
        {block.scores.map(({ by, shown }) => (
          <span key={by} className="score">
            <Mark shown={shown} />
            {by === '' ? null : <small>by {by}</small>}
          </span>
        ))}
        <Status block={block} />
      </p>
      <Body answer={block.answer} view={view} />
    </div>
  );
}

interface RationaleProps {
  readonly name: string;
  readonly reading: Reading;
  readonly view: CaseState['view'];
  /** Takes part in scrolling together. */
  readonly track: (element: HTMLElement | null) => (() => void) | undefined;
}

/** What one judge wrote. */
export function Rationale({ name, reading, view, track }: RationaleProps) {
  return (
    <section className="pane rationale" aria-label={`Rationale of ${name}`}>
      <h3 className="pane-head">{name}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={track} className="pane-text reading" tabIndex={0} aria-label={`Text of ${name}`}>
        {reading.note === '' ? null : <p className="nothing">{reading.note}</p>}
        {reading.blocks.length === 0 ? (
          <p className="nothing">The run holds no output for this.</p>
        ) : (
          reading.blocks.map((block) => <BlockView key={block.key} block={block} view={view} />)
        )}
      </section>
    </section>
  );
}
