import { number, type Query, text } from '../sql/query.ts';
import { coverage } from './coverage.ts';
import { parseSlice } from './slice.ts';

interface Listed {
  readonly expected: number;
  readonly missing: number;
}

const ROWS =
  'SELECT run, slice, sum(den) AS n FROM contributions WHERE metric = ? GROUP BY run, slice ORDER BY run, slice';

/**
 * By run, which of its repeats lack answers that are expected of them, in words: its values are means over repeats of different size. Only
 * in one split where `split` names it. Runs of a single repeat are left out.
 */
export async function unfinishedRepeats(query: Query, split: string | null): Promise<ReadonlyMap<string, string>> {
  const rows = (await query(ROWS, [coverage.id])).flatMap((row) => {
    const slice = parseSlice(text(row, 'slice'));
    const repeat = slice.get('repeat');
    if (repeat === undefined || (split !== null && slice.get('split') !== split)) return [];
    return [{ run: text(row, 'run'), repeat, missing: slice.get('parse') === 'missing', n: number(row, 'n') }];
  });
  const words = [...Map.groupBy(rows, ({ run }) => run)].map(([run, own]) => {
    const repeats = [...Map.groupBy(own, ({ repeat }) => repeat)].map(([repeat, of]): readonly [string, Listed] => {
      const sum = (some: typeof of): number => some.reduce((total, { n }) => total + n, 0);
      return [repeat, { expected: sum(of), missing: sum(of.filter(({ missing }) => missing)) }];
    });
    const short = repeats
      .filter(([, { missing }]) => missing > 0)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([repeat, { expected, missing }]) => `repeat ${repeat} has ${expected - missing} of ${expected} answers`);
    return [run, short.join(', ')] as const;
  });
  return new Map(words.filter(([, note]) => note !== ''));
}
