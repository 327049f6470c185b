const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Gives the first sentence of a text, and the `rest` after it; `rest` is '' where the text has one sentence. */
export function firstSentence(text: string): { readonly first: string; readonly rest: string } {
  const [one] = SENTENCES.segment(text);
  const length = one?.segment.length ?? 0;
  return { first: text.slice(0, length).trim(), rest: text.slice(length).trim() };
}
