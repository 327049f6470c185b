import { OFFICIAL_SETTINGS } from '../../../src/metrics/query.ts';
import { scoreRunsInto } from '../../../src/metrics/score.ts';
import { JUDGES_TABLE } from '../../../src/schema/release.ts';
import type { Query } from '../../../src/sql/query.ts';
import { openDatabase } from '../../metrics/database.ts';

export const [A, B] = ['run-a', 'run-b'] as const;

/**
 * Verdicts of two runs on the criteria `clear` and `true`, of which people prefer a on the first and b on the second. `+`: right,
 * `-`: wrong on `clear` only, `?`: unreadable on both, `.`: not judged. The first two cases have the same image.
 */
export const CASES = ['++', '+-', '-+', '--', '+?', '?-', '+.', '++', '+-', '+-', '--', '-+', '+-', '+?'] as const;
const taskOf = (i: number): string => (i < 7 ? 'count' : 'compare');
export const clusterOf = (i: number): string => `image-${Math.max(1, i)}`;

const GOLD = { clear: 'a', true: 'b' } as const;
type Criterion = keyof typeof GOLD;
export const CRITERIA = Object.keys(GOLD) as readonly Criterion[];

/** The verdict behind a mark; null where it could not be read, undefined where there is none. */
export function verdictOf(mark: string | undefined, criterion: Criterion): string | null | undefined {
  if (mark === '.' || mark === undefined) return undefined;
  if (mark === '?') return null;
  return mark === '-' && criterion === 'clear' ? 'b' : GOLD[criterion];
}

export async function openPairWorld(): Promise<{ readonly query: Query; readonly close: () => void }> {
  const { query, append, close } = await openDatabase(['task', 'constant']);
  await query(`CREATE TABLE judges (${JUDGES_TABLE})`);
  await append(
    'runs',
    [A, B].map((run) => [run, 'world', `judge of ${run}`, 'pairwise', '', 1]),
  );
  await append(
    'instances',
    CASES.map((_, i) => [`case-${i}`, clusterOf(i), 'open', i, taskOf(i), 'same']),
  );
  await append(
    'gold',
    CASES.flatMap((_, i) => CRITERIA.map((c) => [`case-${i}`, '', c, 'preference', GOLD[c], null, ''])),
  );
  const answers = CASES.flatMap((marks, i) =>
    [A, B].flatMap((run, k) =>
      CRITERIA.flatMap((criterion) => {
        const verdict = verdictOf(marks[k], criterion);
        if (verdict === undefined) return [];
        const parse = verdict === null ? 'failed' : 'ok';
        const place = [run, `case-${i}`, '', criterion, 'judge', 'base', '', 0, 'ab'];
        return [[...place, verdict, null, parse, 10, null, null]];
      }),
    ),
  );
  await append('judgments', answers);
  await scoreRunsInto(query, OFFICIAL_SETTINGS);
  return { query, close };
}
