import { type RowBatch, readRows } from '../records/rows.ts';
import type { Source } from '../records/source.ts';
import type { Judgment } from '../schema/records.ts';
import {
  dataFiles,
  type Format,
  ID_EXPECTED,
  type ImportItem,
  type ImportOptions,
  idText,
  isRow,
  judgeOf,
  type Row,
  textOf,
} from './importer.ts';
import { Ledger } from './ledger.ts';
import { MultiCritRows, preferred, type Question } from './multi-crit-rows.ts';
import { parseVerdict, unswapped } from './verdict.ts';

const TEXT_FIELDS = ['output', 'response', 'judgment', 'judgement'] as const;
const VERDICT_FIELDS = ['prediction', 'verdict'] as const;

/** Does this row carry a judge's answer rather than a question? Benchmark rows have both responses' texts. */
const isOutput = (row: unknown): boolean => isRow(row) && !('pred_a' in row || 'preference' in row);

async function firstRow(source: Source): Promise<unknown> {
  for await (const batch of readRows(source)) if (batch.rows.length > 0) return batch.rows[0];
  return null;
}

type Answer = Pick<Judgment, 'verdict' | 'parse' | 'rationale'>;

/**
 * The verdict of an output row: from its text by the official rule, in the order shown; else one that the file brings, which
 * names responses by their own names (`model_a`) and so needs no un-swapping.
 */
function answerOf(row: Row, order: 'ab' | 'ba'): Answer {
  const text = TEXT_FIELDS.map((f) => row[f]).find((v) => typeof v === 'string' && v !== '');
  const rationale = textOf(text);
  const direct = parseVerdict(rationale);
  if (direct !== null) return { verdict: unswapped(direct, order), parse: 'ok', rationale };
  const brought = VERDICT_FIELDS.map((f) => preferred(row[f])).find((v) => v !== null) ?? null;
  if (brought !== null) return { verdict: brought, parse: 'verifier', rationale };
  return { verdict: null, parse: rationale === '' ? 'missing' : 'failed', rationale };
}

/** A judge's outputs: at most one judgment per prompt, criterion, repeat and order; kept until all are read. */
class Outputs {
  private readonly seen = new Set<string>();
  private readonly judgments = new Map<string, ImportItem>();
  private readonly rows: MultiCritRows;
  private readonly ledger: Ledger;
  repeats = 1;

  constructor(rows: MultiCritRows, ledger: Ledger) {
    this.rows = rows;
    this.ledger = ledger;
  }

  add(source: Source, batch: RowBatch): void {
    this.ledger.unread(batch.problems);
    for (const [i, row] of batch.rows.entries()) this.row(source.name, batch.lines[i] ?? 0, row);
  }

  private row(file: string, line: number, row: unknown): void {
    const id = isRow(row) ? idText(row.question_id) : null;
    if (!isRow(row) || id === null) {
      this.ledger.reject({
        file,
        line,
        field: 'question_id',
        found: isRow(row) ? textOf(row.question_id) || undefined : undefined,
        message: 'no id; the row was left out',
        expected: ID_EXPECTED,
      });
      return;
    }
    const question = this.rows.questions.get(id);
    if (question === undefined) {
      this.ledger.reject({
        file,
        line,
        field: 'question_id',
        found: id,
        message: 'unknown: not in the benchmark rows',
      });
      return;
    }
    const order = row.order === 'ba' || row.swapped === true ? 'ba' : 'ab';
    const repeat =
      typeof row.repeat === 'number' && Number.isSafeInteger(row.repeat) && row.repeat >= 0 ? row.repeat : 0;
    const place = `${repeat}\u0000${order}`;
    if (this.seen.has(`${id}\u0000${place}`)) {
      this.ledger.leaveOut({
        file,
        line,
        field: 'question_id',
        found: id,
        message: 'a second answer to this question; the first was kept',
      });
      return;
    }
    this.seen.add(`${id}\u0000${place}`);
    this.repeats = Math.max(this.repeats, repeat + 1);
    this.keep(question, place, { ...answerOf(row, order), order, repeat });
    this.ledger.used(file);
  }

  private keep(question: Question, place: string, answer: Answer & Pick<Judgment, 'order' | 'repeat'>): void {
    const { prompt: instance, criterion } = question;
    this.judgments.set(`${instance}\u0000${criterion}\u0000${place}`, {
      kind: 'judgments',
      record: { instance, criterion, ...answer },
    });
  }

  close(): void {
    for (const item of this.judgments.values()) this.ledger.add(item);
  }
}

async function* importMultiCrit(
  sources: readonly Source[],
  options: ImportOptions,
): AsyncGenerator<readonly ImportItem[]> {
  const ledger = new Ledger();
  const rows = new MultiCritRows(ledger);
  const outputs = new Outputs(rows, ledger);
  const kinds = await Promise.all(
    dataFiles(sources).map(async (source) => ({ source, output: isOutput(await firstRow(source)) })),
  );
  for (const { source } of kinds.filter((k) => !k.output)) {
    for await (const _ of rows.read(source)) yield ledger.take();
  }
  if (rows.questions.size === 0) {
    ledger.fail({
      file: '.',
      message: 'no benchmark rows found',
      expected: 'a file with question_id, prompt_id, pred_a, pred_b, criterion, preference',
    });
  }
  if (!kinds.some((k) => k.output)) {
    ledger.fail({ file: '.', message: 'no outputs of a judge found', expected: 'a file with question_id and output' });
  }
  rows.gold();
  yield ledger.take();
  for (const { source } of kinds.filter((k) => k.output)) {
    for await (const batch of readRows(source)) {
      outputs.add(source, batch);
      yield ledger.take();
    }
  }
  outputs.close();
  const judge = judgeOf(options, kinds.find((k) => k.output)?.source.name, ledger);
  const benchmark = options.benchmark ?? 'multi-crit';
  ledger.add({
    kind: 'run',
    record: { run: options.run ?? judge, benchmark, judge, protocol: 'pairwise', repeats: outputs.repeats },
  });
  yield ledger.close();
}

export const multiCrit: Format = {
  id: 'multi-crit',
  about: 'Multi-Crit: benchmark rows (JSONL, CSV or Parquet) and a judge’s raw outputs by question_id (JSONL)',
  import: importMultiCrit,
};
