import type { Source } from '../records/bytes.ts';
import type { Parse } from '../schema/records.ts';
import { type ImportOptions, idsKey, idText, isRow, type RawRow, textOf, unanswered } from './importer.ts';
import { type ImportFormat, type ImportSteps, importRows, type Ledger, type RowOutcome, secondOf } from './ledger.ts';
import { MultiCritQuestions, preferredModel, splitId } from './multi-crit.ts';
import { filesOfJudge, judgeOfImport, runNames } from './names.ts';

/** The task's name is in the file's, and with it the split: `…_samples_multi_crit_open_ended.jsonl`. */
const NAME = /_samples_multi_crit_?([^/.]*)[^/]*\.jsonl(?:\.gz)?$/;

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

function sampleRow(
  questions: MultiCritQuestions,
  ledger: Ledger,
  { row: given, file, line }: { readonly row: unknown; readonly file: string; readonly line: number },
): RowOutcome {
  const records = isRow(given) ? metricRecords(given) : [];
  const [record] = records;
  const split = textOf(record?.benchmark_type) || (NAME.exec(file)?.[1] ?? '');
  const question = record === undefined ? null : questions.questionOf(record, split, { file, line });
  if (!isRow(given) || record === undefined || question === null) {
    const expected = 'a metric record with question_id, prompt_id, preference and prediction';
    return { file, line, message: 'not a sample of Multi-Crit; left out', expected };
  }
  const rival = questions.rivalOf(question, { split, criterion: textOf(record.criterion) });
  if (rival !== null) {
    ledger.reject(rival, question.split);
    return 'later';
  }
  const at = { file, line, found: question.id };
  if (records.some((r) => r.prediction !== record.prediction || idText(r.question_id) !== question.id))
    ledger.warn({ ...at, message: 'the metric records of this sample differ; the first was taken' });
  const second = { ...at, field: 'question_id', message: secondOf('sample of this question') };
  return ledger.once(idsKey(question.split, question.id), second, () => {
    const verdict = preferredModel(record.prediction);
    const answer = { verdict, parse: parseOf(record, verdict), rationale: answerText(given) };
    questions.ask(question, given);
    questions.answer({ question, answer, file, line }, idsKey(question.split, question.prompt, question.criterion));
    return 'later';
  });
}

async function* importSamples(ledger: Ledger, sources: readonly Source[], options: ImportOptions): ImportSteps {
  const questions = new MultiCritQuestions(ledger);
  const named = sources.length === 1 ? sources : sources.filter((s) => NAME.test(s.name));
  const files = filesOfJudge(named, options, ledger);
  if (files === null) return;
  if (files.length === 0)
    ledger.fail({ file: '.', message: 'no samples found', expected: 'files named *_samples_multi_crit_*.jsonl' });
  for (const source of files) {
    const split = splitId(NAME.exec(source.name)?.[1] ?? '');
    ledger.expect(source.name, split === '' ? {} : { split });
    const use = (row: unknown, line: number) => sampleRow(questions, ledger, { row, file: source.name, line });
    yield* importRows(source, ledger, { use });
  }
  // lmms-eval drops the benchmark's row: question and responses are read back from the prompt it made of them.
  questions.close(({ row, file, line }, instance) => {
    const input = textOf(row.input);
    const parts = promptParts(input);
    const message = 'question and responses could not be read back; the whole input stands as the prompt';
    if (parts === null) ledger.warn({ file, line, field: 'input', found: instance, message });
    const responses = parts === null ? [] : [{ text: parts.a }, { text: parts.b }];
    return { prompt: parts?.question ?? input, picture: null, responses };
  });
  const judge = judgeOfImport(options, files[0]?.name, ledger);
  const names = runNames(options, judge, 'multi-crit');
  ledger.add({ kind: 'run', record: { ...names, protocol: 'pairwise', source: 'lmms-eval samples' } });
}

export const multiCritLmmsEval: ImportFormat = {
  id: 'multi-crit-lmms-eval',
  about: 'Multi-Crit samples logged by lmms-eval: *_samples_multi_crit_*.jsonl',
  import: importSamples,
};
