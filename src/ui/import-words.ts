import type { ImportCounts } from '../schema/release.ts';
import { numberWords } from './number-words.ts';
import { visibleText } from './visible.ts';

/** Reasons that are named; the rest is counted. */
const MOST_REASONS = 5;

/** Says what an import made of its rows, and why it left some out: `11 000 rows read, 14 left out: not valid JSON (14).` */
export function importWords({ read, leftOut, unread, reasons }: Omit<ImportCounts, 'unreadBySplit'>): string {
  const told = [...reasons].sort((a, b) => b.rows - a.rows).slice(0, MOST_REASONS);
  const rest = reasons.length - told.length;
  const why = told.map(
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
