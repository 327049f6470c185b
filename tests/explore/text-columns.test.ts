import { expect, test } from 'vitest';
import { reasonsOf, textColumns } from '../../src/explore/save-cases.ts';
import { made } from '../case/made.ts';

const said = (run: string, rationale: string, more: object = {}) => ({
  run,
  rationale,
  verdict: 'a' as const,
  parse: 'ok' as const,
  ...more,
});

test('a column for the prompt and one for each run', () => {
  const runs = [{ run: 'one', judge: 'One', label: 'One' }];
  expect(textColumns({ runs })).toEqual([
    { name: 'prompt', type: 'STRING' },
    { name: 'reason:one', type: 'STRING' },
  ]);
});

test('one answer stands as it is, several under what they answer, none is empty', () => {
  const data = made({
    judgments: [
      said('one', 'Because.'),
      said('two', 'Logic.', { criterion: 'logic' }),
      said('two', 'Style.', { criterion: 'style', order: 'ba' }),
      said('three', ''),
    ],
  });
  expect(reasonsOf(data, 'one')).toBe('Because.');
  expect(reasonsOf(data, 'two')).toBe('[logic] Logic.\n\n[style, B first] Style.');
  expect(reasonsOf(data, 'three')).toBe('');
});
