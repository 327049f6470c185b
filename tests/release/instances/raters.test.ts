import { expect, test } from 'vitest';
import type { StoredBoard } from '../../../src/schema/board.ts';
import { built, gold, lines, project, type Row, storedBoard } from './project.ts';

const OTHER = { a: 'b', b: 'a' } as const;

/** The board of runs on pairs of a project in which so many raters labelled every pair; the last of them always against the label. */
async function boardWith(raters: number): Promise<StoredBoard | undefined> {
  const labels: Row[] = gold(40);
  const single = labels.flatMap((label) =>
    Array.from({ length: raters }, (_, r) => {
      const value = label['value'] === 'a' ? 'a' : 'b';
      return { ...label, value: r === raters - 1 ? OTHER[value] : value, annotator: `rater-${r}` };
    }),
  );
  const release = await built(await project({ 'data/mini/gold.jsonl': lines([...labels, ...single]) }));
  return storedBoard(release, 'mini/pairwise-easy.');
}

test('where three people labelled pairs, a line says what one of them reaches against the others', async () => {
  const board = await boardWith(4);
  const line = board?.references.find(({ id }) => id === 'one-rater');
  expect(line?.label).toBe('One rater');
  // Three agree with each other and are each held against two who agree with them and one who does not; the fourth is always wrong.
  expect(line?.values['overall_accuracy']).toMatchObject({ lo: expect.closeTo(0.75, 9), hi: expect.closeTo(0.75, 9) });
  expect(line?.values['overall_accuracy']?.basis).toBe('mean of 4 raters, each against the majority of the others');
  expect(line?.values['coverage']).toBeUndefined();
  // Three pairs always agree; in the others two people never do, and by chance they would where both say the same.
  const said = gold(40).map(({ value }) => value);
  const a = said.filter((value) => value === 'a').length / said.length;
  const chance = 2 * a * (1 - a);
  const opposed = -chance / (1 - chance);
  expect(board?.agreement).toEqual({ kappa: expect.closeTo((3 + 3 * opposed) / 6, 9), pairs: 6, raters: 4 });
});

test('where two did, there is none, but it is said how well they agree', async () => {
  const board = await boardWith(2);
  expect(board?.references.some(({ id }) => id === 'one-rater')).toBe(false);
  expect(board?.agreement).toMatchObject({ raters: 2, pairs: 1 });
});
