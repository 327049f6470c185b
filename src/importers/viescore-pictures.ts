import { type PictureAnswer, VIESCORE_CRITERIA } from './viescore-answers.ts';
import type { RaterRatings } from './viescore-raters.ts';

/** All that was said of the pictures of one task. */
export interface JudgedTask {
  readonly task: string;
  /** The generators whose pictures people rated. */
  readonly generators: readonly string[];
  readonly raters: readonly RaterRatings[];
  /** By criterion and generator, then by picture. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<string, PictureAnswer>>;
}

/** Generators that people rated and whose pictures no judge of the paper was shown, by task. It does not depend on the files that are given. */
const PEOPLE_ONLY: Readonly<Record<string, readonly string[]>> = {
  'subject-driven-ig': ['SuTI'],
  'text-guided-ie': ['Imagic'],
};

/** Says whether people alone were shown what a generator made. */
export const isPeopleOnly = (task: string, generator: string): boolean =>
  PEOPLE_ONLY[task]?.includes(generator) ?? false;

/** Names a picture as ids do: the name of its file without the ending. */
export const stemOf = (image: string): string => image.replace(/\.\w+$/, '');

/** Names of the pictures given to the generator, in their order. */
const INPUTS: Readonly<Record<string, readonly string[]>> = {
  'text-guided-ie': ['Picture to be edited'],
  'mask-guided-ie': ['Picture to be edited'],
  'subject-driven-ie': ['Picture to be edited', 'Picture of the subject'],
  'subject-driven-ig': ['Picture of the subject'],
  'multi-concept-ic': ['Pictures of the two subjects'],
  'control-guided-ig': ['Picture that guides the generator'],
  'text-guided-ig': [],
};

/** Lists the pictures given to the generator, as media. */
export function pictureInputs(
  task: string,
  { inputs }: ShownPictures,
): { readonly src: string | null; readonly alt: string }[] {
  return (INPUTS[task] ?? ['Picture to be edited']).map((alt, i) => ({ src: inputs[i] ?? null, alt }));
}

/** What was asked for and the pictures of one input, which all its pairs share. */
export interface ShownPictures {
  readonly prompt: string;
  readonly inputs: readonly string[];
  readonly made: ReadonlyMap<string, string>;
}

/**
 * Gathers what judges were shown of an image: instruction and input pictures, and the picture that each generator made, from the first answer
 * that has them.
 */
export function shownPicturesOf({ answers, generators }: JudgedTask, image: string): ShownPictures {
  const made = new Map<string, string>();
  let prompt = '';
  let inputs: readonly string[] = [];
  for (const criterion of VIESCORE_CRITERIA) {
    for (const generator of generators) {
      const answer = answers.get(`${criterion}/${generator}`)?.get(image);
      const picture = answer?.pictures.at(-1);
      if (picture !== undefined && !made.has(generator)) made.set(generator, picture);
      if (prompt === '') prompt = answer?.instruction ?? '';
      if (criterion === 'SC' && inputs.length === 0) inputs = answer?.pictures.slice(0, -1) ?? [];
    }
  }
  return { prompt, inputs, made };
}
