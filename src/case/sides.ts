import type { Case } from '../schema/shard.ts';

/** Which side of a perturbation is looked at. */
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

/** The sides to look at, and what they are called. */
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

/** Says which of picture, prompt and responses a perturbation changes. */
export function changedBy(
  data: Case,
  condition: string,
): { readonly media: boolean; readonly prompt: boolean; readonly responses: boolean } {
  return {
    media: data.media.some((one) => one.condition !== undefined),
    prompt: sidePrompt(data, 'after', condition) !== data.prompt,
    responses: data.responses.some((one) => one.condition === condition),
  };
}
