/** Characters of a long text that stand on the page before anyone asks for more, and per further piece. */
export const CHUNK = 20_000;
/** How far back from the end of a piece to look for a line break or a space. */
const REACH = 2_000;

function cutAt(text: string, from: number): number {
  const to = from + CHUNK;
  if (to >= text.length) return text.length;
  // Only the reach is looked through: in a long text without blanks a search of the whole would begin anew for every piece.
  const reach = text.slice(to - REACH, to);
  for (const mark of ['\n', ' ']) {
    const at = reach.lastIndexOf(mark);
    if (at >= 0) return to - REACH + at + 1;
  }
  // A text is never cut between the halves of a character.
  const code = text.charCodeAt(to - 1);
  return code >= 0xd800 && code <= 0xdbff ? to - 1 : to;
}

/** Gives the first piece of a text, as `chunksOf` cuts it. */
export const beginningOf = (text: string): string => text.slice(0, cutAt(text, 0));

/** Cuts a text into pieces of about 20 000 characters, cut after line breaks or spaces where there are any. Joined they are the text. */
export function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = cutAt(text, from);
    chunks.push(text.slice(from, to));
    from = to;
  }
  return chunks;
}
