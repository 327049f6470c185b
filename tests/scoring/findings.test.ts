import { expect, test } from 'vitest';
import { ALL_RUNS } from '../../scripts/shapes/runs.ts';
import { tabledSource } from '../../src/scoring/board-values.ts';
import { withFindings } from '../../src/scoring/finish-board.ts';
import { openShapes } from '../figures/shapes.ts';
import { shapesBoards } from '../release/all-boards.ts';

test('boards of the site have rankings of those who wrote the answers, and how few labels would turn the first place', async () => {
  const opened = await openShapes(60, 5, true);
  try {
    const boards = await withFindings(await tabledSource(opened.query), await shapesBoards(), ALL_RUNS);
    const pairs = boards.filter(({ columns }) => columns[0]?.metric === 'pacc');
    expect(pairs.length).toBeGreaterThan(1);
    for (const { flips, rows, columns, split } of pairs) {
      const values = rows
        .map(({ id, judge, cells }) => ({ id, judge, value: cells[columns[0]?.key ?? '']?.value ?? 0 }))
        .toSorted((a, b) => b.value - a.value);
      const [first] = values;
      const lead = (first?.value ?? 0) - (values.find(({ judge }) => judge !== first?.judge)?.value ?? 0);
      // A label turned lowers the lead by two cases at most.
      expect(flips?.cases).toBeGreaterThanOrEqual(Math.ceil((lead / 100) * (flips?.of ?? 0) * 0.5 - 1e-9));
      expect(rows.find(({ id }) => id === flips?.run)?.judge).not.toBe(first?.judge);
      const ranked = rows.flatMap(({ rankings = [] }) => rankings);
      expect(new Set(ranked.map((one) => one.split))).toEqual(new Set(ranked.length === 0 ? [] : [split]));
      for (const { generators } of ranked) expect(generators.length).toBeGreaterThan(2);
    }
    expect(
      boards
        .filter(({ columns }) => columns[0]?.metric !== 'pacc')
        .some(({ flips }) => flips !== undefined && flips.cases < 1),
    ).toBe(false);
  } finally {
    opened.close();
  }
});
