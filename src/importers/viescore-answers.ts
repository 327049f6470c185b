import type { Source } from '../records/source.ts';
import { isRow, type Row, textOf } from './importer.ts';
import { readJsonFile } from './json-file.ts';
import type { Ledger } from './ledger.ts';

/** What a judge said of one edited picture under one criterion. */
export interface Answer {
  /** The smallest sub-score, which is the score by the paper's rule; null when malformed. */
  readonly score: number | null;
  /** All sub-scores, as found. */
  readonly parts: readonly number[];
  /** Two sub-scores were asked for; another number of them is `fallback`. */
  readonly parse: 'ok' | 'fallback' | 'error';
  readonly reasoning: string;
  readonly pictures: readonly string[];
  readonly instruction: string;
}

const ASKED = 2;
const INSTRUCTION = 'Editing instruction:';

/** Sub-scores of a list or a bare number; null when anything in it is no finite number, or when there are too many. */
function subScores(value: unknown): readonly number[] | null {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const numbers = list.filter((v): v is number => typeof v === 'number' && Number.isFinite(v));
  return numbers.length === list.length && list.length > 0 && list.length <= ASKED ? numbers : null;
}

/** Some judges' prompts go on after the instruction, which is one line. */
const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0]?.trim() ?? '';

function answerOf(entry: Row): Answer {
  const parts = subScores(entry.score);
  const prompt = textOf(entry.prompt_input);
  const at = prompt.lastIndexOf(INSTRUCTION);
  const complete = Array.isArray(entry.score) && parts?.length === ASKED;
  return {
    score: parts === null ? null : Math.min(...parts),
    parts: parts ?? [],
    parse: parts === null ? 'error' : complete ? 'ok' : 'fallback',
    reasoning: Array.isArray(entry.reasoning) ? entry.reasoning.map(textOf).join('\n') : textOf(entry.reasoning),
    pictures: Array.isArray(entry.vision_input) ? entry.vision_input.filter((v) => typeof v === 'string') : [],
    instruction: at < 0 ? '' : firstLine(prompt.slice(at + INSTRUCTION.length)),
  };
}

/** Answers of one editor under one criterion, by picture. Malformed scores are reported and kept as answers without a score. */
export async function readAnswers(
  source: Source,
  images: ReadonlySet<string>,
  ledger: Ledger,
): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const file = source.name;
  const json = await readJsonFile(source);
  for (const problem of json.problems) ledger.fail(problem);
  for (const [image, entry] of Object.entries(isRow(json.value) ? json.value : {})) {
    const line = json.line(image);
    if (!images.has(image)) {
      ledger.leaveOut({ file, line, found: image, message: 'no rater saw this picture; left out' });
      continue;
    }
    const answer = answerOf(isRow(entry) ? entry : {});
    answers.set(image, answer);
    const found = isRow(entry) ? JSON.stringify(entry.score) : typeof entry;
    const place = { file, line, field: `${image}.score`, found, expected: 'a list of two numbers' };
    if (answer.parse === 'error') ledger.reject({ ...place, message: 'malformed; counts as an error of the judge' });
    else ledger.used(file);
    if (answer.parse === 'fallback') ledger.warn({ ...place, message: 'not two sub-scores; the one given was taken' });
    if (answer.parts.some((s) => s < 0 || s > 10)) {
      ledger.warn({ ...place, message: 'outside the scale; kept as it is', expected: '0 to 10' });
    }
  }
  const absent = images.size - answers.size;
  if (json.value !== undefined && absent > 0) {
    ledger.warn({
      file,
      message: 'pictures without an answer; they count as errors of the judge',
      found: `${absent} of ${images.size}`,
    });
  }
  return answers;
}
