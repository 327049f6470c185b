import type { Source } from '../records/bytes.ts';
import { printedValue } from '../records/issues.ts';
import type { Problem } from '../schema/problem.ts';
import {
  type ImportOptions,
  idText,
  isAbstention,
  isRow,
  type PublishedValue,
  parseScore,
  type RawRow,
  type ReadScore,
  readJsonFile,
  storedScore,
  textOf,
} from './importer.ts';
import { type ImportFormat, type ImportSteps, joinRows, type KeyedRow, type Ledger } from './ledger.ts';
import { NameBook, type NamedId, namedJudge, plainId, rivalJudge, runNames, wordsId } from './names.ts';

const BENCHMARK = 'mm-judgebias';

/** Reads a model's key in the files, `name(reasoning)`, as judge and variant. */
function splitKey(key: string): { readonly judge: string; readonly variant: string } {
  const variant = ['reasoning', 'think'].find((v) => key.endsWith(`(${v})`)) ?? '';
  return { judge: plainId(variant === '' ? key : key.slice(0, -variant.length - 2)), variant };
}

/** Gives a dimension's id: `integrality`, the code's word, is what the paper calls integrity. */
function dimensionId(name: string): string {
  const id = wordsId(name);
  return id === 'integrality' ? 'integrity' : id;
}

function isReport(value: unknown): value is RawRow {
  return isRow(value) && isRow(value.per_bias) && 'overall_avg' in value;
}

interface Cell {
  readonly path: string;
  readonly name: string;
  readonly column: string;
  readonly value: unknown;
  readonly n: number | null;
}

function cellsOf(report: RawRow): Cell[] {
  const types = Object.entries(isRow(report.per_bias) ? report.per_bias : {}).map(([type, entry]): Cell => {
    const { value, samples } = isRow(entry) ? entry : ({} as RawRow);
    return { path: `per_bias.${type}.value`, name: type, column: wordsId(type), value, n: storedScore(samples).score };
  });
  const means = Object.entries(isRow(report.category_avg) ? report.category_avg : {}).map(
    ([name, value]): Cell => ({ path: `category_avg.${name}`, name, column: dimensionId(name), value, n: null }),
  );
  return [
    ...types,
    ...means,
    { path: 'overall_avg', name: 'overall', column: 'overall', value: report.overall_avg, n: null },
  ];
}

async function publishReport(ledger: Ledger, source: Source, options: ImportOptions): Promise<void> {
  const { name: file } = source;
  const json = await readJsonFile(source);
  if (!isReport(json.value)) return;
  const report = json.value;
  const names = new NameBook();
  for (const problem of json.problems) ledger.fail(problem);
  const row = textOf(report.model_key);
  const { judge, variant } = splitKey(options.judge ?? row);
  const benchmark = options.benchmark ?? BENCHMARK;
  for (const { path, name, column, value, n } of cellsOf(report)) {
    const at = { file, line: json.line(path), field: path };
    const read = storedScore(value);
    if (read.parse !== 'ok' && read.parse !== 'missing') {
      ledger.reject({ ...at, found: textOf(value) || undefined, message: 'not a finite number; left out' });
      continue;
    }
    const rival = names.rivalOf(at, name, column);
    if (rival !== null) {
      ledger.reject({ ...rival, field: path });
      continue;
    }
    const note = read.score === null ? 'no parsed pair' : '';
    const record: PublishedValue = { benchmark, row, judge, variant, column, value: read.score, n, note };
    ledger.add({ kind: 'published', record });
    ledger.used(file);
    if (read.score === 0 && n !== null) {
      const message = 'the official code also writes 0 when no pair was eligible';
      ledger.warn({ ...at, found: '0', message });
    }
  }
}

type SideScore = ReadScore & {
  readonly text: string;
  readonly found: string;
};

/** Reads the score of one side: N/A in the text first, then a stored score, then the text by the official rule. */
function sideScore(judgement: RawRow, side: 'unbiased' | 'biased'): SideScore {
  const text = textOf(judgement[side]);
  // A key without a text is an empty answer; without the key the run did not come so far.
  if (!(side in judgement || `${side}_score` in judgement)) return { score: null, parse: 'missing', text, found: text };
  if (isAbstention(text)) return { score: null, parse: 'abstained', text, found: text };
  const value = judgement[`${side}_score`];
  const stored = storedScore(value);
  if (stored.parse === 'missing') return { ...parseScore(text), text, found: text };
  return { ...stored, text, found: printedValue(value) };
}

/** Writes a bias type as an id: `text_dominance` → `text-dominance`. */
const typeId = (meta: RawRow): string => wordsId(textOf(meta.bias_type));

/** Dimension of each of the nine bias types, as in the official code, which does not read the category that a file states. */
export const BIAS_TYPES = {
  'text-dominance': 'integrity',
  'image-dominance': 'integrity',
  'response-dominance': 'integrity',
  'instruction-misalignment': 'congruity',
  'image-misalignment': 'congruity',
  'detail-description': 'robustness',
  'unnecessary-image': 'robustness',
  'visual-transformation': 'robustness',
  'texture-insertion': 'robustness',
} as const;
const DIMENSIONS: Readonly<Record<string, string>> = BIAS_TYPES;

/** Gives the dimension of a sample: that of its bias type, or what the file states where the benchmark has no such type. */
function dimensionOf(meta: RawRow): { readonly dimension: string; readonly stated: string } {
  const stated = textOf(meta.bias_category) === '' ? '' : dimensionId(textOf(meta.bias_category));
  return { dimension: DIMENSIONS[typeId(meta)] ?? stated, stated };
}

const NAMED = ['bias_type', 'task_type', 'domain_type'] as const;

const namesOf = (meta: RawRow): Record<string, NamedId> =>
  Object.fromEntries(NAMED.map((field) => [`meta.${field}`, [textOf(meta[field]), wordsId(textOf(meta[field]))]]));

function attributesOf(meta: RawRow): Record<string, string> {
  const named: Record<string, string> = {
    bias_type: typeId(meta),
    dimension: dimensionOf(meta).dimension,
    task: wordsId(textOf(meta.task_type)),
    domain: wordsId(textOf(meta.domain_type)),
    difficulty: textOf(meta.difficulty),
    source: textOf(meta.unbiased_source),
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));
}

const JUDGEMENT_FILE = /(?:^|\/)(?:seed_(\d+)\/)?([^/]+)\.json(?:\.gz)?$/;
const DATASET_FILE = /\.(?:jsonl|ndjson|csv|parquet)(?:\.gz)?$/;
const DATASET_COLUMNS = ['id', 'response', 'unbiased_instruction', 'biased_instruction'];

/** What `null` in the place of a judge's answers stands for: the judge was asked, and nothing came. */
const NO_ANSWER = { unbiased: null, biased: null };

const seedOf = ({ name }: Source): number => Number(JUDGEMENT_FILE.exec(name)?.[1] ?? 0);

interface Entry {
  readonly file: string;
  readonly line: number | undefined;
  readonly id: string;
  readonly meta: RawRow;
  readonly judgement: RawRow;
  readonly repeat: number;
}

/** Reads the judgement files of one judge: instances and responses once per sample, two judgments per file, before and after the perturbation. */
class JudgementFiles {
  private readonly ledger: Ledger;
  /** The judge as the files name it, such as `model (reasoning)`. */
  private readonly key: string;
  private readonly seeds: readonly number[];
  /** Bias type by sample. */
  private readonly seen = new Map<string, string>();
  /** Rows of the dataset file by sample; anything in them may be null (copyright). */
  private readonly texts = new Map<string, RawRow>();
  private readonly names = new NameBook();

  constructor(ledger: Ledger, key: string, seeds: readonly number[]) {
    this.ledger = ledger;
    this.key = key;
    this.seeds = seeds;
  }

  readTexts(source: Source): ImportSteps {
    const use = ({ row, id }: KeyedRow): null => {
      if (!this.texts.has(id)) this.texts.set(id, row);
      return null;
    };
    return joinRows(source, this.ledger, { key: 'id', use, columns: DATASET_COLUMNS });
  }

  async read(source: Source): Promise<void> {
    const { name: file } = source;
    const { value, problems, line } = await readJsonFile(source);
    this.ledger.expect(file, { judgments: 2 });
    if (value === undefined) {
      this.ledger.closeRow(problems, file);
      return;
    }
    for (const problem of problems) this.ledger.fail(problem);
    const record = isRow(value) ? value : {};
    const meta = isRow(record.meta) ? record.meta : {};
    // Files are named 0001.json after the sample's number: the name serves where the meta data give none.
    const id = idText(meta.id) ?? JUDGEMENT_FILE.exec(file)?.[2]?.replace(/^0+(?=\d)/, '');
    if (id === undefined || typeId(meta) === '') {
      const message = 'missing; the file was left out';
      this.ledger.reject({ file, field: 'meta.bias_type', message, hint: 'the file must hold meta and judgement' });
      return;
    }
    const path = `judgement.${this.key}`;
    const given = isRow(record.judgement) ? record.judgement[this.key] : undefined;
    const judgement = given === null ? NO_ANSWER : given;
    if (!isRow(judgement)) {
      this.ledger.leaveOut({ file, field: path, message: 'this judge has no answer here' });
      return;
    }
    const repeat = this.seeds.indexOf(seedOf(source));
    this.ledger.closeRow(this.add({ file, line: line(path), id, meta, judgement, repeat }), file);
  }

  private add(entry: Entry): Problem | null {
    const { file, line, id, meta, judgement, repeat } = entry;
    const condition = typeId(meta);
    const rival = this.names.rivalAmong(entry, namesOf(meta));
    if (rival !== null) return rival;
    if (this.seen.has(id) && this.seen.get(id) !== condition) {
      const message = 'differs from another file of this sample; the first was kept';
      this.ledger.warn({ file, field: 'meta.bias_type', found: condition, message });
    }
    const { dimension, stated } = dimensionOf(meta);
    if (stated !== '' && stated !== dimension) {
      const message = 'not the category of this bias type; the type decides, as in the official code';
      this.ledger.warn({ file, field: 'meta.bias_category', found: stated, expected: dimension, message });
    }
    if (!this.seen.has(id)) this.instance(id, condition, meta);
    for (const side of ['unbiased', 'biased'] as const) {
      const { score, parse, remark, text, found } = sideScore(judgement, side);
      const at = { file, line, field: `judgement.${this.key}.${side}_score` };
      if (remark !== undefined) this.ledger.warn({ ...at, found, message: remark });
      if (score !== null && (score < 1 || score > 10)) {
        const message = 'outside the scale; kept as it is';
        this.ledger.warn({ ...at, found: String(score), message, expected: '1 to 10' });
      }
      const about = { instance: id, repeat, condition: side === 'unbiased' ? 'base' : condition };
      this.ledger.add({ kind: 'judgments', record: { ...about, score, parse, rationale: text } });
    }
    return null;
  }

  private instance(id: string, condition: string, meta: RawRow): void {
    this.seen.set(id, condition);
    const { unbiased_instruction, biased_instruction, response } = this.texts.get(id) ?? {};
    const [prompt, perturbed, text] = [textOf(unbiased_instruction), textOf(biased_instruction), textOf(response)];
    const media = ['base', condition].map((one) => ({ src: null, alt: '', condition: one }));
    const differs = perturbed !== '' && perturbed !== prompt;
    const record = {
      ...{ instance: id, prompt, media, attributes: attributesOf(meta) },
      ...(differs && { perturbed_prompts: { [condition]: perturbed } }),
    };
    this.ledger.add({ kind: 'instances', record });
    if (text !== '') this.ledger.add({ kind: 'responses', record: { instance: id, response: 'a', text } });
  }
}

interface Survey {
  readonly keys: readonly string[];
  readonly reports: readonly { readonly source: Source; readonly key: string }[];
  readonly files: readonly Source[];
}

async function survey(sources: readonly Source[]): Promise<Survey> {
  const keys = new Set<string>();
  const reports: Survey['reports'][number][] = [];
  const files: Source[] = [];
  for (const source of sources) {
    const { value } = await readJsonFile(source);
    if (isReport(value)) reports.push({ source, key: textOf(value.model_key) });
    else files.push(source);
    if (isRow(value) && isRow(value.judgement)) for (const key of Object.keys(value.judgement)) keys.add(key);
  }
  return { keys: [...keys].sort(), reports, files };
}

function wanted(keys: readonly string[], judge: string | undefined): string | Problem {
  const key = namedJudge(keys, judge);
  return key === null ? unknownJudge(keys, judge) : (rivalJudge(keys, key) ?? key);
}

function unknownJudge(keys: readonly string[], found: string | undefined): Problem {
  const file = '.';
  const layout = 'seed_<n>/<id>.json with meta and judgement';
  if (keys.length === 0)
    return { file, message: 'no judgements found', expected: layout, hint: 'give the folder above' };
  const message = found === undefined ? 'several judges are in these files' : 'this judge is not in these files';
  return { file, field: 'judge', found, message, expected: keys.join(', '), hint: 'say --judge' };
}

async function reportFile(ledger: Ledger, { reports, files }: Survey, options: ImportOptions): Promise<void> {
  for (const { name: file } of files) ledger.warn({ file, message: 'neither a judgement nor a report; not read' });
  const keys = reports.map((r) => r.key);
  const [only] = reports;
  const key = reports.length === 1 && only !== undefined ? only.key : wanted(keys, options.judge);
  const chosen = reports.find((r) => r.key === key);
  if (typeof key !== 'string') ledger.fail(key);
  if (chosen !== undefined) await publishReport(ledger, chosen.source, options);
}

async function* importMmJudgebias(ledger: Ledger, sources: readonly Source[], options: ImportOptions): ImportSteps {
  const found = await survey(sources.filter((s) => JUDGEMENT_FILE.test(s.name)));
  const { keys, files, reports } = found;
  if (keys.length === 0 && reports.length > 0) return reportFile(ledger, found, options);
  for (const { source } of reports) {
    const message = 'a report beside the judgements, which is not read: values are computed from the judgements';
    ledger.warn({ file: source.name, message, hint: 'import it by itself for its published values' });
  }
  const key = wanted(keys, options.judge);
  if (typeof key !== 'string') {
    for (const file of files) for (const problem of (await readJsonFile(file)).problems) ledger.fail(problem);
    ledger.fail(key);
    return;
  }
  const seeds = [...new Set(files.map(seedOf))].sort((a, b) => a - b);
  const judgements = new JudgementFiles(ledger, key, seeds);
  for (const source of sources.filter((s) => DATASET_FILE.test(s.name))) yield* judgements.readTexts(source);
  for (const source of files) {
    await judgements.read(source);
    yield;
  }
  const { judge, variant } = splitKey(key);
  const names = runNames({ ...options, run: options.run ?? plainId(`${judge} ${variant}`) }, judge, BENCHMARK);
  const repeats = Math.max(1, seeds.length);
  const notes = `Seeds ${seeds.join(', ')} as repeats 0 to ${seeds.length - 1}.`;
  ledger.add({ kind: 'run', record: { ...names, variant, protocol: 'perturbation', repeats, notes } });
}

export const mmJudgebias: ImportFormat = {
  id: 'mm-judgebias',
  about:
    'MM-JudgeBias: judgement folders seed_<n>/<id>.json (seeds are repeats), with the dataset file for texts; or a report JSON',
  import: importMmJudgebias,
};
