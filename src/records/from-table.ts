import type { RecordKind } from './kinds.ts';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Fields that are numbers, and fields that hold JSON, in a table of text. */
const NUMBERS: Readonly<Record<RecordKind, readonly string[]>> = {
  instances: ['prompt_length'],
  responses: [],
  gold: [],
  judgments: ['repeat', 'score', 'rationale_length', 'cost', 'tokens'],
};
const JSON_FIELDS: readonly string[] = ['media', 'attributes', 'perturbed_prompts'];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Gives a row of CSV as a record to be checked: an empty cell is an absent field, numbers and JSON are read, and a column
 * `attributes.task` is the attribute `task`. What cannot be read stays text, for the schema to name.
 */
export function fromTable(kind: RecordKind, row: unknown): unknown {
  const out: Record<string, unknown> = {};
  const attributes: [name: string, value: string][] = [];
  for (const [key, cell] of Object.entries(row as Record<string, string>)) {
    if (key.startsWith('attributes.')) {
      if (cell !== '') attributes.push([key.slice('attributes.'.length), cell]);
    } else if (cell === '') {
      if (key === 'prompt' || key === 'text') out[key] = cell;
    } else if (NUMBERS[kind].includes(key)) out[key] = NUMBER.test(cell) ? Number(cell) : cell;
    else out[key] = JSON_FIELDS.includes(key) ? parsed(cell) : cell;
  }
  if (attributes.length > 0)
    out.attributes = { ...(out.attributes as object | undefined), ...Object.fromEntries(attributes) };
  return out;
}
