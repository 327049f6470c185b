import type { ImportItem } from './item.ts';
import { type PictureAnswer, VIESCORE_CRITERIA, type ViescoreCriterion } from './viescore-answers.ts';
import { isPeopleOnly, type JudgedTask, pictureInputs, shownPicturesOf, stemOf } from './viescore-pictures.ts';

/** People rate with 0, ½ or 1, judges with 0 to 10. */
const SCALE = 10;

/** Writes people's ratings of one picture under one criterion, on the judges' scale: of each, and their mean where all have rated it. */
function* ratingItems(
  { raters }: JudgedTask,
  instance: string,
  {
    image,
    generator,
    criterion,
  }: { readonly image: string; readonly generator: string; readonly criterion: ViescoreCriterion },
) {
  const at = VIESCORE_CRITERIA.indexOf(criterion) as 0 | 1;
  const label = { instance, response: 'a', criterion: criterion.toLowerCase(), kind: 'quality' as const };
  const given = raters.map((ratings) => ratings.get(image)?.get(generator)?.[at] ?? null);
  for (const [r, rating] of given.entries()) {
    if (rating !== null)
      yield { kind: 'gold' as const, record: { ...label, value: String(rating * SCALE), annotator: `rater-${r + 1}` } };
  }
  if (given.some((rating) => rating === null)) return;
  const mean = (given.reduce((sum: number, rating) => sum + (rating ?? 0), 0) * SCALE) / given.length;
  yield { kind: 'gold' as const, record: { ...label, value: String(mean) } };
}

/** Gives the judge's answer to one picture; one that the file lacks was never given. */
function answerOf(answer: PictureAnswer | undefined) {
  if (answer === undefined) return { parse: 'missing' as const };
  const { score, parse, parts, reasoning } = answer;
  return { score, parse, rationale: reasoning, raw: JSON.stringify(parts) };
}

/** Gives the records of one input: an instance per picture, but those that no judge of the paper was shown, with people's ratings and the judge's scores. */
export function* scoresOfPictures(judged: JudgedTask, image: string): Generator<ImportItem> {
  const { task, answers } = judged;
  const shown = shownPicturesOf(judged, image);
  const rated = judged.generators.filter((g) => judged.raters.some((ratings) => ratings.get(image)?.has(g)));
  for (const generator of rated.filter((g) => !isPeopleOnly(task, g))) {
    const instance = `${task}/${stemOf(image)}/${generator}`;
    const made = { src: shown.made.get(generator) ?? null, alt: `Picture made by ${generator}` };
    const media = [...pictureInputs(task, shown), made];
    const about = { cluster: `${task}/${image}`, split: task, prompt: shown.prompt, attributes: { generator } };
    yield { kind: 'instances', record: { instance, ...about, media } };
    yield { kind: 'responses', record: { instance, response: 'a', model: generator, text: '' } };
    for (const criterion of VIESCORE_CRITERIA) {
      yield* ratingItems(judged, instance, { image, generator, criterion });
      const own = answers.get(`${criterion}/${generator}`);
      if (own === undefined) continue;
      const record = { instance, response: 'a', criterion: criterion.toLowerCase(), ...answerOf(own.get(image)) };
      yield { kind: 'judgments', record };
    }
  }
}
