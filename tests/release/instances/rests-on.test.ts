import { describe, expect, test } from 'vitest';
import { OFFICIAL_SETTINGS } from '../../../src/metrics/query.ts';
import { scoreRunsInto } from '../../../src/metrics/score.ts';
import { Benchmark } from '../../../src/schema/benchmark.ts';
import type { BoardCell } from '../../../src/schema/board.ts';
import { tabledSource } from '../../../src/scoring/board-values.ts';
import { computedBoards } from '../../../src/scoring/computed-boards.ts';
import { type Small, withDatabase } from '../../metrics/small.ts';

const LABELS = ['a', 'b', 'tie', 'both_bad'];
const CASES = 40;
const RUNS = ['brave', 'lacking', 'timid'];

const benchmark = Benchmark.parse({
  ...{ id: 'mini', order: 1, name: 'Mini', tagline: 'Three runs', summary: ['Small.'], protocol: 'pairwise' },
  ...{ synthetic: true, data_licence: 'none', metrics: [] },
});

/** `brave` prefers one of every pair, `timid` calls three of four level, `lacking` has answers to half of the pairs only. */
function world(): Small {
  const rows = Array.from({ length: CASES }, (_, i) => ({ instance: `i${i}`, value: LABELS[i % 4] ?? '', i }));
  const verdict = (run: string, i: number): string => (run === 'timid' && i % 8 > 1 ? 'tie' : i % 3 === 0 ? 'a' : 'b');
  return {
    protocol: 'pairwise',
    gold: rows.map(({ instance, value }) => ({ instance, value })),
    judgments: RUNS.flatMap((run) =>
      rows
        .filter(({ i }) => run !== 'lacking' || i < CASES / 2)
        .map(({ instance, i }) => ({ run, instance, parse: 'ok', verdict: verdict(run, i) })),
    ),
  };
}

/** Two criteria with different labels in every case, to which `timid` answers all the same, half of the time with a tie. */
function conflicts(): Small {
  const cases = Array.from({ length: CASES }, (_, i) => ({ instance: `i${i}`, i }));
  const labelled = cases.flatMap(({ instance, i }) => [
    { instance, criterion: 'clear', value: 'a', level: i % 2 === 0 },
    { instance, criterion: 'true', value: 'b', level: false },
  ]);
  return {
    protocol: 'pairwise',
    gold: labelled.map(({ instance, criterion, value }) => ({ instance, criterion, value })),
    judgments: ['brave', 'timid'].flatMap((run) =>
      labelled.map(({ instance, criterion, value, level }) => ({
        ...{ run, instance, criterion, parse: 'ok' },
        verdict: run === 'timid' && level ? 'tie' : value,
      })),
    ),
  };
}

async function cellsOf(metric: string, small = world()): Promise<Record<string, BoardCell | undefined>> {
  return withDatabase(small, async ({ query }) => {
    await scoreRunsInto(query, OFFICIAL_SETTINGS);
    const runs = RUNS.map((run) => ({
      ...{ run, benchmark: 'mini', judge: run, protocol: 'pairwise' as const, variant: '', repeats: 1 },
    }));
    const [board] = await computedBoards(query, await tabledSource(query), { benchmark, judges: new Map(), runs });
    const key = board?.columns.find((column) => column.metric === metric)?.key ?? '';
    return Object.fromEntries((board?.rows ?? []).map(({ id, cells }) => [id, cells[key]]));
  });
}

describe('what a board says of values that rest on less than others', () => {
  test.each(['share_a', 'decided_accuracy'])('%s: who calls pairs level lacks no answer', async (metric) => {
    const { timid, brave } = await cellsOf(metric);
    expect(timid?.n).toBeLessThan(brave?.n ?? 0);
    expect([timid?.status, timid?.note]).toEqual(['ok', '']);
  });

  test('halo: who calls one criterion level lacks no answer', async () => {
    const { timid, brave } = await cellsOf('halo', conflicts());
    expect([timid?.n, brave?.n]).toEqual([CASES / 2, CASES]);
    expect([timid?.status, timid?.note]).toEqual(['ok', '']);
  });

  test.each(['four_way_accuracy', 'share_decided', 'lean'])('%s: who left pairs out is told', async (metric) => {
    const { timid, brave, lacking } = await cellsOf(metric);
    expect([timid?.status, brave?.status, lacking?.status]).toEqual(['ok', 'ok', 'coverage']);
    expect(lacking?.note).toBe(`rests on ${lacking?.n} of ${brave?.n}`);
    expect(lacking?.n).toBeLessThan(brave?.n ?? 0);
  });
});
