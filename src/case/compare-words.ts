import { diffArrays } from 'diff';
import type { TextChunk } from './plain.ts';

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
  parts: readonly { readonly count: number; readonly marked: boolean }[],
): TextChunk[] {
  let at = 0;
  return parts.flatMap(({ count, marked }): TextChunk[] => {
    const text = tokens.slice(at, at + count).join('');
    at += count;
    const word = text.trimEnd();
    if (!marked || word === text) return text === '' ? [] : [{ text, marked }];
    return [
      { text: word, marked },
      { text: text.slice(word.length), marked: false },
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
      parts.filter(({ added }) => !added).map(({ count, removed }) => ({ count, marked: removed })),
    ),
    second: side(
      b,
      parts.filter(({ removed }) => !removed).map(({ count, added }) => ({ count, marked: added })),
    ),
  };
}
