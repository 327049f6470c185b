import { type Problem, quotedText } from '../schema/problem.ts';
import type { Judgment } from '../schema/records.ts';

const SHOWN = 5;
/** Characters of an answer's beginning and end that are shown: verdicts stand at either. */
const EDGE = 38;

const isUnread = ({ parse }: Pick<Judgment, 'parse'>): boolean => parse === 'failed' || parse === 'error';

function endsOf(text: string): string {
  const inLine = (part: string): string => part.replace(/\s+/g, ' ').trim();
  if (text.length <= 4 * EDGE) {
    const all = inLine(text);
    if (all.length <= 2 * EDGE) return all;
  }
  return `${inLine(text.slice(0, 2 * EDGE)).slice(0, EDGE)} … ${inLine(text.slice(-2 * EDGE)).slice(-EDGE)}`;
}

/** Counts the answers of a judge, and those that could not be read: where these are most, its values say how it was read, and not how it judges. */
export class UnreadAnswers {
  private answers = 0;
  private unread = 0;
  private readonly shown = new Set<string>();

  add(judgment: Judgment): void {
    if (judgment.parse === 'missing') return;
    this.answers++;
    if (!isUnread(judgment)) return;
    this.unread++;
    if (this.shown.size < SHOWN) this.shown.add(endsOf(judgment.rationale || (judgment.raw ?? '')));
  }

  /** Says that most could not be read, with some of them; nothing where they could. */
  problems(file: string, severity: Problem['severity']): readonly Problem[] {
    const { answers, unread } = this;
    if (2 * unread <= answers) return [];
    const texts = [...this.shown].filter((text) => text !== '').map(quotedText);
    const such = texts.length === 0 ? '' : `, such as ${texts.join(', ')}`;
    return [
      {
        severity,
        lead: true,
        file,
        message: `most answers of the judge could not be read${such}`,
        found: `${unread} of ${answers} without a verdict or score`,
        hint: 'does the verdict stand in another column, or in another form? docs/data-formats.md says what is read',
      },
    ];
  }
}

const KEPT = 10_000;
/** How many of these may be warnings, so that errors have room however many warnings there are. */
const KEPT_WARNINGS = 5000;

/** Collects problems: keeps the first 10 000 to be shown (5 000 warnings), counts all of them. */
export class ProblemLog {
  readonly kept: Problem[] = [];
  errors = 0;
  warnings = 0;

  add(problem: Problem): void {
    if (problem.severity === 'warning') this.warnings++;
    else this.errors++;
    const room = problem.severity !== 'warning' || this.warnings <= KEPT_WARNINGS;
    if (problem.lead) this.kept.unshift(problem);
    else if (room && this.kept.length < KEPT) this.kept.push(problem);
  }

  addAll(problems: Iterable<Problem>): void {
    for (const problem of problems) this.add(problem);
  }
}

/** What became of the rows of one file. Every row is either handed on or reported: `read` = `accepted` + `rejected`. */
export interface RowCount {
  readonly file: string;
  read: number;
  accepted: number;
  rejected: number;
}

export function newCount(file: string): RowCount {
  return { file, read: 0, accepted: 0, rejected: 0 };
}

/** Throws when rows got lost: a defect of ours, never of the input. */
export function assertComplete(count: RowCount): void {
  if (count.read !== count.accepted + count.rejected) {
    throw new Error(
      `${count.file}: ${count.read} rows read, but ${count.accepted} accepted and ${count.rejected} reported`,
    );
  }
}
