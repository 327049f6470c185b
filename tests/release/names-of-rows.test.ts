import { expect, test } from 'vitest';
import { totalName } from '../../src/board/words.ts';
import { contextWords } from '../../src/schema/board.ts';
import { publishedBoards } from './all-boards.ts';

const repeated = (names: readonly string[]): readonly string[] => names.filter((name, i) => names.indexOf(name) !== i);

test('no two rows of a published table read alike, on a phone neither, and no two columns', async () => {
  const boards = await publishedBoards();
  expect(boards.length).toBeGreaterThan(25);
  const alike = boards.flatMap((board) => {
    const rows = board.rows.map((row) =>
      row.kind === 'total' ? totalName(row) : `${row.name} ${contextWords(row, board).apart}`,
    );
    const columns = board.columns.map(({ group, label }) => `${group} ${label}`);
    return [...repeated(rows), ...repeated(columns)].map((name) => `${board.benchmark} ${board.table}: ${name}`);
  });
  expect(alike).toEqual([]);
});

test('a setting that names all that its group prints stands alone', () => {
  const row = { kind: 'judge', name: 'J', judge: 'j', row: 'J', thinking: null, organisation: 'Lab' } as const;
  const settings = { one: 'GPT-4o + GPT-4.1', two: 'May abstain' };
  const of = (variant: string, group: string) => {
    const own = { ...row, variant, group };
    return contextWords(own, { kind: 'comparison', settings, rows: [own, { ...own, variant: '' }] });
  };
  expect(of('one', 'Annotator: GPT-4o, Critique Judge: GPT-4.1')).toEqual({ apart: 'GPT-4o + GPT-4.1', more: 'Lab' });
  expect(of('two', 'Open models')).toEqual({ apart: 'May abstain', more: 'Open models · Lab' });
});
