import type { Source } from '../records/source.ts';
import { isRow, type RawRow, textOf } from './importer.ts';
import { readJsonFile } from './json-file.ts';
import type { Ledger } from './ledger.ts';

export const VIESCORE_CRITERIA = ['SC', 'PQ'] as const;
export type ViescoreCriterion = (typeof VIESCORE_CRITERIA)[number];

/** What a judge said of one picture under one criterion. */
export interface PictureAnswer {
  /** The smallest sub-score, which is the score by the paper's rule; null when malformed. */
  readonly score: number | null;
  /** All sub-scores, as found, also where there are too many; empty when something else than numbers was found. */
  readonly parts: readonly number[];
  /** An answer with as many sub-scores as were asked for, in a list, is `ok`; one with fewer, or with a bare number, is `fallback`. */
  readonly parse: 'ok' | 'fallback' | 'error';
  readonly reasoning: string;
  /** Pictures shown of this case; the picture judged is the last. */
  readonly pictures: readonly string[];
  readonly instruction: string;
}

/** How many sub-scores the prompt asks for under SC, for tasks where it is not two. */
const ASKED: Readonly<Record<string, number>> = { 'text-guided-ig': 1, 'multi-concept-ic': 3 };
const NUMBERS = ['no', 'one', 'two', 'three'];

/** Counts the number of sub-scores that were asked for. */
const scoresAsked = (task: string, criterion: ViescoreCriterion): number =>
  criterion === 'SC' ? (ASKED[task] ?? 2) : 2;

const MARKS = ['Editing instruction:', 'Text Prompt:', 'Subject:'];

/** Sub-scores of a list or a bare number; none when anything in it is no finite number. */
function subScores(value: unknown): readonly number[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const numbers = list.filter((v): v is number => typeof v === 'number' && Number.isFinite(v));
  return numbers.length === list.length ? numbers : [];
}

/**
 * Reads the instruction, which is one line after the last mark. Prompts with an example hold the mark of that before; some go on after the line.
 */
function instructionOf(prompt: string): string {
  const [at, mark] = MARKS.map((m) => [prompt.lastIndexOf(m), m] as const).reduce((a, b) => (b[0] > a[0] ? b : a));
  const text = at < 0 ? '' : prompt.slice(at + mark.length).trimStart();
  return text.split('\n', 1)[0]?.trim() ?? '';
}

/** Lists the pictures of the case itself. With an example in the prompt, as many pictures of the example come first. */
function picturesOf(value: unknown, withExample: boolean): readonly string[] {
  const all = (Array.isArray(value) ? value : [value]).filter((v): v is string => typeof v === 'string');
  return withExample ? all.slice(all.length / 2) : all;
}

function answerOf(entry: RawRow, asked: number, withExample: boolean): PictureAnswer {
  const { reasoning, score } = entry;
  const parts = subScores(score);
  // Where there are more than were asked for, nobody can say which is which.
  const malformed = parts.length === 0 || parts.length > asked;
  const complete = Array.isArray(score) && parts.length === asked;
  return {
    score: malformed ? null : Math.min(...parts),
    parts,
    parse: malformed ? 'error' : complete ? 'ok' : 'fallback',
    reasoning: Array.isArray(reasoning) ? reasoning.map(textOf).join('\n') : textOf(reasoning),
    pictures: picturesOf(entry['vision_input'], withExample),
    instruction: instructionOf(textOf(entry['prompt_input'])),
  };
}

export interface AnswerFile {
  readonly source: Source;
  readonly task: string;
  readonly generator: string;
  readonly criterion: ViescoreCriterion;
  /** Does the prompt hold an example? */
  readonly withExample: boolean;
}

/** Writes the remark on an answer that is used. */
function remarksOn(
  { parse, parts }: PictureAnswer,
  asked: number,
): { readonly message: string; readonly expected?: string }[] {
  const given = parts.length === 1 ? 'the one given was taken' : 'the smallest of those given was taken';
  const odd = parse === 'fallback' ? [{ message: `not ${NUMBERS[asked]} sub-scores; ${given}` }] : [];
  const outside = parts.some((s) => s < 0 || s > 10);
  return outside ? [...odd, { message: 'outside the scale; kept as it is', expected: '0 to 10' }] : odd;
}

/** Reads the answers of one generator's file, by picture. Malformed scores are reported and kept as answers without a score. */
export async function readAnswers(
  { source, task, criterion, withExample }: AnswerFile,
  images: ReadonlySet<string>,
  ledger: Ledger,
): Promise<Map<string, PictureAnswer>> {
  const answers = new Map<string, PictureAnswer>();
  const asked = scoresAsked(task, criterion);
  const file = source.name;
  const json = await readJsonFile(source);
  ledger.expect(file);
  for (const problem of json.problems) ledger.fail(problem);
  if (json.value !== undefined && !isRow(json.value)) {
    const found = Array.isArray(json.value) ? 'a list' : typeof json.value;
    ledger.fail({ file, message: 'no answers by picture; nothing was read', found, expected: 'an object' });
  }
  for (const [image, entry] of Object.entries(isRow(json.value) ? json.value : {})) {
    if (!images.has(image)) {
      const message = 'no rater saw this picture; left out';
      ledger.leaveOut({ file, line: json.line(image), found: image, message });
      continue;
    }
    const answer = answerOf(isRow(entry) ? entry : {}, asked, withExample);
    answers.set(image, answer);
    const found = isRow(entry) ? JSON.stringify(entry['score']) : typeof entry;
    const expected = `a list of ${NUMBERS[asked]} ${asked === 1 ? 'number' : 'numbers'}`;
    const place = () => ({ file, line: json.line(image), field: `${image}.score`, found, expected });
    ledger.used(file);
    if (answer.parse === 'error') ledger.fail({ ...place(), message: 'malformed; counts as an error of the judge' });
    else for (const remark of remarksOn(answer, asked)) ledger.warn({ ...place(), ...remark });
  }
  const absent = images.size - answers.size;
  if (json.value !== undefined && absent > 0) {
    const message = 'pictures without an answer; they count as errors of the judge';
    ledger.warn({ file, message, found: `${absent} of ${images.size}` });
  }
  return answers;
}
