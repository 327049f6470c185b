import { isRow, type RawRow } from '../../importers/importer.ts';
import { holdsQuestions } from '../../importers/multi-crit.ts';
import { judgeInName } from '../../importers/run-names.ts';
import { parseJson } from '../../records/json.ts';
import type { Source } from '../../records/source.ts';

export const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
const has = (row: RawRow | null, ...keys: readonly string[]): boolean =>
  row !== null && keys.every((key) => key in row);
export const unique = (names: Iterable<string>): string[] => [...new Set(names)].sort();

/** Gives the first object in a file: a whole JSON document, else its first line. */
function firstObject(text: string): RawRow | null {
  const whole = parseJson(text).value;
  const one = Array.isArray(whole) ? whole[0] : whole;
  if (isRow(one)) return one;
  const line = parseJson(text.split('\n').find((l) => l.trim() !== '') ?? '').value;
  return isRow(line) ? line : null;
}

const GENAI = /(?:^|\/)[^/]+_(?:generation|edition)\/([^/]+)\/pairwise\.jsonl$/;
const VIESCORE = /(?:^|\/)results_([^/]+)_(?:\d+shot|ih)\/[^/]+\/[^/]+\/(?:SC|PQ)\.json$/;
const LMMS = /_samples_multi_crit_?[^/.]*[^/]*\.jsonl(?:\.gz)?$/;
const CRITIC =
  /^(?:samples|critiques|critique[_-]scores|corrections|correction[_-]scores|preferences)[^/]*\.jsonl?(?:\.gz)?$/;
/** The name of a file that says what the columns of others mean. */
export const MAPPING = /(?:^|\/)mapping\.(?:ya?ml|json)$/;

export interface FormatGuess {
  readonly format: string;
  readonly reason: string;
  readonly judges?: readonly string[];
  /** Given for what other benchmarks' files have, too: it counts beside a file that is surely of this format. */
  readonly unsure?: true;
}

/** Recognises, by the names of all files, the formats whose layout says what they are. */
export function byNames(names: readonly string[]): FormatGuess | null {
  const judgesIn = (pattern: RegExp): string[] => unique(names.flatMap((name) => pattern.exec(name)?.[1] ?? []));
  const mapping = names.find((name) => MAPPING.test(name));
  if (mapping !== undefined) return { format: 'table', reason: `${mapping} says what the columns mean` };
  for (const [format, pattern] of [
    ['genai-bench', GENAI],
    ['viescore', VIESCORE],
  ] as const) {
    const [first] = names.filter((name) => pattern.test(name));
    if (first !== undefined)
      return { format, reason: `${first} has the place of an official file`, judges: judgesIn(pattern) };
  }
  const lmms = names.filter((name) => LMMS.test(name));
  if (lmms.length > 0) {
    const judges = unique(lmms.map(judgeInName));
    return { format: 'multi-crit-lmms-eval', reason: `${lmms[0]} has the name of lmms-eval samples`, judges };
  }
  const critic = names.find((name) => CRITIC.test(baseOf(name)));
  const answers = names.some((name) => /^(?:critiques|corrections|preferences)/.test(baseOf(name)));
  if (critic !== undefined && answers)
    return { format: 'mm-critic', reason: `${critic} has the name of the documented layout` };
  return null;
}

/** Recognises a format by what stands first in a file. */
function byContent(name: string, row: RawRow | null): FormatGuess | null {
  if (row === null) return null;
  if (has(row, 'meta', 'judgement')) {
    const judges = isRow(row['judgement']) ? unique(Object.keys(row['judgement'])) : [];
    return { format: 'mm-judgebias', reason: `${name} has the fields meta and judgement`, judges };
  }
  if (has(row, 'per_bias')) return { format: 'mm-judgebias', reason: `${name} has the field per_bias` };
  if (has(row, 'schema_version', 'evaluation_results'))
    return { format: 'every-eval-ever', reason: `${name} has the fields schema_version and evaluation_results` };
  if (Object.values(row).some((value) => isRow(value) && has(value, 'question_id', 'prediction')))
    return { format: 'multi-crit-lmms-eval', reason: `${name} has metric records with question_id and prediction` };
  if (has(row, 'question_id') && ['output', 'response', 'judgment', 'judgement'].some((key) => key in row))
    return {
      format: 'multi-crit',
      reason: `${name} has the field question_id beside an answer`,
      judges: [judgeInName(name)],
      unsure: true,
    };
  return null;
}

/** Recognises a file by its beginning, which is null for Parquet, and by its columns. */
export async function guessOf(source: Source, head: string | null): Promise<FormatGuess | null> {
  const guess = byContent(source.name, head === null ? null : firstObject(head));
  if (guess !== null && guess.unsure !== true) return guess;
  if (!(await holdsQuestions(source))) return guess;
  return { format: 'multi-crit', reason: `${source.name} has the columns of Multi-Crit’s questions` };
}

export type NamedGuess = readonly [file: string, guess: FormatGuess];

/** Gives the guesses that can be relied on. */
export function sureGuesses(all: readonly NamedGuess[]): readonly NamedGuess[] {
  const sure = all.filter(([, { unsure }]) => unsure !== true);
  const formats = new Set(sure.map(([, { format }]) => format));
  return [...sure, ...all.filter(([, { unsure, format }]) => unsure === true && formats.has(format))];
}
