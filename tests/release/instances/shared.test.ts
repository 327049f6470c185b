import { expect, test } from 'vitest';
import { OFFICIAL_SETTINGS } from '../../../src/metrics/query.ts';
import { scoreRunsInto } from '../../../src/metrics/score.ts';
import { Benchmark } from '../../../src/schema/benchmark.ts';
import type { StoredBoard } from '../../../src/schema/board.ts';
import { tabledSource } from '../../../src/scoring/board-values.ts';
import { computedBoards } from '../../../src/scoring/computed-boards.ts';
import { type Small, withDatabase } from '../../metrics/small.ts';

const CASES = 80;
const CRITERIA = ['clear', 'true'];
const RUNS = ['half', 'lacking', 'whole'];

const benchmark = Benchmark.parse({
  ...{
    id: 'mini',
    order: 1,
    name: 'Mini',
    tagline: 'Two runs',
    summary: ['Small.'],
    protocol: 'pairwise',
    synthetic: true,
  },
  ...{ data_licence: 'none', metrics: [{ id: 'criterion_average', unit: 'ratio', source: 'ours' }] },
});

/**
 * `whole` is right on the first half of the cases and wrong on the second; `half` repeats it on the first; `lacking` has all but the second
 * criterion of the second half.
 */
function world(): Small {
  const cases = Array.from({ length: CASES }, (_, i) => ({ instance: `i${i}`, first: i < CASES / 2 }));
  const rows = cases.flatMap((one) =>
    CRITERIA.map((criterion, c) => ({ ...one, criterion, value: c === 0 ? 'a' : 'b' })),
  );
  const wrong = (value: string): string => (value === 'a' ? 'b' : 'a');
  return {
    protocol: 'pairwise',
    gold: rows.map(({ instance, criterion, value }) => ({ instance, criterion, value })),
    judgments: RUNS.flatMap((run) =>
      rows
        .filter(({ first, criterion }) => first || run === 'whole' || (run === 'lacking' && criterion === 'clear'))
        .map(({ instance, criterion, value, first }) => ({
          ...{ run, instance, criterion, parse: 'ok' },
          verdict: first ? value : wrong(value),
        })),
    ),
  };
}

function pairOf(board: StoredBoard | undefined, key: string, one: string, two: string) {
  const [i, j] = [one, two].map((id) => board?.rows.findIndex((row) => row.id === id));
  const found = board?.pairs?.[key]?.find(([a, b]) => (a === i && b === j) || (a === j && b === i));
  if (found === undefined) throw new Error(`no pair ${one}, ${two}`);
  const [, , difference, interval, significant, shared, of, reason] = found;
  return { difference, interval, significant, shared, of, reason };
}

test('runs are tested on the judgments that both have, not on cases of one alone', async () => {
  await withDatabase(world(), async ({ query }) => {
    await scoreRunsInto(query, OFFICIAL_SETTINGS);
    const runs = RUNS.map((run) => ({
      ...{ run, benchmark: 'mini', judge: run, protocol: 'pairwise' as const, variant: '', repeats: 1 },
    }));
    const [board] = await computedBoards(query, await tabledSource(query), { benchmark, judges: new Map(), runs });
    const key = board?.columns.find(({ metric }) => metric === 'criterion_average')?.key ?? '';
    const own = (run: string) => board?.rows.find(({ id }) => id === run)?.cells[key];
    expect([own('whole')?.value, own('half')?.value]).toEqual([expect.closeTo(0.5, 9), 1]);
    expect(pairOf(board, key, 'half', 'whole')).toMatchObject({
      ...{ difference: 0, significant: false, shared: CASES, of: 2 * CASES },
    });
    // The case is shared, but not both of its criteria.
    expect(pairOf(board, key, 'lacking', 'whole')).toMatchObject({ difference: 0, shared: 1.5 * CASES, of: 2 * CASES });
    for (const run of RUNS) expect(own(run)?.rank).toMatchObject({ best: 1, worst: 3 });
  });
});
