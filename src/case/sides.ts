import { searchWordsOf } from '../schema/release-paths.ts';
import type { Case } from '../schema/stored-case.ts';
import { entryOf } from '../schema/words.ts';
import { isHeld } from '../ui/href.ts';
import { countOf, numberWords } from '../ui/number-words.ts';
import { whiteSpaceOnly } from '../ui/visible.ts';
import type { CaseFacts } from './facts.ts';
import { headingOf, responseName } from './parts.ts';
import type { CaseState } from './state.ts';

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

export const EMPTY_PROMPT = 'The prompt is empty.';
export const EMPTY_RESPONSE = 'The response is empty.';
export const NO_RESPONSE = 'No response is recorded for this case.';

export interface ShownText {
  readonly key: string;
  readonly name: string;
  /** Who wrote the text; empty where that is not known or not said. */
  readonly by: string;
  readonly text: string;
}

export interface SideLook {
  readonly side: CaseState['side'];
  readonly condition: string | null;
}

/** Lists what of the prompt the heading does not say; where a perturbation changes the prompt, all of it before and after. */
export function shownPrompts(data: Case, { side, condition }: SideLook): readonly ShownText[] {
  const [before, after] = [sidePrompt(data, 'before', condition), sidePrompt(data, 'after', condition)];
  if (before === after) {
    const { rest } = headingOf(data);
    return rest === '' ? [] : [{ key: 'prompt', name: 'Prompt', by: '', text: rest }];
  }
  const both = [
    { key: 'before', name: 'Prompt before', by: '', text: before },
    { key: 'after', name: 'Prompt after', by: '', text: after },
  ];
  return both.filter(({ key }) => side === 'both' || key === side);
}

/** Where a perturbation changes a response, it stands there before and after. `names`: of models by their ids. */
export function shownResponses(
  data: Case,
  { side, condition }: SideLook,
  names: CaseFacts['names'],
): readonly ShownText[] {
  const before = responsesOf(data, 'before', condition);
  const after = responsesOf(data, 'after', condition);
  const both = [...before, ...after.filter((one) => !before.includes(one))];
  const isSame = before.length === after.length && before.every((one) => after.includes(one));
  const shown = side === 'both' ? both : side === 'after' ? after : before;
  return shown.map(({ response, model, text, condition: own }) => {
    const when = own === condition ? ', after' : ', before';
    return {
      key: `${response} ${own}`,
      name: `${responseName(response)}${isSame ? '' : when}`,
      by: entryOf(names, model) ?? model,
      text,
    };
  });
}

/** Says whether responses are pictures, which stand beside: then only who made them is said. */
export const areDepicted = (data: Case, responses: readonly ShownText[]): boolean =>
  responses.every(({ text }) => text === '') && data.media.length > 0;

/** Gives the words for a text without visible characters; null for one that can be read. */
export function blankWords(text: string, nothing: string): string | null {
  const blank = text.length > CHUNK ? null : whiteSpaceOnly(text);
  if (blank === null) return null;
  return blank === '' ? nothing : `Only white space: ${blank}.`;
}

export const shownPartWords = (beginning: string, text: string): string =>
  `The first ${numberWords(beginning.length)} of ${numberWords(text.length)} characters.`;

/** Words of longer texts than this are not counted, because that would hold the page up. */
const MOST_COUNTED = 200_000;

export function lengthWords(text: string): string {
  if (text.length > MOST_COUNTED) return `${numberWords(text.length)} characters`;
  return countOf(searchWordsOf(text).length, 'word');
}

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
