import type { Source } from '../records/source.ts';
import type { Problem } from '../schema/problem.ts';
import type { ImportItems } from './importer.ts';
import { ID_EXPECTED, idText, isRow, type RawRow, textOf } from './importer.ts';
import { importRows, type Ledger, type RowOutcome, secondOf } from './ledger.ts';
import { idsKey, NameBook, nameId } from './names.ts';

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
export const questionKey = ({ split, prompt, criterion }: CriterionQuestion): string =>
  idsKey(split, prompt, criterion);

/** Names prompts as instances. Prompt ids count anew in every split: where two splits share one, the split stands before it. */
export function promptNames(
  prompts: Iterable<{ readonly prompt: string }>,
): (of: { readonly split: string; readonly prompt: string }) => string {
  const all = Array.from(prompts, ({ prompt }) => prompt);
  const shared = new Set(all).size < all.length;
  return ({ split, prompt }) => (shared ? `${split}/${prompt}` : prompt);
}

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

/**
 * Notes a row's criterion and split, and reports the first whose id belongs to another name. Criteria are those of their split: `visual-grounding`
 * of one and `grounding` of the other live side by side. The spellings of `open_ended` are one name.
 */
export function questionRival(
  book: NameBook,
  place: { readonly file: string; readonly line: number },
  { criterion, split }: { readonly criterion: string; readonly split: string },
): Problem | null {
  const id = splitId(split);
  const name = id === 'open_ended' ? id : split;
  return book.rivalAmong(place, { criterion: [criterion, criterionId(criterion), id], split: [name, id] });
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

/** The row that first showed a prompt. */
interface Prompt {
  readonly split: string;
  readonly prompt: string;
  readonly row: RawRow;
}

const textsOf = (row: RawRow): readonly string[] => [textOf(row.question), textOf(row.pred_a), textOf(row.pred_b)];

/** Gathers the benchmark's rows: prompts become instances and responses once, questions stay for the join. */
export class MultiCritRows {
  /** By split and id. */
  private readonly questions = new Map<string, CriterionQuestion>();
  private readonly byId = new Map<string, readonly CriterionQuestion[]>();
  private readonly prompts = new Map<string, Prompt>();
  private readonly names = new NameBook();
  private readonly ledger: Ledger;
  /** Names the instance of a question; all rows must have been read. */
  instanceOf: ReturnType<typeof promptNames> = ({ prompt }) => prompt;

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  get isEmpty(): boolean {
    return this.questions.size === 0;
  }

  read(source: Source): ImportItems {
    return importRows(source, this.ledger, {
      use: (row, line) => this.row(source.name, line, row),
      columns: COLUMNS,
    });
  }

  /** Finds the questions of an id: those of the split where it is said, else one in each split that has the id. */
  named(id: string, split: string): readonly CriterionQuestion[] {
    const found = this.byId.get(id) ?? [];
    return split === '' ? found : found.filter((question) => question.split === splitId(split));
  }

  private row(file: string, line: number, row: unknown): RowOutcome {
    const fault = faultOf(row);
    if (fault !== null || !isRow(row)) return { file, line, message: 'the row was left out', ...fault };
    const given = { criterion: textOf(row.criterion), split: textOf(row.split) };
    const rival = questionRival(this.names, { file, line }, given);
    if (rival !== null) return rival;
    const question = questionOf(row, file, line);
    const { id, split, prompt } = question;
    const second = { file, line, field: 'question_id', found: id, message: secondOf('row of this question') };
    return this.ledger.once(idsKey(split, id), second, () => {
      this.prompt(file, line, { split, prompt, row });
      this.questions.set(idsKey(split, id), question);
      this.byId.set(id, [...(this.byId.get(id) ?? []), question]);
      return null;
    });
  }

  private prompt(file: string, line: number, given: Prompt): void {
    const { split, prompt, row } = given;
    const known = this.prompts.get(idsKey(split, prompt));
    if (known === undefined) this.prompts.set(idsKey(split, prompt), given);
    else if (textsOf(known.row).some((text, i) => text !== textsOf(row)[i])) {
      const message = 'question or responses differ from an earlier row; the first were kept';
      this.ledger.warn({ file, line, field: 'prompt_id', found: prompt, message });
    }
  }

  /** Writes the prompts as instances, once all rows were read. */
  close(): void {
    this.instanceOf = promptNames(this.prompts.values());
    for (const { split, prompt, row } of this.prompts.values()) {
      const instance = this.instanceOf({ split, prompt });
      const [question, a, b] = textsOf(row);
      const image = textOf(row.image_path);
      const media = [{ src: image === '' ? null : image, alt: '' }];
      const [modelA, modelB] = [textOf(row.model_a), textOf(row.model_b)];
      this.ledger.add({ kind: 'instances', record: { instance, split, prompt: question ?? '', media } });
      this.ledger.add({ kind: 'responses', record: { instance, response: 'a', model: modelA, text: a ?? '' } });
      this.ledger.add({ kind: 'responses', record: { instance, response: 'b', model: modelB, text: b ?? '' } });
    }
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
      const { criterion } = question;
      const { preference: value } = answered(question) ?? question;
      const instance = this.instanceOf(question);
      this.ledger.add({ kind: 'gold', record: { instance, criterion, kind: 'preference', value } });
    }
  }
}
