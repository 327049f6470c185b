import { expect, test } from 'vitest';
import { firstSentence } from '../../src/ui/sentences.ts';

test('the first sentence stands alone; a point in a number ends none', () => {
  expect(firstSentence('Picking at random gives 0.5 here. Higher is better; see table 2.')).toEqual({
    first: 'Picking at random gives 0.5 here.',
    rest: 'Higher is better; see table 2.',
  });
  expect(firstSentence('Which judges see? All do.').first).toBe('Which judges see?');
});

test('a single sentence has no rest, with or without its point, and an empty text has nothing', () => {
  expect(firstSentence('Judges score single responses.')).toEqual({
    first: 'Judges score single responses.',
    rest: '',
  });
  expect(firstSentence('Judges score single responses')).toEqual({ first: 'Judges score single responses', rest: '' });
  expect(firstSentence('')).toEqual({ first: '', rest: '' });
});
