import { parseJson } from '../records/json.ts';
import type { RawRow } from './importer.ts';
import { isRow } from './importer.ts';

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
export function brokenField(text: string, field: string): string | null {
  const escaped = field.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`"${escaped}"\\s*:\\s*"?([^",}\\n]*)"?`).exec(text)?.[1]?.trim() ?? null;
}
