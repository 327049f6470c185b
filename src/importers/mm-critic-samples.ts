import type { Problem } from '../schema/problem.ts';
import { idText, isRow, type RawRow, textOf } from './importer.ts';
import { judgeJson } from './judge-json.ts';
import type { KeyedRow, Ledger } from './ledger.ts';
import { correctnessOf } from './mm-critic-answers.ts';
import { NameBook, type NamedId, wordsId } from './names.ts';
import { storedScore } from './score.ts';

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

/**
 * Holds samples (a question and one response to it) by id, and the pairs made of them. The texts of responses are held, because pairs show
 * them again.
 */
export class MmCriticSamples {
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

/** Lists the names in a row that become attributes, each with its id. */
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
export function readSample(samples: MmCriticSamples, { file, line, id, row }: KeyedRow): Problem | null {
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
