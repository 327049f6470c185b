import { printedValue } from '../records/issues.ts';
import type { Source } from '../records/source.ts';
import type { Problem } from '../schema/problem.ts';
import type { Judgment } from '../schema/records.ts';
import { type ImportItems, type ImportOptions, isRow, type PublishedValue, type RawRow, textOf } from './importer.ts';
import type { JsonFile } from './json-file.ts';
import { joinRows, type KeyedRow, Ledger } from './ledger.ts';
import { NameBook, type NamedId, plainId, wordsId } from './names.ts';
import { isAbstention, parseScore, type ReadScore, storedScore } from './score.ts';

/** Reads a model's key in the files, `name(reasoning)`, as judge and variant. */
export function splitKey(key: string): { readonly judge: string; readonly variant: string } {
  const variant = ['reasoning', 'think'].find((v) => key.endsWith(`(${v})`)) ?? '';
  return { judge: plainId(variant === '' ? key : key.slice(0, -variant.length - 2)), variant };
}

/** Gives a dimension's id: `integrality`, the code's word, is what the paper calls integrity. */
function dimensionId(name: string): string {
  const id = wordsId(name);
  return id === 'integrality' ? 'integrity' : id;
}

/** Says whether a value read from a file is a report of the official code. */
export function isReport(value: unknown): value is RawRow {
  return isRow(value) && isRow(value.per_bias) && 'overall_avg' in value;
}

interface Cell {
  readonly path: string;
  /** What the file calls the column. */
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

/** Reads the evaluation code's report as published values: nine bias types, dimension means, overall mean. */
export async function* publishedReport(
  file: string,
  json: JsonFile,
  { report, options }: { readonly report: RawRow; readonly options: ImportOptions },
): ImportItems {
  const ledger = new Ledger();
  const names = new NameBook();
  for (const problem of json.problems) ledger.fail(problem);
  const row = textOf(report.model_key);
  const { judge, variant } = splitKey(options.judge ?? row);
  const benchmark = options.benchmark ?? 'mm-judgebias';
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
  yield ledger.close();
}

const DATASET_COLUMNS = ['id', 'response', 'unbiased_instruction', 'biased_instruction'];

/** One model's entry in a judgement file. */
export interface JudgementEntry {
  readonly key: string;
  readonly judgement: RawRow;
  readonly meta: RawRow;
  readonly file: string;
  readonly line: number | undefined;
  readonly repeat: number;
}

type SideScore = ReadScore & {
  readonly text: string;
  /** What the score was read from. */
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
export const typeId = (meta: RawRow): string => wordsId(textOf(meta.bias_type));

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

/** Lists the names in the meta data that become ids. */
function namesOf(meta: RawRow): Record<string, NamedId> {
  const [type, task, domain] = [textOf(meta.bias_type), textOf(meta.task_type), textOf(meta.domain_type)];
  return {
    'meta.bias_type': [type, typeId(meta)],
    'meta.task_type': [task, wordsId(task)],
    'meta.domain_type': [domain, wordsId(domain)],
  };
}

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

/** What the dataset file says of a sample. */
interface Texts {
  readonly prompt: string;
  readonly perturbed: string;
  readonly response: string;
}

const NO_TEXTS: Texts = { prompt: '', perturbed: '', response: '' };

/** Writes instances and responses once per sample, judgments per entry. */
export class JudgeBiasSamples {
  private readonly ledger: Ledger;
  /** Bias type by sample. */
  private readonly seen = new Map<string, string>();
  private readonly texts = new Map<string, Texts>();
  private readonly names = new NameBook();

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  /** Instructions and responses by id; anything may be null (copyright). */
  readTexts(source: Source): ImportItems {
    const use = ({ row, id }: KeyedRow): null => {
      const [prompt, perturbed] = [textOf(row.unbiased_instruction), textOf(row.biased_instruction)];
      if (!this.texts.has(id)) this.texts.set(id, { prompt, perturbed, response: textOf(row.response) });
      return null;
    };
    return joinRows(source, this.ledger, { key: 'id', use, columns: DATASET_COLUMNS });
  }

  /** Adds an entry; gives the reason when it cannot be, because a name in it would take the id of another. */
  add(entry: JudgementEntry, id: string): Problem | null {
    const condition = typeId(entry.meta);
    const rival = this.names.rivalAmong(entry, namesOf(entry.meta));
    if (rival !== null) return rival;
    if (this.seen.get(id) !== undefined && this.seen.get(id) !== condition) {
      this.ledger.warn({
        file: entry.file,
        field: 'meta.bias_type',
        found: condition,
        message: 'differs from another file of this sample; the first was kept',
      });
    }
    const { dimension, stated } = dimensionOf(entry.meta);
    if (stated !== '' && stated !== dimension) {
      const message = 'not the category of this bias type; the type decides, as in the official code';
      this.ledger.warn({ file: entry.file, field: 'meta.bias_category', found: stated, expected: dimension, message });
    }
    if (!this.seen.has(id)) this.instance(id, condition, entry.meta);
    for (const side of ['unbiased', 'biased'] as const) {
      const path = `judgement.${entry.key}.${side}_score`;
      this.judgment(entry, {
        instance: id,
        condition: side === 'unbiased' ? 'base' : condition,
        read: sideScore(entry.judgement, side),
        field: path,
      });
    }
    return null;
  }

  private instance(id: string, condition: string, meta: RawRow): void {
    this.seen.set(id, condition);
    const { prompt, perturbed, response } = this.texts.get(id) ?? NO_TEXTS;
    const media = [
      { src: null, alt: '', condition: 'base' },
      { src: null, alt: '', condition },
    ];
    const differs = perturbed !== '' && perturbed !== prompt;
    const record = {
      instance: id,
      prompt,
      media,
      attributes: attributesOf(meta),
      ...(differs && { perturbed_prompts: { [condition]: perturbed } }),
    };
    this.ledger.add({ kind: 'instances', record });
    if (response !== '')
      this.ledger.add({ kind: 'responses', record: { instance: id, response: 'a', text: response } });
  }

  private judgment(
    entry: JudgementEntry,
    {
      instance,
      condition,
      read,
      field,
    }: { readonly instance: string; readonly condition: string; readonly read: SideScore; readonly field: string },
  ): void {
    const { score, parse, remark, text, found } = read;
    const at = { file: entry.file, line: entry.line, field };
    if (remark !== undefined) this.ledger.warn({ ...at, found, message: remark });
    if (score !== null && (score < 1 || score > 10))
      this.ledger.warn({
        ...at,
        found: String(score),
        message: 'outside the scale; kept as it is',
        expected: '1 to 10',
      });
    const record: Partial<Judgment> = { repeat: entry.repeat, condition, score, parse, rationale: text };
    this.ledger.add({ kind: 'judgments', record: { ...record, instance, parse } });
  }
}
