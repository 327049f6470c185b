import type { ReactNode } from 'react';
import { useQuestion } from '../ui/loading.tsx';
import { numberWords } from '../ui/number-words.ts';
import { LongText } from './Drawn.tsx';
import type { CaseAnswer } from './parts.ts';
import { useMarker } from './Searched.tsx';
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

/** Shows the whole of what a judge wrote. */
export function WholeReason({ answer, view }: { readonly answer: CaseAnswer; readonly view: CaseState['view'] }) {
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
