import { diffWordsWithSpace } from 'diff';

/** A stretch of one of two texts; `own` if the other does not have it there. */
export interface Stretch {
  readonly text: string;
  readonly own: boolean;
}

export interface Compared {
  readonly first: readonly Stretch[];
  readonly second: readonly Stretch[];
}

/** Longer texts are not compared, nor those that take longer (ms): the page must stay quick. */
const MOST_CHARACTERS = 40_000;
const PATIENCE = 40;

function side(parts: ReturnType<typeof diffWordsWithSpace>, other: 'added' | 'removed'): Stretch[] {
  return parts.flatMap((part) => (part[other] ? [] : [{ text: part.value, own: part.added || part.removed }]));
}

/** Joins stretches that only white space keeps apart, so that a changed sentence is one mark and not one per word. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const [i, stretch] of stretches.entries()) {
    const between =
      !stretch.own && !/\S/.test(stretch.text) && stretches[i - 1]?.own === true && stretches[i + 1]?.own === true;
    const own = (stretch.own && /\S/.test(stretch.text)) || between;
    const last = result.at(-1);
    if (last?.own === own) result[result.length - 1] = { text: last.text + stretch.text, own };
    else result.push({ text: stretch.text, own });
  }
  return result;
}

/** Words that only one of two texts has; null if that would take too long. */
export function compareWords(first: string, second: string): Compared | null {
  if (first.length + second.length > MOST_CHARACTERS) return null;
  const parts = diffWordsWithSpace(first, second, { timeout: PATIENCE });
  if (parts === undefined) return null;
  return { first: joined(side(parts, 'added')), second: joined(side(parts, 'removed')) };
}
