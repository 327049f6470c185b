import type { Source } from '../records/source.ts';
import type { Parse } from '../schema/records.ts';
import type { ImportItems } from './importer.ts';
import { type ImportFormat, type ImportOptions, idText, isRow, type RawRow, textOf } from './importer.ts';
import { importRows, Ledger, type RowOutcome, secondOf } from './ledger.ts';
import { criterionId, preferredModel, promptNames, questionRival, splitId } from './multi-crit-rows.ts';
import { idsKey, NameBook } from './names.ts';
import { filesOfJudge, judgeOfImport, runNames } from './run-names.ts';
import { unanswered } from './score.ts';

/** The task's name is in the file's, and with it the split: `…_samples_multi_crit_open_ended.jsonl`. */
const NAME = /_samples_multi_crit_?([^/.]*)[^/]*\.jsonl(?:\.gz)?$/;

/** Finds the compact record that stands under every metric key of a sample. */
function metricRecords(sample: RawRow): RawRow[] {
  return Object.values(sample).filter((v): v is RawRow => isRow(v) && 'question_id' in v && 'prediction' in v);
}

/** Reads the generated text: `filtered_resps` and `resps` are lists, nested or not. */
function answerText(sample: RawRow): string {
  let value: unknown = sample.filtered_resps ?? sample.resps;
  while (Array.isArray(value)) value = value[0];
  return textOf(value);
}

/** Reads question and responses between the headings of the official prompt; null when a heading is missing. */
function promptParts(input: string): { readonly question: string; readonly a: string; readonly b: string } | null {
  const marks = ['[Question]:', '\n[Response 1]:', '\n[Response 2]:'] as const;
  const [question, a, b] = [input.indexOf(marks[0]), input.indexOf(marks[1]), input.lastIndexOf(marks[2])];
  if (question < 0 || a < question || b < a) return null;
  const end = input.indexOf('\n\nFirst, provide', b);
  return {
    question: input.slice(question + marks[0].length, a).trim(),
    a: input.slice(a + marks[1].length, b).trim(),
    b: input.slice(b + marks[2].length, end < 0 ? undefined : end).trim(),
  };
}

/** The official code's `fail` and `error` are answers without a verdict; so is an empty text. */
function parseOf(record: RawRow, verdict: 'a' | 'b' | null): Parse {
  if (verdict !== null) return record.parse_method === 'verifier' ? 'verifier' : 'ok';
  return unanswered(textOf(record.prediction));
}

/** A sample as it stands in the files, ids not yet made one space. */
interface Sample {
  readonly id: string;
  readonly prompt: string;
  readonly split: string;
  readonly criterion: string;
  /** Split and criterion as the file writes them. */
  readonly names: { readonly split: string; readonly criterion: string };
  readonly gold: 'a' | 'b';
  readonly record: RawRow;
  readonly input: string;
  readonly rationale: string;
  readonly file: string;
  readonly line: number;
}

function loggedSample(given: unknown, file: string, line: number): { sample: Sample | null; differ: boolean } {
  const records = isRow(given) ? metricRecords(given) : [];
  const [record] = records;
  const id = idText(record?.question_id);
  const prompt = idText(record?.prompt_id);
  const gold = preferredModel(record?.preference);
  if (!isRow(given) || record === undefined || id === null || prompt === null || gold === null)
    return { sample: null, differ: false };
  const names = {
    split: textOf(record.benchmark_type) || (NAME.exec(file)?.[1] ?? ''),
    criterion: textOf(record.criterion),
  };
  const [split, criterion] = [splitId(names.split), criterionId(names.criterion)];
  const texts = { input: textOf(given.input), rationale: answerText(given) };
  const differ = records.some((r) => r.prediction !== record.prediction || idText(r.question_id) !== id);
  return { sample: { id, prompt, split, criterion, names, gold, record, ...texts, file, line }, differ };
}

/**
 * Gathers samples, each split by itself as in the official code. Of a question id the first sample counts; of a prompt and criterion the
 * last question counts, its label together with its answer.
 */
class Samples {
  /** The first sample of every prompt, by split and prompt. */
  private readonly prompts = new Map<string, Sample>();
  private readonly kept = new Map<string, Sample>();
  private readonly names = new NameBook();
  private readonly ledger: Ledger;

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  add(file: string, line: number, row: unknown): RowOutcome {
    const { sample, differ } = loggedSample(row, file, line);
    if (sample === null) {
      const expected = 'a metric record with question_id, prompt_id, preference and prediction';
      return { file, line, message: 'not a sample of Multi-Crit; left out', expected };
    }
    const { id, prompt, split, criterion } = sample;
    const rival = questionRival(this.names, { file, line }, sample.names);
    if (rival !== null) {
      this.ledger.reject(rival, split);
      return 'later';
    }
    if (differ) {
      const message = 'the metric records of this sample differ; the first was taken';
      this.ledger.warn({ file, line, found: id, message });
    }
    const second = { file, line, field: 'question_id', found: id, message: secondOf('sample of this question') };
    return this.ledger.once(idsKey(split, id), second, () => {
      const place = idsKey(split, prompt);
      if (!this.prompts.has(place)) this.prompts.set(place, sample);
      const key = idsKey(place, criterion);
      const before = this.kept.get(key);
      if (before !== undefined) this.replaced(before, sample);
      this.kept.set(key, sample);
      return 'later';
    });
  }

  private replaced({ file, line, id }: Sample, by: Sample): void {
    const message = 'two questions of one prompt and criterion; the last one counts, with its label';
    this.ledger.leaveOut({ file, line, field: 'question_id', found: `${id} and ${by.id}`, message });
  }

  close(): void {
    const name = promptNames(this.prompts.values());
    for (const sample of this.prompts.values()) this.prompt(name(sample), sample);
    for (const sample of this.kept.values()) {
      const instance = name(sample);
      const { criterion, gold, record, rationale } = sample;
      const verdict = preferredModel(record.prediction);
      this.ledger.add({ kind: 'gold', record: { instance, criterion, kind: 'preference', value: gold } });
      this.ledger.add({
        kind: 'judgments',
        record: { instance, criterion, verdict, parse: parseOf(record, verdict), rationale },
      });
      this.ledger.used(sample.file);
    }
  }

  /** lmms-eval drops the benchmark's row: question and responses are read back from the prompt it made of them. */
  private prompt(instance: string, { split, input, file, line }: Sample): void {
    const parts = promptParts(input);
    if (parts === null) {
      const message = 'question and responses could not be read back; the whole input stands as the prompt';
      this.ledger.warn({ file, line, field: 'input', found: instance, message });
    }
    const media = [{ src: null, alt: '' }];
    this.ledger.add({ kind: 'instances', record: { instance, split, prompt: parts?.question ?? input, media } });
    if (parts !== null) {
      this.ledger.add({ kind: 'responses', record: { instance, response: 'a', text: parts.a } });
      this.ledger.add({ kind: 'responses', record: { instance, response: 'b', text: parts.b } });
    }
  }
}

async function* importSamples(sources: readonly Source[], options: ImportOptions): ImportItems {
  const ledger = new Ledger();
  const samples = new Samples(ledger);
  const named = sources.length === 1 ? sources : sources.filter((s) => NAME.test(s.name));
  const files = filesOfJudge(named, options, ledger);
  if (files === null) {
    yield ledger.close();
    return;
  }
  if (files.length === 0)
    ledger.fail({ file: '.', message: 'no samples found', expected: 'files named *_samples_multi_crit_*.jsonl' });
  for (const source of files) {
    const split = splitId(NAME.exec(source.name)?.[1] ?? '');
    ledger.expect(source.name, split === '' ? {} : { split });
    yield* importRows(source, ledger, { use: (row, line) => samples.add(source.name, line, row) });
  }
  samples.close();
  const judge = judgeOfImport(options, files[0]?.name, ledger);
  const names = runNames(options, judge, 'multi-crit');
  ledger.add({ kind: 'run', record: { ...names, protocol: 'pairwise', source: 'lmms-eval samples' } });
  yield ledger.close();
}

export const multiCritLmmsEval: ImportFormat = {
  id: 'multi-crit-lmms-eval',
  about: 'Multi-Crit samples logged by lmms-eval: *_samples_multi_crit_*.jsonl',
  import: importSamples,
};
