import { readRows } from '../records/rows.ts';
import type { Source } from '../records/source.ts';
import type { Problem } from '../schema/problem.ts';
import type { Judgment } from '../schema/records.ts';
import type { ImportItem, ImportItems } from './importer.ts';
import { dataFiles, type ImportFormat, type ImportOptions, isRow, orderOf, type RawRow, textOf } from './importer.ts';
import { joinRows, type KeyedRow, Ledger, type RowOutcome, secondOf } from './ledger.ts';
import { type CriterionQuestion, MultiCritRows, preferredModel, questionKey } from './multi-crit-rows.ts';
import { idsKey } from './names.ts';
import { filesOfJudge, judgeOfImport, runNames } from './run-names.ts';
import { parseVerdict, unanswered, unswapped } from './score.ts';

const TEXT_FIELDS = ['output', 'response', 'judgment', 'judgement'] as const;
const VERDICT_FIELDS = ['prediction', 'verdict'] as const;

/** Says whether a row carries a judge's answer rather than a question. Rows of the benchmark have the texts of both responses. */
const isOutput = (row: unknown): boolean => isRow(row) && !('pred_a' in row || 'preference' in row);

const QUESTION_FIELDS = ['question_id', 'prompt_id', 'criterion', 'preference'];

/** Says whether a file, by its first row or its header, holds rows of the benchmark; an answer beside a `question_id` is in files of many. */
export async function holdsQuestions(source: Source): Promise<boolean> {
  for await (const { rows, columns } of readRows(source)) {
    const [first] = rows;
    const fields = columns ?? (isRow(first) ? Object.keys(first) : []);
    return QUESTION_FIELDS.every((field) => fields.includes(field));
  }
  return false;
}

async function firstRow(source: Source): Promise<unknown> {
  for await (const batch of readRows(source)) if (batch.rows.length > 0) return batch.rows[0];
  return null;
}

type ReadOutput = Pick<Judgment, 'verdict' | 'parse' | 'rationale'>;

/**
 * Reads the verdict of an output row: from its text by the official rule, in the order shown; else one that the file brings, which
 * names responses by their own names (`model_a`) and so needs no un-swapping.
 */
function answerOf(row: RawRow, order: 'ab' | 'ba'): ReadOutput {
  const text = TEXT_FIELDS.map((f) => row[f]).find((v) => typeof v === 'string' && v !== '');
  const rationale = textOf(text);
  const direct = parseVerdict(rationale);
  if (direct !== null) return { verdict: unswapped(direct, order), parse: 'ok', rationale };
  const stated = VERDICT_FIELDS.map((f) => row[f]);
  const brought = stated.map(preferredModel).find((v) => v !== null) ?? null;
  if (brought !== null) return { verdict: brought, parse: 'verifier', rationale };
  return { verdict: null, parse: unanswered(stated.map(textOf).find((v) => v !== '') ?? rationale), rationale };
}

/** Reads the repeat from 0, which may be text; null when the row says something else. */
function repeatOf({ repeat }: RawRow): number | null {
  if (repeat === undefined || repeat === null || repeat === '') return 0;
  const value = typeof repeat === 'string' && /^\d+$/.test(repeat.trim()) ? Number(repeat) : repeat;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** Says what makes an output row unusable, with its field. */
function faultOf(row: RawRow): Pick<Problem, 'field' | 'found' | 'expected' | 'message'> | null {
  const fault = (field: string, expected: string): ReturnType<typeof faultOf> => {
    const found = textOf(row[field]) || JSON.stringify(row[field]);
    return { field, found, expected, message: 'cannot be read; the row was left out' };
  };
  if (orderOf(row) === null) return fault('order', 'ab or ba');
  if (repeatOf(row) === null) return fault('repeat', 'a whole number from 0');
  if ([...TEXT_FIELDS, ...VERDICT_FIELDS].some((field) => field in row)) return null;
  const found = Object.keys(row).join(', ');
  return { found, expected: TEXT_FIELDS.join(', '), message: 'no field holds an answer; the row was left out' };
}

/** Where an answer stands. */
type HeldAt = Omit<Problem, 'message'> & { readonly line: number };

interface Held {
  readonly question: CriterionQuestion;
  readonly item: ImportItem;
  readonly file: string;
  readonly line: number;
}

/** A judge's outputs: at most one judgment per prompt, criterion, repeat and order; kept until all are read. */
class Outputs {
  private readonly held: Held[] = [];
  /** The question answered last, by what is asked. */
  private readonly last = new Map<string, CriterionQuestion>();
  private readonly rows: MultiCritRows;
  private readonly ledger: Ledger;
  repeats = 1;

  constructor(rows: MultiCritRows, ledger: Ledger) {
    this.rows = rows;
    this.ledger = ledger;
  }

  add({ file, line, row, id }: KeyedRow): RowOutcome {
    const at = { file, line, field: 'question_id', found: textOf(row.question_id) || undefined };
    const [question, ...others] = this.rows.named(id, textOf(row.split) || textOf(row.benchmark_type));
    if (question === undefined) return { ...at, message: 'unknown: not in the benchmark rows' };
    if (others.length > 0) {
      const splits = [question, ...others].map(({ split }) => split).join(' and ');
      const message = `stands in the splits ${splits}, and it is unclear to which of them this answer belongs; the row was left out`;
      const hint = 'name the split of each answer in a field split, or import each split by itself';
      return { ...at, message, hint };
    }
    const fault = faultOf(row);
    if (fault === null) return this.answer(question, row, at);
    this.ledger.reject({ file, line, ...fault }, question.split);
    return 'later';
  }

  private answer(question: CriterionQuestion, row: RawRow, at: HeldAt): RowOutcome {
    const [order, repeat] = [orderOf(row) ?? 'ab', repeatOf(row) ?? 0];
    const { id, split, criterion } = question;
    const second = { ...at, message: secondOf('answer to this question') };
    return this.ledger.once(idsKey('answer', split, id, String(repeat), order), second, () => {
      this.repeats = Math.max(this.repeats, repeat + 1);
      const record = { instance: this.rows.instanceOf(question), criterion, ...answerOf(row, order), order, repeat };
      this.held.push({ question, item: { kind: 'judgments', record }, file: at.file, line: at.line });
      this.last.set(questionKey(question), question);
      return 'later';
    });
  }

  /** Finds the question that counts where several ask the same: the one answered last, as in the official aggregation. */
  answered(question: CriterionQuestion): CriterionQuestion | undefined {
    return this.last.get(questionKey(question));
  }

  close(): void {
    for (const { question, item, file, line } of this.held) {
      const counts = this.answered(question);
      if (counts === undefined || counts === question) {
        this.ledger.add(item);
        this.ledger.used(file);
      } else {
        const message =
          'another question of this prompt and criterion was answered later; that one counts, with its label';
        this.ledger.leaveOut({ file, line, field: 'question_id', found: `${question.id} and ${counts.id}`, message });
      }
    }
  }
}

async function* importMultiCrit(sources: readonly Source[], options: ImportOptions): ImportItems {
  const ledger = new Ledger();
  const rows = new MultiCritRows(ledger);
  const outputs = new Outputs(rows, ledger);
  const kinds = await Promise.all(
    dataFiles(sources).map(async (source) => ({ source, output: isOutput(await firstRow(source)) })),
  );
  const answers = filesOfJudge(
    kinds.filter((k) => k.output).map(({ source }) => source),
    options,
    ledger,
  );
  if (answers === null) {
    yield ledger.close();
    return;
  }
  for (const { source } of kinds.filter((k) => !k.output)) {
    yield* rows.read(source);
  }
  rows.close();
  if (rows.isEmpty) {
    ledger.fail({
      file: '.',
      message: 'no benchmark rows found',
      expected: 'a file with question_id, prompt_id, pred_a, pred_b, criterion, preference',
    });
  }
  if (answers.length === 0) {
    ledger.fail({ file: '.', message: 'no outputs of a judge found', expected: 'a file with question_id and output' });
  }
  yield ledger.take();
  for (const source of answers) {
    ledger.expect(source.name);
    yield* joinRows(source, ledger, { key: 'question_id', use: (row) => outputs.add(row) });
  }
  rows.gold((question) => outputs.answered(question));
  outputs.close();
  const judge = judgeOfImport(options, answers[0]?.name, ledger);
  const names = runNames(options, judge, 'multi-crit');
  ledger.add({ kind: 'run', record: { ...names, protocol: 'pairwise', repeats: outputs.repeats } });
  yield ledger.close();
}

export const multiCrit: ImportFormat = {
  id: 'multi-crit',
  about: 'Multi-Crit: benchmark rows (JSONL, CSV or Parquet) and a judge’s raw outputs by question_id (JSONL)',
  import: importMultiCrit,
};
