import { useEffect, useMemo, useState } from 'react';
import { TextCredit, TextsMissing } from '../explore/TextCredit.tsx';
import { keyed } from '../ui/lists.ts';
import { numberWords } from '../ui/number-words.ts';
import { type CaseFacts, lacksTexts } from './facts.ts';
import { MarkedText } from './Searched.tsx';
import { blankWords, chunksOf, shownPartWords } from './shown-texts.ts';

/** Says whose prompts and reasons a case has, or what brings them where this build lacks them; nothing where they came with the figures. */
export function CaseTexts({ facts }: { readonly facts: CaseFacts }) {
  const { benchmark, texts } = facts;
  if (texts === null) return null;
  return lacksTexts(facts) ? <TextsMissing {...{ benchmark, texts }} /> : <TextCredit {...{ benchmark, texts }} />;
}

/** How many of the chunks stand on the page: one, or growing by one a frame, so that the page stays responsive, up to all. */
function useGrowth(total: number): { readonly shown: number; readonly all: boolean; readonly toggle: () => void } {
  const [all, setAll] = useState(false);
  const [shown, setShown] = useState(1);
  useEffect(() => {
    if (!all || shown >= total) return;
    const frame = requestAnimationFrame(() => setShown((n) => n + 1));
    return () => cancelAnimationFrame(frame);
  }, [all, shown, total]);
  const toggle = (): void => {
    setAll(!all);
    setShown(1);
  };
  return { shown, all, toggle };
}

/** Shows a text of any length: its beginning first, the rest piece by piece on request. */
export function LongText({ text, nothing }: { readonly text: string; readonly nothing: string }) {
  const blank = useMemo(() => blankWords(text, nothing), [text, nothing]);
  const chunks = useMemo(() => chunksOf(text), [text]);
  const { shown, all, toggle } = useGrowth(chunks.length);
  if (blank !== null) return <p className="nothing">{blank}</p>;
  return (
    <>
      {keyed(chunks.slice(0, all ? shown : 1), () => 'piece').map(({ key, item: chunk }) => (
        <div key={key} className="words" dir="auto">
          <MarkedText text={chunk} />
        </div>
      ))}
      {chunks.length > 1 ? (
        <p className="more">
          {all ? `All ${numberWords(text.length)} characters` : shownPartWords(chunks[0] ?? '', text)}{' '}
          <button type="button" className="btn" onClick={toggle}>
            {all ? 'Show the beginning only' : 'Show all'}
          </button>
        </p>
      ) : null}
    </>
  );
}
