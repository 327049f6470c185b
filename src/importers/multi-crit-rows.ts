import type { Source } from '../records/source.ts';
import type { Problem } from '../schema/problem.ts';
import { ID_EXPECTED, idText, isRow, type RawRow, textOf } from './importer.ts';
import type { ImportItems } from './item.ts';
import type { Ledger } from './ledger.ts';
import { NameBook, nameId } from './names.ts';
import { importRows } from './rows-of.ts';

/** One question of the benchmark: a prompt under one criterion. */
export interface CriterionQuestion {
  readonly id: string;
  readonly prompt: string;
  readonly split: string;
  readonly criterion: string;
  readonly preference: 'a' | 'b';
  readonly file: string;
  readonly line: number;
}

/** Names what is asked of a judge, as a key: of two questions with one key only one can count. */
export const questionKey = ({ prompt, criterion }: Pick<CriterionQuestion, 'prompt' | 'criterion'>): string =>
  `${prompt}\u0000${criterion}`;

const COLUMNS = [
  ...['question_id', 'prompt_id', 'image_path', 'question', 'pred_a', 'pred_b'],
  ...['model_a', 'model_b', 'split', 'criterion', 'preference'],
];

/** Gives a split's id: `open-ended`, `openended` and `Open_Ended` are one. */
export function splitId(name: string): string {
  const id = nameId(name);
  return id === 'open-ended' || id === 'openended' ? 'open_ended' : id;
}

/** Gives a criterion's id: the open-ended one is `visual-grounding` in the files and `grounding` in the paper's tables. */
export function criterionId(name: string): string {
  const id = nameId(name);
  return id === 'visual-grounding' || id === 'groundedness' ? 'grounding' : id;
}

/** Notes a row's criterion and split, and reports the first whose id belongs to another name. The spellings of `open_ended` are one name. */
export function questionRival(
  book: NameBook,
  place: { readonly file: string; readonly line: number },
  { criterion, split }: { readonly criterion: string; readonly split: string },
): Problem | null {
  const id = splitId(split);
  const name = id === 'open_ended' ? id : split;
  return book.rivalAmong(place, { criterion: [criterion, criterionId(criterion)], split: [name, id] });
}

/** Gives `model_a` or `model_b` as a response's name. */
export function preferredModel(value: unknown): 'a' | 'b' | null {
  const text = textOf(value).trim().toLowerCase();
  if (text === 'model_a') return 'a';
  return text === 'model_b' ? 'b' : null;
}

/** Finds the first field that makes a row unusable. */
function faultOf(row: unknown): Pick<Problem, 'field' | 'found' | 'expected'> | null {
  if (!isRow(row)) return { expected: 'an object' };
  const fault = (field: string, expected: string) => ({ field, found: textOf(row[field]) || undefined, expected });
  if (idText(row.question_id) === null) return fault('question_id', ID_EXPECTED);
  if (idText(row.prompt_id) === null) return fault('prompt_id', ID_EXPECTED);
  if (textOf(row.criterion) === '') return fault('criterion', 'a criterion');
  return preferredModel(row.preference) === null ? fault('preference', 'model_a or model_b') : null;
}

/** Reads a row without fault as a question. */
function questionOf(row: RawRow, file: string, line: number): CriterionQuestion {
  return {
    id: idText(row.question_id) ?? '',
    prompt: idText(row.prompt_id) ?? '',
    split: splitId(textOf(row.split)),
    criterion: criterionId(textOf(row.criterion)),
    preference: preferredModel(row.preference) ?? 'a',
    file,
    line,
  };
}

interface Prompt {
  readonly split: string;
  /** Lengths of question and responses: enough to notice that two rows of one prompt differ. */
  readonly lengths: string;
}

/** Gathers the benchmark's rows: prompts become instances and responses once, questions stay for the join. */
export class MultiCritRows {
  readonly questions = new Map<string, CriterionQuestion>();
  private readonly prompts = new Map<string, Prompt>();
  private readonly names = new NameBook();
  private readonly ledger: Ledger;

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  read(source: Source): ImportItems {
    return importRows(source, this.ledger, {
      use: (row, line) => this.row(source.name, line, row),
      columns: COLUMNS,
    });
  }

  private row(file: string, line: number, row: unknown): void {
    const fault = faultOf(row);
    if (fault !== null || !isRow(row)) {
      this.ledger.reject({ file, line, message: 'the row was left out', ...fault });
      return;
    }
    const given = { criterion: textOf(row.criterion), split: textOf(row.split) };
    const rival = questionRival(this.names, { file, line }, given);
    if (rival !== null) {
      this.ledger.reject(rival);
      return;
    }
    const question = questionOf(row, file, line);
    const first = this.questions.get(question.id);
    if (first !== undefined) {
      const at = { file, line, field: 'question_id', found: question.id };
      if (first.split === question.split)
        this.ledger.leaveOut({ ...at, message: 'a second row of this question; the first was kept' });
      else {
        const message = `stands in the splits ${first.split} and ${question.split}: it is unclear which of them an answer belongs to`;
        this.ledger.reject({ ...at, message, hint: 'import each split by itself' });
      }
      return;
    }
    this.prompt(file, line, { id: question.prompt, split: question.split, row });
    this.questions.set(question.id, question);
    this.ledger.used(file);
  }

  private prompt(
    file: string,
    line: number,
    { id, split, row }: { readonly id: string; readonly split: string; readonly row: RawRow },
  ): void {
    const [question, a, b] = [textOf(row.question), textOf(row.pred_a), textOf(row.pred_b)];
    const lengths = [question, a, b].map((t) => t.length).join('-');
    const known = this.prompts.get(id);
    if (known !== undefined) {
      if (known.lengths !== lengths || known.split !== split) {
        this.ledger.warn({
          file,
          line,
          field: 'prompt_id',
          found: id,
          message: 'question, responses or split differ from an earlier row; the first were kept',
        });
      }
      return;
    }
    this.prompts.set(id, { split, lengths });
    const image = textOf(row.image_path);
    const media = [{ src: image === '' ? null : image, alt: '' }];
    const [modelA, modelB] = [textOf(row.model_a), textOf(row.model_b)];
    this.ledger.add({ kind: 'instances', record: { instance: id, split, prompt: question, media } });
    this.ledger.add({ kind: 'responses', record: { instance: id, response: 'a', model: modelA, text: a } });
    this.ledger.add({ kind: 'responses', record: { instance: id, response: 'b', model: modelB, text: b } });
  }

  /**
   * Writes the gold of every prompt and criterion. Of two questions the one `answered` last counts, as in the official aggregation; else
   * the last.
   */
  gold(answered: (question: CriterionQuestion) => CriterionQuestion | undefined): void {
    const last = new Map<string, CriterionQuestion>();
    for (const question of this.questions.values()) {
      const key = questionKey(question);
      const before = last.get(key);
      if (before !== undefined) {
        const found = `${before.id} (${before.preference}) and ${question.id} (${question.preference})`;
        const { file, line } = question;
        const message = 'two questions of one prompt and criterion; the last one counts';
        this.ledger.warn({ file, line, field: 'question_id', found, message });
      }
      last.set(key, question);
    }
    for (const question of last.values()) {
      const { prompt, criterion } = question;
      const { preference: value } = answered(question) ?? question;
      this.ledger.add({ kind: 'gold', record: { instance: prompt, criterion, kind: 'preference', value } });
    }
  }
}
