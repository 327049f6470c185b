import type { Judge } from '../schema/judge.ts';
import type { ImportCounts } from '../schema/release.ts';
import { numberWords } from './number-words.ts';
import { visibleText } from './visible.ts';

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Gives the first sentence of a text, and the `rest` after it; `rest` is '' where the text has one sentence. */
export function firstSentence(text: string): { readonly first: string; readonly rest: string } {
  const [one] = SENTENCES.segment(text);
  const length = one?.segment.length ?? 0;
  return { first: text.slice(0, length).trim(), rest: text.slice(length).trim() };
}

/** Reasons that are named; the rest is counted. */
const MOST_REASONS = 5;

/** Says what an import made of its rows, and why it left some out: `11 000 rows read, 14 left out: not valid JSON (14).` */
export function importWords({ read, leftOut, unread, reasons }: Omit<ImportCounts, 'unreadBySplit'>): string {
  const named = [...reasons].sort((a, b) => b.rows - a.rows).slice(0, MOST_REASONS);
  const rest = reasons.length - named.length;
  const why = named.map(
    ({ reason, rule, rows }) =>
      visibleText(reason) + (rows === 0 ? '' : ` (${numberWords(rows)}${rule ? ', a rule of the format' : ''})`),
  );
  const list = [...why, ...(rest > 0 ? [`${numberWords(rest)} more reasons`] : [])].join('; ');
  const answers = unread === 1 ? '1 answer of the judge' : `${numberWords(unread)} answers of the judge`;
  return [
    `${numberWords(read)} rows read, ${numberWords(leftOut)} left out${list === '' ? '' : `: ${list}`}.`,
    ...(unread > 0
      ? [`Left out ${unread === 1 ? 'is' : 'are'} ${answers}, which ${unread === 1 ? 'counts' : 'count'} as expected.`]
      : []),
  ].join(' ');
}

/** Joins all names by which a judge may be searched, in lower case. */
export function judgeNames({ name, organisation, family, aliases }: Judge): string {
  return [...new Set([name, organisation, family, ...aliases].map((text) => text.toLowerCase()))].join(' ');
}
