import type { Random } from './random.ts';

/** Sentences that make writing vivid; readers know them by their comparison (`like`, `as if`). */
const VIVID = [
  'The whole scene feels like a quiet market square before the stalls open.',
  'Together they look as if someone had paused a dance in mid-step.',
  'It is like a drawer of odd buttons, each waiting for its coat.',
  'The colours glow as if they were lit from behind.',
  'They sit like boats at anchor on a still morning.',
  'One could take it for a small town seen from above, bright as if after rain.',
  'It reads like a tune written for the eye.',
];

/** Sentences that re-examine a result; readers know them by `again`, `twice`, `another way`. */
const CHECKS = [
  'Going through it again from the other end gives the same.',
  'Read another way, an outline might be hidden behind a second one; nothing overlaps, so no.',
  'Looking twice at the edges of the picture turns up nothing more.',
  'At first the ground might be taken for a part of it; looking again, it is not.',
  'Done another way, by crossing off what was used, the result stays.',
];

/** Sentences that add length and nothing else. */
const PADDING = [
  'There is much that could be said on a subject of this sort, and one would do well to take time over it.',
  'It is worth keeping in mind that careful work is on the whole better than careless work.',
  'In matters of this nature, as in many others, the general picture counts as well as the particulars.',
  'Needless to say, every step deserves the attention that it deserves.',
  'All of this is said for the sake of being thorough, which is a virtue in itself.',
  'One may add that questions have answers and that answers belong to questions.',
  'This is, all things considered, a point that is worth making before going on.',
];

export const vividSentences = (r: Random, count: number): string[] => r.shuffle(VIVID).slice(0, count);
export const checkSentences = (r: Random, count: number): string[] => r.shuffle(CHECKS).slice(0, count);

/** Gives any number of padding sentences, adjacent ones different. */
export function paddingSentences(r: Random, count: number): string[] {
  const order = r.shuffle(PADDING);
  return Array.from({ length: count }, (_, i) => order[i % order.length] ?? '');
}
