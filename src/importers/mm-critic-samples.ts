import { idText, isRow, type RawRow, textOf } from './importer.ts';
import { judgeJson } from './judge-json.ts';
import type { Ledger } from './ledger.ts';
import { correctnessOf } from './mm-critic-answers.ts';
import { NameBook, type NamedId, wordsId } from './names.ts';
import { storedScore } from './score.ts';

/** A row with its place and its id. */
export interface CriticRow {
  readonly file: string;
  readonly line: number;
  readonly id: string;
  readonly row: RawRow;
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

  /** Makes the instance of a preference pair at its first mention; false, with the row reported, when a sample is unknown. */
  pair({ file, line, id, row }: CriticRow): boolean {
    if (this.pairs.has(id)) return true;
    const [a, b] = [this.samples.get(idText(row.a) ?? ''), this.samples.get(idText(row.b) ?? '')];
    if (a === undefined || b === undefined) {
      const found = textOf(a === undefined ? row.a : row.b);
      this.ledger.reject({
        file,
        line,
        field: a === undefined ? 'a' : 'b',
        found,
        message: 'unknown: not in the samples',
      });
      return false;
    }
    this.pairs.add(id);
    const bands = [a, b].map((s) => (s.quality === null ? '' : bandOf(s.quality))).sort();
    const group = PAIR_GROUPS[bands.join('-')];
    const { band: _, ...shared } = a.attributes;
    const attributes = { ...shared, ...(group !== undefined && { pair_group: group }) };
    this.ledger.add({
      kind: 'instances',
      record: { instance: id, cluster: a.question, prompt: a.prompt, media: [{ src: a.image, alt: '' }], attributes },
    });
    this.ledger.add({ kind: 'responses', record: { instance: id, response: 'a', model: a.model, text: a.response } });
    this.ledger.add({ kind: 'responses', record: { instance: id, response: 'b', model: b.model, text: b.response } });
    if (a.quality === null || b.quality === null || a.quality === b.quality) {
      this.ledger.warn({
        file,
        line,
        field: 'id',
        found: id,
        message: 'the two responses differ in no quality label: the pair has no gold',
      });
    } else {
      this.ledger.add({
        kind: 'gold',
        record: { instance: id, kind: 'preference', value: a.quality > b.quality ? 'a' : 'b' },
      });
    }
    return true;
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
  const found = textOf(annotation.response_quality);
  ledger.warn({
    file,
    line,
    field: 'response_quality',
    found,
    message: 'not a quality label; left out',
    expected: '0 to 10',
  });
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
export function readSample(samples: MmCriticSamples, { file, line, id, row }: CriticRow): void {
  const { ledger } = samples;
  if (samples.has(id)) {
    ledger.leaveOut({ file, line, field: 'id', found: id, message: 'a second sample of this id; the first was kept' });
    return;
  }
  const annotation = annotationOf(row);
  const names = namesOf(row, annotation);
  const rival = samples.names.rivalAmong({ file, line }, names);
  if (rival !== null) {
    ledger.reject(rival);
    return;
  }
  const quality = qualityOf(annotation, ledger, { file, line });
  const attributes = attributesOf(names, quality);
  const question = idText(row.question_id) ?? id;
  const image = typeof row.image === 'string' && row.image !== '' ? row.image : null;
  const sample: Sample = {
    question,
    prompt: textOf(row.question),
    image,
    model: textOf(row.model),
    response: textOf(row.response),
    quality,
    attributes,
  };
  samples.set(id, sample);
  ledger.add({
    kind: 'instances',
    record: { instance: id, cluster: question, prompt: sample.prompt, media: [{ src: image, alt: '' }], attributes },
  });
  ledger.add({
    kind: 'responses',
    record: { instance: id, response: 'a', model: sample.model, text: sample.response },
  });
  const label = correctnessOf(textOf(annotation.correct).trim());
  if (label === null)
    ledger.warn({
      file,
      line,
      field: 'correct',
      found: textOf(annotation.correct),
      message: 'no label of correctness',
      expected: 'Correct or Error',
    });
  else ledger.add({ kind: 'gold', record: { instance: id, response: 'a', kind: 'correct', value: label } });
  if (quality !== null)
    ledger.add({ kind: 'gold', record: { instance: id, response: 'a', kind: 'quality', value: String(quality) } });
  const reference = textOf(annotation.reference_critique);
  if (reference !== '')
    ledger.add({ kind: 'gold', record: { instance: id, response: 'a', kind: 'reference', value: reference } });
  ledger.used(file);
}
