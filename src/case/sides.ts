import type { Case } from '../schema/stored-case.ts';
import { isHeld } from '../ui/href.ts';

export type CaseMedia = Case['media'][number];

const WHY: Readonly<Record<NonNullable<CaseMedia['why']>, string>> = {
  missing: 'The file was not there when the release was built.',
  svg: 'The file is an SVG drawing; contributed pictures are shown only as PNG, JPEG or WebP.',
  other: 'The file is neither PNG nor JPEG nor WebP.',
  outside: 'Its path leads out of the benchmark’s folder.',
};

export const whyMissing = ({ why }: CaseMedia): string =>
  why === undefined ? 'The benchmark does not give it out.' : WHY[why];

/** Says whether some picture of a case can be shown: then pictures come before its texts, else what is said of them comes after. */
export const isPictured = (list: readonly CaseMedia[]): boolean => list.some(({ src }) => isHeld(src));

const NOWHERE = 'https://none.invalid';

/** Names the site of a picture's address as far as it has one: `pictures.example`; '' for none. */
export function siteOf(src: string): string {
  const { host } = URL.canParse(src, NOWHERE) ? new URL(src, NOWHERE) : new URL(NOWHERE);
  return NOWHERE.endsWith(host) ? '' : host;
}

export const areSameMedia = (before: readonly CaseMedia[], after: readonly CaseMedia[]): boolean =>
  JSON.stringify(before) === JSON.stringify(after);

/** Finds the two pictures that lie on top of each other: there are two where each side has one that this site holds. */
export function wiped(before: readonly CaseMedia[], after: readonly CaseMedia[]) {
  const [one, other] = [before[0], after[0]];
  if (before.length !== 1 || after.length !== 1 || one === undefined || other === undefined) return null;
  if (!isHeld(one.src) || !isHeld(other.src)) return null;
  return { before: { ...one, src: one.src }, after: { ...other, src: other.src } };
}

export type PerturbationSide = 'before' | 'after';
type SideMedia = Case['media'][number];
type CaseResponse = Case['responses'][number];

/** Says whether something shown under `condition` belongs to a side; without a condition it belongs to both. */
function belongs(own: string | undefined, side: PerturbationSide, condition: string | null): boolean {
  if (own === undefined) return true;
  return side === 'before' ? own === 'base' : own === condition;
}

export function mediaOf(data: Case, side: PerturbationSide, condition: string | null): readonly SideMedia[] {
  return data.media.filter((one) => belongs(one.condition, side, condition));
}

/** Lists the responses of a side: where a perturbation brings its own text for a response, that one alone. */
export function responsesOf(data: Case, side: PerturbationSide, condition: string | null): readonly CaseResponse[] {
  const own = data.responses.filter((one) => belongs(one.condition, side, condition));
  const special = new Set(
    own.flatMap((one) => (one.condition === undefined || one.condition === 'base' ? [] : one.response)),
  );
  return own
    .filter((one) => side === 'before' || one.condition === condition || !special.has(one.response))
    .toSorted((a, b) => a.response.localeCompare(b.response));
}

export function sidePrompt(data: Case, side: PerturbationSide, condition: string | null): string {
  const changed = condition === null ? undefined : data.perturbed_prompts?.[condition];
  return side === 'after' && changed !== undefined ? changed : data.prompt;
}

export const SIDE_WORDS = [
  { value: 'both', label: 'Both' },
  { value: 'before', label: 'Before' },
  { value: 'after', label: 'After' },
] as const;

/** Says in words what a perturbation changes; it is empty for nothing. */
export function changeWords(data: Case, condition: string): string {
  const changed = changedBy(data, condition);
  const what = [
    ...(changed.media ? ['the picture'] : []),
    ...(changed.prompt ? ['the prompt'] : []),
    ...(changed.responses ? ['the response'] : []),
  ];
  return what.length === 0 ? '' : `changes ${what.join(' and ')}`;
}

function changedBy(
  data: Case,
  condition: string,
): { readonly media: boolean; readonly prompt: boolean; readonly responses: boolean } {
  return {
    media: data.media.some((one) => one.condition !== undefined),
    prompt: sidePrompt(data, 'after', condition) !== data.prompt,
    responses: data.responses.some((one) => one.condition === condition),
  };
}
