import { readRows } from '../records/rows.ts';
import type { Source } from '../records/source.ts';
import type { Parse } from '../schema/records.ts';
import {
  type Format,
  type ImportItem,
  type ImportOptions,
  idText,
  isRow,
  judgeOf,
  type Row,
  textOf,
} from './importer.ts';
import { Ledger } from './ledger.ts';
import { criterionId, preferred, splitId } from './multi-crit-rows.ts';

const NAME = /_samples_multi_crit[^/]*\.jsonl(?:\.gz)?$/;

/** The compact record that stands under every metric key of a sample. */
function metricRecords(sample: Row): Row[] {
  return Object.values(sample).filter((v): v is Row => isRow(v) && 'question_id' in v && 'prediction' in v);
}

/** The generated text: `filtered_resps` and `resps` are lists, nested or not. */
function answerText(sample: Row): string {
  let value: unknown = sample.filtered_resps ?? sample.resps;
  while (Array.isArray(value)) value = value[0];
  return textOf(value);
}

/** Question and responses between the headings of the official prompt; null when a heading is missing. */
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

function parseOf(record: Row, verdict: 'a' | 'b' | null, text: string): Parse {
  if (verdict !== null) return record.parse_method === 'verifier' ? 'verifier' : 'ok';
  if (record.prediction === 'error') return 'error';
  return text === '' ? 'missing' : 'failed';
}

/** Gathers samples: prompts once, the first sample of a question, the last question of a prompt and criterion. */
class Samples {
  private readonly prompts = new Set<string>();
  private readonly questions = new Set<string>();
  private readonly kept = new Map<string, readonly ImportItem[]>();
  private readonly ledger: Ledger;

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  add(file: string, line: number, sample: unknown): void {
    const records = isRow(sample) ? metricRecords(sample) : [];
    const [record] = records;
    const id = idText(record?.question_id);
    const prompt = idText(record?.prompt_id);
    const preference = preferred(record?.preference);
    if (!isRow(sample) || record === undefined || id === null || prompt === null || preference === null) {
      const expected = 'a metric record with question_id, prompt_id, preference and prediction';
      this.ledger.reject({ file, line, message: 'not a sample of Multi-Crit; left out', expected });
      return;
    }
    if (records.some((r) => r.prediction !== record.prediction || idText(r.question_id) !== id)) {
      this.ledger.warn({
        file,
        line,
        found: id,
        message: 'the metric records of this sample differ; the first was taken',
      });
    }
    if (this.questions.has(id)) {
      this.ledger.leaveOut({
        file,
        line,
        field: 'question_id',
        found: id,
        message: 'a second sample of this question; the first was kept',
      });
      return;
    }
    this.questions.add(id);
    this.prompt(prompt, splitId(textOf(record.benchmark_type)), textOf(sample.input), file, line);
    this.keep(file, line, prompt, preference, record, answerText(sample));
    this.ledger.used(file);
  }

  private keep(file: string, line: number, instance: string, value: 'a' | 'b', record: Row, rationale: string): void {
    const criterion = criterionId(textOf(record.criterion));
    const verdict = preferred(record.prediction);
    const key = `${instance}\u0000${criterion}`;
    if (this.kept.has(key)) {
      this.ledger.warn({
        file,
        line,
        found: textOf(record.question_id),
        message: 'two questions of one prompt and criterion; the last one counts',
      });
    }
    this.kept.set(key, [
      { kind: 'gold', record: { instance, criterion, kind: 'preference', value } },
      {
        kind: 'judgments',
        record: { instance, criterion, verdict, parse: parseOf(record, verdict, rationale), rationale },
      },
    ]);
  }

  /** lmms-eval drops the benchmark's row: question and responses are read back from the prompt it made of them. */
  private prompt(instance: string, split: string, input: string, file: string, line: number): void {
    if (this.prompts.has(instance)) return;
    this.prompts.add(instance);
    const parts = promptParts(input);
    if (parts === null) {
      this.ledger.warn({
        file,
        line,
        field: 'input',
        found: instance,
        message: 'question and responses could not be read back; the whole input stands as the prompt',
      });
    }
    const media = [{ src: null, alt: '' }];
    this.ledger.add({ kind: 'instances', record: { instance, split, prompt: parts?.question ?? input, media } });
    if (parts !== null) {
      this.ledger.add({ kind: 'responses', record: { instance, response: 'a', text: parts.a } });
      this.ledger.add({ kind: 'responses', record: { instance, response: 'b', text: parts.b } });
    }
  }

  close(): void {
    for (const items of this.kept.values()) for (const item of items) this.ledger.add(item);
  }
}

async function* importSamples(
  sources: readonly Source[],
  options: ImportOptions,
): AsyncGenerator<readonly ImportItem[]> {
  const ledger = new Ledger();
  const samples = new Samples(ledger);
  const files = sources.length === 1 ? sources : sources.filter((s) => NAME.test(s.name));
  if (files.length === 0)
    ledger.fail({ file: '.', message: 'no samples found', expected: 'files named *_samples_multi_crit_*.jsonl' });
  for (const source of files) {
    for await (const batch of readRows(source)) {
      ledger.unread(batch.problems);
      for (const [i, row] of batch.rows.entries()) samples.add(source.name, batch.lines[i] ?? 0, row);
      yield ledger.take();
    }
  }
  samples.close();
  const judge = judgeOf(options, files[0]?.name, ledger);
  const benchmark = options.benchmark ?? 'multi-crit';
  ledger.add({
    kind: 'run',
    record: { run: options.run ?? judge, benchmark, judge, protocol: 'pairwise', source: 'lmms-eval samples' },
  });
  yield ledger.close();
}

export const multiCritLmmsEval: Format = {
  id: 'multi-crit-lmms-eval',
  about: 'Multi-Crit samples logged by lmms-eval: *_samples_multi_crit_*.jsonl',
  import: importSamples,
};
