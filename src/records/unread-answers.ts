import { type Problem, quotedText } from '../schema/problem.ts';
import type { Judgment } from '../schema/records.ts';

const SHOWN = 5;
/** Characters of an answer's beginning and end that are shown: verdicts stand at either. */
const EDGE = 38;

/** Says whether an answer was given in which no verdict and no score was found. */
const isUnread = ({ parse }: Pick<Judgment, 'parse'>): boolean => parse === 'failed' || parse === 'error';

/** Gives both ends of an answer in one line. */
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
