import type { Source } from '../records/bytes.ts';
import { parseJson } from '../records/json.ts';
import type { Problem } from '../schema/problem.ts';
import type { Parse } from '../schema/records.ts';
import {
  dataFiles,
  type ImportOptions,
  idsKey,
  idText,
  isRow,
  orderOf,
  pythonStrip,
  type RawRow,
  type ReadScore,
  storedScore,
  textOf,
  unanswered,
  unswapped,
} from './importer.ts';
import {
  type ImportFormat,
  type ImportSteps,
  joinRows,
  type KeyedRow,
  type Ledger,
  type RowOutcome,
  secondOf,
} from './ledger.ts';
import { judgeOfImport, NameBook, type NamedId, plainId, runNames, wordsId } from './names.ts';

const FENCE = '```';

function objectIn(text: string): RawRow | null {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  if (from < 0 || to < from) return null;
  const { value, error } = parseJson(text.slice(from, to + 1));
  return error === null && isRow(value) ? value : null;
}

/** Reads the JSON object in a model's answer, bare or inside a ``` fence, with or without text around it. Null when there is none. */
function judgeJson(text: string): RawRow | null {
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

function outputOf(row: RawRow): { readonly text: string; readonly json: RawRow | null } {
  const value = OUTPUT_FIELDS.map((field) => row[field]).find((v) => v !== undefined && v !== null);
  if (isRow(value)) return { text: JSON.stringify(value), json: value };
  const text = textOf(value);
  return { text, json: judgeJson(text) };
}

interface ReadAnswer<T> {
  readonly value: T | null;
  readonly parse: Parse;
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

function correctnessOf(value: string): 'correct' | 'error' | null {
  const label = value.toLowerCase();
  return label === 'correct' || label === 'error' ? label : null;
}

const readCritique = (row: RawRow): ReadAnswer<'correct' | 'error'> =>
  readField(row, 'correct', { prose: 'critique', accept: correctnessOf });

/** Reads a choice: `{"choice": "A"|"B", "explanation": …}`, as shown. */
const readChoice = (row: RawRow): ReadAnswer<'first' | 'second'> =>
  readField(row, 'choice', {
    prose: 'explanation',
    accept: (value) => {
      const label = value.replace(/^response\s+/i, '').toUpperCase();
      if (label === 'A') return 'first';
      return label === 'B' ? 'second' : null;
    },
  });

/** `{"modified answer": …}`, or the whole text where the JSON is broken. The text is the answer, without a verdict: `ok` or a failure. */
function readCorrection(row: RawRow): ReadAnswer<never> {
  const { text, json } = outputOf(row);
  if (pythonStrip(text) === '') return { value: null, parse: 'failed', prose: '' };
  const answer = textOf(json?.['modified answer'] ?? json?.modified_answer);
  return { value: null, parse: answer !== '' || json === null ? 'ok' : 'failed', prose: answer || text };
}

/** Reads a critique judge's `{"explanation": …, "score": 0–10}`; a score outside the scale is an error in the data. */
function readCritiqueScore(row: RawRow): ReadScore & { readonly explanation: string } {
  const { text, json } = outputOf(row);
  const read = storedScore(json === null ? brokenField(text, 'score') : json.score);
  const explanation = textOf(json?.explanation) || text;
  if (read.score !== null && (read.score < 0 || read.score > 10)) {
    return { score: null, parse: 'error', remark: 'outside the scale of 0 to 10; not used', explanation };
  }
  return { ...read, explanation };
}

type Band = 'low' | 'medium' | 'high';

/** Names the quality bands of section 3.4: low 0–4, medium 5–7, high 8–10. */
const bandOf = (quality: number): Band => (quality < 5 ? 'low' : quality < 8 ? 'medium' : 'high');

/** Groups of preference pairs, by their bands (table 4). */
const PAIR_GROUPS: Readonly<Record<string, string>> = { 'low-medium': 'g1', 'high-medium': 'g2', 'high-low': 'g3' };

interface Sample {
  readonly question: string;
  readonly prompt: string;
  readonly image: string | null;
  readonly model: string;
  readonly response: string;
  readonly quality: number | null;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Samples (a question and one response) by id, and the pairs made of them; texts are held because pairs show them again. */
class MmCriticSamples {
  private readonly samples = new Map<string, Sample>();
  private readonly pairs = new Set<string>();
  readonly names = new NameBook();
  readonly ledger: Ledger;

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  has(id: string): boolean {
    return this.samples.has(id);
  }

  set(id: string, sample: Sample): void {
    this.samples.set(id, sample);
  }

  /** Makes the instance of a preference pair at its first mention; gives what is wrong when a sample is unknown. */
  pair({ file, line, id, row }: KeyedRow): Problem | null {
    if (this.pairs.has(id)) return null;
    const [a, b] = [this.samples.get(idText(row.a) ?? ''), this.samples.get(idText(row.b) ?? '')];
    if (a === undefined || b === undefined) {
      const field = a === undefined ? 'a' : 'b';
      return { file, line, field, found: textOf(row[field]), message: 'unknown: not in the samples' };
    }
    this.pairs.add(id);
    const bands = [a, b].map((s) => (s.quality === null ? '' : bandOf(s.quality))).sort();
    const group = PAIR_GROUPS[bands.join('-')];
    const { band: _, ...shared } = a.attributes;
    const attributes = { ...shared, ...(group !== undefined && { pair_group: group }) };
    const media = [{ src: a.image, alt: '' }];
    this.ledger.add({
      kind: 'instances',
      record: { instance: id, cluster: a.question, prompt: a.prompt, media, attributes },
    });
    for (const [response, { model, response: text }] of [['a', a] as const, ['b', b] as const])
      this.ledger.add({ kind: 'responses', record: { instance: id, response, model, text } });
    if (a.quality === null || b.quality === null || a.quality === b.quality) {
      const message = 'the two responses differ in no quality label: the pair has no gold';
      this.ledger.warn({ file, line, field: 'id', found: id, message });
    } else {
      const value = a.quality > b.quality ? 'a' : 'b';
      this.ledger.add({ kind: 'gold', record: { instance: id, kind: 'preference', value } });
    }
    return null;
  }
}

/** Reads the annotation of a row: an object, JSON text, JSON in a fence, or the row's own fields. */
function annotationOf(row: RawRow): RawRow {
  if (isRow(row.annotation)) return row.annotation;
  return typeof row.annotation === 'string' ? (judgeJson(row.annotation) ?? row) : row;
}

function qualityOf(
  annotation: RawRow,
  ledger: Ledger,
  { file, line }: { readonly file: string; readonly line: number },
): number | null {
  const { score, parse } = storedScore(annotation.response_quality);
  if (parse === 'missing') return null;
  if (score !== null && score >= 0 && score <= 10) return score;
  const at = { file, line, field: 'response_quality', found: textOf(annotation.response_quality) };
  ledger.warn({ ...at, message: 'not a quality label; left out', expected: '0 to 10' });
  return null;
}

function namesOf(row: RawRow, annotation: RawRow): Record<string, NamedId> {
  const names = { subset: row.subset, task: row.task_type, annotator: annotation.annotator };
  return Object.fromEntries(
    Object.entries(names).map(([field, name]) => [field, [textOf(name), wordsId(textOf(name))]]),
  );
}

function attributesOf(names: ReturnType<typeof namesOf>, quality: number | null): Record<string, string> {
  const ids = Object.entries(names).map(([field, [, id]]) => [field, id]);
  const all = [...ids, ['band', quality === null ? '' : bandOf(quality)]];
  return Object.fromEntries(all.filter(([, value]) => value !== ''));
}

/** Reads a row of the samples: an instance with one response `a`, its labels as gold. */
function readSample(samples: MmCriticSamples, { file, line, id, row }: KeyedRow): Problem | null {
  const { ledger } = samples;
  const annotation = annotationOf(row);
  const names = namesOf(row, annotation);
  const rival = samples.names.rivalAmong({ file, line }, names);
  if (rival !== null) return rival;
  const quality = qualityOf(annotation, ledger, { file, line });
  const attributes = attributesOf(names, quality);
  const question = idText(row.question_id) ?? id;
  const image = typeof row.image === 'string' && row.image !== '' ? row.image : null;
  const [prompt, model, response] = [textOf(row.question), textOf(row.model), textOf(row.response)];
  samples.set(id, { question, prompt, image, model, response, quality, attributes });
  const media = [{ src: image, alt: '' }];
  ledger.add({ kind: 'instances', record: { instance: id, cluster: question, prompt, media, attributes } });
  ledger.add({ kind: 'responses', record: { instance: id, response: 'a', model, text: response } });
  const label = correctnessOf(textOf(annotation.correct).trim());
  if (label === null) {
    const at = { file, line, field: 'correct', found: textOf(annotation.correct) };
    ledger.warn({ ...at, message: 'no label of correctness', expected: 'Correct or Error' });
  }
  const reference = textOf(annotation.reference_critique);
  const gold = { correct: label, quality: quality === null ? null : String(quality), reference: reference || null };
  for (const [kind, value] of Object.entries(gold) as [keyof typeof gold, string | null][])
    if (value !== null) ledger.add({ kind: 'gold', record: { instance: id, response: 'a', kind, value } });
  return null;
}

const FILES = {
  samples: /(?:^|\/)samples[^/]*$/,
  critiqueScores: /(?:^|\/)critique[_-]scores[^/]*$/,
  correctionScores: /(?:^|\/)correction[_-]scores[^/]*$/,
  critiques: /(?:^|\/)critiques[^/]*$/,
  corrections: /(?:^|\/)corrections[^/]*$/,
  preferences: /(?:^|\/)preferences[^/]*$/,
} as const;

const ANSWERS: ReadonlySet<string> = new Set(['critiques', 'corrections', 'preferences']);

const LAYOUT =
  'names that begin with samples, critiques, critique_scores, corrections, correction_scores or preferences';

interface Given {
  readonly critiqueJudge: string;
  readonly score: number;
  readonly explanation: string;
}

type AnswerStage = 'critique' | 'correction';

/** Joins critiques and corrections with the scores they got; a text without a score makes one judgment all the same. */
class Critics {
  private readonly ledger: Ledger;
  private readonly samples: MmCriticSamples;
  private readonly scores: Record<AnswerStage, Map<string, Given[]>> = { critique: new Map(), correction: new Map() };
  private readonly names = new NameBook();

  constructor(ledger: Ledger, samples: MmCriticSamples) {
    this.ledger = ledger;
    this.samples = samples;
  }

  score(stage: AnswerStage, { file, line, id, row }: KeyedRow): RowOutcome {
    const read = readCritiqueScore(row);
    const name = textOf(row.critique_judge ?? row.judge);
    const critiqueJudge = plainId(name);
    if (critiqueJudge === '') {
      const message = 'no critique judge is named; the row was left out';
      return { file, line, field: 'critique_judge', found: name, message };
    }
    const rival = this.names.rivalAmong({ file, line }, { critique_judge: [name, critiqueJudge] });
    if (rival !== null) return rival;
    const { score, explanation } = read;
    if (score === null) {
      const found = read.remark === undefined ? read.parse : explanation;
      return { file, line, field: 'score', found, message: read.remark ?? 'no score', expected: '0 to 10' };
    }
    const at = { file, line, field: 'id', found: id };
    const message = secondOf('score by this critique judge');
    return this.ledger.once(idsKey(stage, id, critiqueJudge), { ...at, message }, () => {
      const given = this.scores[stage].get(id) ?? [];
      this.scores[stage].set(id, [...given, { critiqueJudge, score, explanation }]);
      return null;
    });
  }

  text(stage: AnswerStage, { id, row }: KeyedRow): null {
    const { value: verdict, parse, prose: rationale } = stage === 'critique' ? readCritique(row) : readCorrection(row);
    const base = { instance: id, response: 'a', stage, verdict, rationale };
    const given = this.scores[stage].get(id) ?? [];
    // A score was read, whatever became of the verdict.
    const read: Parse = parse === 'failed' || parse === 'error' ? 'fallback' : parse;
    for (const { critiqueJudge, score, explanation } of given) {
      const record = { ...base, critique_judge: critiqueJudge, score, parse: read, raw: explanation };
      this.ledger.add({ kind: 'judgments', record });
    }
    if (given.length === 0) this.ledger.add({ kind: 'judgments', record: { ...base, parse } });
    return null;
  }

  choice(given: KeyedRow): RowOutcome {
    const { file, line, id, row } = given;
    const order = orderOf(row);
    if (order === null) {
      const message = 'cannot be read; the row was left out';
      const found = textOf(row.order) || JSON.stringify(row.order);
      return { file, line, field: 'order', found, message, expected: 'ab or ba' };
    }
    const at = { file, line, field: 'id', found: id };
    const fault = this.samples.pair(given);
    if (fault !== null) return fault;
    return this.ledger.once(idsKey('choice', id, order), { ...at, message: secondOf('choice on this pair') }, () => {
      const { value, parse, prose } = readChoice(row);
      const verdict = value === null ? null : unswapped(value, order);
      const record = { instance: id, stage: 'preference' as const, order, verdict, parse, rationale: prose };
      this.ledger.add({ kind: 'judgments', record });
      return null;
    });
  }
}

async function* importMmCritic(ledger: Ledger, sources: readonly Source[], options: ImportOptions): ImportSteps {
  const samples = new MmCriticSamples(ledger);
  const critics = new Critics(ledger, samples);
  const unknown = (id: string): string | null => (samples.has(id) ? null : 'the samples');
  const joins: Record<keyof typeof FILES, Pick<Parameters<typeof joinRows>[2], 'use' | 'first' | 'unknown'>> = {
    samples: { first: 'sample of this id', use: (row) => readSample(samples, row) },
    critiqueScores: { use: (row) => critics.score('critique', row) },
    correctionScores: { use: (row) => critics.score('correction', row) },
    critiques: { unknown, first: 'critique of this sample', use: (row) => critics.text('critique', row) },
    corrections: { unknown, first: 'correction of this sample', use: (row) => critics.text('correction', row) },
    preferences: { use: (row) => critics.choice(row) },
  };
  let answers: string | undefined;
  const patterns = Object.values(FILES);
  for (const { name: file } of dataFiles(sources).filter((s) => !patterns.some((p) => p.test(s.name))))
    ledger.warn({ file, message: 'not read: no part of the layout has this name', expected: LAYOUT });
  for (const kind of Object.keys(FILES) as (keyof typeof FILES)[]) {
    for (const source of sources.filter((s) => FILES[kind].test(s.name))) {
      if (kind !== 'samples') answers ??= source.name;
      if (ANSWERS.has(kind)) ledger.expect(source.name);
      yield* joinRows(source, ledger, { key: 'id', ...joins[kind] });
    }
  }
  if (answers === undefined)
    ledger.fail({
      file: '.',
      message: 'no answers found',
      expected: 'critiques.jsonl, corrections.jsonl or preferences.jsonl',
    });
  const judge = judgeOfImport(options, answers, ledger);
  ledger.add({ kind: 'run', record: { ...runNames(options, judge, 'mm-critic'), protocol: 'critique' } });
}

export const mmCritic: ImportFormat = {
  id: 'mm-critic',
  about:
    'MM-Critic, our reading of the paper’s prompts: samples, critiques, corrections, preferences and their scores as JSONL',
  import: importMmCritic,
};
