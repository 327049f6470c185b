import { expect, test } from 'vitest';
import { askedFor } from '../../src/explore/asked.ts';
import { exploreSearch } from '../../src/explore/state.ts';

test('the run and the criterion of a cell that was opened', () => {
  const list = exploreSearch({ metric: 'criterion_accuracy', run: 'llava', slice: 'split=film;criterion=logic%3Bb' });
  expect(askedFor(list)).toEqual({
    run: 'llava',
    criterion: 'logic;b',
    metric: 'criterion_accuracy',
    order: [],
    words: '',
  });
});

test('without one: the first judge asked for as wrong, else as right; the criterion chosen goes before that of a slice', () => {
  expect(askedFor(exploreSearch({ wrong: ['b', 'c'], right: ['a'] }))).toEqual({
    run: 'b',
    criterion: '',
    metric: '',
    order: [],
    words: '',
  });
  expect(askedFor(exploreSearch({ right: ['a'] })).run).toBe('a');
  expect(askedFor(exploreSearch({ criterion: 'x', slice: 'criterion=y' })).criterion).toBe('x');
  expect(askedFor('?')).toEqual({ run: '', criterion: '', metric: '', order: [], words: '' });
});

test('a criterion may have a comma in its name', () => {
  expect(askedFor(exploreSearch({ criterion: 'clear, complete' })).criterion).toBe('clear, complete');
});

test('what a list is ordered by, whichever way', () => {
  expect(askedFor('?sort=-points,right').order).toEqual(['points', 'right']);
});

test('the words that a reason has', () => {
  expect(askedFor(exploreSearch({ words: '.*' })).words).toBe('');
  expect(askedFor(exploreSearch({ words: 'blurry & “dark”', run: 'a' }))).toMatchObject({
    run: 'a',
    words: 'blurry & “dark”',
  });
});
