import { SEARCH_WORD, searchWordsOf } from '../schema/release-paths.ts';
import { decidingSentence, inOneLine, LINE_REASON } from './deciding.ts';

/** A stretch of a text; `isFound` where it is a word that was searched for. */
export interface MarkedPiece {
  readonly text: string;
  readonly isFound: boolean;
}

type Ends = readonly [from: number, to: number];

const ASCII = /^[a-z0-9]*$/;

function isWanted(word: string, wanted: ReadonlySet<string>): boolean {
  const small = word.toLowerCase();
  // A long text has many words: most need no normal form.
  return ASCII.test(small) && small.length <= 64
    ? wanted.has(small)
    : searchWordsOf(word).some((one) => wanted.has(one));
}

/** Finds where the searched words stand in a text, in order; neighbours without anything between them are one. */
function* placesOf(text: string, wanted: ReadonlySet<string>): Generator<Ends> {
  let last: Ends | null = null;
  for (const { 0: word, index } of text.matchAll(SEARCH_WORD)) {
    if (!isWanted(word, wanted)) continue;
    const to = index + word.length;
    if (last !== null && last[1] === index) last = [last[0], to];
    else {
      if (last !== null) yield last;
      last = [index, to];
    }
  }
  if (last !== null) yield last;
}

function piecesOf(text: string, places: Iterable<Ends>): MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  let at = 0;
  for (const [from, to] of places) {
    if (from > at) pieces.push({ text: text.slice(at, from), isFound: false });
    pieces.push({ text: text.slice(from, to), isFound: true });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isFound: false });
  return pieces;
}

/** Cuts a text into pieces that joined are the text, the words searched for apart. Words are compared as the search compares them. */
export const markedPieces = (text: string, searched: string): readonly MarkedPiece[] =>
  piecesOf(text, placesOf(text, new Set(searchWordsOf(searched))));

export function wordsFound(text: string, searched: string): number {
  const wanted = new Set(searchWordsOf(searched));
  const found = new Set<string>();
  for (const [from, to] of placesOf(text, wanted))
    for (const word of searchWordsOf(text.slice(from, to))) if (wanted.has(word)) found.add(word);
  return found.size;
}

/** Characters before the word: its sentence is read from the start where that is near, and the word is not cut off in a narrow column. */
const BEFORE = 36;
const STARTS = /[.:!?。！？؟।]["'”’)\]]*\s+(?=\S)/g;

/** Finds where an excerpt begins: at the start of the word's sentence, else at a word near it. */
function startOf(text: string, word: number): { readonly from: number; readonly isCut: boolean } {
  const wish = Math.max(0, word - BEFORE);
  const near = text.slice(wish, word);
  const start = [...near.matchAll(STARTS)].at(-1);
  if (start !== undefined) return { from: wish + start.index + start[0].length, isCut: false };
  if (wish === 0) return { from: 0, isCut: false };
  const blank = near.indexOf(' ');
  return { from: blank < 0 ? wish : wish + blank + 1, isCut: true };
}

/** Gives the stretch of a reason around the first word that was searched for, with all such words in it apart; empty where there is none. */
export function excerptAround(text: string, searched: string, most: number): readonly MarkedPiece[] {
  const wanted = new Set(searchWordsOf(searched));
  const plain = inOneLine(text);
  const [first] = placesOf(plain, wanted);
  if (first === undefined) return [];
  const { from, isCut } = startOf(plain, first[0]);
  const to = Math.min(plain.length, Math.max(first[1], from + most));
  const blank = plain.lastIndexOf(' ', to);
  const end = to < plain.length && blank > first[1] ? blank : to;
  const shown = `${isCut ? '…' : ''}${plain.slice(from, end)}${end < plain.length ? '…' : ''}`.toWellFormed();
  return piecesOf(shown, placesOf(shown, wanted));
}

/** A reason of a judge, and the criterion that it is about; '' for none. */
export interface ReasonText {
  readonly run: string;
  readonly criterion?: string | undefined;
  readonly rationale: string;
}

/** The reason with most of a search's words; among equals the run's own, one with them in the deciding sentence, the criterion's, the first: a list's row shows the same. */
export function reasonWith<T extends ReasonText>(
  reasons: readonly T[],
  searched: string,
  { run, criterion }: { readonly run: string; readonly criterion: string },
): T | null {
  let [best, most]: [T | null, number] = [null, 0];
  for (const one of reasons) {
    const found = wordsFound(one.rationale, searched);
    if (found === 0) continue;
    const decides = wordsFound(decidingSentence(one.rationale, LINE_REASON), searched) === found;
    const rank = found * 8 + (one.run === run ? 4 : 0) + (decides ? 2 : 0) + (one.criterion === criterion ? 1 : 0);
    if (rank > most) [best, most] = [one, rank];
  }
  return best;
}
