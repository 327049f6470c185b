import type { Source } from '../records/bytes.ts';
import { idsKey, isRow, type RawRow, readJsonFile, textOf } from './importer.ts';
import { type Ledger, sourceRows } from './ledger.ts';

/** The ratings of one rater: picture → generator → [SC, PQ], each 0, 0.5 or 1. */
export type RaterRatings = Map<string, Map<string, readonly [number, number]>>;

function ratingOf(cell: string): readonly [number, number] | null {
  const parts = /^\[\s*([\d.]+)\s*,\s*([\d.]+)\s*\]$/.exec(cell.trim());
  const [sc, pq] = [Number(parts?.[1]), Number(parts?.[2])];
  return Number.isFinite(sc) && Number.isFinite(pq) ? [sc, pq] : null;
}

const numberOf = ({ name }: Source): number => Number(/(\d+)\.\w+$/.exec(name)?.[1] ?? 0);

/** Says where the tables of a task are not numbered from 1 on: one of them is missing. */
export function checkNumbers(tables: readonly Source[], ledger: Ledger): void {
  const numbers = tables.map(numberOf).sort((a, b) => a - b);
  const [table] = tables;
  if (table === undefined || numbers.every((n, i) => n === i + 1)) return;
  const message =
    'the raters’ tables are not numbered from 1 on; people’s labels are those of the tables that are there';
  const hint = 'is a table missing? then preferences and means are those of fewer people';
  ledger.warn({ file: table.name, message, found: numbers.join(', '), expected: '1, 2, 3', hint });
}

/** Reads a rater's table, which has `uid` and a column per generator. A cell that is no rating is reported and left out. */
export async function readRatings(source: Source, ledger: Ledger): Promise<RaterRatings> {
  const ratings: RaterRatings = new Map();
  for await (const rows of sourceRows(source, ledger)) {
    for (const { row, line } of rows) {
      const cells = Object.entries(isRow(row) ? row : {}).filter(([column]) => column !== 'uid');
      const byGenerator = new Map<string, readonly [number, number]>();
      for (const [generator, cell] of cells) {
        const rating = ratingOf(textOf(cell));
        if (rating !== null) byGenerator.set(generator, rating);
        else {
          const place = { file: source.name, line, field: generator, found: textOf(cell) };
          ledger.warn({ ...place, message: 'not a rating; left out', expected: '[number, number]' });
        }
      }
      const picture = isRow(row) ? textOf(row['uid']) : '';
      const message = 'another row of this picture; the first was kept';
      const second = { file: source.name, line, field: 'uid', found: picture, message };
      const outcome = ledger.once(idsKey(source.name, picture), second, () => {
        ratings.set(picture, byGenerator);
        return null;
      });
      ledger.closeRow(outcome, source.name);
    }
  }
  return ratings;
}

export interface JudgedTask {
  readonly task: string;
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

export const isPeopleOnly = (task: string, generator: string): boolean =>
  PEOPLE_ONLY[task]?.includes(generator) ?? false;

export const stemOf = (image: string): string => image.replace(/\.\w+$/, '');

const INPUTS: Readonly<Record<string, readonly string[]>> = {
  'text-guided-ie': ['Picture to be edited'],
  'mask-guided-ie': ['Picture to be edited'],
  'subject-driven-ie': ['Picture to be edited', 'Picture of the subject'],
  'subject-driven-ig': ['Picture of the subject'],
  'multi-concept-ic': ['Pictures of the two subjects'],
  'control-guided-ig': ['Picture that guides the generator'],
  'text-guided-ig': [],
};

export function pictureInputs(
  task: string,
  { inputs }: ShownPictures,
): { readonly src: string | null; readonly alt: string }[] {
  return (INPUTS[task] ?? ['Picture to be edited']).map((alt, i) => ({ src: inputs[i] ?? null, alt }));
}

export interface ShownPictures {
  readonly prompt: string;
  readonly inputs: readonly string[];
  readonly made: ReadonlyMap<string, string>;
}

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

export const VIESCORE_CRITERIA = ['SC', 'PQ'] as const;
export type ViescoreCriterion = (typeof VIESCORE_CRITERIA)[number];

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

const scoresAsked = (task: string, criterion: ViescoreCriterion): number =>
  criterion === 'SC' ? (ASKED[task] ?? 2) : 2;

const MARKS = ['Editing instruction:', 'Text Prompt:', 'Subject:'];

function subScores(value: unknown): readonly number[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const numbers = list.filter((v): v is number => typeof v === 'number' && Number.isFinite(v));
  return numbers.length === list.length ? numbers : [];
}

/** One line after the last mark: prompts with an example hold the mark of that before, and some go on after the line. */
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
  readonly withExample: boolean;
}

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
