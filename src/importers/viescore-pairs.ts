import type { Parse } from '../schema/records.ts';
import type { ImportItem } from './item.ts';
import { type PictureAnswer, VIESCORE_CRITERIA, type ViescoreCriterion } from './viescore-answers.ts';
import {
  isPeopleOnly,
  type JudgedTask,
  pictureInputs,
  type ShownPictures,
  shownPicturesOf,
  stemOf,
} from './viescore-pictures.ts';

interface Pair {
  readonly instance: string;
  readonly image: string;
  readonly a: string;
  readonly b: string;
}

const sign = (difference: number): 'a' | 'b' | 'tie' => (difference > 0 ? 'a' : difference < 0 ? 'b' : 'tie');

interface Labels {
  readonly criterion: ViescoreCriterion;
  /** The preference of each rater; null where a rating is missing. */
  readonly each: readonly ('a' | 'b' | 'tie' | null)[];
  /** The preference by the mean of all raters; equal means give none. */
  readonly gold: 'a' | 'b' | null;
}

function labelsOf(
  { raters }: JudgedTask,
  { image, a, b }: Omit<Pair, 'instance'>,
  criterion: ViescoreCriterion,
): Labels {
  const at = VIESCORE_CRITERIA.indexOf(criterion) as 0 | 1;
  const differences = raters.map((ratings) => {
    const [left, right] = [ratings.get(image)?.get(a)?.[at], ratings.get(image)?.get(b)?.[at]];
    return left === undefined || right === undefined ? null : left - right;
  });
  const complete = differences.every((d) => d !== null);
  // Ratings are multiples of one half: sums are exact, so equal means are equal sums.
  const gold = sign(differences.reduce((sum: number, d) => sum + (d ?? 0), 0));
  const each = differences.map((d) => (d === null ? null : sign(d)));
  return { criterion, each, gold: complete && gold !== 'tie' ? gold : null };
}

function described(name: string, generator: string, answer: PictureAnswer | undefined): string {
  if (answer === undefined) return `${name} (${generator}): no answer`;
  const scores = answer.score === null ? 'malformed' : answer.parts.join(' and ');
  return `${name} (${generator}), sub-scores ${scores}: ${answer.reasoning}`;
}

interface ComparedPictures {
  readonly verdict: 'a' | 'b' | 'tie' | null;
  readonly parse: Parse;
  readonly rationale: string;
  readonly raw: string;
}

/** Gives the verdict that two answers make; null where the judge was not shown both. */
function compared(
  { answers }: JudgedTask,
  { image, a, b }: Pair,
  criterion: ViescoreCriterion,
): ComparedPictures | null {
  const [ofA, ofB] = [answers.get(`${criterion}/${a}`), answers.get(`${criterion}/${b}`)];
  if (ofA === undefined || ofB === undefined) return null;
  const [left, right] = [ofA.get(image), ofB.get(image)];
  const rationale = `${described('A', a, left)}\n\n${described('B', b, right)}`;
  const raw = JSON.stringify({ a: left?.parts ?? null, b: right?.parts ?? null });
  if (left?.score == null || right?.score == null) return { verdict: null, parse: 'error', rationale, raw };
  const parse = left.parse === 'ok' && right.parse === 'ok' ? 'ok' : 'fallback';
  return { verdict: sign(left.score - right.score), parse, rationale, raw };
}

function instanceItem(judged: JudgedTask, { instance, image, a, b }: Pair, shown: ShownPictures): ImportItem {
  const { task } = judged;
  const media = [
    ...pictureInputs(task, shown),
    { src: shown.made.get(a) ?? null, alt: `Response A, made by ${a}` },
    { src: shown.made.get(b) ?? null, alt: `Response B, made by ${b}` },
  ];
  const attributes = {
    generator_a: a,
    generator_b: b,
    pair_kind: 'cross-model',
    ...([a, b].some((generator) => isPeopleOnly(task, generator)) && { subset: 'people-only' }),
  };
  const cluster = `${task}/${image}`;
  return { kind: 'instances', record: { instance, cluster, split: task, prompt: shown.prompt, media, attributes } };
}

function* criterionItems(
  judged: JudgedTask,
  pair: Pair,
  { criterion: name, each, gold }: Labels,
): Generator<ImportItem> {
  const { instance } = pair;
  const criterion = name.toLowerCase();
  const label = { instance, criterion, kind: 'preference' as const };
  for (const [r, value] of each.entries()) {
    if (value !== null) yield { kind: 'gold', record: { ...label, value, annotator: `rater-${r + 1}` } };
  }
  if (gold === null) return;
  yield { kind: 'gold', record: { ...label, value: gold } };
  const judgment = compared(judged, pair, name);
  if (judgment !== null) yield { kind: 'judgments', record: { instance, criterion, ...judgment } };
}

/** Gives the records of one input: an instance per pair of generators that has gold under some criterion. */
export function* picturePairs(judged: JudgedTask, image: string): Generator<ImportItem> {
  const shown = shownPicturesOf(judged, image);
  for (const [i, a] of judged.generators.entries()) {
    for (const b of judged.generators.slice(i + 1)) {
      const labels = VIESCORE_CRITERIA.map((criterion) => labelsOf(judged, { image, a, b }, criterion));
      if (labels.every((l) => l.gold === null)) continue;
      const instance = `${judged.task}/${stemOf(image)}/${a}-${b}`;
      const pair = { instance, image, a, b };
      yield instanceItem(judged, pair, shown);
      yield { kind: 'responses', record: { instance, response: 'a', model: a, text: '' } };
      yield { kind: 'responses', record: { instance, response: 'b', model: b, text: '' } };
      for (const own of labels) yield* criterionItems(judged, pair, own);
    }
  }
}
