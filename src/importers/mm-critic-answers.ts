import { parseJson } from '../records/json.ts';
import type { Parse } from '../schema/records.ts';
import { isRow, type RawRow, textOf } from './importer.ts';
import { pythonStrip, type ReadScore, storedScore, unanswered } from './score.ts';

const FENCE = '```';

function objectIn(text: string): RawRow | null {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  if (from < 0 || to < from) return null;
  const { value, error } = parseJson(text.slice(from, to + 1));
  return error === null && isRow(value) ? value : null;
}

/** Reads the JSON object in a model's answer, bare or inside a ``` fence, with or without text around it. Null when there is none. */
export function judgeJson(text: string): RawRow | null {
  const from = text.indexOf(FENCE);
  const to = text.indexOf(FENCE, from + FENCE.length);
  return (from < 0 || to < 0 ? null : objectIn(text.slice(from, to))) ?? objectIn(text);
}

/** Reads a text field of an answer whose JSON is broken, for example by raw line ends; null when it is not there. */
function brokenField(text: string, field: string): string | null {
  const escaped = field.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`"${escaped}"\\s*:\\s*"?([^",}\\n]*)"?`).exec(text)?.[1]?.trim() ?? null;
}

const OUTPUT_FIELDS = ['output', 'response', 'text', 'judgment', 'judgement'] as const;

/** Reads the model's answer in a row: text, or an object that was parsed already. */
function outputOf(row: RawRow): { readonly text: string; readonly json: RawRow | null } {
  const value = OUTPUT_FIELDS.map((field) => row[field]).find((v) => v !== undefined && v !== null);
  if (isRow(value)) return { text: JSON.stringify(value), json: value };
  const text = textOf(value);
  return { text, json: judgeJson(text) };
}

export interface ReadAnswer<T> {
  readonly value: T | null;
  readonly parse: Parse;
  /** The prose beside the value. */
  readonly prose: string;
}

function readField<T>(
  row: RawRow,
  field: string,
  { prose, accept }: { readonly prose: string; readonly accept: (value: string) => T | null },
): ReadAnswer<T> {
  const { text, json } = outputOf(row);
  if (json !== null) {
    const value = accept(textOf(json[field]).trim());
    return { value, parse: value === null ? 'failed' : 'ok', prose: textOf(json[prose]) || text };
  }
  if (pythonStrip(text) === '') return { value: null, parse: 'failed', prose: '' };
  const value = accept(brokenField(text, field) ?? '');
  return { value, parse: value === null ? unanswered(text) : 'fallback', prose: text };
}

/** Reads `Correct` or `Error`, in small or capital letters; null for anything else. */
export function correctnessOf(value: string): 'correct' | 'error' | null {
  const label = value.toLowerCase();
  return label === 'correct' || label === 'error' ? label : null;
}

/** Reads a critique: `{"correct": "Correct"|"Error", "critique": …}`. */
export const readCritique = (row: RawRow): ReadAnswer<'correct' | 'error'> =>
  readField(row, 'correct', { prose: 'critique', accept: correctnessOf });

/** Reads a choice: `{"choice": "A"|"B", "explanation": …}`, as shown. */
export const readChoice = (row: RawRow): ReadAnswer<'first' | 'second'> =>
  readField(row, 'choice', {
    prose: 'explanation',
    accept: (value) => {
      const label = value.replace(/^response\s+/i, '').toUpperCase();
      if (label === 'A') return 'first';
      return label === 'B' ? 'second' : null;
    },
  });

/** Reads a correction: `{"modified answer": …}`; the whole text where the JSON is broken. */
export function readCorrection(row: RawRow): { readonly text: string; readonly parse: Parse } {
  const { text, json } = outputOf(row);
  if (pythonStrip(text) === '') return { text: '', parse: 'failed' };
  const answer = textOf(json?.['modified answer'] ?? json?.modified_answer);
  if (answer !== '') return { text: answer, parse: 'ok' };
  return { text, parse: json === null ? 'fallback' : 'failed' };
}

/** Reads a critique judge's `{"explanation": …, "score": 0–10}`; a score outside the scale is an error in the data. */
export function readCritiqueScore(row: RawRow): ReadScore & { readonly explanation: string } {
  const { text, json } = outputOf(row);
  const read = storedScore(json === null ? brokenField(text, 'score') : json.score);
  const explanation = textOf(json?.explanation) || text;
  if (read.score !== null && (read.score < 0 || read.score > 10)) {
    return { score: null, parse: 'error', remark: 'outside the scale of 0 to 10; not used', explanation };
  }
  return { ...read, explanation };
}
