import type { Source } from '../records/bytes.ts';
import { readRows } from '../records/rows.ts';
import type { Problem } from '../schema/problem.ts';
import type { Judgment } from '../schema/records.ts';
import {
  dataFiles,
  ID_EXPECTED,
  type ImportItem,
  type ImportOptions,
  idsKey,
  idText,
  isRow,
  orderOf,
  parseVerdict,
  type RawRow,
  textOf,
  unanswered,
  unswapped,
} from './importer.ts';
import {
  type ImportFormat,
  type ImportSteps,
  importRows,
  joinRows,
  type KeyedRow,
  type Ledger,
  type RowOutcome,
  secondOf,
} from './ledger.ts';
import { filesOfJudge, judgeOfImport, NameBook, nameId, runNames } from './names.ts';

interface Place {
  readonly file: string;
  readonly line: number;
}

/** One question of the benchmark: a prompt under one criterion. */
interface CriterionQuestion extends Place {
  readonly id: string;
  readonly prompt: string;
  readonly split: string;
  readonly criterion: string;
  readonly preference: 'a' | 'b';
}

interface Prompt extends Place {
  readonly split: string;
  readonly prompt: string;
  readonly row: RawRow;
}

interface ShownPrompt {
  readonly prompt: string;
  readonly picture: string | null;
  /** Texts of the responses a and b, with their models where these are known. */
  readonly responses: readonly { readonly text: string; readonly model?: string }[];
}

type JudgmentRecord = Extract<ImportItem, { kind: 'judgments' }>['record'];

interface Answered extends Place {
  readonly question: CriterionQuestion;
  readonly answer: Omit<JudgmentRecord, 'instance' | 'criterion'>;
}

const questionKey = ({ split, prompt, criterion }: CriterionQuestion): string => idsKey(split, prompt, criterion);

/** Gives a split's id: `open-ended`, `openended` and `Open_Ended` are one. */
export function splitId(name: string): string {
  const id = nameId(name);
  return id === 'open-ended' || id === 'openended' ? 'open_ended' : id;
}

/** Gives a criterion's id: the open-ended one is `visual-grounding` in the files and `grounding` in the paper's tables. */
function criterionId(name: string): string {
  const id = nameId(name);
  return id === 'visual-grounding' || id === 'groundedness' ? 'grounding' : id;
}

export function preferredModel(value: unknown): 'a' | 'b' | null {
  const text = textOf(value).trim().toLowerCase();
  if (text === 'model_a') return 'a';
  return text === 'model_b' ? 'b' : null;
}

/** Prompts become instances once. Of two questions of one prompt and criterion the one answered last counts, with its label, as in the official aggregation. */
export class MultiCritQuestions {
  /** By split and id. */
  private readonly questions = new Map<string, CriterionQuestion>();
  private readonly byId = new Map<string, readonly CriterionQuestion[]>();
  private readonly prompts = new Map<string, Prompt>();
  private readonly held = new Map<string, Answered>();
  /** The question answered last, by what is asked. */
  private readonly last = new Map<string, CriterionQuestion>();
  private readonly names = new NameBook();
  private readonly ledger: Ledger;
  repeats = 1;

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  get isEmpty(): boolean {
    return this.questions.size === 0;
  }

  questionOf(row: RawRow, split: string, place: Place): CriterionQuestion | null {
    const [id, prompt, preference] = [idText(row.question_id), idText(row.prompt_id), preferredModel(row.preference)];
    if (id === null || prompt === null || preference === null) return null;
    return { id, prompt, split: splitId(split), criterion: criterionId(textOf(row.criterion)), preference, ...place };
  }

  /** Reports an id that belongs to another name. Criteria are those of their split: `visual-grounding` of one and `grounding` of the other live side by side. */
  rivalOf({ file, line, split: id, criterion }: CriterionQuestion, names: Record<'split' | 'criterion', string>) {
    const name = id === 'open_ended' ? id : names.split;
    return this.names.rivalAmong({ file, line }, { criterion: [names.criterion, criterion, id], split: [name, id] });
  }

  ask(question: CriterionQuestion, row: RawRow): RawRow | undefined {
    const { id, split, prompt, file, line } = question;
    this.questions.set(idsKey(split, id), question);
    this.byId.set(id, [...(this.byId.get(id) ?? []), question]);
    const key = idsKey(split, prompt);
    const before = this.prompts.get(key);
    if (before === undefined) this.prompts.set(key, { split, prompt, row, file, line });
    return before?.row;
  }

  /** Finds the questions of an id: those of the split where it is said, else one in each split that has the id. */
  named(id: string, split: string): readonly CriterionQuestion[] {
    const found = this.byId.get(id) ?? [];
    return split === '' ? found : found.filter((question) => question.split === splitId(split));
  }

  /** Holds an answer until all are read; a later one of the same key takes the place of the one before. */
  answer(given: Answered, key = String(this.held.size)): void {
    const before = this.held.get(key);
    const message = 'two questions of one prompt and criterion; the last one counts, with its label';
    if (before !== undefined) this.leaveOut(before, given.question, message);
    this.held.set(key, given);
    this.repeats = Math.max(this.repeats, (given.answer.repeat ?? 0) + 1);
    this.last.set(questionKey(given.question), given.question);
  }

  private leaveOut({ file, line, question }: Answered, by: CriterionQuestion, message: string): void {
    this.ledger.leaveOut({ file, line, field: 'question_id', found: `${question.id} and ${by.id}`, message });
  }

  /** Writes the records. `second` is told of each question that another takes the place of. */
  close(
    show: (prompt: Prompt, instance: string) => ShownPrompt,
    second: (question: CriterionQuestion, before: CriterionQuestion) => void = () => undefined,
  ): void {
    const ids = Array.from(this.prompts.values(), ({ prompt }) => prompt);
    // Prompt ids count anew in every split.
    const shared = new Set(ids).size < ids.length;
    const instanceOf = ({ split, prompt }: Pick<Prompt, 'split' | 'prompt'>): string =>
      shared ? `${split}/${prompt}` : prompt;
    for (const prompt of this.prompts.values())
      this.instance(instanceOf(prompt), prompt.split, show(prompt, instanceOf(prompt)));
    const asked = new Map<string, CriterionQuestion>();
    for (const question of this.questions.values()) {
      const before = asked.get(questionKey(question));
      if (before !== undefined) second(question, before);
      asked.set(questionKey(question), question);
    }
    for (const question of asked.values()) {
      const { criterion, preference: value } = this.last.get(questionKey(question)) ?? question;
      this.ledger.add({
        kind: 'gold',
        record: { instance: instanceOf(question), criterion, kind: 'preference', value },
      });
    }
    for (const given of this.held.values()) {
      const { question, answer, file } = given;
      const counts = this.last.get(questionKey(question)) ?? question;
      const record = { instance: instanceOf(question), criterion: question.criterion, ...answer };
      if (counts === question) {
        this.ledger.add({ kind: 'judgments', record });
        this.ledger.used(file);
      } else {
        const message =
          'another question of this prompt and criterion was answered later; that one counts, with its label';
        this.leaveOut(given, counts, message);
      }
    }
  }

  private instance(instance: string, split: string, { prompt, picture, responses }: ShownPrompt): void {
    const media = [{ src: picture, alt: '' }];
    this.ledger.add({ kind: 'instances', record: { instance, split, prompt, media } });
    for (const [i, response] of responses.entries())
      this.ledger.add({ kind: 'responses', record: { instance, response: i === 0 ? 'a' : 'b', ...response } });
  }
}

const COLUMNS = [
  ...['question_id', 'prompt_id', 'image_path', 'question', 'pred_a', 'pred_b'],
  ...['model_a', 'model_b', 'split', 'criterion', 'preference'],
];

const textsOf = (row: RawRow): readonly string[] => [textOf(row.question), textOf(row.pred_a), textOf(row.pred_b)];

const NEEDED: readonly (readonly [field: string, isSound: (value: unknown) => boolean, expected: string])[] = [
  ['question_id', (value) => idText(value) !== null, ID_EXPECTED],
  ['prompt_id', (value) => idText(value) !== null, ID_EXPECTED],
  ['criterion', (value) => textOf(value) !== '', 'a criterion'],
  ['preference', (value) => preferredModel(value) !== null, 'model_a or model_b'],
];

function benchmarkRow(
  questions: MultiCritQuestions,
  ledger: Ledger,
  { row, ...place }: Place & { readonly row: unknown },
): RowOutcome {
  const message = 'the row was left out';
  if (!isRow(row)) return { ...place, message, expected: 'an object' };
  const question = questions.questionOf(row, textOf(row.split), place);
  const [field, , expected] = NEEDED.find(([name, isSound]) => !isSound(row[name])) ?? [];
  if (field !== undefined || question === null)
    return { ...place, message, field, found: textOf(row[field ?? '']) || undefined, expected };
  const rival = questions.rivalOf(question, { criterion: textOf(row.criterion), split: textOf(row.split) });
  if (rival !== null) return rival;
  const second = { ...place, field: 'question_id', found: question.id, message: secondOf('row of this question') };
  return ledger.once(idsKey(question.split, question.id), second, () => {
    const before = questions.ask(question, row);
    if (before !== undefined && textsOf(before).some((text, i) => text !== textsOf(row)[i])) {
      const message = 'question or responses differ from an earlier row; the first were kept';
      ledger.warn({ ...place, field: 'prompt_id', found: question.prompt, message });
    }
    return null;
  });
}

function shownInRow({ row }: Prompt): ShownPrompt {
  const [prompt = '', a = '', b = ''] = textsOf(row);
  const responses = [
    { model: textOf(row.model_a), text: a },
    { model: textOf(row.model_b), text: b },
  ];
  return { prompt, picture: textOf(row.image_path) || null, responses };
}

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

/** By the official rule, in the order shown; else the verdict that the file brings by the responses' own names (`model_a`), which needs no un-swapping. */
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

function outputRow(questions: MultiCritQuestions, ledger: Ledger, { file, line, row, id }: KeyedRow): RowOutcome {
  const at = { file, line, field: 'question_id', found: textOf(row.question_id) || undefined };
  const [question, ...others] = questions.named(id, textOf(row.split) || textOf(row.benchmark_type));
  if (question === undefined) return { ...at, message: 'unknown: not in the benchmark rows' };
  if (others.length > 0) {
    const splits = [question, ...others].map(({ split }) => split).join(' and ');
    const message = `stands in the splits ${splits}, and it is unclear to which of them this answer belongs; the row was left out`;
    const hint = 'name the split of each answer in a field split, or import each split by itself';
    return { ...at, message, hint };
  }
  const fault = faultOf(row);
  if (fault !== null) {
    ledger.reject({ file, line, ...fault }, question.split);
    return 'later';
  }
  const [order, repeat] = [orderOf(row) ?? 'ab', repeatOf(row) ?? 0];
  const second = { ...at, message: secondOf('answer to this question') };
  return ledger.once(idsKey('answer', question.split, id, String(repeat), order), second, () => {
    questions.answer({ question, answer: { ...answerOf(row, order), order, repeat }, file, line });
    return 'later';
  });
}

async function* importMultiCrit(ledger: Ledger, sources: readonly Source[], options: ImportOptions): ImportSteps {
  const questions = new MultiCritQuestions(ledger);
  const kinds = await Promise.all(
    dataFiles(sources).map(async (source) => ({ source, output: isOutput(await firstRow(source)) })),
  );
  const answers = filesOfJudge(
    kinds.filter((k) => k.output).map(({ source }) => source),
    options,
    ledger,
  );
  if (answers === null) return;
  for (const { source } of kinds.filter((k) => !k.output)) {
    const use = (row: unknown, line: number) => benchmarkRow(questions, ledger, { file: source.name, line, row });
    yield* importRows(source, ledger, { use, columns: COLUMNS });
  }
  if (questions.isEmpty) {
    const expected = 'a file with question_id, prompt_id, pred_a, pred_b, criterion, preference';
    ledger.fail({ file: '.', message: 'no benchmark rows found', expected });
  }
  if (answers.length === 0) {
    ledger.fail({ file: '.', message: 'no outputs of a judge found', expected: 'a file with question_id and output' });
  }
  for (const source of answers) {
    ledger.expect(source.name);
    yield* joinRows(source, ledger, { key: 'question_id', use: (row) => outputRow(questions, ledger, row) });
  }
  questions.close(shownInRow, ({ id, preference, file, line }, before) => {
    const found = `${before.id} (${before.preference}) and ${id} (${preference})`;
    const message = 'two questions of one prompt and criterion; the last one counts';
    ledger.warn({ file, line, field: 'question_id', found, message });
  });
  const judge = judgeOfImport(options, answers[0]?.name, ledger);
  const names = runNames(options, judge, 'multi-crit');
  ledger.add({ kind: 'run', record: { ...names, protocol: 'pairwise', repeats: questions.repeats } });
}

export const multiCrit: ImportFormat = {
  id: 'multi-crit',
  about: 'Multi-Crit: benchmark rows (JSONL, CSV or Parquet) and a judge’s raw outputs by question_id (JSONL)',
  import: importMultiCrit,
};
