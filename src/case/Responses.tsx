import { diffArrays } from 'diff';
import { useMemo } from 'react';
import type { Case } from '../schema/shard.ts';
import { keyed } from '../ui/lists.ts';
import { Text } from '../ui/Text.tsx';
import { visibleText } from '../ui/visible.ts';
import type { CaseFacts } from './facts.ts';
import { LongText } from './LongText.tsx';
import {
  areDepicted,
  EMPTY_PROMPT,
  EMPTY_RESPONSE,
  lengthWords,
  NO_RESPONSE,
  type ShownText,
  shownPrompts,
  shownResponses,
} from './shown-texts.ts';
import type { CaseState } from './state.ts';

/** A chunk of one of two texts; `own` says that the other does not have it there. */
interface TextChunk {
  readonly text: string;
  readonly own: boolean;
}

interface ComparedWords {
  readonly first: readonly TextChunk[];
  readonly second: readonly TextChunk[];
}

/** Longer texts are not compared, nor those in which more words differ (about 20 ms of work), because the page must stay quick. */
const MOST_CHARACTERS = 40_000;
const MOST_DIFFERENT = 500;

/** Finds a word, a character of Chinese or Japanese writing, or a sign, with the white space behind it. */
const TOKEN =
  /(?:[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{M}\p{N}_])+|[^\s\p{L}\p{M}\p{N}_])\s*|^\s+/gu;

const tokensOf = (text: string): string[] => text.match(TOKEN) ?? [];

/** Joins one side of the difference: tokens that follow each other and are of one kind; space at the end of a mark is left out. */
function side(
  tokens: readonly string[],
  parts: readonly { readonly count: number; readonly own: boolean }[],
): TextChunk[] {
  let at = 0;
  return parts.flatMap(({ count, own }): TextChunk[] => {
    const text = tokens.slice(at, at + count).join('');
    at += count;
    const word = text.trimEnd();
    if (!own || word === text) return text === '' ? [] : [{ text, own }];
    return [
      { text: word, own },
      { text: text.slice(word.length), own: false },
    ];
  });
}

/** Finds the words that only one of two texts has, whatever the white space; null if that would be too much work. */
export function compareWords(first: string, second: string): ComparedWords | null {
  if (first.length + second.length > MOST_CHARACTERS) return null;
  const [a, b] = [tokensOf(first), tokensOf(second)];
  const trimmed = (tokens: readonly string[]): string[] => tokens.map((token) => token.trimEnd());
  const parts = diffArrays(trimmed(a), trimmed(b), { maxEditLength: MOST_DIFFERENT });
  if (parts === undefined) return null;
  return {
    first: side(
      a,
      parts.filter(({ added }) => !added).map(({ count, removed }) => ({ count, own: removed })),
    ),
    second: side(
      b,
      parts.filter(({ removed }) => !removed).map(({ count, added }) => ({ count, own: added })),
    ),
  };
}

interface TextsProps {
  readonly items: readonly ShownText[];
  readonly marked: boolean;
  /** Shown in place of an empty text. */
  readonly nothing: string;
}

function Chunks({ chunks }: { readonly chunks: readonly TextChunk[] }) {
  return (
    <div className="words" dir="auto">
      {keyed(chunks, ({ own }) => (own ? 'own' : 'shared')).map(({ key, item: { text, own } }) =>
        own ? (
          <mark key={key}>
            <Text text={text} />
          </mark>
        ) : (
          <Text key={key} text={text} />
        ),
      )}
    </div>
  );
}

/** Shows texts side by side; of two, the words that only one has are marked. */
function Texts({ items, marked, nothing }: TextsProps) {
  const [first, second] = items;
  const compared = useMemo(
    () => (marked && items.length === 2 && first && second ? compareWords(first.text, second.text) : null),
    [marked, items.length, first, second],
  );
  const sides = compared === null ? [] : [compared.first, compared.second];
  return (
    <div className={items.length > 1 ? 'two' : ''}>
      {items.map(({ key, name, by, text }, i) => {
        const chunks = sides[i];
        return (
          <section key={key} className="pane" aria-label={name}>
            <div className="pane-head">
              <h2>{name}</h2>
              <span className="by">{visibleText(by)}</span>
              <span className="spacer">{lengthWords(text)}</span>
            </div>
            <div className="pane-text">
              {chunks === undefined || text.trim() === '' ? (
                <LongText text={text} nothing={nothing} />
              ) : (
                <Chunks chunks={chunks} />
              )}
            </div>
          </section>
        );
      })}
    </div>
  );
}

interface SidesProps {
  readonly data: Case;
  /** Names of models by their ids, where known. */
  readonly names: CaseFacts['names'];
  readonly side: CaseState['side'];
  readonly condition: string | null;
  readonly marked: boolean;
}

/** Names the makers of responses that are pictures; the pictures themselves stand beside. */
function Depicted({ items }: { readonly items: readonly ShownText[] }) {
  return (
    <p className="pane pane-text">
      {items.map(({ key, name, by }, i) => (
        <span key={key}>
          {i === 0 ? '' : ' · '}
          {name}: <b>{by === '' ? 'a picture' : visibleText(by)}</b>
        </span>
      ))}{' '}
      <small>pictures</small>
    </p>
  );
}

/** Shows the responses; where a perturbation changes one, it stands there before and after. */
export function CaseResponses({ data, names, side, condition, marked }: SidesProps) {
  const items = useMemo(() => shownResponses(data, { side, condition }, names), [data, names, side, condition]);
  if (items.length === 0) return <p className="pane pane-text nothing">{NO_RESPONSE}</p>;
  if (areDepicted(data, items)) return <Depicted items={items} />;
  return <Texts items={items} marked={marked} nothing={EMPTY_RESPONSE} />;
}

/** Shows the prompt; where a perturbation changes it, before and after. */
export function CasePrompt({ data, side, condition, marked }: Omit<SidesProps, 'names'>) {
  const items = useMemo(() => shownPrompts(data, { side, condition }), [data, side, condition]);
  return <Texts items={items} marked={marked} nothing={EMPTY_PROMPT} />;
}
