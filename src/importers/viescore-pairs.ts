import type { Parse } from '../schema/records.ts';
import type { ImportItem } from './importer.ts';
import type { Answer } from './viescore-answers.ts';

const CRITERIA = ['SC', 'PQ'] as const;
type Criterion = (typeof CRITERIA)[number];

/** Ratings of one rater: picture → editor → [SC, PQ], each 0, 0.5 or 1. */
export type Ratings = Map<string, Map<string, readonly [number, number]>>;

/** All that was said of the edited pictures. */
export interface Judged {
  readonly editors: readonly string[];
  readonly raters: readonly Ratings[];
  /** By criterion and editor, then by picture. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<string, Answer>>;
}

const sign = (difference: number): 'a' | 'b' | 'tie' => (difference > 0 ? 'a' : difference < 0 ? 'b' : 'tie');

/** Preferences of each rater, and of the mean of all: equal means give no gold. Null where a rating is missing. */
function preferences(
  judged: Judged,
  image: string,
  a: string,
  b: string,
  at: 0 | 1,
): { each: ('a' | 'b' | 'tie' | null)[]; gold: 'a' | 'b' | null } {
  let total = 0;
  let complete = true;
  const each = judged.raters.map((ratings) => {
    const [left, right] = [ratings.get(image)?.get(a)?.[at], ratings.get(image)?.get(b)?.[at]];
    if (left === undefined || right === undefined) {
      complete = false;
      return null;
    }
    // Ratings are multiples of one half: sums are exact, so equal means are equal sums.
    total += left - right;
    return sign(left - right);
  });
  const gold = sign(total);
  return { each, gold: complete && gold !== 'tie' ? gold : null };
}

const described = (name: string, editor: string, answer: Answer | undefined): string =>
  answer === undefined
    ? `${name} (${editor}): no answer`
    : `${name} (${editor}), sub-scores ${answer.parts.join(' and ') || 'malformed'}: ${answer.reasoning}`;

function judgmentOf(
  judged: Judged,
  image: string,
  a: string,
  b: string,
  criterion: Criterion,
): { verdict: 'a' | 'b' | 'tie' | null; parse: Parse; rationale: string; raw: string } {
  const left = judged.answers.get(`${criterion}/${a}`)?.get(image);
  const right = judged.answers.get(`${criterion}/${b}`)?.get(image);
  const rationale = `${described('A', a, left)}\n\n${described('B', b, right)}`;
  const raw = JSON.stringify({ a: left?.parts ?? null, b: right?.parts ?? null });
  if (left?.score == null || right?.score == null) return { verdict: null, parse: 'error', rationale, raw };
  const parse = left.parse === 'ok' && right.parse === 'ok' ? 'ok' : 'fallback';
  return { verdict: sign(left.score - right.score), parse, rationale, raw };
}

/** Records of one picture: an instance per pair of editors that has gold under some criterion. */
export function* pairsOf(judged: Judged, image: string): Generator<ImportItem> {
  for (const [i, a] of judged.editors.entries()) {
    for (const b of judged.editors.slice(i + 1)) {
      const labels = CRITERIA.map((criterion, at) => ({ criterion, ...preferences(judged, image, a, b, at as 0 | 1) }));
      if (labels.every((l) => l.gold === null)) continue;
      const instance = `${image.replace(/\.\w+$/, '')}/${a}-${b}`;
      yield instanceItem(judged, instance, image, a, b);
      yield { kind: 'responses', record: { instance, response: 'a', model: a, text: '' } };
      yield { kind: 'responses', record: { instance, response: 'b', model: b, text: '' } };
      for (const { criterion, each, gold } of labels)
        yield* criterionItems(judged, instance, image, [a, b], criterion, each, gold);
    }
  }
}

function* criterionItems(
  judged: Judged,
  instance: string,
  image: string,
  [a, b]: readonly [string, string],
  name: Criterion,
  each: readonly ('a' | 'b' | 'tie' | null)[],
  gold: 'a' | 'b' | null,
): Generator<ImportItem> {
  const criterion = name.toLowerCase();
  for (const [r, value] of each.entries()) {
    if (value !== null)
      yield { kind: 'gold', record: { instance, criterion, kind: 'preference', value, annotator: `rater-${r + 1}` } };
  }
  if (gold === null) return;
  yield { kind: 'gold', record: { instance, criterion, kind: 'preference', value: gold } };
  yield { kind: 'judgments', record: { instance, criterion, ...judgmentOf(judged, image, a, b, name) } };
}

function instanceItem(judged: Judged, instance: string, image: string, a: string, b: string): ImportItem {
  const shown = CRITERIA.flatMap((c) => [a, b].map((editor) => judged.answers.get(`${c}/${editor}`)?.get(image)));
  const prompt = shown.find((x) => x !== undefined && x.instruction !== '')?.instruction ?? '';
  const source = shown.find((x) => x !== undefined && x.pictures.length > 1)?.pictures[0] ?? null;
  const edited = [a, b].map(
    (editor) =>
      CRITERIA.map((c) => judged.answers.get(`${c}/${editor}`)?.get(image)?.pictures.at(-1)).find(
        (p) => p !== undefined,
      ) ?? null,
  );
  const media = [
    { src: source, alt: 'Picture to be edited' },
    { src: edited[0] ?? null, alt: `Response A, edited by ${a}` },
    { src: edited[1] ?? null, alt: `Response B, edited by ${b}` },
  ];
  return {
    kind: 'instances',
    record: {
      instance,
      cluster: image,
      prompt,
      media,
      attributes: { editor_a: a, editor_b: b, pair_kind: 'cross-model' },
    },
  };
}
