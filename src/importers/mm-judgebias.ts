import { readRows } from '../records/rows.ts';
import type { Source } from '../records/source.ts';
import type { Judgment } from '../schema/records.ts';
import { type Format, type ImportItem, type ImportOptions, idText, isRow, type Row, slug, textOf } from './importer.ts';
import { readJsonFile } from './json-file.ts';
import { Ledger } from './ledger.ts';
import { importReport, isReport } from './mm-judgebias-report.ts';
import { isAbstention, parseScore, type ReadScore, storedScore } from './score.ts';

const JUDGEMENT_FILE = /(?:^|\/)(?:seed_(\d+)\/)?([^/]+)\.json(?:\.gz)?$/;
const DATASET_FILE = /\.(?:jsonl|ndjson|csv|parquet)(?:\.gz)?$/;
const DATASET_COLUMNS = ['id', 'response', 'unbiased_instruction', 'biased_instruction'];

/** One model's entry in a judgement file. */
interface Entry {
  readonly key: string;
  readonly judgement: Row;
  readonly meta: Row;
  readonly file: string;
  readonly line: number | undefined;
  readonly repeat: number;
}

/** The score of one side: N/A in the text first, then a stored score, then the text by the official rule. */
function sideScore(judgement: Row, side: 'unbiased' | 'biased', notFinite: boolean): ReadScore & { text: string } {
  const text = textOf(judgement[side]);
  if (isAbstention(text)) return { score: null, parse: 'abstained', text };
  if (notFinite) return { score: null, parse: 'failed', remark: 'not a finite number', text };
  const stored = storedScore(judgement[`${side}_score`]);
  return { ...(stored.parse === 'missing' ? parseScore(text) : stored), text };
}

const typeId = (meta: Row): string => slug(textOf(meta.bias_type));

/** `integrality` is the code's word for what the paper also calls integrity. */
function dimensionId(meta: Row): string {
  const id = slug(textOf(meta.bias_category));
  return id === 'integrality' ? 'integrity' : id;
}

function attributesOf(meta: Row): Record<string, string> {
  const named: Record<string, string> = {
    bias_type: typeId(meta),
    dimension: dimensionId(meta),
    task: slug(textOf(meta.task_type)),
    domain: slug(textOf(meta.domain_type)),
    difficulty: textOf(meta.difficulty),
    source: textOf(meta.unbiased_source),
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== '' && value !== 'unnamed'));
}

/** Writes instances and responses once per sample, judgments per entry. */
class Samples {
  private readonly ledger: Ledger;
  private readonly seen = new Map<string, string>();
  private readonly dataset = new Set<string>();

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  /** Instructions and responses by id; anything may be null (copyright). */
  async *texts(source: Source): AsyncGenerator<void> {
    for await (const batch of readRows(source, { columns: DATASET_COLUMNS })) {
      this.ledger.unread(batch.problems);
      for (const [i, row] of batch.rows.entries()) {
        const id = isRow(row) ? idText(row.id) : null;
        if (!isRow(row) || id === null) {
          this.ledger.reject({ file: source.name, line: batch.lines[i], field: 'id', message: 'missing; the row was left out' });
          continue;
        }
        this.sampleTexts(id, row);
        this.ledger.used(source.name);
      }
      yield;
    }
  }

  private sampleTexts(id: string, row: Row): void {
    if (this.dataset.has(id)) return;
    this.dataset.add(id);
    this.prompts.set(id, { prompt: textOf(row.unbiased_instruction), perturbed: textOf(row.biased_instruction) });
    this.ledger.add({ kind: 'responses', record: { instance: id, response: 'a', text: textOf(row.response) } });
  }

  private readonly prompts = new Map<string, { prompt: string; perturbed: string }>();

  entry(entry: Entry, id: string, notFinite: ReadonlySet<string>): void {
    const condition = typeId(entry.meta);
    if (this.seen.get(id) !== undefined && this.seen.get(id) !== condition) {
      this.ledger.warn({ file: entry.file, field: 'meta.bias_type', found: condition, message: 'differs from another file of this sample; the first was kept' });
    }
    if (!this.seen.has(id)) this.instance(id, condition, entry.meta);
    for (const side of ['unbiased', 'biased'] as const) {
      const path = `judgement.${entry.key}.${side}_score`;
      this.judgment(entry, id, side === 'unbiased' ? 'base' : condition, sideScore(entry.judgement, side, notFinite.has(path)), path);
    }
  }

  private instance(id: string, condition: string, meta: Row): void {
    this.seen.set(id, condition);
    const { prompt, perturbed } = this.prompts.get(id) ?? { prompt: '', perturbed: '' };
    const media = [
      { src: null, alt: '', condition: 'base' },
      { src: null, alt: '', condition },
    ];
    const differs = perturbed !== '' && perturbed !== prompt;
    const record = { instance: id, prompt, media, attributes: attributesOf(meta), ...(differs && { perturbed_prompts: { [condition]: perturbed } }) };
    this.ledger.add({ kind: 'instances', record });
  }

  private judgment(entry: Entry, instance: string, condition: string, read: ReadScore & { text: string }, field: string): void {
    const { score, parse, remark, text } = read;
    const at = { file: entry.file, line: entry.line, field };
    if (remark !== undefined) this.ledger.warn({ ...at, found: text || textOf(entry.judgement[field.slice(field.lastIndexOf('.') + 1)]), message: remark });
    if (score !== null && (score < 1 || score > 10)) this.ledger.warn({ ...at, found: String(score), message: 'outside the scale; kept as it is', expected: '1 to 10' });
    const record: Partial<Judgment> = { repeat: entry.repeat, condition, score, parse, rationale: text };
    this.ledger.add({ kind: 'judgments', record: { ...record, instance, parse } });
  }
}

/** Judge keys such as `model (reasoning)`; the one wanted, by its spelling or its id. */
function wanted(keys: readonly string[], judge: string | undefined): string | null {
  if (judge === undefined) return keys.length === 1 ? (keys[0] ?? null) : null;
  return keys.find((k) => k === judge) ?? keys.find((k) => slug(k) === slug(judge)) ?? null;
}

async function keysIn(files: readonly Source[]): Promise<string[]> {
  const keys = new Set<string>();
  for (const file of files) {
    const { value } = await readJsonFile(file);
    if (isRow(value) && isRow(value.judgement)) for (const key of Object.keys(value.judgement)) keys.add(key);
  }
  return [...keys].sort();
}

function splitKey(key: string): { name: string; variant: string } {
  const parts = /^(.*?)\s*\((reasoning|think)\)$/.exec(key);
  return parts === null ? { name: key, variant: '' } : { name: parts[1] ?? key, variant: parts[2] ?? '' };
}

async function* judgementFolder(files: readonly Source[], dataset: readonly Source[], options: ImportOptions): AsyncGenerator<readonly ImportItem[]> {
  const ledger = new Ledger();
  const samples = new Samples(ledger);
  const keys = await keysIn(files);
  const key = wanted(keys, options.judge);
  if (key === null) {
    const message = options.judge === undefined ? 'several judges are in these files' : 'this judge is not in these files';
    ledger.fail({ file: '.', field: 'judge', found: options.judge, message, expected: keys.join(', ') || 'judgement files', hint: 'say --judge' });
    yield ledger.close();
    return;
  }
  for (const source of dataset) for await (const _ of samples.texts(source)) yield ledger.take();
  const seeds = [...new Set(files.map((f) => Number(JUDGEMENT_FILE.exec(f.name)?.[1] ?? 0)))].sort((a, b) => a - b);
  for (const source of files) {
    await judgementFile(source, key, seeds, samples, ledger);
    yield ledger.take();
  }
  const { name, variant } = splitKey(key);
  const judge = slug(name);
  const run = options.run ?? slug(`${judge} ${variant}`);
  const notes = `Seeds ${seeds.join(', ')} as repeats 0 to ${seeds.length - 1}.`;
  ledger.add({ kind: 'run', record: { run, benchmark: options.benchmark ?? 'mm-judgebias', judge, variant, protocol: 'perturbation', repeats: Math.max(1, seeds.length), notes } });
  yield ledger.close();
}

async function judgementFile(source: Source, key: string, seeds: readonly number[], samples: Samples, ledger: Ledger): Promise<void> {
  const file = source.name;
  const read = await readJsonFile(source);
  for (const problem of read.problems) ledger.fail(problem);
  if (read.value === undefined) return;
  const record = isRow(read.value) ? read.value : {};
  const meta = isRow(record.meta) ? record.meta : {};
  const [, seed, stem] = JUDGEMENT_FILE.exec(file) ?? [];
  // Files are named 0001.json after the sample's number: the name serves where the meta data give none.
  const id = idText(meta.id) ?? (stem === undefined ? null : stem.replace(/^0+(?=\d)/, ''));
  if (id === null || typeId(meta) === 'unnamed') {
    ledger.reject({ file, field: 'meta.bias_type', message: 'missing; the file was left out', hint: 'the file must hold meta and judgement' });
    return;
  }
  const judgement = isRow(record.judgement) ? record.judgement[key] : undefined;
  if (!isRow(judgement)) {
    ledger.leaveOut({ file, field: `judgement.${key}`, message: 'this judge has no answer here' });
    return;
  }
  samples.entry({ key, judgement, meta, file, line: read.line(`judgement.${key}`), repeat: seeds.indexOf(Number(seed ?? 0)) }, id, read.nonFinite);
  ledger.used(file);
}

async function* importMmJudgebias(sources: readonly Source[], options: ImportOptions): AsyncGenerator<readonly ImportItem[]> {
  const json = sources.filter((s) => JUDGEMENT_FILE.test(s.name));
  const [only] = json;
  if (json.length === 1 && only !== undefined) {
    const { value } = await readJsonFile(only);
    if (isReport(value)) {
      yield* importReport(only.name, value, options);
      return;
    }
  }
  yield* judgementFolder(json, sources.filter((s) => DATASET_FILE.test(s.name)), options);
}

export const mmJudgebias: Format = {
  id: 'mm-judgebias',
  about: 'MM-JudgeBias: judgement folders seed_<n>/<id>.json (seeds are repeats), with the dataset file for texts; or a report JSON',
  import: importMmJudgebias,
};
