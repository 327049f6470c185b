import { expect, test } from 'vitest';
import { type FindIndex, hitsOf } from '../../../src/site/frame/find-hits.ts';

const INDEX: FindIndex = {
  entries: [
    ['benchmark', 'Shapes', '/shapes/', 'drawn scenes'],
    ['judge', 'GPT-4o mini', '/judge/gpt-4o-mini/', 'gpt-4o-mini-2024 | GPT4o mini'],
    ['judge', 'GPT-4o', '/judge/gpt-4o/', 'gpt-4o-2024-08-06'],
    ['metric', 'PAcc', '/methods/#pacc', ''],
    ['table', 'Accuracy: Core', '/b/t1/', 'Bench'],
    ['criterion', 'Clarté', '/shapes/explore/?criterion=clarity', 'Shapes'],
  ],
  cases: [
    { id: 'shapes', name: 'Shapes', begins: ['pair-', 'crit-'] },
    { id: 'other', name: 'Other', begins: ['', 'pair-'] },
  ],
};
const names = (text: string) => hitsOf(INDEX, text).map(({ name }) => name);

test('the name itself comes before its beginnings, these before words elsewhere', () => {
  expect(names('gpt-4o')).toEqual(['GPT-4o', 'GPT-4o mini']);
  // The table stands before the metric, whose kind would come first, since its name begins so.
  expect(names('acc')).toEqual(['Accuracy: Core', 'PAcc']);
  expect(names('core accuracy')).toEqual(['Accuracy: Core']);
  expect(names('shapes')).toEqual(['Shapes', 'Clarté']);
  expect(names('clarte')).toEqual(['Clarté']);
  expect(names('  ')).toEqual([]);
  expect(names('nothing like it')).toEqual([]);
});

test('what is called exactly so comes first, by each of its names', () => {
  const first = (text: string) => hitsOf(INDEX, text)[0]?.path;
  expect(first('pacc')).toBe('/methods/#pacc');
  expect(first('GPT-4o')).toBe('/judge/gpt-4o/');
  expect(first('gpt4o mini')).toBe('/judge/gpt-4o-mini/');
});

test('a case is offered in each benchmark whose ids begin so', () => {
  const found = (id: string) => hitsOf(INDEX, id).map(({ path }) => path);
  expect(found('pair-000005')).toEqual(['/shapes/case/?id=pair-000005', '/other/case/?id=pair-000005']);
  expect(found('crit-7 b')).toEqual(['/shapes/case/?id=crit-7%20b']);
  expect(found('12')).toEqual(['/other/case/?id=12']);
  expect(found('pear-12')).toEqual([]);
});

test('spaces and hyphens need not be there, and a misspelled name is found where nothing else is', () => {
  expect(names('gpt4omini')).toEqual(['GPT-4o mini']);
  expect(names('clarrte')).toEqual(['Clarté']);
  expect(names('shpaes')).toEqual(['Shapes', 'Clarté']);
  expect(names('acuracy: core')).toEqual(['Accuracy: Core']);
  expect(names('-')).toEqual(['GPT-4o', 'GPT-4o mini'].toReversed());
  // Short words have no letter to spare, and a word that is like nothing is not passed over.
  expect(names('pxc')).toEqual([]);
  expect(names('acuracy of clocks')).toEqual([]);
});

test('a letter of a metric has its name, and where no entry has all words, those with some of them are offered', () => {
  const index: FindIndex = {
    entries: [
      ['metric', 'κ', '/methods/#rating_kappa', 'Quadratic weighted κ'],
      ['metric', 'Position', '/methods/#position', 'Robustness to position'],
      ['page', 'Compare judges', '/compare/', ''],
    ],
    cases: [],
  };
  const paths = (text: string) => hitsOf(index, text).map(({ path }) => path);
  for (const text of ['kappa', 'κ', 'weighted kappa']) expect(paths(text)).toEqual(['/methods/#rating_kappa']);
  expect(paths('position bias')).toEqual(['/methods/#position']);
  expect(paths('bias to you')).toEqual([]);
  expect(paths('compare')).toEqual(['/compare/']);
});

test('what an entry is about finds it after all names, tables before benchmarks, by beginnings of words, with the phrase that tells why', () => {
  const index: FindIndex = {
    entries: [
      ['benchmark', 'Crit', '/crit/', 'Following criteria', 'captions | pages of text'],
      ['table', 'Free answers', '/crit/t1/', 'Crit', 'Open-ended | answers such as captions and stories'],
      ['judge', 'Caption-7B', '/judge/caption/', ''],
      ['table', 'Solutions', '/crit/t2/', 'Crit', 'Reasoning'],
    ],
    cases: [],
  };
  const found = (text: string) => hitsOf(index, text).map(({ name, about }) => [name, about]);
  expect(found('caption')).toEqual([
    ['Caption-7B', ''],
    ['Free answers', 'answers such as captions and stories'],
    ['Crit', 'captions'],
  ]);
  expect(found('stories crit')).toEqual([['Free answers', 'answers such as captions and stories']]);
  // `age` ends “page”, and “ended” begins a word of its own.
  expect(found('age')).toEqual([]);
  expect(found('ended')).toEqual([['Free answers', 'Open-ended']]);
});
